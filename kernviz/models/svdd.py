"""Smallest hypersphere that may leave points outside, to detect outliers.

At most the share ν of the points lies outside.

minimise r² + (1/νn) Σ max(0, ‖φ(xᵢ) − c‖² − r²), the primal of the sphere's dual with α ≤
1/(νn).
"""

from __future__ import annotations

from numbers import Real
from typing import Any

from sklearn.base import OutlierMixin

from kernviz.models.sphere import Hypersphere
from kernviz.wording import say


class SoftHypersphere(OutlierMixin, Hypersphere):  # type: ignore[misc]
    """Smallest hypersphere that leaves a share ν of the points outside (SVDD).

    It minimises r² + (1/νn) Σ max(0, ‖φ(xᵢ) − c‖² − r²). At most ν·n points lie outside, at least ν·n on the sphere or
    outside. For a kernel with constant k(x,x) it is the one-class SVM.

    Parameters
    ----------
    kernel : Kernel, optional
        A kernel of kernviz. None: ``RBF(1)``.
    nu : float, default=0.1
        ν, 0 < ν ≤ 1. A ν ≤ 1/n leaves no point outside and gives `SmallestHypersphere`.

    Attributes
    ----------
    center_coef_ : ndarray of shape (n,)
        α with 0 ≤ α ≤ 1/(ν·n) and Σ α = 1: the centre c = Σ αᵢ φ(xᵢ). The centre is unique, α need not be.
    center_norm2_ : float
        ‖c‖² = αᵀKα.
    radius_ : float
        The radius r.
    radius_interval_ : tuple of float
        (r, r), or the ends of the interval of all optimal radii if no point has to lie on the sphere.
    support_ : ndarray of int
        Indices of the support vectors, α > 0. A point on the sphere may have α = 0 (erratum E14).
    free_ : ndarray of int
        Indices of the free support vectors, 0 < α < 1/(ν·n): on the sphere.
    bounded_ : ndarray of int
        Indices of the bounded support vectors, α = 1/(ν·n): on the sphere or outside.
    X_ : ndarray of shape (n, d)
        The training points.
    distances_ : ndarray of shape (n,)
        Distances of the training points from the centre.
    tolerance_ : float
        Squared distances that differ by less count as equal; S0's rule needs it (erratum E15).
    offset_ : float
        −r²: decision_function = score_samples − offset_, as in scikit-learn.
    certificate_ : Certificate
        primal = r² + penalty of this centre, dual = Σ αᵢ k(xᵢ,xᵢ) − αᵀKα, kkt in units of r², balance = |Σ α − 1|.
    n_features_in_ : int
        d.

    Raises
    ------
    ValueError
        In ``fit``: if nu is not in (0, 1], or if a kernel value is not finite.
    NotAKernelError
        In ``fit``: if the Gram matrix has a negative eigenvalue.
    NotSolvedError
        In ``fit``: if roundoff defeats the solver.

    References
    ----------
    Lecture notes S0 (novelty).

    Examples
    --------
    >>> from kernviz.kernels import Linear
    >>> sphere = SoftHypersphere(Linear(), nu=0.5).fit([[-1.0], [0.0], [0.5], [1.0], [9.0]])
    >>> sphere.predict([[-1.0], [0.0], [9.0]]).tolist(), sphere.bounded_.tolist(), sphere.free_.tolist()
    ([-1, 1, -1], [0, 4], [1])
    """

    def __init__(self, kernel: Any = None, nu: float = 0.1) -> None:
        super().__init__(kernel)
        self.nu = nu

    def _limit(self, n: int) -> float:
        given: Any = self.nu
        if not isinstance(given, Real) or not 0 < float(given) <= 1:
            raise ValueError(
                say(
                    "nu = {given!r} must be a share in (0, 1]: how many points may lie outside; "
                    "SmallestHypersphere leaves none",
                    given=given,
                )
            )
        share = float(given) * n
        return float("inf") if share <= 1 else 1 / share
