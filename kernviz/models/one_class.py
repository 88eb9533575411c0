"""One-class support vector machine of scikit-learn, on a kernel of kernviz.

A plane in feature space separates the points from the origin.

minimise ½ αᵀKα subject to Σ α = 1, 0 ≤ α ≤ 1/(νn). The dual of `SoftHypersphere` has the additional
sum Σ αᵢ k(xᵢ,xᵢ). If k(x,x) is constant, this sum is constant, and both machines give the same α. For
other kernels the two machines differ.
"""

from __future__ import annotations

import warnings
from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import OutlierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import OneClassSVM
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array
from kernviz.models.base import KernelModel
from kernviz.models.cross_gram import block
from kernviz.models.gram_checks import check_positive, gram
from kernviz.solvers.problem import EPS
from kernviz.wording import say

TOLERANCE = 1e-9  # relative to the largest k(x,x); α is then right to about eight digits
SMALL = 1e-5  # share of the largest α, below which libsvm's rounding leaves an α open
MOST = 1 - 1e-6  # largest ν; for ν = 1 every α is at its bound, ρ is not determined, and libsvm returns ∞
VISIBLE = 1e-6  # largest violation, relative to the largest k(x, x), that counts as rounding of libsvm
STEPS = 200_000  # largest number of steps, half a second for 1000 points; libsvm has no limit of its own


class OneClassMachine(OutlierMixin, KernelModel):  # type: ignore[misc]
    """One-class support vector machine: scikit-learn's OneClassSVM on a kernel of kernviz.

    The plane Σ αᵢ k(xᵢ, x) = ρ separates the points from the origin; α minimises ½ αᵀKα subject to Σ α = 1 and
    0 ≤ α ≤ 1/(νn). libsvm's own α is scaled to Σ α = 1, as for the hypersphere.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.
    nu : float, optional
        ν, 0 < ν ≤ 1: the share of points that may lie outside, as in `SoftHypersphere`. None: no point lies outside
        (ν = 1/n).

    Attributes
    ----------
    coef_ : ndarray of shape (n,)
        α ≥ 0, Σ α = 1.
    offset_ : float
        ρ.
    tolerance_ : float
        Values of the expansion that differ from ρ by less count as ρ: libsvm keeps K in single precision.
    converged_ : bool
        True if libsvm reached its tolerance.
    X_ : ndarray of shape (n, d)
        The training points.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if nu is not in (0, 1], or if a kernel value is not finite.
    NotAKernelError
        In ``fit``: if the Gram matrix has a negative eigenvalue.

    References
    ----------
    scikit-learn's OneClassSVM (libsvm).

    Examples
    --------
    >>> from kernviz.kernels import Polynomial
    >>> X = [[1, 0], [1, 1], [2, 0], [1, -1], [0, 2]]
    >>> OneClassMachine(Polynomial(2)).fit(X).coef_.round(3).tolist()
    [0.889, 0.0, 0.0, 0.0, 0.111]
    """

    def __init__(self, kernel: Any = None, nu: float | None = None) -> None:
        self.kernel = kernel
        self.nu = nu

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Separate X (n, d) from the origin. y is ignored."""
        points = self._rows(X)
        n = len(points)
        nu: Any = 1 / n if self.nu is None else self.nu
        if not isinstance(nu, Real) or not 0 < float(nu) <= 1:
            raise ValueError(
                say("nu = {nu!r} must be a share in (0, 1], or None: no point may lie outside", nu=self.nu)
            )
        share = min(max(float(nu), 1 / n), MOST)
        K = gram(self._kernel(), points)
        check_positive(K, values=(self._kernel(), points))
        # K is scaled since libsvm's tolerance is absolute; α does not depend on the scale
        scale = float(np.diag(K).max()) or 1.0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            solved = OneClassSVM(kernel="precomputed", nu=share, tol=TOLERANCE, max_iter=STEPS).fit(K / scale)
        self.X_: Array = points
        self.coef_: Array = np.zeros(n)
        self.coef_[solved.support_] = solved.dual_coef_[0]
        self.coef_ /= self.coef_.sum()
        self.offset_ = -scale * float(solved.intercept_[0]) / float(solved.dual_coef_.sum())
        if share * n <= 1:
            # one point carries the plane: ρ from its value to the next is optimal, and only the least has none outside
            self.offset_ = float((K @ self.coef_).min())
        self.tolerance_ = self._violation(K, 1 / max(1.0, share * n), scale)
        self.converged_ = bool(solved.n_iter_ < STEPS)
        return self

    def _violation(self, K: Array, limit: float, scale: float) -> float:
        """Return the violation of the conditions of optimality.

        The roundoff of the expansion is added. The conditions are Σ αⱼ k(xⱼ, xᵢ) = ρ for 0 < αᵢ < limit, ≥ ρ for α
        = 0, and ≤ ρ for α = limit. A violation above VISIBLE is no rounding, so VISIBLE then takes its place.
        ``scale`` is the largest k(x, x).
        """
        above = K @ self.coef_ - self.offset_
        least, most = limit * SMALL, limit * (1 - SMALL)
        short = np.where(self.coef_ < most, -above, 0.0)
        beyond = np.where(self.coef_ > least, above, 0.0)
        found = max(float(short.max()), float(beyond.max()), 0.0)
        roundoff = 32 * EPS * (float((np.abs(K) @ self.coef_).max()) + abs(self.offset_))
        return min(found, VISIBLE * scale) + roundoff

    def score_samples(self, X: ArrayLike) -> Array:
        """Return the kernel expansion for X.

        The scores are Σ αᵢ k(xᵢ, x) (m,) for X (m, d). Values equal to ρ up to ``tolerance_`` become ρ.
        """
        check_is_fitted(self)
        points = self._rows(X, reset=False)
        used = np.flatnonzero(self.coef_)
        scores = block(self._kernel(), points, self.X_[used]) @ self.coef_[used]
        return np.where(np.abs(scores - self.offset_) <= self.tolerance_, self.offset_, scores)

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the decision function for X.

        The values are Σ αᵢ k(xᵢ, x) − ρ (m,) for X (m, d): ≥ 0 on the side of the training points.
        """
        return np.asarray(self.score_samples(X) - self.offset_)

    def predict(self, X: ArrayLike) -> Any:
        """Return the side of the plane for each point.

        Values are (m,) for X (m, d): +1 on the side of the training points, −1 on the side of the
        origin.
        """
        return np.where(self.decision_function(X) >= 0, 1, -1)
