"""Multi-class machine with a single objective for all classes.

The functions f_c(x) = Σᵢ tᵢ_c k(xᵢ, x) + b_c are trained together, and the largest f_c
wins.

minimise ½ Σ_c ‖w_c‖² + C Σᵢ ξᵢ subject to f_yᵢ(xᵢ) − f_c(xᵢ) ≥ 1 − ξᵢ for every class c ≠
yᵢ.
"""

from __future__ import annotations

from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array
from kernviz.models.base import KernelModel
from kernviz.models.certificate import USABLE, Certificate, check_solved, gap_tolerance
from kernviz.models.classes import check_classes, class_codes
from kernviz.models.cross_gram import block
from kernviz.models.gram_checks import check_positive, gram
from kernviz.solvers.multi_program import TINY
from kernviz.solvers.multiclass import MultiSolution, solve_multiclass
from kernviz.solvers.problem import EPS
from kernviz.solvers.qp import Status
from kernviz.wording import say

LARGEST = 1200  # largest n·k, which takes some seconds


class CrammerSinger(ClassifierMixin, KernelModel):  # type: ignore[misc]
    """Support vector machine with a single objective for all classes.

    f_c(x) = Σᵢ tᵢ_c k(xᵢ, x) + b_c minimises ½ Σ_c ‖w_c‖² + C Σᵢ ξᵢ subject to f_yᵢ(xᵢ) − f_c(xᵢ) ≥ 1 − ξᵢ for every
    class c ≠ yᵢ; the largest f_c wins. With two classes it is the machine `KernelSVC` finds for 2C.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.
    C : float, default=1.0
        Penalty of the slack ξ, 0 < C < inf.

    Attributes
    ----------
    dual_coef_ : ndarray of shape (n, k)
        t. 0 ≤ tᵢ_c ≤ C for the point's own class, tᵢ_c ≤ 0 for the other classes; rows and columns sum to 0.
    intercept_ : ndarray of shape (k,)
        b, Σ b = 0.
    support_ : ndarray of int
        Indices of the points with t ≠ 0.
    slack_ : ndarray of shape (n,)
        ξ.
    weight_norm2_ : ndarray of shape (k,)
        ‖w_c‖².
    certificate_ : Certificate
        primal as above, dual = Σᵢ tᵢ_yᵢ − ½ Σ_c t_cᵀKt_c, kkt in units of the margin, balance = max_c |Σᵢ tᵢ_c|.
    classes_ : ndarray of shape (k,)
        The labels in order.
    codes_ : ndarray of int of shape (n,)
        The class of each training point as 0…k−1.
    X_ : ndarray of shape (n, d)
        The training points.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if C is not a finite number > 0, if y has one class only, or if n·k > 1200.
    NotAKernelError
        In ``fit``: if the centred Gram matrix has a negative eigenvalue.
    NotSolvedError
        In ``fit``: if roundoff defeats the solver.

    References
    ----------
    Lecture notes S4 (multiple classes).

    Examples
    --------
    >>> from kernviz.kernels import Linear
    >>> machine = CrammerSinger(Linear()).fit([[0, 2], [2, -1], [-2, -1]], ["a", "b", "c"])
    >>> machine.predict([[0, 1], [-1, -1]]).tolist(), machine.certificate_.optimal
    (['a', 'c'], True)
    """

    def __init__(self, kernel: Any = None, C: float = 1.0) -> None:
        self.kernel = kernel
        self.C = C

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Train on X and y.

        X is (n, d) and y is (n,). X may be a list of n words, sets or graphs if the kernel compares
        those.
        """
        given: Any = self.C
        if not isinstance(given, Real) or not 0 < float(given) < np.inf:
            raise ValueError(
                say("C = {given!r} must be a finite number > 0; a large one comes close to a hard margin", given=given)
            )
        C = float(given)
        points, labels = self._labelled(X, y)
        self.classes_, self.codes_ = class_codes(labels)
        check_classes(self.classes_)
        n, k = len(points), len(self.classes_)
        if n * k > LARGEST:
            raise ValueError(
                say(
                    "{n} points of {k} classes make one program of {unknowns} unknowns, and at most {most} "
                    "are solved here: use fewer points, or one machine per class or pair (OneVersusRest, "
                    "OneVersusOne)",
                    n=n,
                    k=k,
                    unknowns=n * k,
                    most=LARGEST,
                )
            )
        K = gram(self._kernel(), points)
        check_positive(K, conditionally=True, values=(self._kernel(), points))
        self.X_: Array = points
        self._keep(solve_multiclass(K, self.codes_, k, C), K, C)
        return self

    def _keep(self, solution: MultiSolution, K: Array, C: float) -> None:
        uneven = float(np.abs(solution.t.sum(axis=0)).max()) / max(float(np.abs(solution.t).sum(axis=0).max()), TINY)
        check_solved(solution, max(solution.kkt, uneven), K, C)
        t = solution.t
        f = K @ t + solution.b
        rows = np.arange(len(t))
        rivals = f + 1.0
        rivals[rows, self.codes_] = f[rows, self.codes_]
        slack = rivals.max(axis=1) - f[rows, self.codes_]
        own = t[rows, self.codes_]
        self.dual_coef_, self.intercept_ = t, solution.b
        # a violation larger than USABLE is visible, even if it is within roundoff: then the optimum was not found
        status = solution.status if solution.kkt <= USABLE else Status.NUMERICAL
        self.slack_: Array = np.where((own < C) & (status is Status.OPTIMAL), 0.0, slack)
        self.support_ = np.flatnonzero((t != 0).any(axis=1))
        self.weight_norm2_: Array = (t * (K @ t)).sum(axis=0).clip(min=0)
        half = float(self.weight_norm2_.sum()) / 2
        self.certificate_ = Certificate(
            primal=half + C * float(self.slack_.sum()),
            dual=float(own.sum()) - half,
            kkt=solution.kkt,
            relative_kkt=solution.relative_kkt,
            tolerance=solution.tolerance,
            balance=float(np.abs(t.sum(axis=0)).max()),
            balance_tolerance=len(t) * EPS * float(np.abs(t).sum(axis=0).max()),
            gap_tolerance=gap_tolerance(solution.tolerance, float(np.abs(t).sum()), len(t)),
            status=status,
            iterations=solution.iterations,
            stage=solution.stage,
        )

    def values(self, X: ArrayLike) -> Array:
        """Return the values f_c(x) of every class.

        They are (m, k) for X (m, d).
        """
        check_is_fitted(self)
        points = self._rows(X, reset=False)
        known = self.X_[self.support_]
        return np.asarray(block(self._kernel(), points, known) @ self.dual_coef_[self.support_] + self.intercept_)

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the values of f for X.

        They are ``values`` (m, k), or f₁ − f₀ (m,) if there are two classes.
        """
        values = self.values(X)
        return np.asarray(values[:, 1] - values[:, 0]) if values.shape[1] == 2 else values

    def predict(self, X: ArrayLike) -> Any:
        """Return the class with the largest f for X.

        The classes are (m,) for X (m, d).
        """
        values = self.values(X)
        return self.classes_[values.argmax(axis=1)]
