"""Angles ωx reduced modulo 2π, exact up to the rounding of the angle for any x."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SPLIT = 2.0**27 + 1  # halves the 53 digits of a double


def turned(omega: float, X: Array) -> Array:
    """The angle ωx in (−π, π] for every x, off by some 1e-16; the product ωx by itself is off by |ωx|·1e-16.

    The product is taken in two parts, high + low, and sine and cosine of the high part reduce it exactly.
    Source: Dekker (1971), A floating-point technique for extending the available precision.
    """
    product = omega * X
    a, b = _halves(np.asarray(omega, dtype=X.dtype)), _halves(X)
    low = ((a[0] * b[0] - product) + a[0] * b[1] + a[1] * b[0]) + a[1] * b[1]
    low = np.where(np.isfinite(low), low, 0.0)  # the split overflows near the largest float
    return np.asarray(np.arctan2(np.sin(product), np.cos(product)) + low)


def _halves(values: Array) -> tuple[Array, Array]:
    scaled = SPLIT * values
    high = scaled - (scaled - values)
    return high, values - high
