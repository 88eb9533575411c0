"""Curve k(x, ·) of a riddle's kernel, for each draggable x."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.courses.kernel_quiz import Riddle

REACH, SIDE = 3.0, 121  # x and z range from −REACH to REACH, with SIDE values each
SHARE = 2.0  # percent of the values at each end that may lie outside the axis range


def section(riddle: Riddle) -> tuple[NDArray[np.float64], tuple[float, float]]:
    """Return k(x, z) on a grid, and an axis range for it.

    The grid (SIDE, SIDE) has a row for each x, with NaN where the value is not finite. In the plane, x
    and z lie on the first axis.
    """
    places = np.zeros((SIDE, riddle.d))
    places[:, 0] = np.linspace(-REACH, REACH, SIDE)
    with np.errstate(all="ignore"):
        values = np.asarray(riddle.kernel(places, places), dtype=np.float64)
    values[~np.isfinite(values)] = np.nan
    known = values[np.isfinite(values)]
    if not known.size:
        return values, (-1.0, 1.0)
    low, high = (float(v) for v in np.percentile(known, [SHARE, 100 - SHARE]))
    low, high = min(low, 0.0), max(high, 0.0)
    room = 0.06 * (high - low) or 1.0
    return values, (low - room, high + room)
