"""Support vector machine, solved in the dual.

The decision function is f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b.

maximise Σ α − ½ Σ αᵢ αⱼ yᵢ yⱼ k(xᵢ,xⱼ) subject to 0 ≤ α ≤ C, Σ α y = 0, the dual of
minimise ½‖w‖² + C Σ ξ.

With weights of the points, C·weightᵢ replaces C.
"""

from __future__ import annotations

import math
import warnings
from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array
from kernviz.models.base import KernelModel
from kernviz.models.certificate import (
    USABLE,
    VISIBLE,
    Certificate,
    NotSolvedError,
    check_solved,
    gap_tolerance,
    where,
)
from kernviz.models.classes import check_classes
from kernviz.models.cross_gram import block
from kernviz.models.gram_checks import gram
from kernviz.models.libsvm_start import libsvm_guesses
from kernviz.models.sample_weight import checked_weights, spread
from kernviz.models.separability import NotSeparableError, check_duplicates, check_separated
from kernviz.solvers.problem import EPS, Problem
from kernviz.solvers.qp import Iterate, Solution, Status, solve, solve_sound
from kernviz.wording import say

__all__ = ["KernelSVC", "NotSeparableError", "NotSolvedError"]

ENGINES = ("libsvm", "cvxopt")


class KernelSVC(ClassifierMixin, KernelModel):  # type: ignore[misc]
    """Support vector machine for two classes, solved in the dual and certified.

    f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b, where α maximises Σ α − ½ Σ αᵢ αⱼ yᵢ yⱼ k(xᵢ, xⱼ) subject to 0 ≤ α ≤ C and Σ α y = 0.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz, also one that is only conditionally positive definite. None: ``RBF(1)``.
    C : float, default=1.0
        Penalty of the slack ξ, > 0. ``inf``: hard margin.
    engine : {"libsvm", "cvxopt"}, default="libsvm"
        First solver. "libsvm" is quick, and its answer is finished exactly; cvxopt solves if that does not settle, and
        every hard margin. "cvxopt": cvxopt alone. The certificate relies on neither.

    Attributes
    ----------
    alpha_ : ndarray of shape (n,)
        α ≥ 0: exactly 0, exactly C, or in between. f is unique, α need not be: with duplicates or kernels of low rank
        cvxopt gives a central solution, libsvm a corner of the set of solutions.
    dual_coef_ : ndarray of shape (n,)
        α·y.
    signs_ : ndarray of shape (n,)
        The labels y as ±1.
    support_ : ndarray of int
        Indices of the support vectors, α > 0.
    free_ : ndarray of int
        Indices of the free support vectors, 0 < α < C.
    bounded_ : ndarray of int
        Indices of the bounded support vectors, α = C, or C·weight.
    sample_weight_ : ndarray of shape (n,) or None
        The weights of the training points; None if all are 1.
    X_ : ndarray of shape (n, d)
        The training points.
    intercept_ : float
        b: the middle of ``intercept_interval_``.
    intercept_interval_ : tuple of float
        (b, b) if some α is free, else the ends of the interval of all optimal b.
    values_ : ndarray of shape (n,)
        f at the training points.
    slack_ : ndarray of shape (n,)
        ξ = max(0, 1 − y·f).
    weight_norm2_ : float
        ‖w‖² in feature space.
    margin_ : float
        1/‖w‖ in feature space.
    certificate_ : Certificate
        Primal and dual objective, and the largest violation of the conditions of optimality.
    classes_ : ndarray of shape (2,)
        The labels in order; the second is +1.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if C ≤ 0 or nan, if y has one class or more than two, or if a kernel value is not finite.
    NotAKernelError
        In ``fit``: if the centred Gram matrix has a negative eigenvalue.
    NotSeparableError
        In ``fit`` with a hard margin: if no plane separates the classes. It holds the weights λ that prove it.
    NotSolvedError
        In ``fit``: if roundoff defeats the solver.

    References
    ----------
    Lecture notes S2 (kernel SVM), S3, S4.

    Examples
    --------
    >>> from kernviz.kernels import Polynomial
    >>> X = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    >>> machine = KernelSVC(Polynomial(degree=2, gamma=1, coef0=1), C=float("inf")).fit(X, [1, -1, -1, 1])
    >>> machine.alpha_.round(6).tolist(), round(machine.margin_, 6)
    ([0.125, 0.125, 0.125, 0.125], 1.414214)
    """

    def __init__(self, kernel: Any = None, C: float = 1.0, engine: str = "libsvm") -> None:
        self.kernel = kernel
        self.C = C
        self.engine = engine

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Train on points and labels.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points; or a list of n words, sets or graphs if the kernel compares those.
        y : array-like of shape (n,)
            The labels, of two classes.
        sample_weight : array-like of shape (n,), optional
            Factor of C for each point, ≥ 0: 0 ≤ αᵢ ≤ C·weightᵢ. A weight 2 is the point given twice, a weight 0 leaves
            it out. A hard margin permits no other weights.

        Returns
        -------
        KernelSVC
            The machine itself, trained.

        Raises
        ------
        ValueError
            As the class says, and for a weight that is negative, infinite or nan.
        """
        self._penalty()
        points, labels = self._labelled(X, y)
        return self._trained(points, self._signs(labels), weights=checked_weights(sample_weight, len(labels)))

    def moved(self, kernel: Any = None, C: float | None = None) -> Self:
        """Return a machine trained on the same points with other parameters.

        ``kernel`` or ``C`` None: that of this machine, which stays as it is. Training starts from this machine's α.
        The result is that of `fit`, found faster if the change is small. Raises as `fit` does.
        """
        if not hasattr(self, "certificate_"):
            check_is_fitted(self)
        other = type(self)(self.kernel if kernel is None else kernel, self.C if C is None else C, self.engine)
        for name in ("classes_", "n_features_in_", "feature_names_in_"):
            if hasattr(self, name):
                setattr(other, name, getattr(self, name))
        return other._trained(self.X_, self.signs_, self, self.sample_weight_)

    def _trained(self, points: Array, signs: Array, near: Self | None = None, weights: Array | None = None) -> Self:
        """Train on points with signs.

        The points are (n, d), with signs (n,) = ±1. ``near``: a fitted machine to start from.
        """
        C, self.sample_weight_ = self._penalty(), weights
        used = None if weights is None or weights.all() else weights > 0
        if used is not None:
            check_classes(self.classes_[np.unique(signs[used]).astype(int).clip(min=0)])
        if math.isinf(C):
            check_duplicates(points, signs, used)
        K = self._gram(points, conditionally=True, near=near)
        if used is None or weights is None:
            solution = self._solved(K, signs, weights, near)
        else:
            solution = spread(self._solved(K[np.ix_(used, used)], signs[used], weights[used]), used, K)
        self.X_: Array = points
        self.signs_ = signs
        # an overflow gives kkt = nan, which is refused below in words
        with np.errstate(over="ignore", invalid="ignore"):
            self._keep(solution, K, C)
        return self

    def _solved(self, K: Array, signs: Array, weights: Array | None, near: Self | None = None) -> Solution:
        """Solve the program for points with a positive weight each."""
        C = self._penalty()
        limits = _limits(C, weights)
        problem = Problem(K, -signs, *_box(signs, limits), 0.0)
        if math.isinf(C) or self.engine == "cvxopt":
            return solve_sound(problem)
        start, gradient = (None, None) if near is None else near._towards(limits)
        return solve_sound(problem, start=start, gradient=gradient, guesses=libsvm_guesses(K, signs, C, weights))

    def _towards(self, limits: Array | float) -> tuple[Array, Array]:
        """Return a start for a machine with other limits of α.

        The start is α·y with its gradient f − y. For bounded support vectors α is the new limit.
        """
        start = self.dual_coef_.copy()
        start[self.bounded_] = (limits * self.signs_)[self.bounded_]
        return start, self.values_ - self.signs_

    def _penalty(self) -> float:
        given: Any = self.C
        if not isinstance(given, Real) or not float(given) > 0:
            raise ValueError(say("C = {given!r} must be a number > 0; C = inf asks for a hard margin", given=given))
        if self.engine not in ENGINES:
            raise ValueError(
                say("engine = {engine!r} must be one of {names}", engine=self.engine, names=", ".join(ENGINES))
            )
        return float(given)

    def _signs(self, y: Array) -> Array:
        if y.dtype.kind not in "biuUS":  # labels of these types are always classes
            check_classification_targets(y)
        self.classes_, which = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            raise ValueError(
                say(
                    "Only binary classification is supported. The type of the target is "
                    "{type_of_target}: {classes} classes. Split them into pairs or one against the rest",
                    type_of_target=type_of_target(y),
                    classes=len(self.classes_),
                )
            )
        check_classes(self.classes_)
        return np.where(which == 1, 1.0, -1.0)

    def _keep(self, solution: Solution, K: Array, C: float) -> None:
        signs = self.signs_
        f = self.values_ = solution.image + solution.multiplier
        functional_margins = signs * f
        if math.isinf(C):
            check_separated(solution, K, signs, self._least(functional_margins))
        else:
            check_solved(solution, solution.kkt, K, C)
        alpha = self.alpha_ = np.abs(solution.x)
        # α alone decides the kind of a point. In exact arithmetic α < C implies ξ = 0; a difference computed from f is
        # roundoff.
        positive, bounded = alpha > 0, alpha >= _limits(C, self.sample_weight_)
        self.dual_coef_, self.support_ = solution.x, positive.nonzero()[0]
        self.free_, self.bounded_ = (positive & ~bounded).nonzero()[0], (positive & bounded).nonzero()[0]
        missed = bounded if math.isinf(C) or _status(solution, C) is Status.OPTIMAL else True
        self.slack_: Array = np.where(missed, np.maximum(1 - functional_margins, 0.0), 0.0)
        self.intercept_, self.intercept_interval_ = solution.multiplier, solution.multiplier_interval
        self.weight_norm2_ = max(float(solution.x @ solution.image), 0.0)
        self.margin_ = self.weight_norm2_**-0.5 if self.weight_norm2_ > 0 else float("inf")
        self.certificate_ = self._certified(solution, functional_margins, C)
        if math.isfinite(C):
            _warn(self.certificate_, K, C)
        self._sums = solution.image

    def _least(self, functional_margins: Array) -> float:
        """Return the smallest functional margin of the points with a positive weight."""
        weights = self.sample_weight_
        return float((functional_margins if weights is None else functional_margins[weights > 0]).min())

    def _certified(self, solution: Solution, functional_margins: Array, C: float) -> Certificate:
        half, whole = self.weight_norm2_ / 2, float(self.alpha_.sum())
        if math.isinf(C):
            primal = half / self._least(functional_margins) ** 2
        else:
            weights = self.sample_weight_
            primal = half + C * float(self.slack_.sum() if weights is None else weights @ self.slack_)
        share = len(functional_margins) * EPS
        return Certificate(
            primal=primal,
            dual=whole - half,
            kkt=solution.kkt,
            relative_kkt=solution.relative_kkt,
            tolerance=solution.tolerance,
            balance=abs(float(solution.x.sum())),
            balance_tolerance=share * whole,
            gap_tolerance=gap_tolerance(solution.tolerance, whole, len(functional_margins)),
            status=_status(solution, C),
            iterations=solution.iterations,
            stage=solution.stage,
        )

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the decision function f(x) for X.

        The values are (m,) for X (m, d); ≥ 1 on the side of ``classes_[1]`` beyond the margin.
        """
        check_is_fitted(self)
        points = self._rows(X, reset=False)
        return self._with_support(points) @ self.dual_coef_[self.support_] + self.intercept_

    def predict(self, X: ArrayLike) -> Any:
        """Return the class of every row of X.

        X is (m, d). The class is ``classes_[1]`` where f > 0.
        """
        check_is_fitted(self)
        return self.classes_[(self.decision_function(X) > 0).astype(int)]

    def contributions(self, x: ArrayLike) -> Array:
        """Return the contribution of every support vector to f(x).

        The contributions are αᵢ yᵢ k(xᵢ, x), in the order of ``support_``, for one point x (d,).

        Their sum plus b is f(x).
        """
        check_is_fitted(self)
        return np.asarray(self._with_support(self._one(x))[0] * self.dual_coef_[self.support_])

    def bias_of_every_point(self) -> Array:
        """Return the bias computed from every point alone.

        The biases are bᵢ = yᵢ − Σⱼ αⱼ yⱼ k(xⱼ, xᵢ) (n,).

        bᵢ is b if αᵢ is free, and in general another number if αᵢ = C (S2 averages over all).
        """
        check_is_fitted(self)
        return np.asarray(self.signs_ - self._sums)

    def solver_trace(self) -> tuple[Iterate, ...]:
        """Return the interior-point iterates of this training.

        The iterates come from a second solve; ``Iterate.b`` is α·y.
        """
        check_is_fitted(self)
        limits = np.broadcast_to(_limits(self._penalty(), self.sample_weight_), self.signs_.shape)
        some = limits > 0
        K = gram(self._kernel(), self.X_[some])
        return solve(K, -self.signs_[some], *_box(self.signs_[some], limits[some]), trace=True).trace

    def _with_support(self, X: Array) -> Array:
        """Return the kernel values (m, s) of X with the support vectors.

        Raises ValueError on values that are not finite.
        """
        return block(self._kernel(), X, self.X_[self.support_])


def _limits(C: float, weights: Array | None) -> Array | float:
    """Return the upper bounds of α.

    They are C, or C·weight (n,).
    """
    if weights is None:
        return C
    return np.multiply(C, weights, out=np.zeros(len(weights)), where=weights > 0)


def _box(signs: Array, limits: Array | float) -> tuple[Array, Array]:
    """Return lower and upper bounds of α·y.

    lo ≤ α·y ≤ hi for 0 ≤ α ≤ limits.
    """
    return np.where(signs > 0, 0.0, -limits), np.where(signs > 0, limits, 0.0)


def _status(solution: Solution, C: float) -> Status:
    """Return the status of the solution.

    For a finite C, the status is NUMERICAL instead of OPTIMAL if the violation would be visible in a picture.
    """
    seen = math.isfinite(C) and not solution.kkt <= USABLE
    return Status.NUMERICAL if seen and solution.status is Status.OPTIMAL else solution.status


def _warn(certificate: Certificate, K: Array, C: float) -> None:
    """Warn that an answer is visibly short of the optimum.

    The warning is given only where the difference can be seen.
    """
    if certificate.kkt > VISIBLE and not certificate.optimal:
        warnings.warn(
            say("the conditions of optimality hold to {kkt:.2g} only; {where}", kkt=certificate.kkt, where=where(K, C)),
            ConvergenceWarning,
            stacklevel=4,
        )
