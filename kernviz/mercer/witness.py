r"""A witness against a kernel: a few points whose Gram matrix has a negative eigenvalue, verified before it is shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.kernels.expr import Kernel
from kernviz.kernels.kinds import Data, extended

Array = NDArray[np.float64]

# A negative eigenvalue counts when it is beyond this share of the largest entry. Rounding in k itself is measured
# separately, in extended precision; this is the floor for machines whose long double is a double.
FLOOR = 1e-9

LARGEST_VALUE = 1e200


@dataclass(frozen=True)
class Witness:
    """Points {xᵢ}, their matrix K, its smallest eigenvalue λ < 0 and a vector c with cᵀKc < 0.

    Shapes: points (p, d), or (p,) words, sets, graphs; matrix (p, p), vector (p,). When the matrix is not even symmetric, ``symmetric`` is False, the
    eigenvalue is nan and the vector is zero: the matrix itself is the refutation.
    """

    points: Array
    matrix: Array
    eigenvalue: float
    vector: Array
    symmetric: bool = True

    @property
    def value(self) -> float:
        """cᵀKc, negative."""
        return float(self.vector @ self.matrix @ self.vector)

    def __len__(self) -> int:
        return len(self.points)


def witness(k: Kernel, X: Data) -> Witness | None:
    """The witness these very points are, or None if they do not refute k beyond rounding. X: (p, d), or p objects."""
    rows = k.points(X)
    K = k(rows)
    if not usable(K):
        return None
    noise = rounding(k, rows, K)
    skew = float(np.abs(K - K.T).max())
    if skew > 100 * noise + FLOOR * float(np.abs(K).max()):
        return Witness(rows, K, float("nan"), np.zeros(len(rows)), symmetric=False)
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    if not values[0] < -tolerance(K, noise):
        return None
    return Witness(rows, K, float(values[0]), readable(K, vectors[:, 0]))


def usable(K: Array) -> bool:
    """Whether sums and products of the entries stay finite: what comes near the largest float refutes nothing."""
    return bool(np.abs(K).max(initial=0.0) < LARGEST_VALUE)


def tolerance(K: Array, noise: float = 0.0) -> float:
    """How far below 0 an eigenvalue of a true kernel's Gram matrix may come out, by rounding: n·eps·max|K|, with room."""
    n = len(K)
    size = float(np.abs(K).max(initial=0.0))
    return max(FLOOR, 16 * n * np.finfo(float).eps) * size + 100 * n * noise


def rounding(k: Kernel, X: Array, K: Array) -> float:
    """How far K is off, measured against the same block in extended precision: catches (1e6)⁸ − (1e6)⁸."""
    with np.errstate(all="ignore"):
        wide = extended(X)
        better = np.asarray(k._gram(wide, wide))
    error = np.abs(better - K)
    return float(error.max()) if np.isfinite(error).all() else float(np.abs(K).max())


def readable(K: Array, vector: Array) -> Array:
    """A vector near the eigenvector with small whole numbers, when it too gives cᵀKc < 0: (1, −1) instead of 0.7071…"""
    scaled = vector / vector[np.argmax(np.abs(vector))]
    if scaled[np.flatnonzero(np.abs(scaled) > 1e-9)[0]] < 0:
        scaled = -scaled
    limit = 0.9 * float(scaled @ K @ scaled)
    for size in (1, 2, 3, 4, 6):
        whole = np.round(size * scaled)
        if whole.any() and float(whole @ K @ whole) < limit * size * size:
            return whole + 0.0
    return scaled
