"""Principal component analysis in the space of the data.

The formulas are those of S4: S = (1/N) Σ (xₙ − x̄)(xₙ − x̄)ᵀ, S u = λ u, and the reconstruction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import eigh
from sklearn.utils.extmath import svd_flip

from kernviz.arrays import Array
from kernviz.solvers.threads import one_thread
from kernviz.wording import say


@dataclass(frozen=True)
class PlainPCA:
    """Principal components of points in ℝᵈ.

    ``mean`` (d,), ``S`` (d, d), ``eigenvalues`` (d,) descending, ``axes`` (d, d): u₁ … u_D as columns of length 1.
    """

    mean: Array
    S: Array
    eigenvalues: Array
    axes: Array

    @classmethod
    def of(cls, X: ArrayLike) -> PlainPCA:
        """Return the principal components of the points X.

        X is (n, d), n ≥ 1. In each u the entry of largest size is positive. Source: S4.
        """
        points = np.asarray(X, dtype=np.float64)
        if points.ndim != 2 or not points.size or not np.isfinite(points).all():
            raise ValueError(
                say(
                    "X has shape {shape}: it must hold at least one point of finite numbers, (n, d)", shape=points.shape
                )
            )
        mean = points.mean(axis=0)
        centred = points - mean
        S = centred.T @ centred / len(points)
        with one_thread():
            values, axes = eigh(S)
        return cls(mean, S, values[::-1].clip(min=0), svd_flip(np.asfortranarray(axes[:, ::-1]), None)[0])

    def variance(self, u: ArrayLike) -> float:
        """Return the variance of the projections on a unit vector.

        The variance of the projections uᵀx is uᵀSu, for a unit vector u (d,).
        """
        u = np.asarray(u, dtype=np.float64)
        return float(u @ self.S @ u)

    def project(self, X: Array, M: int) -> Array:
        """Return the coordinates of X on the first M axes.

        The coordinates (n, M) are (x − x̄)ᵀuᵢ: steps 1 and 2 of S4.
        """
        return np.asarray((X - self.mean) @ self.axes[:, :M])

    def reconstruct(self, X: Array, M: int) -> Array:
        """Return the reconstruction of X from M coordinates.

        The reconstruction (n, d) is x̄ + Σ_{i≤M} ((x − x̄)ᵀuᵢ) uᵢ: steps 3 and 4 of S4.
        """
        return np.asarray(self.mean + self.project(X, M) @ self.axes[:, :M].T)

    def error(self, X: Array, M: int) -> float:
        """Return the reconstruction error J, measured on the points.

        J = (1/N) Σₙ‖xₙ − x̃ₙ‖².
        """
        return float(((X - self.reconstruct(X, M)) ** 2).sum(axis=1).mean())

    def left_out(self, M: int) -> float:
        """Return the reconstruction error J by S4's formula.

        J is Σ_{i>M} λᵢ. It equals `error` on the points from which the axes were computed (erratum E36).
        """
        return float(self.eigenvalues[M:].sum())
