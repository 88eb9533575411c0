"""Value of a machine at one place, nan if it overflows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernviz.arrays import Array


def finite_value(function: Callable[[Array], Array], x: Array) -> float:
    """Return the function's value at a place (d,), or nan.

    The function maps places (1, d) to values (1,). The result is nan if the value is not finite, or if the function
    raises ValueError, as machines do if a kernel value overflows.
    """
    try:
        with np.errstate(all="ignore"):
            value = float(function(x[None])[0])
    except ValueError:
        return float("nan")
    return value if np.isfinite(value) else float("nan")
