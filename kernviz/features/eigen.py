"""The largest eigenvalues of a symmetric matrix, all that were asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

Array = NDArray[np.float64]


def largest(matrix: NDArray[Any], count: int) -> tuple[Array, Array]:
    """The ``count`` largest eigenvalues (q,), descending, and their vectors (n, q). 1 ≤ count ≤ n.

    Asked for a few eigenvalues, LAPACK (syevr and syevx alike) returns fewer where many are equal, and says nothing: of
    the centred identity, which is the Gram matrix of a very narrow Gaussian, often none. Then all are computed.
    """
    n = len(matrix)
    values, vectors = eigh(matrix, subset_by_index=[n - count, n - 1])
    if len(values) < count:
        values, vectors = eigh(matrix)
    return values[::-1][:count], vectors[:, ::-1][:, :count]
