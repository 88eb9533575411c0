"""The map cut off after T degrees: its error over the plane, its coordinates, and how many of them a radius needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.features import gaussian
from kernviz.figures.curves import curve, describe_curve
from kernviz.figures.error_plane import describe_error, error_plane
from kernviz.figures.weights import describe_weights, weight_bars
from kernviz.lessons.lesson import (
    Block,
    Formula,
    Lesson,
    Number,
    Numbers,
    Picture,
    Tab,
    Table,
    Text,
    short,
    tex,
    tex_times,
    vector,
)
from kernviz.surfaces import Surface, Window, surface

if TYPE_CHECKING:
    from kernviz.lessons.gaussian import State

Array = NDArray[np.float64]
MOST_BARS = 24  # rows of ψ that are drawn; the rest are said to be smaller
TOLERANCES = {"error ≤ 0.01": 1e-2, "error ≤ 1e-4": 1e-4, "error ≤ 1e-8": 1e-8}
NOTHING = 1e-16  # an error below this is roundoff


def build(state: State, question: str, common: tuple[Tab, ...]) -> Lesson:
    """The error at the two points, over the plane and at worst come from one set of formulas."""
    x, z = state.pair()
    k = float(state.own(x[None], z[None])[0, 0])
    cut = float(gaussian.truncated(x[None], z[None], state.gamma, state.T)[0])
    error = float(gaussian.missing(x[None], z[None], state.gamma, state.T)[0])
    limit = float(gaussian.bound(x[None], z[None], state.gamma, state.T)[0])
    reach = state.radius * (2**0.5 if state.d == 2 else 1.0)  # the corners of the picture
    worst = gaussian.worst(reach, state.gamma, state.T)
    return Lesson(
        question,
        _picture(state, x, z, error, worst, reach),
        besides=(
            Formula(_cut_formula(state)),
            Numbers(
                (
                    Number("k(x, z)", short(k, 5), "exp(−γ‖x − z‖²), all degrees"),
                    Number("T terms give", short(cut, 5), "the sum over degrees 0 … T − 1"),
                    Number("error", short(error, 2), "k − k_T, what the other degrees would add"),
                    Number("share", f"{100 * cut / k:.1f} %" if k > 0 else "–", "k_T / k at these two points"),
                    Number("at worst here", short(worst, 2), "largest error in the picture: P(T, 2γ r²) at x = z on its rim"),
                    Number("coordinates", str(gaussian.dimension(state.d, state.T)), "C(T − 1 + d, d) monomials of degree < T"),
                )
            ),
            Text(_words(state, x, z, error, limit)),
        ),
        tabs=(
            Tab("Bars of ψ", bars(state, x, z, k)),
            Tab("How many terms", needed(state)),
            Tab("Taylor, line by line", taylor(state, x, z, k)),
            *common,
        ),
        facts={"k": k, "truncated": cut, "error": error, "bound": limit, "worst": worst},
    )  # fmt: skip


def _cut_formula(state: State) -> str:
    dot = "xz" if state.d == 1 else r"x\cdot z"
    g = state.gamma
    return rf"k_T(x,z) = e^{{-{tex_times(g)}\left(\|x\|^2+\|z\|^2\right)}}\sum_{{m=0}}^{{{state.T - 1}}}\frac{{({tex(2 * g)}\,{dot})^m}}{{m!}}"


@shared(maxsize=64)
def _errors(gamma: float, T: int, radius: float, fixed: tuple[float, ...]) -> Surface:
    """The error over (x, z) on the line, or over z in the plane with x fixed."""
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
        [(float(x[0]), float(x[1]), "x"), (float(z[0]), float(z[1]), "z")]
        if flat
        else [(float(x[0]), float(z[0]), "(x, z)")]
    )
    r = (-state.radius, state.radius)
    titles = ("z₁", "z₂") if flat else ("x", "z")
    figure = error_plane(grid, marks, x_range=r, y_range=r, x_title=titles[0], y_title=titles[1])
    what = f"|k − k_T| for T = {state.T}, γ = {short(state.gamma)}" + (f", x = {vector(x)}" if flat else "")
    caption = (
        f"Error of {state.T} terms: pale where it is roundoff, deep where nothing of k is left to see. "
        + ("x stays, every point of the plane is a z. " if flat else "Every point is a pair (x, z) of numbers. ")
        + f"At the mark {short(error, 2)}; at worst in the picture (radius {short(reach, 3)}) {short(worst, 2)}. The error grows where "
        "2γ‖x‖‖z‖ does: raise T, or lower γ, and the pale part widens. Click to move " + ("z." if flat else "the pair.")
    )
    return Picture(
        figure,
        describe_error(grid, what),
        caption,
        "error",
        620,
        square=True,
        revision=f"{state.d}-{state.radius}",
        clickable=True,
    )


def _place(x: Array) -> str:
    return short(float(x[0])) if len(x) == 1 else vector(x)


def _words(state: State, x: Array, z: Array, error: float, limit: float) -> str:
    a = 2 * state.gamma * float(x @ z)
    if a >= 0:
        return f"2γ x·z = {short(a)} ≥ 0: all terms have one sign, and the error is exactly k·P(T, {short(a)}) = {short(limit, 3)}."
    return (
        f"2γ x·z = {short(a)} < 0: the terms alternate, and the error {short(error, 3)} is smaller than with the same sizes of one sign, "
        f"{short(limit, 3)}."
    )


def bars(state: State, x: Array, z: Array, k: float) -> tuple[Block, ...]:
    """ψ_m(x), its square a Poisson probability, and what every degree adds to k."""
    rows = min(state.T, MOST_BARS)
    parts = gaussian.degree_parts(x, z, state.gamma, state.T)
    own = np.sqrt(np.abs(gaussian.degree_parts(x, x, state.gamma, state.T)))
    if state.d == 1:
        own = gaussian.psi(x, state.gamma, state.T)[0]
    mean = 2 * state.gamma * float(x @ x)
    name = "ψ_m(x)" if state.d == 1 else "length of the coordinates of degree m at x"
    labels, degrees = [f"m = {m}" for m in range(rows)], list(range(rows))
    figure = weight_bars(
        labels,
        own[:rows],
        parts[:rows],
        degrees,
        left=name if state.d == 1 else "‖ψ_m(x)‖",
        right="adds to k(x, z)",
        one_color=True,
    )
    sums = np.cumsum(parts)
    more = f" Degrees {rows} to {state.T - 1} are in the sum and not drawn." if rows < state.T else ""
    return (
        Text(
            f"Left {name} at x = {_place(x)}, right what degree m adds to k(x, z) = {short(k, 5)}. The squares on the left are the "
            f"probabilities of a Poisson variable with mean 2γ‖x‖² = {short(mean)}: they sum to 1, and beyond that mean they fall "
            f"faster than any power.{more}"
        ),
        Picture(figure, describe_weights(labels, np.abs(own[:rows]), parts[:rows]), "", "psi", int(figure.layout.height), revision=str(rows)),
        Table(
            {
                "m": list(range(state.T)),
                "added by degree m": [short(float(v), 4) for v in parts],
                "sum so far": [short(float(v), 8) for v in sums],
                "still missing": [
                    short(float(gaussian.missing(x[None], z[None], state.gamma, m + 1)[0]), 3) for m in range(state.T)
                ],
            },
            height=300,
        ),
    )  # fmt: skip


def needed(state: State) -> tuple[Block, ...]:
    """The smallest T for a radius and a tolerance; at this γ along a curve, and S1's and S3's cases in a table."""
    radii = np.linspace(0.25, 6.0, 24)
    steps = _steps(state.gamma)
    if steps is None:
        return (Text(f"With γ = {short(state.gamma)} more than ten million terms are needed at radius 6: lower γ."),)
    cases = ((1.0, 0.5), (1.0, 1.0), (3.0, 1.0), (state.radius, state.gamma))
    rows: dict[str, list[object]] = {"‖x‖, ‖z‖ ≤": [short(r) for r, _ in cases], "γ": [short(g) for _, g in cases]}
    for name, tolerance in TOLERANCES.items():
        rows[f"T for {name}"] = [gaussian.terms_needed(r, g, tolerance) for r, g in cases]
    for T in (4, 8, 20, 30):
        rows[f"k_T/k at x = z on the rim, T = {T}"] = [short(1 - gaussian.worst(r, g, T), 3) for r, g in cases]
    return (
        Text(
            "Infinitely many coordinates, but for points within a radius r a handful carry everything: about 2γr² of them, and a few "
            "times its root more. The worst pair is x = z on the rim, so these counts are exact, in any number of dimensions."
        ),
        Picture(
            curve(radii, steps, x_title="radius r", y_title="T", x_range=(0, 6)),
            describe_curve(radii, steps, x_title="r"),
            f"Terms needed at γ = {short(state.gamma)}: they grow with r².", "needed", 380, revision="needed",
        ),
        Table(rows, caption="At x = x′ = 3 with γ = 1, twenty terms give 0.651 of 1 and thirty 0.994."),
    )  # fmt: skip


@shared(maxsize=64)
def _steps(gamma: float) -> dict[str, Array] | None:
    try:
        return {
            name: np.array([float(gaussian.terms_needed(r, gamma, tolerance)) for r in np.linspace(0.25, 6.0, 24)])
            for name, tolerance in TOLERANCES.items()
        }
    except ValueError:
        return None


def taylor(state: State, x: Array, z: Array, k: float) -> tuple[Block, ...]:
    """S3's four lines (and S1's) with the numbers of the two points."""
    g, a = state.gamma, 2 * state.gamma * float(x @ z)
    fx, fz = float(np.exp(-g * (x @ x))), float(np.exp(-g * (z @ z)))
    norm = r"\|x\|^2" if state.d == 2 else "x^2"
    norm_z, dot = norm.replace("x", "z"), "xz" if state.d == 1 else r"x\cdot z"
    terms = r" + ".join(
        ["1", tex(a), *[rf"\tfrac{{({tex(a)})^{m}}}{{{m}!}}" for m in range(2, min(state.T, 5))]][: state.T]
    )
    dots = r" + \dots" if state.T > 5 else ""
    one = rf"\psi_m(x) = \sqrt{{\tfrac{{({tex(2 * g)})^m}}{{m!}}}}\;x^m\,e^{{-{tex_times(g)}x^2}}"
    return (
        Text("The square in the exponent is multiplied out; only its middle part mixes x and z, and that part is a series."),
        Formula(
            rf"\begin{{aligned}} e^{{-{tex_times(g)}\|x-z\|^2}} &= e^{{-{tex_times(g)}{norm}}}\; e^{{-{tex_times(g)}{norm_z}}}\; e^{{{tex(2 * g)}\,{dot}}} \\"
            rf"&= {tex(fx, 5)}\cdot {tex(fz, 5)}\cdot e^{{{tex(a)}}} \\"
            rf"&\approx {tex(fx, 5)}\cdot {tex(fz, 5)}\cdot\Bigl({terms}{dots}\Bigr) \\"
            rf"&= {tex(float(gaussian.truncated(x[None], z[None], g, state.T)[0]), 6)}\qquad\text{{instead of }} {tex(k, 6)} \end{{aligned}}"
        ),
        Text("Every term is a number for x times the same number for z, so the sum is a dot product of infinitely many features:"),
        Formula(one if state.d == 1 else rf"\psi_a(x) = \sqrt{{\tfrac{{({tex(2 * g)})^{{|a|}}}}{{a!}}}}\;x^a\,e^{{-{tex_times(g)}\|x\|^2}},\quad a\in\{{0,1,2,\dots\}}^2"),
        Text(
            "All monomials are among them, so a machine with this kernel can follow a polynomial of any degree. With γ = ½ this is S1's ψ, "
            "with γ = 1 S3's Φ."
        ),
    )  # fmt: skip
