"""Feature map of the Gaussian, truncated after T degrees.

The view shows its error over the plane, its coordinates, and the number of degrees needed for
a radius.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.features import gaussian
from kernviz.figures.plane.error_plane import describe_error, error_plane
from kernviz.kernels.rules_and_premises import SECOND, latex_factor
from kernviz.lessons.draggable import Handle
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.gaussian.tabs import bars_of_psi, how_many_terms, taylor
from kernviz.lessons.lesson import Formula, Lesson, Numbers, Picture, Readout, Tab, Text
from kernviz.lessons.number_format import percent, tex, vector
from kernviz.surfaces import Surface, Window, surface
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, short


def build(state: State, question: str) -> Lesson:
    """Build the view of the truncated map.

    Read-outs and pictures show the error at the two points, over a square, and its maximum.
    """
    x, z = state.pair()
    k = float(state.own(x[None], z[None])[0, 0])
    cut = float(gaussian.truncated(x[None], z[None], state.gamma, state.T)[0])
    error = float(gaussian.missing(x[None], z[None], state.gamma, state.T)[0])
    limit = float(gaussian.bound(x[None], z[None], state.gamma, state.T)[0])
    reach = state.radius * (2**0.5 if state.d == 2 else 1.0)  # distance to the corners of the picture
    worst = gaussian.worst(reach, state.gamma, state.T)
    return Lesson(
        question,
        bars_of_psi.bars(state, x, z, k),
        besides=(
            _picture(state, x, z, error, worst, reach),
            lambda: (Formula(_cut_formula(state)),),
            Numbers(
                (
                    Readout("‹k›(x, ‹z›)", short(k, 5), say("exp(−‹γ‖x − z‖²›), all degrees")),
                    Readout(phrase("T terms give"), short(cut, 5), say("the sum over degrees 0 … T − 1")),
                    Readout(phrase("error"), short(error, 2), say("‹k› − ‹k›_T, what the other degrees would add")),
                    Readout(
                        phrase("share"),
                        percent(cut / k) if k > 0 else "–",
                        say("‹k›_T / ‹k› at these two points"),
                    ),
                    Readout(
                        phrase("at worst here"),
                        short(worst, 2),
                        say(
                            "largest error of two points within the radius r = {reach:.3}, which holds the whole "
                            "picture, at x = ‹z› on its rim: P(T, ‹2γ r²›), the probability that a Poisson variable of "
                            "mean ‹2γ r²› is T or more",
                            reach=reach,
                        ),
                    ),
                    Readout(
                        phrase("coordinates"),
                        str(gaussian.dimension(state.d, state.T)),
                        say("C(T − 1 + d, d) monomials of degree < T"),
                    ),
                )
            ),
            lambda: (Text(_words(state, x, z, error, limit)),),
        ),
        tabs=(
            Tab(bars_of_psi.TITLE, lambda: bars_of_psi.blocks(state, x, z)),
            Tab(how_many_terms.TITLE, lambda: how_many_terms.blocks(state)),
            Tab(taylor.TITLE, lambda: taylor.blocks(state, x, z, k)),
        ),
        facts={"k": k, "truncated": cut, "error": error, "bound": limit, "worst": worst},
    )


def _cut_formula(state: State) -> str:
    dot = rf"x{SECOND}" if state.d == 1 else r"‹\x\cdot z›"
    g = state.gamma
    return (
        rf"‹\k›_T(x,‹\z›) = e^{{-{latex_factor(g)}\left(\|x\|^2+\|‹\z›\|^2\right)}}"
        rf"\sum_{{‹\m›=0}}^{{{state.T - 1}}}\frac{{({tex(2 * g)}\,{dot})^‹\m›}}{{‹\m›!}}"
    )


@shared(maxsize=64)
def _errors(gamma: float, T: int, radius: float, fixed: tuple[float, ...]) -> Surface:
    """Return the error of the truncated map over a square.

    For points of the line `fixed` is (), and the axes of the square are x and z. For points of the
    plane `fixed` is x, and the axes are the coordinates of z.
    """
    window = Window((-radius, radius), (-radius, radius))

    def line(P: Array) -> Array:
        return gaussian.missing(P[:, :1], P[:, 1:], gamma, T)

    def plane(P: Array) -> Array:
        return gaussian.missing(np.array([fixed]), P, gamma, T)

    return surface(plane if fixed else line, window)


def _picture(state: State, x: Array, z: Array, error: float, worst: float, reach: float) -> Picture:
    flat = state.d == 2
    grid = _errors(state.gamma, state.T, state.radius, tuple(x.tolist()) if flat else ())
    marks = (
        [(float(x[0]), float(x[1]), "x"), (float(z[0]), float(z[1]), symbols("‹z›"))]
        if flat
        else [(float(x[0]), float(z[0]), symbols("(x, ‹z›)"))]
    )
    r = (-state.radius, state.radius)
    titles = (symbols("‹z›₁"), symbols("‹z›₂")) if flat else ("x", symbols("‹z›"))
    figure = error_plane(grid, marks, x_range=r, y_range=r, x_title=titles[0], y_title=titles[1])
    what = say("|‹k› − ‹k›_T| for T = {T}, ‹γ=› = {gamma:γ}", T=state.T, gamma=state.gamma) + (
        f", x = {vector(x)}" if flat else ""
    )
    caption = (
        several(
            state.T,
            "Error of {n} term: faint where it is only rounding, strong where it is near 1, the largest value of ‹k›.",
            "Error of {n} terms: faint where it is only rounding, strong where it is near 1, the largest value of ‹k›.",
        )
        + " "
        + (
            say("x stays, every point of the plane is a ‹z›.") + " "
            if flat
            else say("Every point is a pair (x, ‹z›) of numbers.") + " "
        )
        + say(
            "The error is {error:.2} at the mark. For two points within radius {radius:.3} it is at most {worst:.2}. "
            "Where ‹2γ›‖x‖‖‹z›‖ is far below T, the error is only rounding: raise T, or lower ‹γ›, and this part "
            "becomes larger.",
            error=error,
            radius=reach,
            worst=worst,
        )
    )
    names = (
        ((symbols("‹z›"), "ga_z1", "ga_z2"), ("x", "ga_x1", "ga_x2"))
        if flat
        else ((say("the pair (x, ‹z›)"), "ga_x1", "ga_z1"),)
    )
    handles = tuple(
        Handle(label, (first, second), (at[0], at[1]), low=-100.0, high=100.0)
        for (label, first, second), at in zip(names, reversed(marks), strict=True)
    )
    return Picture(
        figure,
        describe_error(grid, what),
        caption,
        "error",
        360,
        square=True,
        revision=f"{state.d}-{state.radius}",
        handles=handles,
    )


def _words(state: State, x: Array, z: Array, error: float, limit: float) -> str:
    a = 2 * state.gamma * float(x @ z)
    if a >= 0:
        return say(
            "‹2γ› ‹x·z› = {a} ≥ 0: all terms have one sign, and the error is exactly ‹k›·P({T}, {a}) = "
            "{limit:.3}. P(T, a) is the probability that a Poisson variable of mean a is T or more: "
            r"$P(T,a) = e^{{-a}}\sum_{{‹\m›\ge T}} a^‹\m›/‹\m›!$.",
            a=a,
            T=state.T,
            limit=limit,
        )
    return say(
        "‹2γ› ‹x·z› = {a} < 0: the terms alternate in sign. The error is {error:.3}. If all terms had the same sign, "
        "it would be {limit:.3}, which is never smaller.",
        a=a,
        error=error,
        limit=limit,
    )
