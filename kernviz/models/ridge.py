"""Kernel ridge regression, the mean of a Gaussian process.

f(x) = Σ αᵢ k(xᵢ, x) with α = (K + ridge·I)⁻¹ y.

The regression minimises ½ Σ (yᵢ − f(xᵢ))² + ½ ridge ‖w‖². No intercept, as in the notes.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array
from kernviz.models.base import KernelModel
from kernviz.models.cross_gram import checked_block, diagonal
from kernviz.models.gram_checks import check_positive, gram
from kernviz.models.ridge_certificate import ridge_certificate, warn_if_visible
from kernviz.models.ridge_path import RidgePath, RidgeSpectrum
from kernviz.models.sample_weight import checked_weights
from kernviz.solvers.cholesky import lower_factor
from kernviz.solvers.problem import EPS
from kernviz.solvers.threads import one_thread
from kernviz.wording import say


class KernelRidge(RegressorMixin, KernelModel):  # type: ignore[misc]
    """Kernel ridge regression, the mean of a Gaussian process.

    f(x) = Σ αᵢ k(xᵢ, x) minimises ½ Σ (yᵢ − f(xᵢ))² + ½ ridge ‖w‖²; α = (K + ridge·I)⁻¹ y. There is no intercept.
    ridge = 0 gives least squares.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.
    ridge : float, default=1.0
        Weight of ‖w‖², finite and ≥ 0: σ² in S2 (the variance of the noise of a Gaussian process), λ in S4. 0: least
        squares by the pseudo-inverse. A positive ridge below ``spectrum_.cutoff``, n·eps·λ₁, is lost in the roundoff of
        K and acts as 0.

    Attributes
    ----------
    dual_coef_ : ndarray of shape (n,)
        α; with weights, W = diag(weight), it is (K + ridge·W⁻¹)⁻¹ y. For ridge = 0 without weights the shortest of all
        least-squares solutions, K⁺y: S2's K⁻¹y needs a K that can be inverted (erratum E23).
    X_ : ndarray of shape (n, d)
        The training points.
    y_ : ndarray of shape (n,)
        The training targets.
    sample_weight_ : ndarray of shape (n,) or None
        The weights of the training points; None if all are 1.
    gram_ : ndarray of shape (n, n)
        K, the Gram matrix of ``X_``.
    weight_norm2_ : float
        ‖w‖² = αᵀKα.
    certificate_ : Certificate
        primal = ½ Σ (y − f)² + ½ ridge ‖w‖²; dual = ridge (αᵀy − ½ αᵀ(K + ridge·I)α), for ridge = 0
        (y − Kα)ᵀy − ½ ‖y − Kα‖²; both are equal at the optimum only. kkt = max |y − (K + ridge·I)α|, for ridge = 0
        that of K(y − Kα)/‖K‖, where ‖K‖ is the largest row sum of |K|. With weights √W·K·√W, √W·y and √W⁻¹·α stand
        in the place of K, y and α. It is not optimal where rounding makes kkt larger than 1e-4 of the largest
        target: a ridge of 1e-12 with equal points is an example.
    spectrum_ : RidgeSpectrum
        Eigenvalues and eigenvectors of K, with weights of √W·K·√W; computed at the first use.
    rank_ : int
        Number of eigenvalues of K that are not 0 up to roundoff: the dimension of the span of the images.
    condition_ : float
        Condition number (λ₁ + ridge)/(λₙ + ridge) of K + ridge·I; inf for ridge = 0 and a singular K.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if ridge is negative or infinite, if a kernel value is not finite, or if the weights overflow.
    NotAKernelError
        In ``fit``: if the Gram matrix has a negative eigenvalue.

    References
    ----------
    Lecture notes S2, S4.

    Examples
    --------
    >>> from kernviz.kernels import Linear
    >>> machine = KernelRidge(Linear(), ridge=0.1).fit([[1], [2], [3]], [2, 4, 6])
    >>> machine.dual_coef_.round(5).tolist(), machine.predict([[1]]).round(5).tolist()
    ([0.14184, 0.28369, 0.42553], [1.98582])
    """

    def __init__(self, kernel: Any = None, ridge: float = 1.0) -> None:
        self.kernel = kernel
        self.ridge = ridge

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Train on points and targets.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points; or a list of n words, sets or graphs if the kernel compares those.
        y : array-like of shape (n,)
            The targets.
        sample_weight : array-like of shape (n,), optional
            Weight of each point's squared error, ≥ 0: f minimises ½ Σ weightᵢ (yᵢ − f(xᵢ))² + ½ ridge ‖w‖².

        Returns
        -------
        KernelRidge
            The machine itself, trained.

        Raises
        ------
        ValueError
            As the class says, and for a weight that is negative, infinite or nan.
        """
        ridge = float(_ridges(self.ridge, "ridge")[0])
        points, targets = self._labelled(X, y, numbers=True)
        K = gram(self._kernel(), points)
        check_positive(K, values=(self._kernel(), points))
        self.X_: Array = points
        self.y_: Array = targets
        self.gram_: Array = K
        self.sample_weight_ = checked_weights(sample_weight, len(targets))
        self._spectrum: RidgeSpectrum | None = None
        self._settle(ridge)
        return self

    def at(self, ridge: float) -> Self:
        """Return the machine for another ridge on the same points.

        The machine reuses the eigendecomposition of K, so it costs a few products only.
        """
        check_is_fitted(self)
        value = float(_ridges(ridge, "ridge")[0])
        other = copy(self)
        other.ridge, other._spectrum = ridge, self.spectrum_
        other._settle(value)
        return other

    def _settle(self, ridge: float) -> None:
        """Find α for this ridge and certify it."""
        K, targets, roots = self.gram_, self.y_, self._roots()
        if roots is not None:
            K, targets = self._weighted_gram(), roots * targets
        with np.errstate(over="ignore", invalid="ignore"):  # reported below in words
            alpha, stage = self._solved(K, targets, ridge)
            norm2 = float(alpha @ K @ alpha)
            certificate = ridge_certificate(K, targets, alpha, ridge, stage)
        if not (np.all(np.isfinite(alpha)) and np.isfinite([norm2, certificate.primal, certificate.dual]).all()):
            raise ValueError(
                say(
                    "the weights overflow: kernel values reach {largest_value:.3g}, targets "
                    "{largest_target:.3g} and ridge = {ridge:g}; scale the data or use a larger ridge",
                    largest_value=np.abs(K).max(),
                    largest_target=np.abs(targets).max(),
                    ridge=ridge,
                )
            )
        warn_if_visible(certificate, K, targets, ridge)
        self.dual_coef_: Array = alpha if roots is None else roots * alpha
        self.weight_norm2_, self.certificate_ = max(norm2, 0.0), certificate

    def _roots(self) -> Array | None:
        """Return the square roots of the points' weights.

        They are √weight (n,); None if all weights are 1.
        """
        return None if self.sample_weight_ is None else np.sqrt(self.sample_weight_)

    def _weighted_gram(self) -> Array:
        """Return the Gram matrix scaled by the roots of the weights.

        The matrix is √W·K·√W (n, n). With these values of the kernel and targets √W·y the problem
        has no weights.
        """
        roots = self._roots()
        return self.gram_ if roots is None else roots[:, None] * self.gram_ * roots[None, :]

    def _solved(self, K: Array, y: Array, ridge: float) -> tuple[Array, str]:
        if self._spectrum is None:
            alpha = _by_cholesky(K, y, ridge)
            if alpha is not None:
                return alpha, "Cholesky"
            self._spectrum = RidgeSpectrum.of(K)
        lost = ridge <= self._spectrum.cutoff
        alpha = self._spectrum.solve(y, ridge)
        # iterative refinement: K is more accurate than its eigenvectors, whose error is eps times the largest kernel
        # value
        for _ in range(2):
            alpha = alpha + self._spectrum.solve(y - K @ alpha - (0.0 if lost else ridge) * alpha, ridge)
        return alpha, "pseudo-inverse" if lost else "eigenvalues"

    def predict(self, X: ArrayLike) -> Array:
        """Return the predictions for X.

        The predictions are f(x) = Σ αᵢ k(xᵢ, x) (m,) for X (m, d).
        """
        return np.asarray(checked_block(self, X)[1] @ self.dual_coef_)

    def std(self, X: ArrayLike, noise: bool = False) -> Array:
        """Return the standard deviation of the Gaussian process.

        The process is the Gaussian process with the mean f. The result is (m,) for X (m, d).

        The standard deviation is √(k(x,x) − k*ᵀ(K + ridge·I)⁻¹k*) with k*ᵢ = k(xᵢ, x). ``noise``: that of a new
        measurement, with + ridge under the root. The value does not depend on y, and is large far from the training
        points. For ridge = 0 it is the distance of φ(x) from the span of their images. Roundoff below zero is set
        to 0.
        """
        points, values = checked_block(self, X)
        spectrum, scales = self.spectrum_, self._roots()
        values = values if scales is None else values * scales
        # applied before the square, so that each term is at most k(x,x)
        roots = np.sqrt(spectrum.weights(float(self.ridge)))
        with np.errstate(over="ignore", invalid="ignore"):  # reported below in words
            variance = diagonal(self._kernel(), points) - (((values @ spectrum.vectors) * roots) ** 2).sum(axis=1)
        if not np.all(np.isfinite(variance)):
            row = int(np.argwhere(~np.isfinite(variance))[0, 0])
            raise ValueError(
                say("the variance at row {row} of X overflows: scale the data or lower the degree", row=row)
            )
        return np.sqrt(variance.clip(min=0) + (float(self.ridge) if noise else 0.0))

    def path(self, ridges: ArrayLike) -> RidgePath:
        """Return the machines for several ridges at once.

        The ridges (r,) are ≥ 0. All machines come from one eigendecomposition, with their exact
        leave-one-out errors.
        """
        check_is_fitted(self)
        roots, several = self._roots(), _ridges(ridges, "ridges")
        if roots is None:
            return self.spectrum_.path(self.y_, several)
        found = self.spectrum_.path(roots * self.y_, several)
        alpha = found.dual_coef * roots
        fitted = alpha @ self.gram_
        # a point without weight does not influence the fit, so this is its leave-one-out error
        errors = self.y_ - fitted
        left_out = np.divide(found.left_out, roots, out=errors.copy(), where=roots > 0)
        return replace(found, dual_coef=alpha, fitted=fitted, left_out=left_out)

    def left_out(self) -> Array:
        """Return the exact leave-one-out errors.

        They are yᵢ − f₋ᵢ(xᵢ) (n,), with f₋ᵢ trained on all other points.
        """
        return self.path(self.ridge).left_out[0]

    @property
    def spectrum_(self) -> RidgeSpectrum:
        """Return the eigenvalues and eigenvectors of K."""
        check_is_fitted(self)
        if self._spectrum is None:
            self._spectrum = RidgeSpectrum.of(self._weighted_gram())
        return self._spectrum

    @property
    def rank_(self) -> int:
        """Return the numerical rank of the Gram matrix K.

        The rank is the number of eigenvalues of K that are not 0 up to roundoff: the dimension of
        the span of the images.
        """
        return self.spectrum_.rank

    @property
    def condition_(self) -> float:
        """Return the condition number of K + ridge·I.

        The number is (λ₁ + ridge)/(λₙ + ridge), inf for ridge = 0 and a singular K.
        """
        return self.spectrum_.condition(float(self.ridge))


def _ridges(given: Any, name: str) -> Array:
    """Return the checked ridges as an array (r,).

    ``given`` is a number or, unless ``name`` is "ridge", also a list of numbers. Raises ValueError for anything but
    finite numbers ≥ 0.
    """
    bad = not isinstance(given, Real) if name == "ridge" else np.asarray(given).dtype.kind not in "iuf"
    values = np.array([]) if bad else np.atleast_1d(np.asarray(given, dtype=np.float64))
    if values.ndim != 1 or values.size == 0 or not np.all((values >= 0) & np.isfinite(values)):
        raise ValueError(
            say("ridge = {given!r} must be a finite number ≥ 0; 0 asks for plain least squares", given=given)
            if name == "ridge"
            else say("ridges = {given!r} must be finite numbers ≥ 0; 0 asks for plain least squares", given=given)
        )
    return values


def _by_cholesky(K: Array, y: Array, ridge: float) -> Array | None:
    """Return the solution for a ridge by a Cholesky factor.

    The solution is (K + ridge·I)⁻¹ y. None: the ridge is too small for K + ridge·I to be safely
    positive definite.
    """
    if ridge <= len(K) * EPS * float(np.abs(K).sum(axis=1).max()):  # the largest row sum bounds the largest eigenvalue
        return None
    with one_thread(), np.errstate(over="ignore", invalid="ignore"):
        M = K + ridge * np.eye(len(K))
        factor = lower_factor(M)
        if factor is None:
            return None
        alpha, _ = lapack.dpotrs(factor, y, lower=1)
        correction, _ = lapack.dpotrs(factor, y - M @ alpha, lower=1)
        return np.asarray(alpha + correction)
