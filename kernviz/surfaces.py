"""Values of a fitted model on a grid.

The grid is in the plane or on the line. Picture, caption and table of a page use the same values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

import kernviz.grid_size as grid_size
from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.kernels import RBF, Kernel
from kernviz.kernels.linear_combinations import Scaled
from kernviz.models.cross_gram import block
from kernviz.ranges import drawable as drawable_range
from kernviz.ranges import is_range

LARGEST_DRAWN = 1e30  # values are sent as float32, and colours are saturated far below this
SIDE = 100  # grid points per side: fine enough for contours, fast enough to follow a held arrow key
ON_LINE = 400  # grid points of a curve
ROWS_AT_ONCE = 2500  # rows of the Gram matrix computed at once: this bounds the memory, and needs few input checks


@dataclass(frozen=True)
class Window:
    """Part of the plane (or line) that shows a data set.

    The window depends on the data set only. So the axes do not move while a parameter changes.
    """

    x_range: tuple[float, float]
    y_range: tuple[float, float] = (-1.0, 1.0)

    @classmethod
    def of(cls, data: Dataset) -> Window:
        """Return the window of a dataset.

        It has the axis limits `data.sheet` if these are given, else it is `around` the points.
        """
        x, y = data.sheet[:2], data.sheet[2:4]
        if len(x) == 2 and (data.d == 1 or len(y) == 2):
            return cls((x[0], x[1]), (y[0], y[1])) if data.d > 1 else cls((x[0], x[1]))
        return cls.around(data.X)

    @classmethod
    def around(cls, X: Array, margin: float = 0.15) -> Window:
        """Return a window around the points X (n, d), with a margin.

        The window is a square, so that units are equal on both axes. For d = 1 it is an interval. If one column is at
        least 8 times as wide as the other, each axis has the width of its own column. In a square the points would look
        like a line. Coordinates after the second are ignored. `margin` is a share of the width, for every side.
        """
        low, high = X.min(axis=0)[:2], X.max(axis=0)[:2]
        middle = (low + high) / 2
        widths = np.array([b - a if is_range(a, b) else 0.0 for a, b in zip(low, high, strict=True)])
        if widths.max() < 8 * widths.min() or widths.min() == 0:
            widths = np.full_like(widths, widths.max())
        halves = np.where(widths > 0, widths, 2.0) * (0.5 + margin)
        x, *y = (drawable_range(float(m - h), float(m + h)) for m, h in zip(middle, halves, strict=True))
        return cls(x, *y)


@dataclass(frozen=True)
class Surface:
    """Values of a function on a grid of the plane.

    Shapes: x (gx,), y (gy,), values (gy, gx).
    """

    x: Array
    y: Array
    values: Array
    window: Window

    @property
    def points(self) -> Array:
        """Return the grid points (gy·gx, 2), row by row."""
        return grid_points(self.x, self.y)


@dataclass(frozen=True)
class Curve:
    """Values of a function on the line: x (g,), values (g,)."""

    x: Array
    values: Array
    window: Window

    @property
    def points(self) -> Array:
        """Return the grid points (g, 1)."""
        return grid_points(self.x)


Field = TypeVar("Field", Surface, Curve)


def grid_points(x: Array, y: Array | None = None) -> Array:
    """Return the points of a grid, row by row.

    The shape is (gy·gx, 2) in the plane, or (gx, 1) on the line, where y is None.
    """
    return x[:, None] if y is None else np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def drawable(field: Field, factor: float = 1.0) -> Field:
    """Return ``factor`` times a field, clipped to ±`LARGEST_DRAWN`; nan becomes 0."""
    with np.errstate(over="ignore", invalid="ignore"):
        values = np.nan_to_num(factor * field.values if factor != 1 else field.values)
    return replace(field, values=np.clip(values, -LARGEST_DRAWN, LARGEST_DRAWN))


def surface(f: Callable[[Array], Array], window: Window, side: int | None = None) -> Surface:
    """Return the values of f on a side × side grid.

    f maps points (m, 2) to values (m,). Without `side` there are `SIDE` grid points per side, or half as many inside
    `grid_size.half`.
    """
    return surfaces(lambda Z: f(Z)[:, None], window, side)[0]


def surfaces(f: Callable[[Array], Array], window: Window, side: int | None = None) -> tuple[Surface, ...]:
    """Return one surface for each column of the values of f.

    f gives the values of several functions side by side, (m, q).
    """
    side = grid_size.side(SIDE) if side is None else side
    x, y = np.linspace(*window.x_range, side), np.linspace(*window.y_range, side)
    values = in_blocks(f, grid_points(x, y))
    return tuple(Surface(x, y, column.reshape(side, side), window) for column in values.T)


def expansion(kernel: Kernel, X: Array, weights: Array, window: Window, side: int | None = None) -> Surface:
    """Return the kernel expansion Σ wᵢ k(xᵢ, ·) on a grid.

    The grid has side × side places. Shapes: X (n, 2), weights (n,). Raises ValueError if a kernel value is not finite.
    The sum itself may still overflow to ±inf; for c·k the factor c counts as part of the weights.
    """
    return expansions(kernel, X, weights[:, None], window, side)[0]


def expansions(
    kernel: Kernel, X: Array, weights: Array, window: Window, side: int | None = None
) -> tuple[Surface, ...]:
    """Return the kernel expansion on a grid for each column of weights.

    The expansion is Σ wᵢ k(xᵢ, ·), with weights (n, q). A Gaussian of the plane is a product of two
    Gaussians of the line. This takes 2·side·n exponentials instead of side²·n.
    """
    if isinstance(kernel, Scaled):
        return expansions(kernel.k, X, kernel.c * weights, window, side)
    if not isinstance(kernel, RBF):
        return surfaces(lambda Z: block(kernel, Z, X) @ weights, window, side)
    side = grid_size.side(SIDE) if side is None else side
    x, y = np.linspace(*window.x_range, side), np.linspace(*window.y_range, side)
    across, up = (np.exp(-kernel.gamma * (axis[:, None] - X[None, :, j]) ** 2) for j, axis in enumerate((x, y)))
    return tuple(Surface(x, y, (up * column) @ across.T, window) for column in weights.T)


def curve(f: Callable[[Array], Array], window: Window) -> Curve:
    """Return the values of f on an interval.

    f maps points (m, 1) to values (m,).
    """
    x = np.linspace(*window.x_range, ON_LINE)
    return Curve(x, in_blocks(f, x[:, None]), window)


def in_blocks(f: Callable[[Array], Array], points: Array) -> Array:
    """Return the values of f at many points.

    They are computed a block at a time.
    """
    starts = range(0, len(points), ROWS_AT_ONCE)
    return np.concatenate([f(points[start : start + ROWS_AT_ONCE]) for start in starts])


def roots(f: Callable[[Array], Array], drawn: Curve, level: float = 0.0) -> list[float]:
    """Return the places where f takes the value `level`, by bisection.

    `drawn` holds f on a grid of the line, and f maps points (m, 1) to values (m,). Each grid cell whose ends lie on
    different sides of the level gives one root, with an error of the cell width / 2³⁰.

    scipy.optimize.elementwise.find_root is not used. It evaluates f at the ends of a cell again. There f may be 0 up
    to rounding, and may then change its sign. Without a change of sign, find_root returns NaN. This happened for 15 of
    3,329 roots of trained machines. It was also slower in half of the calls.
    """
    above = drawn.values - level
    cells = np.flatnonzero((above[:-1] > 0) != (above[1:] > 0))
    low, high, rising = drawn.x[cells], drawn.x[cells + 1], above[cells] <= 0
    for _ in range(30):
        middle = (low + high) / 2
        left = (f(middle[:, None]) > level) == rising if len(cells) else rising
        low, high = np.where(left, low, middle), np.where(left, middle, high)
    return [float(v) for v in (low + high) / 2]


def crossings(drawn: Curve, level: float = 0.0) -> list[float]:
    """Return the places where a curve takes the value `level`.

    They are interpolated linearly between grid neighbours.
    """
    above = drawn.values - level
    # the test is asymmetric since f may be exactly 0 at a grid point
    where = np.flatnonzero((above[:-1] > 0) != (above[1:] > 0))
    share = above[where] / (above[where] - above[where + 1])
    return [float(v) for v in drawn.x[where] + share * (drawn.x[where + 1] - drawn.x[where])]
