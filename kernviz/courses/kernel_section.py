"""Curve k(x, ·) of a riddle's kernel, for each draggable x."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.courses.kernel_quiz import Riddle
from kernviz.ranges import Range, around

REACH, SIDE = 3.0, 121  # x and z range from −REACH to REACH, with SIDE values each
SHARE = 2.0  # percent of the values at each end that may lie outside the axis range


def section(riddle: Riddle) -> tuple[NDArray[np.float64], Range]:
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
    ends = np.percentile(known, [SHARE, 100 - SHARE]) if known.size else known
    return values, around(ends, 0.0, below=0.06)
