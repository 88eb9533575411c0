"""Ranges of axes and colours, and tick steps, from any values.

No other module derives a range from least and largest values. Between ends that differ by a
rounding only, a browser counts ticks for ever: n + 1 = n.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Range = tuple[float, float]

# smallest width, relative to the larger end; narrower ranges would have too few floats between their ends
NARROWEST = 1e-9
# smallest width and largest end: plotly.js divides pixels by the width, and draws no end beyond LARGEST
LEAST, LARGEST = 1e-200, 1e303


def spread(low: float, high: float, equal: float | None = None) -> float:
    """``high - low``; for ends equal up to rounding ``equal``, by default their size, and 1 for zeros.

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
    """The largest |v|, where a symmetric scale ends; 1 if there is none or all are 0.

    >>> peak([1, -3], 2), peak([]), peak(0.0), peak(1e-310, float("nan"))
    (3.0, 1.0, 1.0, 1.0)
    """
    largest = float(np.abs(_finite(values)).max(initial=0.0))
    return min(largest, LARGEST) if largest >= LEAST else 1.0


def drawable(low: float, high: float) -> Range:
    """The same ends, in order; ends equal up to rounding are moved apart by half their size.

    >>> drawable(0, 2), drawable(1, -1), drawable(4, 4), drawable(0, float("nan"))
    ((0.0, 2.0), (1.0, -1.0), (2.0, 6.0), (-0.5, 0.5))
    """
    low, high = _end(low), _end(high)
    if is_range(min(low, high), max(low, high)):
        return low, high
    middle, half = low / 2 + high / 2, peak([low, high]) / 2
    return middle - half, middle + half


def around(*values: ArrayLike, below: float = 0.0, above: float | None = None, zero: bool = False) -> Range:
    """From the least to the largest finite value, with ``below`` and ``above`` (the same unless said) of their width
    as room beyond. With ``zero`` the axis has 0 on it, without room on the side where no value is.

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


def square(points: Array, margin: float) -> tuple[Range, Range]:
    """Ranges of one length around the middles of points (n, 2), with ``margin`` of the longer side as room beyond.

    >>> square(np.array([[0.0, 1.0], [4.0, 1.0]]), 0.25)
    ((-1.0, 5.0), (-2.0, 4.0))
    """
    ends = [(float(column.min()), float(column.max())) for column in points.T]
    side = max((high - low for low, high in ends if is_range(low, high)), default=peak(points))
    half = (0.5 + margin) * max(side, 10 * NARROWEST * peak(points))
    x, y = (drawable(low / 2 + high / 2 - half, low / 2 + high / 2 + half) for low, high in ends)
    return x, y


def _finite(values: tuple[ArrayLike, ...]) -> Array:
    known = np.concatenate([np.asarray(each, dtype=np.float64).ravel() for each in values] or [np.zeros(0)])
    return known[np.isfinite(known)]


def _end(value: float) -> float:
    return 0.0 if math.isnan(value) else float(min(max(value, -LARGEST), LARGEST))
