"""Large angles modulo 2π, and distances in double-double precision.

Angles ωx lose no digits, and distances have twice the precision of a float. Sines and cosines of
large arguments need both, so that their values are exact up to rounding.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array

NEAR = 100.0  # up to this angle the error of a plain product is at most 1e-14
SPLIT = 2.0**27 + 1  # splits the 53 bits of a float into two halves


def angle_mod_2pi(omega: float, X: Array) -> Array:
    """Return the angle ωx modulo 2π, in (−π, π] up to rounding.

    The error is some 1e-16; that of the plain product ωx is |ωx|·1e-16.

    The product is computed as high + low.
    The angle of (cos, sin) of the high part is this part modulo 2π, without loss of digits.
    Source: Dekker (1971), A floating-point technique for extending the available precision.
    """
    product = omega * X
    a, b = _halves(np.asarray(omega, dtype=X.dtype)), _halves(X)
    low = ((a[0] * b[0] - product) + a[0] * b[1] + a[1] * b[0]) + a[1] * b[1]
    low = np.where(np.isfinite(low), low, 0.0)  # the split overflows near the largest float
    return np.asarray(np.arctan2(np.sin(product), np.cos(product)) + low)


def far_distances(X: Array, Z: Array) -> tuple[Array, Array]:
    """Return the distances ‖x − z‖ as high + low.

    Both parts together have twice the digits of a double. Shapes: (n, d), (m, d) -> (n, m) twice.

    Every difference, square and sum is taken with its rounding error. Source: Dekker (1971).
    """
    high, low = np.zeros((len(X), len(Z))), np.zeros((len(X), len(Z)))
    for left, right in zip(X.T, Z.T, strict=True):
        a, b = left[:, None], right[None, :]
        difference = a - b
        shift = difference - a
        lost = (a - (difference - shift)) - (b + shift)
        square, rest = _squared(difference)
        total = high + square
        shift = total - high
        low += (high - (total - shift)) + (square - shift) + rest + 2 * difference * lost
        high = total
    root = np.sqrt(high)
    square, rest = _squared(root)
    below = np.divide((high - square) - rest + low, 2 * root, out=np.zeros_like(root), where=root > 0)
    return root, np.where(np.isfinite(below), below, 0.0)


def _squared(values: Array) -> tuple[Array, Array]:
    """Return v² rounded, and the rounding error of v²."""
    square = values * values
    a, b = _halves(values)
    return square, ((a * a - square) + 2 * a * b) + b * b


def _halves(values: Array) -> tuple[Array, Array]:
    scaled = SPLIT * values
    high = scaled - (scaled - values)
    return high, values - high
