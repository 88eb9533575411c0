"""Edit distances of words, and their kernel exp(−γ·edit).

The module finds the γ from which exp(−γ·edit) is positive semi-definite on the words.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.kernels.structured.words import edit_distance
from kernviz.mercer.spectrum import tolerance


@shared(maxsize=32)
def distances(words: tuple[str, ...]) -> Array:
    """Return the edit distances (n, n) between n words, cached."""
    return np.array([[edit_distance(a, b) for b in words] for a in words], dtype=float)


@shared(maxsize=64)
def smallest_eigenvalues(words: tuple[str, ...], gammas: tuple[float, ...]) -> Array:
    """Return the smallest eigenvalue of exp(−γ·edit) for every γ.

    The values λ_min have shape (g,).
    """
    D = distances(words)
    return np.array([float(np.linalg.eigvalsh(np.exp(-g * D))[0]) for g in gammas])


@shared(maxsize=64)
def crossing(words: tuple[str, ...]) -> float | None:
    """Return the largest γ at which λ_min rises through 0.

    γ is searched from 0.01 to 20. The result is None if λ_min is not negative on this range, as for
    equal words, or if it is still negative at 20.
    """
    gammas = tuple(float(g) for g in np.geomspace(0.01, 20, 60))
    values = smallest_eigenvalues(words, gammas)
    D = distances(words)
    below = np.flatnonzero(values < [-tolerance(np.exp(-g * D)) for g in gammas])
    if not len(below) or below[-1] == len(gammas) - 1:
        return None
    low, high = gammas[below[-1]], gammas[below[-1] + 1]
    return float(brentq(lambda g: _beyond_rounding(np.exp(-g * D)), low, high, xtol=1e-12))


def _beyond_rounding(K: Array) -> float:
    """Return λ_min of K plus the tolerance.

    The sum is negative if λ_min is negative by more than rounding.
    """
    return float(np.linalg.eigvalsh(K)[0]) + tolerance(K)
