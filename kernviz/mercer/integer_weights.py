r"""Readable weights: small integers near an eigenvector."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array


def readable(K: Array, vector: Array) -> Array:
    """Return a vector of small integers near the eigenvector, if possible.

    K is (n, n), and `vector` (n,) should have vectorᵀK·vector < 0. The integers must reach 90 % of this negative
    value at the same scale. An example is (1, −1) instead of (0.7071…, −0.7071…).

    Else the eigenvector is returned, scaled so that its largest entry is ±1.
    """
    scaled = vector / vector[np.argmax(np.abs(vector))]
    if scaled[np.flatnonzero(np.abs(scaled) > 1e-9)[0]] < 0:
        scaled = -scaled
    limit = 0.9 * float(scaled @ K @ scaled)
    for size in (1, 2, 3, 4, 6):
        whole = np.round(size * scaled)
        if whole.any() and float(whole @ K @ whole) < limit * size * size:
            return whole + 0.0
    return scaled
