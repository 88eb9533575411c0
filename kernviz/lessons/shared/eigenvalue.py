"""Smallest eigenvalue of a Gram matrix, with rounding set to 0."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.mercer.spectrum import tolerance


def smallest_eigenvalue(K: Array) -> float:
    """Return the smallest eigenvalue of K.

    The result is 0 if it is within rounding, see `mercer.spectrum.tolerance`, and nan if K is not symmetric.
    """
    symmetric = (K + K.T) / 2
    rounding = tolerance(symmetric)
    if np.abs(K - symmetric).max() > rounding:
        return float("nan")
    smallest = float(np.linalg.eigvalsh(symmetric)[0])
    return 0.0 if abs(smallest) <= rounding else smallest
