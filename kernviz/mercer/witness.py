r"""A witness against a kernel: a few points whose Gram matrix certainly has a negative eigenvalue, or is not symmetric.

Floats with a tolerance only say what is worth a look; what counts is a ball below 0, see `certain`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.kernels.expr import Kernel
from kernviz.kernels.kinds import Data
from kernviz.mercer.certain import MOST, Balls, Refutation, gram, lopsided, middles, refutation, smallest_eigenvalue
from kernviz.mercer.readable import readable

Array = NDArray[np.float64]

LARGEST_VALUE = 1e200
VISIBLE = 1e-6  # share of the largest entry: an eigenvalue below −this can be seen in a matrix written out,
SMALLEST = 1e-9  # if it is no smaller than that


@dataclass(frozen=True)
class Witness:
    """Points {xᵢ}, their matrix K, its smallest eigenvalue λ < 0 and a vector c with cᵀKc < 0.

    Shapes: points (p, d), or (p,) words, sets, graphs; matrix (p, p), vector (p,). All are certain: `value` is cᵀKc to
    the nearest float, computed in balls, and so are matrix and eigenvalue of up to 40 points. When the matrix is not
    even symmetric, ``symmetric`` is False, the eigenvalue is nan and the vector is zero: the matrix itself is the
    refutation.
    """

    points: Array
    matrix: Array
    eigenvalue: float
    vector: Array
    symmetric: bool = True
    value: float = 0.0  # cᵀKc

    def __len__(self) -> int:
        return len(self.points)

    @property
    def visible(self) -> bool:
        """Whether the matrix written out shows it, to a few digits."""
        size = float(np.abs(self.matrix).max())
        return size > SMALLEST if not self.symmetric else self.eigenvalue < -max(VISIBLE * size, SMALLEST)


def witness(k: Kernel, X: Data) -> Witness | None:
    """The witness these very points are, or None if they do not certainly refute k. X: (p, d), or p objects."""
    rows = k.points(X)
    with np.errstate(all="ignore"):
        K = k(rows)
    if not len(rows) or not usable(K):
        return None
    if lopsided(k, rows, K):
        return Witness(rows, K, float("nan"), np.zeros(len(rows)), symmetric=False)
    if len(rows) <= MOST:
        return certified(rows, gram(k, rows))
    return _carried(k, rows, (K + K.T) / 2)


def certified(rows: Array, K: Balls, deep: bool = True, digits: bool = True) -> Witness | None:
    """The witness that points with these enclosed values are; None if nothing certain is found. `deep`: elimination
    too. `digits`: the eigenvalue to its last digit, also where floats do not show it; else a number that is no smaller.
    """
    found = refutation(K, deep)
    M = middles(K)
    return None if found is None or not usable(M) else _written(rows, K, M, found, digits)


def _written(rows: Array, K: Balls, M: Array, found: Refutation, digits: bool) -> Witness | None:
    lowest = smallest_eigenvalue(K, digits)
    bound = found.value / float(found.vector @ found.vector)  # no cᵀKc/cᵀc lies below λ_min
    eigenvalue = lowest if lowest < 0 else bound
    return Witness(rows, M, eigenvalue, found.vector, value=found.value) if eigenvalue < 0 else None


def _carried(k: Kernel, rows: Array, K: Array) -> Witness | None:
    """Of many points those that carry the eigenvector are certified, with no weight on the others."""
    values, vectors = np.linalg.eigh(K)
    if not values[0] < 0:
        return None
    order = np.argsort(-np.abs(vectors[:, 0]))
    for kept in (MOST // 4, MOST // 2, MOST):
        chosen = np.sort(order[:kept])
        if np.linalg.eigvalsh(K[np.ix_(chosen, chosen)])[0] < 0:
            found = refutation(gram(k, rows[chosen]), deep=False)
            if found is not None:
                vector = np.zeros(len(rows))
                vector[chosen] = found.vector
                return Witness(rows, K, float(values[0]), vector, value=found.value)
    return None


def usable(K: Array) -> bool:
    """Whether sums and products of the entries stay finite: what comes near the largest float refutes nothing."""
    return bool(np.abs(K).max(initial=0.0) < LARGEST_VALUE)


__all__ = ["Witness", "certified", "readable", "usable", "witness"]
