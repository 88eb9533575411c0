"""How one can tell that a trained machine is the right one, without trusting who trained it."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.solvers.qp import Status


@dataclass(frozen=True)
class Certificate:
    r"""Two objective values that meet, and the largest violation of the conditions of optimality.

    ``primal`` = ½‖w‖² + C Σ ξ and ``dual`` = Σ α − ½‖w‖²: every other machine's primal is ≥ this dual. With C = inf
    the primal is that of the same plane scaled until its closest point has y·f = 1. ``kkt`` is the largest violation
    of α = 0 ⇒ y·f ≥ 1, 0 < α < C ⇒ y·f = 1, α = C ⇒ y·f ≤ 1, recomputed from (Gram, α, b) alone; ``relative_kkt``
    the same divided by the largest Σⱼ|k(xᵢ,xⱼ)|αⱼ, so that 1e-16 is roundoff. ``tolerance`` is what a double can
    deliver: max(1e-9, 32 eps · maxᵢ Σⱼ|k(xᵢ,xⱼ)|αⱼ). ``balance`` = |Σ α y|.
    """

    primal: float
    dual: float
    kkt: float
    relative_kkt: float
    tolerance: float
    balance: float
    status: Status
    iterations: int
    stage: str

    @property
    def gap(self) -> float:
        """primal − dual."""
        return self.primal - self.dual

    @property
    def relative_gap(self) -> float:
        """The gap as a share of the primal."""
        return self.gap / abs(self.primal) if self.primal else abs(self.gap)

    @property
    def optimal(self) -> bool:
        """Whether ``kkt`` meets its tolerance."""
        return self.kkt <= self.tolerance
