"""Rounded coordinates of points during a drag.

A coordinate is a whole number of parts of its axis. With `PARTS` parts an axis 1800 pixels long
places a point within a twentieth of a pixel, in two bytes instead of four.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PARTS = 2**14  # parts of an axis; coordinates less than one axis length beyond either end have a code
GAP = -(2**15)  # code for a gap in a line


@dataclass(frozen=True, eq=False)
class RoundedCoordinates:
    """Coordinates on an axis from `low` to `high`, rounded to int16.

    `codes` count parts of the axis from `low`.
    """

    codes: NDArray[np.int16]
    low: float
    high: float


def encode(values: NDArray[np.float64], low: float, high: float) -> RoundedCoordinates | None:
    """Encode coordinates on an axis with these ends; NaN is a gap.

    Returns None if a coordinate is an axis length or more beyond the axis, or if the axis has no
    length.
    """
    with np.errstate(all="ignore"):
        parts = np.rint((values - low) / (high - low) * PARTS)
    gaps = np.isnan(values)
    if not np.all(gaps | ((parts >= -PARTS) & (parts < 2 * PARTS))):
        return None
    return RoundedCoordinates(np.where(gaps, GAP, parts).astype(np.int16), low, high)
