"""Cholesky factors, computed while other threads go on.

SciPy's LAPACK functions hold the interpreter's lock, NumPy's release it. With SciPy's function, every
factorisation of a fit would stop all other threads of the process, so all other visitors would wait.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array


def lower_factor(M: Array) -> Array | None:
    """Return the lower triangular factor L (n, n) with LLᵀ = M.

    L has the memory order that LAPACK's functions take without a copy. None if M (n, n), a symmetric
    matrix, is not positive definite, or not finite.
    """
    try:
        factor = np.asarray(np.linalg.cholesky(M, upper=True).T)
    except np.linalg.LinAlgError:
        return None
    return factor if np.isfinite(factor.diagonal()).all() else None  # OpenBLAS factorises nan and ∞ without an error
