"""Certificate of optimality of a trained machine, independent of the solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.models.refusals import RefusedError
from kernviz.solvers.multiclass import MultiSolution
from kernviz.solvers.qp import Solution, Status
from kernviz.wording import say

# relative errors of a margin, a radius or a prediction that become visible: in the printed digits, and in a picture
VISIBLE, USABLE = 1e-6, 1e-4


class NotSolvedError(RefusedError):
    """Error for a solution that visibly violates the optimality conditions.

    ``solution`` is the answer of the solver.
    """

    def __init__(self, message: str, solution: Solution | MultiSolution) -> None:
        super().__init__(message)
        self.solution = solution


@dataclass(frozen=True)
class Certificate:
    """Certificate of optimality of a trained machine.

    The certificate has the primal and dual objective values, which are equal at the optimum, and
    the largest violation of the optimality conditions. The formulas here are those of the support
    vector machine; the other models list theirs under ``certificate_``.

    ``primal`` = ½‖w‖² + C Σ ξ and ``dual`` = Σ α − ½‖w‖²: every other machine's primal is ≥ this dual. The slack ξ
    counts as 0 where α < C: there y·f falls short of 1 by at most ``kkt``, and for the same border with w and b
    divided by 1 − ``kkt`` the slack is 0. With C = inf the primal is that of the same plane scaled until its
    closest point has y·f = 1.

    ``kkt`` is the largest violation of α = 0 ⇒ y·f ≥ 1, 0 < α < C ⇒ y·f = 1, α = C ⇒ y·f ≤ 1.
    The violation is recomputed from (Gram, α, b) alone. ``relative_kkt`` is ``kkt`` divided by the
    size of the terms of y·f, so that 1e-16 is roundoff.

    ``tolerance`` is the smallest violation that double precision can reach: 32 eps times the
    largest Σⱼ|k(xᵢ,xⱼ)|αⱼ + 1 + |b|. ``balance`` = |Σ α y|. ``stage`` names the method that found
    the answer. The status is OPTIMAL only if all of these conditions hold to roundoff. The
    roundoff must also be too small to be seen in a picture.
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
        )  # False for nan, too
        if self.status is Status.OPTIMAL and not holds:
            object.__setattr__(self, "status", Status.NUMERICAL)

    def __repr__(self) -> str:
        return (
            f"<Certificate {self.status.value}: primal {self.primal:.6g}, dual {self.dual:.6g}, kkt {self.kkt:.2g}, "
            f"{self.iterations} iterations of {self.stage}>"
        )

    @property
    def gap(self) -> float:
        """Return the duality gap, primal − dual."""
        return self.primal - self.dual

    @property
    def optimal(self) -> bool:
        """Return True if the certificate holds to roundoff.

        Conditions, balance and gap must all hold.
        """
        return self.status is Status.OPTIMAL


def check_solved(solution: Solution | MultiSolution, violation: float, K: Array, C: float) -> None:
    """Raise NotSolvedError for a separator that is visibly wrong.

    ``violation`` is that of the solution's conditions, in units of the margin. A violation of at most USABLE passes. A
    larger violation passes if roundoff explains it and it is at most the margin 1.
    """
    roundoff = solution.tolerance
    if not violation <= max(USABLE, roundoff):  # nan is refused, too
        raise NotSolvedError(
            say("the conditions of optimality are violated by {kkt:.2g}; {where}", kkt=violation, where=where(K, C)),
            solution,
        )
    if solution.kkt > max(USABLE, min(roundoff, 1.0)):
        raise NotSolvedError(
            say(
                "rounding alone can change f by {roundoff:.2g}, and the margin is only 1; {where}",
                roundoff=roundoff,
                where=where(K, C),
            ),
            solution,
        )


def where(K: Array, C: float) -> str:
    """Return the largest kernel value and the remedy, in words."""
    return say(
        "kernel values reach {largest:.2g}: scale the data, or use a C smaller than {C:g}, or another kernel",
        largest=np.abs(K).max(),
        C=C,
    )


def kkt_residual(alpha: Array, margins: Array, C: float) -> float:
    """Return the natural residual of the conditions of optimality.

    The residual is max |α − clip(α − (y·f − 1), 0, C)|.

    ``alpha`` is (n,), and ``margins`` (n,) are the functional margins y·f. The residual is 0 at
    the optimum only, so it also measures α that belong to another kernel.
    """
    return float(np.abs(alpha - np.clip(alpha - (margins - 1), 0, C)).max())


def gap_tolerance(tolerance: float, whole: float, n: int) -> float:
    """Return the largest duality gap that roundoff explains.

    ``tolerance`` is that of the optimality conditions, ``whole`` is Σα, and n is the number of points.

    primal − dual = Σ α|y·f − 1| over the points whose condition is y·f = 1. So the tolerance of the
    conditions gives ``tolerance``·Σα. The sums in both objective values give n roundings of terms
    as large as ``tolerance``/(32 eps).
    """
    return (1 + n / 32) * tolerance * whole
