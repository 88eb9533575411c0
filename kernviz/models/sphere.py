"""Smallest hypersphere around the images of the points.

The hypersphere is found in the dual: its centre is Σ αᵢ φ(xᵢ).

maximise L(α) = Σ αᵢ k(xᵢ,xᵢ) − Σ αᵢ αⱼ k(xᵢ,xⱼ) subject to Σ α = 1, 0 ≤ α, the dual of
minimise max ‖φ(xᵢ) − c‖².
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array
from kernviz.features.geometry import center
from kernviz.models.base import KernelModel
from kernviz.models.certificate import USABLE, Certificate, NotSolvedError, gap_tolerance
from kernviz.models.cross_gram import block, diagonal
from kernviz.models.gram_checks import check_positive, gram
from kernviz.models.libsvm_start import sphere_guesses
from kernviz.solvers.problem import EPS
from kernviz.solvers.qp import Solution, solve
from kernviz.wording import say


class Hypersphere(KernelModel):
    """Base of the two hyperspheres.

    Both solve the same quadratic program, with α ≤ `_limit(n)`. `SmallestHypersphere` and `SoftHypersphere` list
    parameters, attributes and exceptions.
    """

    def __init__(self, kernel: Any = None) -> None:
        self.kernel = kernel

    def _limit(self, n: int) -> float:
        """Return the largest weight α of a point among n."""
        return float("inf")

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Enclose X (n, d). y is ignored; scikit-learn passes it."""
        points = self._rows(X)
        n = len(points)
        limit = self._limit(n)
        K = gram(self._kernel(), points)
        check_positive(K, values=(self._kernel(), points))
        # Distances do not depend on the origin. Centred and scaled to 1, K keeps more significant digits.
        used = center(K)
        scale = float(np.diag(used).max())
        noise = n * EPS * float(np.abs(K).max())
        if scale <= noise:  # all images are equal, and the rest is roundoff of the centring
            used, scale = np.zeros_like(used), 1.0
        used /= scale
        solution = solve(2 * used, -np.diag(used), 0.0, limit, total=1.0, guesses=sphere_guesses(used, limit))
        self.X_: Array = points
        self._keep(solution, used, scale, limit)
        self.center_norm2_ = max(float(self.center_coef_ @ K @ self.center_coef_), 0.0)
        terms = np.abs(np.diag(K)) + 2 * np.abs(K) @ self.center_coef_ + self.center_norm2_
        self.tolerance_ = scale * solution.kkt + 32 * EPS * float(terms.max())
        return self

    def _keep(self, solution: Solution, K: Array, scale: float, limit: float) -> None:
        alpha = solution.x
        lifted = K @ alpha
        squared = (np.diag(K) - 2 * lifted + alpha @ lifted).clip(min=0)
        dual = float(alpha @ np.diag(K) - alpha @ lifted)
        # The multiplier of the constraint Σ α = 1 is r² − ‖c‖².
        low, radius2, high = (
            max(float(m + alpha @ lifted), 0.0)
            for m in (solution.multiplier_interval[0], solution.multiplier, solution.multiplier_interval[1])
        )
        if np.isinf(limit):
            primal = float(squared.max())
        else:
            primal = radius2 + limit * float((squared - radius2)[alpha == limit].clip(min=0).sum())
        if solution.kkt > max(USABLE * min(primal, 1.0), solution.tolerance):
            raise NotSolvedError(
                say(
                    "the conditions of optimality are violated by {kkt:.2g} of r²: scale the data or use "
                    "another kernel",
                    kkt=solution.kkt,
                ),
                solution,
            )
        self.center_coef_ = alpha
        self.support_ = np.flatnonzero(alpha > 0)
        self.bounded_ = np.flatnonzero(alpha == limit)
        self.free_ = np.flatnonzero((alpha > 0) & (alpha < limit))
        self.distances_ = np.sqrt(scale * squared)
        self.radius_ = float(np.sqrt(scale * radius2))
        self.radius_interval_ = (float(np.sqrt(scale * low)), float(np.sqrt(scale * high)))
        self.offset_ = -scale * radius2
        self.certificate_ = Certificate(
            primal=scale * primal,
            dual=scale * dual,
            kkt=scale * solution.kkt,
            relative_kkt=solution.relative_kkt,
            tolerance=scale * solution.tolerance,
            balance=abs(float(alpha.sum()) - 1),
            balance_tolerance=len(K) * EPS,
            gap_tolerance=scale * gap_tolerance(solution.tolerance, 1.0, len(K)),
            status=solution.status,
            iterations=solution.iterations,
            stage=solution.stage,
        )

    def score_samples(self, X: ArrayLike) -> Array:
        """Return the negative squared distance from the centre.

        The scores are −‖φ(x) − c‖² (m,) for X (m, d): larger is further inside. Values equal to −r²
        up to roundoff become −r².
        """
        check_is_fitted(self)
        points = self._rows(X, reset=False)
        values = block(self._kernel(), points, self.X_[self.support_]) @ self.center_coef_[self.support_]
        squared = diagonal(self._kernel(), points) - 2 * values + self.center_norm2_
        scores = -squared.clip(min=0)
        return np.where(np.abs(scores - self.offset_) <= self.tolerance_, self.offset_, scores)

    def distance_to_center(self, X: ArrayLike) -> Array:
        """Return the distance of each image from the centre.

        The distances are ‖φ(x) − c‖ (m,) for X (m, d).
        """
        return np.sqrt(-self.score_samples(X))

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the decision function of the hypersphere.

        The values are r² − ‖φ(x) − c‖² (m,) for X (m, d): > 0 inside, 0 on the sphere, < 0 outside.
        """
        return np.asarray(self.score_samples(X) - self.offset_)

    def predict(self, X: ArrayLike) -> Any:
        """Return the side of the sphere for each point.

        Values (m,) for X (m, d) are +1 inside or on the sphere, −1 outside (novel).

        S0's rule, novel if ‖φ(x) − c‖² ≥ r², would flag the support vectors themselves (erratum
        E15).
        """
        return np.where(self.decision_function(X) >= 0, 1, -1)

    def distances_from(self, coef: ArrayLike) -> Array:
        """Return the training points' distances from any other centre.

        The distances are ‖φ(xᵢ) − Σ cⱼ φ(xⱼ)‖ (n,). coef (n,) are the centre's weights.
        """
        check_is_fitted(self)
        c = np.asarray(coef, dtype=np.float64)
        if c.shape != (len(self.X_),) or not np.all(np.isfinite(c)):
            raise ValueError(
                say(
                    "coef has shape {shape}: it must give a finite weight to each of {points} points",
                    shape=c.shape,
                    points=len(self.X_),
                )
            )
        K = gram(self._kernel(), self.X_)
        return np.sqrt((np.diag(K) - 2 * (K @ c) + c @ K @ c).clip(min=0))

    def radius_at(self, coef: ArrayLike) -> float:
        """Return the radius of the hypersphere around another centre.

        The radius is r(c) = max ‖φ(xᵢ) − c‖ for the centre c = Σ cⱼ φ(xⱼ), coef (n,).

        The radius is nowhere smaller than ``radius_``. Source: S0 (5).
        """
        return float(self.distances_from(coef).max())


class SmallestHypersphere(Hypersphere):
    """Smallest sphere in feature space that encloses every training point.

    The centre is c = Σ αᵢ φ(xᵢ), where α maximises L(α) = Σ αᵢ k(xᵢ,xᵢ) − Σ αᵢ αⱼ k(xᵢ,xⱼ) subject to Σ α = 1, α ≥ 0.
    It leaves no training point outside, so it detects no outliers among them; `SoftHypersphere` does.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.

    Attributes
    ----------
    center_coef_ : ndarray of shape (n,)
        α ≥ 0 with Σ α = 1: the centre as a mixture of images. The centre is unique, α need not be.
    center_norm2_ : float
        ‖c‖² = αᵀKα. S0's D is ``center_norm2_`` − ``radius_``².
    radius_ : float
        The radius r.
    radius_interval_ : tuple of float
        (r, r).
    support_ : ndarray of int
        Indices of the support vectors, α > 0. A point on the sphere may have α = 0 (erratum E14).
    free_ : ndarray of int
        The same indices as ``support_``: every support vector is on the sphere.
    bounded_ : ndarray of int
        Empty: α has no upper bound.
    X_ : ndarray of shape (n, d)
        The training points.
    distances_ : ndarray of shape (n,)
        Distances of the training points from the centre.
    tolerance_ : float
        Squared distances that differ by less count as equal; S0's rule needs it (erratum E15).
    offset_ : float
        −r²: decision_function = score_samples − offset_, as in scikit-learn.
    certificate_ : Certificate
        primal = the r² of this centre, dual = L(α), kkt in units of r², balance = |Σ α − 1|.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if a kernel value is not finite.
    NotAKernelError
        In ``fit``: if the Gram matrix has a negative eigenvalue.
    NotSolvedError
        In ``fit``: if roundoff defeats the solver.

    References
    ----------
    Lecture notes S0 (5)–(10).

    Examples
    --------
    >>> from kernviz.kernels import Linear
    >>> sphere = SmallestHypersphere(Linear()).fit([[0, 0], [4, 0], [2, 1]])
    >>> sphere.center_coef_.round(6).tolist(), round(sphere.radius_, 6)
    ([0.5, 0.5, 0.0], 2.0)
    >>> sphere.decision_function([[2, 1]]).round(6).tolist()
    [3.0]
    """
