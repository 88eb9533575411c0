"""Ranges of axes and colours from any values.

No other module derives a range from least and largest values. If the ends of an axis differ by rounding only,
plotly.js never stops counting ticks, as adding the tick step does not change a tick.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array

Range = tuple[float, float]

# smallest width, relative to the larger end; narrower ranges would have too few floats between their ends
NARROWEST = 1e-9
# smallest width and largest end: plotly.js divides pixels by the width, and draws no end beyond LARGEST
LEAST, LARGEST = 1e-200, 1e303


def spread(low: float, high: float, equal: float | None = None) -> float:
    """Return ``high - low``, or a replacement for nearly equal ends.

    Ends are nearly equal if they are so up to rounding. The replacement is ``equal``, by default the `peak` of both
    ends. A nan counts as 0.

    >>> spread(1, 3), spread(2.5, 2.5 - 1e-15), spread(2.5, 2.5, equal=1.0), spread(0, 1e-310)
    (2.0, 2.5, 1.0, 1.0)
    """
    low, high = _end(low), _end(high)
    if is_range(low, high):
        return high - low
    return equal or peak([low, high])


def is_range(low: float, high: float) -> bool:
    """Return True if two ends can be the range of an axis.

    They have to be finite and far enough apart.
    """
    return LEAST <= high - low <= 2 * LARGEST and high - low > NARROWEST * max(abs(low), abs(high))


def peak(*values: ArrayLike) -> float:
    """Return the largest |v|, or 1 if it is below `LEAST`.

    It is the end of a symmetric scale. Values that are not finite are ignored. The result is at most `LARGEST`.

    >>> peak([1, -3], 2), peak([]), peak(0.0), peak(1e-310, float("nan"))
    (3.0, 1.0, 1.0, 1.0)
    """
    largest = float(np.abs(_finite(values)).max(initial=0.0))
    return min(largest, LARGEST) if largest >= LEAST else 1.0


def drawable(low: float, high: float) -> Range:
    """Return the ends as a range for an axis, in their order.

    If the ends are equal up to rounding, each is moved away from their middle by half their `peak`. A nan counts as 0.

    >>> drawable(0, 2), drawable(1, -1), drawable(4, 4), drawable(0, float("nan"))
    ((0.0, 2.0), (1.0, -1.0), (2.0, 6.0), (-0.5, 0.5))
    """
    low, high = _end(low), _end(high)
    if is_range(min(low, high), max(low, high)):
        return low, high
    middle, half = low / 2 + high / 2, peak([low, high]) / 2
    return middle - half, middle + half


def around(*values: ArrayLike, below: float = 0.0, above: float | None = None, zero: bool = False) -> Range:
    """Return a range around the finite values, with margins.

    ``below`` and ``above`` are the margins as shares of the width; by default ``above`` is ``below``. With ``zero`` the
    range contains 0, and has no margin on a side of 0 without values.

    >>> around([1, 3], 2, below=0.5), around([5.0, 5.0]), around([2, 4], below=0.5, zero=True), around([], zero=True)
    ((0.0, 4.0), (2.5, 7.5), (0.0, 6.0), (0.0, 1.0))
    """
    known = _finite(values)
    low, high = (_end(known.min()), _end(known.max())) if known.size else (0.0, 0.0)
    under, over = below, below if above is None else above
    if zero:
        under, over = under * (low < 0), over * (high > 0)
        low, high = min(low, 0.0), max(high, 0.0)
        if not is_range(low, high):
            return 0.0, 1.0
    room = spread(low, high)
    return drawable(low - under * room, high + over * room)


def decade_below(value: float) -> float:
    """Return the largest power of ten up to a positive value.

    >>> decade_below(0.04), decade_below(730.0)
    (0.01, 100.0)
    """
    return float(10.0 ** math.floor(math.log10(value)))


def square(points: Array, margin: float) -> tuple[Range, Range]:
    """Return ranges of x and y around points, of equal length.

    The points are (n, 2). ``margin`` is the room at each end, as a share of the longer side.

    >>> square(np.array([[0.0, 1.0], [4.0, 1.0]]), 0.25)
    ((-1.0, 5.0), (-2.0, 4.0))
    """
    ends = [(float(column.min()), float(column.max())) for column in points.T]
    side = max((high - low for low, high in ends if is_range(low, high)), default=peak(points))
    half = (0.5 + margin) * max(side, 10 * NARROWEST * peak(points))
    x, y = (drawable(low / 2 + high / 2 - half, low / 2 + high / 2 + half) for low, high in ends)
    return x, y


def _finite(values: tuple[ArrayLike, ...]) -> Array:
    known = np.concatenate([np.asarray(value, dtype=np.float64).ravel() for value in values] or [np.zeros(0)])
    return known[np.isfinite(known)]


def _end(value: float) -> float:
    return 0.0 if math.isnan(value) else float(min(max(value, -LARGEST), LARGEST))
