"""Eigendecomposition of the Gram matrix, K = V diag(λ) Vᵀ.

With the decomposition a ridge machine costs one product per ridge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kernviz.arrays import Array
from kernviz.solvers.problem import EPS
from kernviz.solvers.threads import one_thread

HALF_THE_DIGITS = float(np.sqrt(EPS))


@dataclass(frozen=True, eq=False)
class RidgePath:
    """Results of one ridge machine per ridge.

    The arrays are ridges (r,), dual_coef (r, n), fitted (r, n) = K α, left_out (r, n).

    left_out[j, i] = yᵢ − f₋ᵢ(xᵢ), with f₋ᵢ trained without point i. This error is exact, although nothing is
    trained again. effective_dof (r,) = trace of K (K + ridge·I)⁻¹, the effective number of parameters.
    weight_norm2 (r,) = ‖w‖² = αᵀKα.
    """

    ridges: Array
    dual_coef: Array
    fitted: Array
    left_out: Array
    effective_dof: Array
    weight_norm2: Array

    @property
    def left_out_mean_square(self) -> Array:
        """Return the mean square of the leave-one-out errors.

        There is a mean square for each ridge: (r,).
        """
        return np.asarray((self.left_out**2).mean(axis=1))

    @property
    def best(self) -> int:
        """Return the index of the best ridge.

        The best ridge has the smallest leave-one-out mean square.
        """
        return int(self.left_out_mean_square.argmin())


@dataclass(frozen=True, eq=False)
class RidgeSpectrum:
    """Eigenvalues and eigenvectors of the Gram matrix.

    λ (n,) are descending and V is (n, n), columns in the same order. λ below ``cutoff`` are
    roundoff and given as 0.
    """

    values: Array
    vectors: Array
    cutoff: float

    @classmethod
    def of(cls, K: Array) -> RidgeSpectrum:
        """Return the spectrum of a positive semi-definite K (n, n)."""
        with one_thread():
            values, vectors = np.linalg.eigh(K)
        cutoff = len(K) * EPS * float(np.abs(values).max())
        return cls(np.where(values > cutoff, values, 0.0)[::-1], vectors[:, ::-1], cutoff)

    @cached_property
    def rank(self) -> int:
        """Return the number of eigenvalues that are not 0.

        The number is the dimension of the span of the images.
        """
        return int(np.count_nonzero(self.values))

    def condition(self, ridge: float) -> float:
        """Return the condition number for a ridge.

        The number is (λ₁ + ridge)/(λₙ + ridge), by which relative errors may grow. The number is
        inf for a singular matrix.
        """
        smallest = float(self.values[-1]) + ridge
        return (float(self.values[0]) + ridge) / smallest if smallest > 0 else float("inf")

    def weights(self, ridge: float) -> Array:
        """Return the inverses of the eigenvalues plus the ridge.

        They are 1/(λ + ridge) (n,). A ridge lost in K's roundoff gives the pseudo-inverse: 1/λ
        where λ > 0, else 0.
        """
        if ridge > self.cutoff:
            return np.asarray(1 / (self.values + ridge))
        return np.divide(1.0, self.values, out=np.zeros_like(self.values), where=self.values > 0)

    def solve(self, y: Array, ridge: float) -> Array:
        """Return the ridge solution for the targets y.

        The solution (n,) is (K + ridge·I)⁻¹ y, or K⁺y if the ridge is lost in K's roundoff.
        """
        return np.asarray(self.vectors @ (self.weights(ridge) * (self.vectors.T @ y)))

    def path(self, y: Array, ridges: Array) -> RidgePath:
        """Return the machines of all ridges for the targets y.

        The ridges are (r,) and the targets (n,).
        """
        parts = self.vectors.T @ y
        weights = np.array([self.weights(float(ridge)) for ridge in ridges])
        shares = weights * self.values
        alpha, fitted = (weights * parts) @ self.vectors.T, (shares * parts) @ self.vectors.T
        squares = self.vectors.T**2
        inverse = weights @ squares  # diagonal of (K + ridge·I)⁻¹
        with np.errstate(divide="ignore", invalid="ignore"):
            left_out = alpha / inverse
            # K⁺ ignores the part of y outside the range of K. There the hat matrix K K⁺ gives the residual, unless its
            # diagonal is 1.
            unexplained = 1 - shares @ squares
            projected = (ridges <= self.cutoff)[:, None] & (unexplained > HALF_THE_DIGITS)
            left_out = np.where(projected, (y - fitted) / unexplained, left_out)
        return RidgePath(
            ridges, alpha, fitted, left_out, shares.sum(axis=1), ((weights * parts) ** 2 * self.values).sum(axis=1)
        )
