"""Smallest eigenvalue of a Gram matrix, with rounding set to 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def lowest(K: Array) -> float:
    """Return the smallest eigenvalue of the symmetric part of K.

    The result is 0 if it is within rounding, 4·n·eps·max|λ|.
    """
    values = np.linalg.eigvalsh((K + K.T) / 2)
    rounding = 4 * len(K) * float(np.finfo(float).eps) * float(np.abs(values).max())
    return 0.0 if abs(values[0]) <= rounding else float(values[0])
