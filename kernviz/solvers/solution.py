"""Solution of a quadratic program with its certificate.

The certificate follows from (K, x, multiplier) alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from kernviz.arrays import Array
from kernviz.solvers.interior import Iterate
from kernviz.solvers.problem import EPS, Problem, States
from kernviz.wording import phrase


class Status(Enum):
    """Outcome of a solve.

    Only OPTIMAL has met its tolerance.
    """

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    MAX_ITER = phrase("iteration limit")
    NUMERICAL = phrase("numerical trouble")


@dataclass(frozen=True, eq=False)
class Solution:
    """Solution of a quadratic program with its certificate.

    x (n,): exactly lo, exactly hi, or in between where ``states`` is −1, 1, 0. ``multiplier`` belongs
    to Σ x = total (for a support vector machine: the intercept). If no coordinate is free, every value
    in ``multiplier_interval`` certifies x, and ``multiplier`` is the middle.

    ``kkt`` is the largest violation of the optimality conditions in units of p. ``relative_kkt`` is the
    same divided by the size of the terms of the gradient (1e-16: roundoff). ``tolerance`` is the largest
    violation that a coordinate is allowed: 32 roundings of its terms. ``imbalance`` = |Σ x − total|/Σ|x|;
    at most n·eps is allowed. ``excess`` is the largest ratio of a violation to its tolerance, or of
    ``imbalance`` to n·eps. OPTIMAL requires ``excess`` ≤ 1.

    ``image`` (n,) = K x. ``gap`` = primal − dual. UNBOUNDED comes with a ``ray`` (n,), Σ|ray| = 1, along
    which the objective falls without bound. ``stage`` names the stage of `qp.solve` that gave the answer.
    ``trace`` holds every iterate if asked for.
    """

    x: Array
    image: Array
    multiplier: float
    multiplier_interval: tuple[float, float]
    states: States
    status: Status
    kkt: float
    relative_kkt: float
    tolerance: float
    imbalance: float
    excess: float
    iterations: int
    stage: str
    problem: Problem
    ray: Array | None = None
    trace: tuple[Iterate, ...] = ()

    @cached_property
    def objectives(self) -> tuple[float, float]:
        """Return the (primal, dual) objective values."""
        return self.problem.objectives(self.x, self.multiplier, self.image + self.problem.p)

    @property
    def primal(self) -> float:
        return self.objectives[0]

    @property
    def dual(self) -> float:
        return self.objectives[1]

    @property
    def gap(self) -> float:
        return self.primal - self.dual


def assessed(
    problem: Problem, b: Array, multiplier: float, iterations: int, stage: str, status: Status | None = None
) -> Solution:
    """Return b (n,) and its multiplier as a solution with its certificate.

    The status is OPTIMAL or NUMERICAL by the certificate, unless ``status`` is given.
    """
    image, states = problem.image(b), problem.states(b)
    slope = image + problem.p
    violations, allowed = problem.violations(b, multiplier, slope), problem.roundoff(b, multiplier)
    kkt, tolerance, imbalance = float(violations.max()), float(allowed.max()), problem.imbalance(b)
    # 0/0 counts as no violation
    shares = np.divide(violations, allowed, out=np.zeros(problem.n), where=violations != 0)
    excess = max(float(shares.max()), imbalance / (problem.n * EPS))
    if status is None:
        # with an error bound as large as p itself nothing is certified
        status = Status.OPTIMAL if excess <= 1 and tolerance <= problem.unit else Status.NUMERICAL
    some_free = np.count_nonzero(states) < problem.n
    interval = (multiplier, multiplier) if some_free else problem.multiplier_interval(b, states)
    relative = kkt / max(problem.unit, tolerance / (32 * EPS))
    return Solution(
        b.copy(),  # a copy, as callers may change it
        image,
        multiplier,
        interval,
        states,
        status,
        kkt,
        relative,
        tolerance,
        imbalance,
        excess,
        iterations,
        stage,
        problem,
    )
