"""Solver of the multiclass program, with its accuracy.

All classes are solved at once (Crammer and Singer, an intercept per class).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kernviz.arrays import Array, Indices
from kernviz.solvers.multi_interior import interior
from kernviz.solvers.multi_program import Program, balanced, finish, settled
from kernviz.solvers.problem import EPS, centred
from kernviz.solvers.qp import Status
from kernviz.solvers.threads import one_thread
from kernviz.wording import say

NEAR = (1e2, 1e5)  # in units of 1/(spread of K): bounds tried first if C is much larger and may not be active


@dataclass(frozen=True, eq=False)
class MultiSolution:
    """Solution of the multiclass program, with its accuracy.

    t has shape (n, k), and b has shape (k,) with Σ b = 0. ``kkt`` is in units of the margin 1, as in
    `qp.Solution`.
    """

    t: Array
    b: Array
    status: Status
    kkt: float
    relative_kkt: float
    tolerance: float
    iterations: int
    stage: str


def solve_multiclass(K: Array, codes: Indices, classes: int, C: float) -> MultiSolution:
    """Solve the program of `multi_program`.

    K (n, n) is symmetric, and cᵀKc ≥ 0 for every c with Σ c = 0. codes (n,) are in 0…classes−1, and each class
    occurs. 0 < C < inf.
    """
    inner = centred(K)  # the columns of t sum to 0, so centring changes b only
    scale = float(np.trace(inner)) / len(K) or 1.0
    # scaled by the kernel's spread and, if C is small, by C, so that the solver's numbers are near 1
    unit = min(C * scale, 1.0)
    program = Program(inner * (unit / scale), codes, classes, C * scale / unit, K * (unit / scale))
    given = Program(K, codes, classes, C, K)
    with one_thread(), np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        t, b, iterations, exact = _solved(program)
        b = b - b.mean()
        # in the units of the given program, an active bound is met exactly, too
        t = balanced(np.where(t >= program.bound, given.bound, t * (unit / scale)).clip(max=given.bound), given.bound)
        kkt, tolerance = given.residual(t, b), given.roundoff(t, b)
        relative = kkt * 32 * EPS / tolerance
        # with an error bound as large as the margin nothing is certified
        status = Status.OPTIMAL if given.solved(t, b) and tolerance <= 1 else Status.NUMERICAL
    stage = say("interior point, exact finish") if exact else say("interior point")
    return MultiSolution(t, b, status, kkt, relative, tolerance, iterations, stage)


def _solved(program: Program) -> tuple[Array, Array, int, bool]:
    """Solve the program, with a smaller C first if C is large.

    If no coordinate reaches the smaller C, the answer solves the program for every larger C. The result is
    (t, b, iterations, True if the finish was exact).
    """
    for near in NEAR:
        if near < program.C / 10:
            t, b, iterations, exact = interior(replace(program, C=near))
            if exact and t.max() < near / 2:
                return t, b, iterations, True
    t, b, iterations, exact = interior(program)
    if exact:
        return t, b, iterations, True
    t = settled(program, t, b)
    again = finish(program, t, b, t >= program.bound)
    return (t, b, iterations, False) if again is None else (*again, iterations, True)
