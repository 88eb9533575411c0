"""Types of numpy arrays, and arrays in single precision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
LARGEST_SINGLE = float(np.finfo(np.float32).max)  # largest value of a picture, as pictures are sent as float32


def single(values: Array) -> NDArray[np.float32]:
    """Return values in float32, as pictures are drawn.

    Values beyond its range become the largest it has. The seven digits are more than a colour shows or a line needs.
    """
    return np.clip(values, -LARGEST_SINGLE, LARGEST_SINGLE).astype(np.float32)
