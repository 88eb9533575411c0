r"""The smallest hypersphere that may leave a share ν of the points outside: a detector of outliers.

minimise r² + (1/νn) Σ max(0, ‖φ(xᵢ) − c‖² − r²), the primal of the sphere's dual with α ≤ 1/(νn).
"""

from __future__ import annotations

from numbers import Real
from typing import Any

from sklearn.base import OutlierMixin

from kernviz.models.sphere import Hypersphere
from kernviz.wording import say


class SoftHypersphere(OutlierMixin, Hypersphere):  # type: ignore[misc]
    r"""A sphere in feature space with at most ν·n points outside and at least ν·n on it or outside. Source: S0
    (novelty).

    0 < ``nu`` ≤ 1; a ν ≤ 1/n leaves none outside and is `SmallestHypersphere`. For a kernel with constant k(x,x) it is
    the one-class SVM. After ``fit(X)`` it has what `Hypersphere` lists; ``bounded_``: α = 1/(ν·n).

    Raises ValueError for other nu, and as `Hypersphere` does.

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
