"""Whole powers of arrays."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array


def whole_power(values: Array, n: int) -> Array:
    """Return values**n by repeated squaring.

    numpy's ** on arrays calls pow() per entry and is some ten times slower.
    """
    result: Array | None = None
    while n:
        if n & 1:
            result = values if result is None else result * values
        n >>= 1
        if n:
            values = values * values
    return np.ones_like(values) if result is None else result
