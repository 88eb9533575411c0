"""Proof that the mean minimises the sum of squared distances.

The proof is given for numbers and for images.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.geometry.scene import GeometryScene
from kernviz.lessons.geometry.state import FROM_POINT, MINIMUM, T_RANGE, State
from kernviz.lessons.lesson import Block, Formula, Picture, Row, Table, paragraph
from kernviz.ranges import around, drawable, is_range
from kernviz.symbols import symbols
from kernviz.wording import say, short

TITLE = MINIMUM
STEP = 1e-3  # step in t; a central difference of a parabola is exact up to roundoff


@dataclass(frozen=True)
class MinimumLine:
    """Sum of squared distances g along a line in feature space.

    The line is Φ(t) = start + t(Φ̄ − start), given by weights c(t) (n,) of the images. Then g(t)
    = tr K − 2·1ᵀKc + n·cᵀKc.
    """

    K: Array
    start: Array

    @property
    def n(self) -> int:
        return len(self.K)

    @property
    def direction(self) -> Array:
        return np.asarray(1 / self.n - self.start)

    def weights(self, t: float) -> Array:
        return np.asarray(self.start + t * self.direction)

    def g(self, t: float) -> float:
        """Return g(t) = Σᵢ ‖φ(xᵢ) − Φ(t)‖².

        Source: S0 (2).
        """
        c = self.weights(t)
        return float(np.trace(self.K) - 2 * self.K.sum(axis=0) @ c + self.n * (c @ self.K @ c))

    def slope(self, t: float, factor: float) -> float:
        """Return the derivative of g along u = Φ̄ − start.

        The derivative is −2·Σφ(xᵢ)·u + 2·factor·Φ(t)·u. The factor n is right, the notes print 1.
        Source: S0, erratum E9.
        """
        u = self.direction
        return float(-2 * self.K.sum(axis=0) @ u + 2 * factor * (self.weights(t) @ self.K @ u))

    def numeric(self, t: float) -> float:
        return (self.g(t + STEP) - self.g(t - STEP)) / (2 * STEP)

    def printed_zero(self) -> float | None:
        """Return the root of the printed derivative.

        None if the printed derivative never vanishes.
        """
        at0, at1 = self.slope(0.0, 1.0), self.slope(1.0, 1.0)
        return None if abs(at1 - at0) <= 1e-12 * (abs(at0) + abs(at1)) else at0 / (at0 - at1)


def line_of(state: State, scene: GeometryScene) -> MinimumLine:
    """Return the line of the page through Φ̄.

    The line starts from the origin, or from the image of the ruler's first point.
    """
    start = np.zeros(scene.n)
    if state.line == FROM_POINT:
        start[scene.i] = 1.0
    return MinimumLine(scene.symmetric, start)


def blocks(state: State, scene: GeometryScene) -> tuple[Block, ...]:
    """Show that both sums of squares have their minimum at the mean.

    Numbers on a line are on the left, images on the right.
    """
    return (Row((_numbers(state, scene), _images(state, scene))),)


def _numbers(state: State, scene: GeometryScene) -> tuple[Block, ...]:
    """Show that the mean minimises the sum of squares of numbers.

    The minimum is ā = argmin Σ(aᵢ − X)².
    """
    a, column = scene.data.X[:, 0], scene.data.columns[0]
    low, high, mean = float(a.min()), float(a.max()), float(a.mean())
    low, high = (low, high) if is_range(low, high) else drawable(mean - 1, mean + 1)
    reach = high - low
    X = low + state.place / 100 * (high - low)
    xs = np.linspace(low - 0.1 * reach, high + 0.1 * reach, 121)
    squares = {"Σ(aᵢ − X)²": ((a[None, :] - xs[:, None]) ** 2).sum(axis=1)}
    value, least = float(((a - X) ** 2).sum()), float(((a - mean) ** 2).sum())
    return (
        paragraph(
            "**Numbers.** aᵢ: the column {column} of your points (n = {n}), with mean ā = {center}.",
            column=column,
            n=scene.n,
            center=mean,
        ),
        Picture(
            curve(xs, squares, x_title="X", y_title="Σ(aᵢ − X)²", mark=(X, value)),
            describe_curve(xs, squares, x_title="X"),
            say(
                "At X = {X} the sum is {value}; at ā = {center} it is {least}, the least there is. The "
                "difference is n(X − ā)² = {difference}.",
                X=X,
                value=value,
                center=mean,
                least=least,
                difference=scene.n * (X - mean) ** 2,
            ),
            key="parabola",
            height=340,
        ),
    )


def _images(state: State, scene: GeometryScene) -> tuple[Block, ...]:
    """Draw the function g(Φ) along a line, and its derivative.

    The derivative is shown with and without the factor n.
    """
    line, t, n = line_of(state, scene), state.t, scene.n
    ts = np.linspace(*T_RANGE, 121)
    g = np.array([line.g(s) for s in ts])
    now = line.g(t)
    right, printed = line.slope(t, n), line.slope(t, 1)
    tangents = {
        "g(Φ)": g,
        say("slope with the factor n"): now + right * (ts - t),
        say("slope as printed"): now + printed * (ts - t),
    }
    start = say("‹φ›(xᵢ) of the ruler's first point") if state.line == FROM_POINT else say("the origin")
    u = line.direction
    bend = float(u @ line.K @ u)
    size = float(np.abs(u) @ np.abs(line.K) @ np.abs(u))
    gap = n * (1 - t) ** 2 * bend
    zero = line.printed_zero()
    if bend < -1e-10 * size:
        shape = say(
            "The parabola opens **downwards**: this direction has a negative squared length, so ‹k› is not a kernel."
        )
    elif bend <= 1e-10 * size:
        shape = say("This line has length 0 in feature space, so g is constant along it: choose the other line.")
    else:
        shape = say(
            r"g is convex, least at t = 1, at $\bar\Phi$. $g(\Phi)-g(\bar\Phi)$ = {rise} = "
            r"$n\|\Phi-\bar\Phi\|^2$ = {squared}.",
            rise=now - line.g(1.0),
            squared=gap,
        ) + ("" if zero is None or n == 1 else " " + say("The printed derivative is 0 at t = {t} instead.", t=zero))
    return (
        paragraph(
            r"**Images.** Φ on the line from {start_point} (t = 0) through $\bar\Phi$ (t = 1).", start_point=start
        ),
        Picture(
            curve(
                ts,
                tangents,
                x_title="t",
                y_title=symbols("g(Φ) = Σ‖‹φ›(xᵢ) − Φ‖²"),
                mark=(t, now),
                y_range=around(g, below=0.12),
            ),
            describe_curve(ts, {"g(Φ)": g}, x_title="t"),
            shape,
            key="g",
            height=340,
        ),
        Table(
            {
                say("slope of g at t = {t}", t=t): [
                    say("numeric, a difference quotient"),
                    symbols("−2Σ‹φ›(xᵢ) + 2nΦ"),
                    say("as printed: −2Σ‹φ›(xᵢ) + 2Φ"),
                ],
                say("value"): [short(v, 6) for v in (line.numeric(t), right, printed)],
            },
            caption=say(
                "Along the line. The factor n comes from differentiating n·‖Φ‖², once for each point (erratum E9)."
            ),
            geometric=(say("value"),),
        ),
        Formula(
            r"\frac{\partial g}{\partial\Phi_j} = -2\sum_i‹\varphi›(x_i)_j + 2n\Phi_j = 0 \;\Rightarrow\; \Phi = "
            r"\bar\Phi"
        ),
    )
