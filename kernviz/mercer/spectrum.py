"""Spectrum of a Gram matrix, with a factorisation and clipping.

The module computes symmetry, eigenvalues λ, rank, a factor P with K = PᵀP, and the matrix with
negative eigenvalues clipped to 0. The module also has the tolerances for rounding errors.

The definitions of "positive semi-definite" agree: all λ ≥ 0 ⇔ K = PᵀP ⇔ cᵀKc ≥ 0 for every c.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.kernels.expr import Kernel
from kernviz.kernels.object_types import Data, extended
from kernviz.mercer.rigorous_gram import eigenvalues, gram, middles
from kernviz.mercer.witness import usable
from kernviz.wording import say

EPS = float(np.finfo(np.float64).eps)
ROUNDINGS = 8  # error bound of an eigenvalue, in units of n·eps·‖K‖
# Relative error assumed of a kernel value that states none. A distance computed from inner products loses the digits of
# the common offset of the points; this covers offsets of a thousand times the spread.
ENTRY_ERROR = 1e-10
CERTAIN = 12  # points whose spectrum is computed in 120 digits


class NoFactorError(ValueError):
    """Error for a matrix K without a real factor P, `K = PᵀP`.

    K is asymmetric, or has a negative eigenvalue.
    """


@dataclass(frozen=True)
class MatrixSpectrum:
    """Square matrix K (n, n) with the eigenvalues of its symmetric part.

    The eigenvalues are descending.

    ``tolerance``: how far below 0 rounding alone may push an eigenvalue of a true kernel's matrix
    (see `tolerance`). An eigenvalue is *negative* when it lies below −tolerance. ``skew_tolerance``:
    the same for |K − Kᵀ|.
    """

    matrix: Array
    values: Array  # (n,) descending
    vectors: Array  # (n, n), column m belongs to values[m]
    tolerance: float
    skew_tolerance: float

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def symmetric_part(self) -> Array:
        """Return (K + Kᵀ)/2, whose eigenvalues these are."""
        return np.asarray((self.matrix + self.matrix.T) / 2)

    @property
    def smallest(self) -> float:
        """Return the smallest eigenvalue λ_min."""
        return float(self.values[-1])

    @property
    def largest(self) -> float:
        """Return the largest eigenvalue λ_max."""
        return float(self.values[0])

    @property
    def skew(self) -> float:
        """Return the symmetry defect, max |K − Kᵀ|."""
        return float(np.abs(self.matrix - self.matrix.T).max())

    @property
    def symmetric(self) -> bool:
        """Return True if K = Kᵀ up to rounding."""
        return self.skew <= self.skew_tolerance

    @property
    def semidefinite(self) -> bool:
        """Return True if K is symmetric without a negative eigenvalue.

        Both hold up to rounding. Then these points do not refute the kernel.
        """
        return self.symmetric and self.smallest >= -self.tolerance

    @property
    def negative(self) -> int:
        """Return the number of eigenvalues that are negative beyond rounding."""
        return int((self.values < -self.tolerance).sum())

    @property
    def rank_tolerance(self) -> float:
        """Return n·eps·max|λ|, the usual threshold of a numerical rank.

        The threshold is the rounding error of a sum of n products.
        """
        return float(self.n * np.finfo(float).eps * np.abs(self.values).max())

    @property
    def rank(self) -> int:
        """Return the numerical rank: the number of eigenvalues with |λ| > n·eps·max|λ|."""
        return int((np.abs(self.values) > self.rank_tolerance).sum())

    @cached_property
    def factor(self) -> Array:
        """Return the factor P (r, n) with K = PᵀP.

        r is the rank. Row m is √λ_m v_mᵀ. Column i is a point of ℝʳ that stands for φ(x_i).

        P is unique up to a rotation or reflection of ℝʳ. Raises NoFactorError if K is not symmetric or has a
        negative eigenvalue, as PᵀP is symmetric without negative eigenvalues. Source: S2, K = PᵀP; S3, K = ZZᵀ.
        """
        if not self.semidefinite:
            why = (
                say("it has the eigenvalue {smallest:.4g} < 0", smallest=self.smallest)
                if self.symmetric
                else say("it is not symmetric")
            )
            raise NoFactorError(
                say("this matrix is PᵀP for no real P, as {why}: clip the eigenvalues, or take a kernel", why=why)
            )
        positive = self.values > self.rank_tolerance
        return np.sqrt(self.values[positive])[:, None] * self.vectors[:, positive].T

    @cached_property
    def clipped(self) -> Array:
        """Return K₊ (n, n), with negative eigenvalues set to 0.

        Of all semi-definite matrices, K₊ is the nearest to K's symmetric part.
        """
        return (self.vectors * np.maximum(self.values, 0)) @ self.vectors.T

    @property
    def clipping_error(self) -> float:
        """Return the Frobenius norm ‖K − K₊‖ of the symmetric part.

        The norm is √Σλ² over the negative λ.
        """
        return float(np.sqrt((np.minimum(self.values, 0) ** 2).sum()))


def spectrum(K: ArrayLike, noise: float = 0.0) -> MatrixSpectrum:
    """Return the spectrum of K (n, n).

    ``noise``: largest rounding error of an entry of K, if known. Raises ValueError unless K is square, not empty
    and finite, and if an entry exceeds 1e150.

    >>> s = spectrum([[0, 4], [4, 0]])
    >>> s.values.tolist(), s.rank, s.semidefinite
    ([4.0, -4.0], 2, False)
    >>> spectrum([[1, 1], [1, 1]]).factor.round(6).tolist()
    [[1.0, 1.0]]
    """
    K = np.asarray(K, dtype=np.float64)
    if K.ndim != 2 or K.shape[0] != K.shape[1] or not len(K):
        raise ValueError(
            say("‹K› has shape {shape}: a Gram matrix is square, one row and one column for each point", shape=K.shape)
        )
    if not np.isfinite(K).all():
        raise ValueError(
            say(
                "a kernel value on these points is not a number or too large to compute (above 1.8·10³⁰⁸): scale the "
                "data"
            )
        )
    size = float(np.abs(K).max())
    if size > 1e150:
        raise ValueError(
            say("the largest entry is {size:.2}: squares of it overflow, so scale the data or the kernel", size=size)
        )
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    values, vectors = values[::-1].copy(), vectors[:, ::-1].copy()
    signs = np.where(
        vectors.sum(axis=0) < 0, -1.0, 1.0
    )  # the sign of an eigenvector is arbitrary: the sum of its entries is made ≥ 0
    return MatrixSpectrum(K, values, vectors * signs, tolerance(K, noise), skew_tolerance(K, noise))


def spectrum_on(k: Kernel, X: Data) -> MatrixSpectrum:
    """Return the spectrum of k's Gram matrix on X (n, d).

    The tolerance includes the rounding of k itself. Raises ValueError as `spectrum` does.

    For up to a dozen points, matrix and eigenvalues are computed in ball arithmetic. An eigenvalue that may be 0 is
    then given as 0. The tolerance stays that of floats, since pages compute cᵀKc in floats. The function `witness`
    decides if points certainly refute a kernel.
    """
    rows = k.points(X)
    with np.errstate(all="ignore"):
        K = k(rows)
    if 0 < len(K) <= CERTAIN and usable(K) and np.array_equal(K, K.T):
        balls = gram(k, rows)
        values = eigenvalues(balls)[::-1].copy()
        if np.isfinite(values).all() and usable(middles(balls)):
            return replace(spectrum(middles(balls)), values=values)
    return spectrum(K, rounding(k, rows, K) if np.isfinite(K).all() else 0.0)


def tolerance(K: Array, noise: float = 0.0) -> float:
    """Return a bound on the rounding error of a Gram matrix's eigenvalue.

    K (n, n) is the Gram matrix of a true kernel.

    The bound has two terms. The first, 8n·eps·‖K‖, is rounding in the eigenvalues, with ‖K‖ the
    largest sum of a row's |Kᵢⱼ|. The second is 4n times the ``noise`` of the entries, if that is
    known. An eigenvalue below −tolerance counts as negative, on every page and in every model.
    Source: Weyl's inequality; Golub and Van Loan (2013), Matrix Computations, 8.1.
    """
    n = len(K)
    norm = float(np.abs(K).sum(axis=1).max(initial=0.0))
    return n * (ROUNDINGS * EPS * norm + 4 * noise)


def skew_tolerance(K: Array, noise: float = 0.0) -> float:
    """Return a bound on |Kᵢⱼ − Kⱼᵢ| for a symmetric function.

    K (n, n) is the Gram matrix of the function. The bound is `ENTRY_ERROR` times the largest entry.
    4 times the ``noise`` of the entries is added, if that is known. A K beyond the bound counts as
    not symmetric, on every page and in every model.
    """
    return ENTRY_ERROR * float(np.abs(K).max(initial=0.0)) + 4 * noise


def rounding(k: Callable[..., Array], X: Array, K: Array) -> float:
    """Estimate the largest rounding error of an entry of K.

    K is compared with the same matrix in extended precision. This shows cancellation as in (1e6)⁸ − (1e6)⁸.

    For user-defined functions the error is assumed to be 10⁻¹⁰ of the largest entry. The same holds for all kernels
    if no extended precision is available.
    """
    if not isinstance(k, Kernel) or np.finfo(np.longdouble).eps >= EPS:
        return ENTRY_ERROR * float(np.abs(K).max(initial=0.0))
    with np.errstate(all="ignore"):
        wide = extended(X)
        better = np.asarray(k._gram(wide, wide))
    error = np.abs(better - K)
    return float(error.max()) if np.isfinite(error).all() else float(np.abs(K).max())


def rotated_back(P: Array, X: Array) -> Array:
    """Return R·P (d, n), the columns of P rotated towards X.

    R is the rotation (or reflection) that brings the columns of P (r, n) nearest to the rows of
    X (n, d).

    For the linear kernel K = XXᵀ this gives Xᵀ again: a Gram matrix determines its points up to
    rotation.
    """
    left, _, right = np.linalg.svd(X.T @ P.T, full_matrices=False)
    return (left @ right) @ P
