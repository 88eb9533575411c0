"""The centre of mass: its norm, whether it is an image, and why it minimises the sum of squared distances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.curves import curve, describe_curve
from kernviz.lessons.geometry_landscape import SAME, Landscape
from kernviz.lessons.geometry_subject import FROM_POINT, State, Subject
from kernviz.lessons.lesson import Block, Formula, Picture, Row, Table, Text, at, short, tex

Array = NDArray[np.float64]

STEP = 1e-3  # of t: a central difference of a parabola is exact, so only roundoff decides
T_RANGE = (-0.5, 2.5)


def centre(seen: Subject, around: Landscape) -> tuple[Block, ...]:
    """‖Φ̄‖² against the norms of the images, and the nearest image. Source: S0, erratum E10."""
    own = np.diag(seen.K)
    rows = {
        "‖mean‖² = mean of all entries of K": seen.mean2,
        "smallest ‖φ(xᵢ)‖²": float(own.min()),
        "mean ‖φ(xᵢ)‖² = trace K/n": float(own.mean()),
        "largest ‖φ(xᵢ)‖²": float(own.max()),
        "mean squared distance to the mean": float(own.mean()) - seen.mean2,
    }
    return (
        Formula(
            rf"\|\bar\Phi\|^2 = \frac{{1}}{{n^2}}\sum_{{i,j}} k(x_i,x_j) = \frac{{{tex(float(seen.K.sum()), 5)}}}{{{seen.n}^2}} = {tex(seen.mean2, 4)}"
        ),
        Table({"quantity": list(rows), "value": [short(v, 6) for v in rows.values()]}),
        Text(_image(seen, around)),
        Text(
            "The notes argue: were every mean an image, φ would be linear. That is not so. φ(x) = x³ on the line is not linear, and "
            f"every mean is an image: those of 1 and 3 have the mean ½(1 + 27) = 14, the image of ∛14 = {short(14 ** (1 / 3))}. "
            "What decides is whether the set of images contains its midpoints (erratum E10). Try `linear**3` on the points 1 and 3."
        ),
    )  # fmt: skip


def _image(seen: Subject, around: Landscape) -> str:
    if around.lowest < 0 or seen.mean2 < 0:
        return "Squared lengths are negative here: k is not a kernel, and there is no space for $\\bar\\Phi$ to lie in."
    common, norm2 = around.common_norm2, seen.mean2
    if common is not None and norm2 < common * (1 - SAME):
        return (
            f"**$\\bar\\Phi$ is not an image.** Every image has ‖φ(x)‖² = {short(common)}, but $\\|\\bar\\Phi\\|^2$ = {short(norm2)}: the mean of different "
            f"points of a sphere lies inside it. The nearest image, that of {at(around.nearest)}, is at distance "
            f"{short(around.nearest_squared**0.5)}."
        )
    scale = float(np.abs(np.diag(seen.K)).max())
    if around.nearest_squared <= SAME * scale:
        return f"**Here $\\bar\\Phi$ is an image**, that of {at(around.nearest)}, up to rounding."
    return (
        f"No place was found whose image is $\\bar\\Phi$: the nearest is {at(around.nearest)}, at distance "
        f"{short(around.nearest_squared**0.5)}. A search is no proof; a Gaussian kernel has one, by its constant norm."
    )


# ---- why it is the minimum ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """g along Φ(t) = start + t(Φ̄ − start), as weights c(t) (n,) of the images: g(t) = tr K − 2·1ᵀKc + n·cᵀKc."""

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
        """Σᵢ ‖φ(xᵢ) − Φ(t)‖². Source: S0 (2)."""
        c = self.weights(t)
        return float(np.trace(self.K) - 2 * self.K.sum(axis=0) @ c + self.n * (c @ self.K @ c))

    def slope(self, t: float, factor: float) -> float:
        """−2·Σφ(xᵢ)·u + 2·factor·Φ(t)·u along u = Φ̄ − start: factor n is right, the notes print 1. Source: S0, erratum E9."""
        u = self.direction
        return float(-2 * self.K.sum(axis=0) @ u + 2 * factor * (self.weights(t) @ self.K @ u))

    def numeric(self, t: float) -> float:
        return (self.g(t + STEP) - self.g(t - STEP)) / (2 * STEP)

    def printed_zero(self) -> float | None:
        """Where the printed derivative vanishes; None where it never does."""
        at0, at1 = self.slope(0.0, 1.0), self.slope(1.0, 1.0)
        return None if abs(at1 - at0) <= 1e-12 * (abs(at0) + abs(at1)) else at0 / (at0 - at1)


def line_of(state: State, seen: Subject) -> Line:
    """The line the page shows: from the origin, or from the image of the ruler's first point, through Φ̄."""
    start = np.zeros(seen.n)
    if state.line == FROM_POINT:
        start[seen.i] = 1.0
    return Line(seen.symmetric, start)


def minimum(state: State, seen: Subject) -> tuple[Block, ...]:
    """Left: numbers on a line, right: images. Both sums of squares have their minimum at the mean."""
    return (Row((_numbers(state, seen), _images(state, seen))),)


def _numbers(state: State, seen: Subject) -> tuple[Block, ...]:
    """Row 0.14: ā = argmin Σ(aᵢ − X)²."""
    a, column = seen.data.X[:, 0], seen.data.columns[0]
    low, high, mean = float(a.min()), float(a.max()), float(a.mean())
    reach = (high - low) or 2.0
    low, high = (low, high) if high > low else (mean - 1, mean + 1)
    X = low + state.place / 100 * (high - low)
    xs = np.linspace(low - 0.1 * reach, high + 0.1 * reach, 121)
    squares = {"Σ(aᵢ − X)²": ((a[None, :] - xs[:, None]) ** 2).sum(axis=1)}
    value, least = float(((a - X) ** 2).sum()), float(((a - mean) ** 2).sum())
    return (
        Text(f"**Numbers.** aᵢ: the column {column} of your {seen.n} points, with mean ā = {short(mean)}."),
        Picture(
            curve(xs, squares, x_title="X", y_title="Σ(aᵢ − X)²", mark=(X, value)),
            describe_curve(xs, squares, x_title="X"),
            f"At X = {short(X)} the sum is {short(value)}; at ā = {short(mean)} it is {short(least)}, the least there is. "
            f"The difference is n(X − ā)² = {short(seen.n * (X - mean) ** 2)}.",
            key="parabola",
            height=340,
        ),
    )


def _images(state: State, seen: Subject) -> tuple[Block, ...]:
    """Row 0.15: g(Φ) along a line, its derivative with and without the factor n."""
    line, t, n = line_of(state, seen), state.t, seen.n
    ts = np.linspace(*T_RANGE, 121)
    g = np.array([line.g(s) for s in ts])
    now = line.g(t)
    right, printed = line.slope(t, n), line.slope(t, 1)
    tangents = {
        "g(Φ)": g,
        "slope with the factor n": now + right * (ts - t),
        "slope as printed": now + printed * (ts - t),
    }
    pad = 0.12 * float(np.ptp(g)) or 1.0
    start = "φ(xᵢ) of the ruler's first point" if state.line == FROM_POINT else "the origin"
    u = line.direction
    bend = float(u @ line.K @ u)
    size = float(np.abs(u) @ np.abs(line.K) @ np.abs(u))
    gap = n * (1 - t) ** 2 * bend
    zero = line.printed_zero()
    if bend < -1e-10 * size:
        shape = "The parabola opens **downwards**: this direction has a negative squared length, so k is not a kernel."
    elif bend <= 1e-10 * size:
        shape = "This line has length 0 in feature space, so g is constant along it: choose the other line."
    else:
        shape = (
            f"g is convex, least at t = 1, at $\\bar\\Phi$. $g(\\Phi)-g(\\bar\\Phi)$ = {short(now - line.g(1.0))} = $n\\|\\Phi-\\bar\\Phi\\|^2$ = {short(gap)}."
            + ("" if zero is None or n == 1 else f" The printed derivative is 0 at t = {short(zero)} instead.")
        )
    return (
        Text(f"**Images.** Φ on the line from {start} (t = 0) through $\\bar\\Phi$ (t = 1)."),
        Picture(
            curve(
                ts, tangents, x_title="t", y_title="g(Φ) = Σ‖φ(xᵢ) − Φ‖²", mark=(t, now),
                y_range=(float(g.min()) - pad, float(g.max()) + pad),
            ),
            describe_curve(ts, {"g(Φ)": g}, x_title="t"),
            shape,
            key="g",
            height=340,
        ),
        Table(
            {
                f"slope of g at t = {short(t)}": ["numeric, a difference quotient", "−2Σφ(xᵢ) + 2nΦ", "as printed: −2Σφ(xᵢ) + 2Φ"],
                "value": [short(v, 6) for v in (line.numeric(t), right, printed)],
            },
            caption="Along the line. The factor n comes from differentiating n·‖Φ‖², once for each point (erratum E9).",
        ),
        Formula(r"\frac{\partial g}{\partial\Phi_j} = -2\sum_i\phi(x_i)_j + 2n\Phi_j = 0 \;\Rightarrow\; \Phi = \bar\Phi"),
    )  # fmt: skip
