"""Certificate of optimality of a trained machine, independent of the solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.models.base import Array, RefusedError
from kernviz.solvers.multiclass import MultiSolution
from kernviz.solvers.qp import Solution, Status


class NotSolvedError(RefusedError):
    """The solver's answer violates the conditions of optimality visibly. Has the ``solution``."""

    def __init__(self, message: str, solution: Solution | MultiSolution) -> None:
        super().__init__(message)
        self.solution = solution


@dataclass(frozen=True)
class Certificate:
    r"""Two objective values that meet, and the largest violation of the conditions of optimality.

    ``primal`` = ½‖w‖² + C Σ ξ and ``dual`` = Σ α − ½‖w‖²: every other machine's primal is ≥ this dual. With C = inf
    the primal is that of the same plane scaled until its closest point has y·f = 1. ``kkt`` is the largest violation
    of α = 0 ⇒ y·f ≥ 1, 0 < α < C ⇒ y·f = 1, α = C ⇒ y·f ≤ 1, recomputed from (Gram, α, b) alone; ``relative_kkt``
    the same divided by the largest Σⱼ|k(xᵢ,xⱼ)|αⱼ, so that 1e-16 is roundoff. ``tolerance`` is what a double can
    deliver: max(1e-9, 32 eps · maxᵢ Σⱼ|k(xᵢ,xⱼ)|αⱼ). ``balance`` = |Σ α y|. The status is OPTIMAL only where all of
    it holds to roundoff, and where roundoff is too small to be seen in a picture.
    """

    primal: float
    dual: float
    kkt: float
    relative_kkt: float
    tolerance: float
    balance: float
    balance_tolerance: float
    gap_tolerance: float
    status: Status
    iterations: int
    stage: str

    def __post_init__(self) -> None:
        holds = (
            self.kkt <= self.tolerance
            and self.balance <= self.balance_tolerance
            and abs(self.gap) <= self.gap_tolerance
        )  # false for a nan too
        if self.status is Status.OPTIMAL and not holds:
            object.__setattr__(self, "status", Status.NUMERICAL)

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
        """True if conditions, balance and gap all hold to roundoff."""
        return self.status is Status.OPTIMAL


def kkt_residual(alpha: Array, margins: Array, C: float) -> float:
    """Return max |α − clip(α − (y·f − 1), 0, C)|, the natural residual of the conditions of optimality.

    ``alpha`` (n,), ``margins`` (n,) the functional margins y·f. It is 0 at the optimum only, so it also measures α that
    belong to another kernel.
    """
    return float(np.abs(alpha - np.clip(alpha - (margins - 1), 0, C)).max())


def gap_tolerance(tolerance: float, whole: float, n: int) -> float:
    """Difference of two objective values that roundoff explains: n sums of weights Σα = ``whole``,
    terms off by ``tolerance``.

    primal − dual = Σ α|y·f − 1| over the points whose condition is y·f = 1, so ``tolerance``·Σα from the conditions,
    and n roundings of terms as large as ``tolerance``/(32 eps) from each of the sums.
    """
    return (1 + n / 32) * tolerance * whole
