"""Largest eigenvalues of a symmetric matrix, none missing if many are equal."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from scipy.linalg import eigh

from kernviz.arrays import Array


def largest(matrix: NDArray[Any], count: int) -> tuple[Array, Array]:
    """Return the ``count`` largest eigenvalues and their eigenvectors.

    The eigenvalues (q,) are descending, and the vectors have shape (n, q), with q = count and 1 ≤ count ≤ n.

    Asked for a few eigenvalues, LAPACK (syevr and syevx alike) may return fewer without an error.
    This happens if many eigenvalues are equal. For the centred identity LAPACK often returns none.
    The centred identity is the centred Gram matrix of a very narrow Gaussian.
    If eigenvalues are missing, all are computed.
    """
    n = len(matrix)
    values, vectors = eigh(matrix, subset_by_index=[n - count, n - 1])
    if len(values) < count:
        values, vectors = eigh(matrix)
    return values[::-1][:count], vectors[:, ::-1][:, :count]
