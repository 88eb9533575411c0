"""Interior-point method of cvxopt for quadratic programs.

Only this file and multi_interior.py import cvxopt.

cvxopt receives the program as functions. This takes no additional time, as cvxopt's own sparse code
factors the same n × n matrix. The functions see every iterate, for the traces. They also let the exact
finish stop the iteration as soon as the active bounds are known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from cvxopt import matrix, solvers
from scipy.linalg import lapack

import kernviz.budget as budget
from kernviz.arrays import Array
from kernviz.solvers.active_set_finish import CandidateSolution, polish, snapped
from kernviz.solvers.cholesky import lower_factor
from kernviz.solvers.problem import FREE, LOWER, UPPER, Problem, States

CHECKPOINTS = (1e-3, 1e-5, 1e-7, 1e-9, 1e-11)  # relative gaps at which the exact finish is tried


@dataclass(frozen=True, eq=False)
class Iterate:
    """Iterate of the interior-point method.

    The fields are the objective values, the complementarity gap Σ s·z, the point b (n,) and the
    multiplier of Σ b.
    """

    primal: float
    dual: float
    gap: float
    b: Array
    multiplier: float


class _Finished(Exception):
    def __init__(self, candidate: CandidateSolution) -> None:
        super().__init__()
        self.candidate = candidate


class _Boxed:
    """Quadratic program in the form that cvxopt's coneqp requires.

    The program is min ½bᵀKb + pᵀb, 1ᵀb = total, −b ≤ −lo, b ≤ hi, for the finite bounds. K is centred, and p is
    changed accordingly.
    """

    def __init__(self, problem: Problem, finish: bool, record: bool) -> None:
        self.problem = problem
        self.K = problem.centred
        # Centring K adds total·means to p. A constant in p shifts the multiplier and the objective, not b.
        shifted = problem.p + problem.total * problem.means
        self.offset = float(shifted.mean())
        self.p = shifted - self.offset
        self.below, self.above = np.isfinite(problem.lo), np.isfinite(problem.hi)
        self.m = int(self.below.sum())
        self.h = np.concatenate([-problem.lo[self.below], problem.hi[self.above]])
        self.finish, self.record = finish, record
        self.b, self.slope, self.y, self.z = np.zeros(problem.n), np.zeros(problem.n), 0.0, np.zeros(len(self.h))
        self.iterates: list[Iterate] = []
        self.count = -1
        self.pending = list(CHECKPOINTS) if finish else []

    def spread(self, z: Array) -> Array:
        """Return Gᵀz (n,) for the matrix G of the bounds."""
        out = np.zeros(self.problem.n)
        out[self.below] -= z[: self.m]
        out[self.above] += z[self.m :]
        return out

    def apply(self, b: Array) -> Array:
        """Return G b for the matrix G of the bounds.

        The result has one row per finite bound.
        """
        return np.concatenate([-b[self.below], b[self.above]])

    # P, A and G are callbacks of cvxopt, as is `kkt` below. At the start of an iteration cvxopt calls P once, and A and
    # G transposed once; these calls see (b, y, z).
    def P(self, x: Any, out: Any, alpha: float = 1.0, beta: float = 0.0) -> None:  # noqa: N802
        self.b = np.array(x).ravel()
        self.slope = self.K @ self.b
        update(out, self.slope, alpha, beta)

    def A(self, x: Any, out: Any, trans: str = "N", alpha: float = 1.0, beta: float = 0.0) -> None:  # noqa: N802
        if trans == "T":
            self.y = float(x[0])
            update(out, np.full(self.problem.n, self.y), alpha, beta)
        else:
            update(out, np.array([np.asarray(x).sum()]), alpha, beta)

    def G(self, x: Any, out: Any, trans: str = "N", alpha: float = 1.0, beta: float = 0.0) -> None:  # noqa: N802
        values = np.array(x).ravel()
        if trans == "T":
            self.z = values
            update(out, self.spread(values), alpha, beta)
        else:
            update(out, self.apply(values), alpha, beta)
            self.look()

    def look(self) -> None:
        """Record the iterate and try the exact finish.

        cvxopt calls `G` last at the start of an iteration, and `G` calls this method. Raises _Finished with the
        exact answer if the finish succeeds.
        """
        budget.check()
        self.count += 1
        slack = self.h - self.apply(self.b)
        gap = float(slack @ self.z)
        half = 0.5 * float(self.b @ self.slope)
        primal = half + float(self.p @ self.b)
        dual = float(-half - self.y * self.problem.total - self.h @ self.z)
        if self.record:
            constant = self.offset * self.problem.total - 0.5 * self.problem.total**2 * float(self.problem.means.mean())
            self.iterates.append(Iterate(primal + constant, dual + constant, gap, self.b, self.multiplier))
        relative = gap / max(abs(primal), abs(dual), np.finfo(float).tiny)
        if self.pending and 0 <= relative <= self.pending[0]:
            self.pending = [level for level in self.pending if level < relative]
            candidate = self.finished(slack)
            if candidate is not None:
                raise _Finished(candidate)

    @property
    def multiplier(self) -> float:
        """Return the multiplier of the program with the given K.

        The multiplier of the centred K differs.
        """
        means, total = self.problem.means, self.problem.total
        return self.y - self.offset - float(means @ self.b) + total * float(means.mean())

    def states(self, slack: Array) -> States:
        """Return the classification of each coordinate as bound or free.

        A coordinate is at its bound if its slack, divided by the largest |b|, is smaller than its multiplier. The
        problem is normalised, so both are plain numbers.
        """
        size = float(np.abs(self.b).max()) or 1.0
        tight = slack < size * self.z
        states = np.full(self.problem.n, FREE, dtype=np.int8)
        states[np.flatnonzero(self.below)[tight[: self.m]]] = LOWER
        states[np.flatnonzero(self.above)[tight[self.m :]]] = UPPER
        return states

    def finished(self, slack: Array) -> CandidateSolution | None:
        candidate = polish(self.problem, np.clip(self.b, self.problem.lo, self.problem.hi), self.states(slack))
        return None if candidate is None else snapped(self.problem, candidate)

    def kkt(self, W: dict[str, Any]) -> Callable[[Any, Any, Any], None]:
        """Return a solver of the KKT system of an iteration.

        The system [[K, 1, Gᵀ], [1ᵀ, 0, 0], [G, 0, −W²]] u = r is solved by one Cholesky factorisation of
        K + Gᵀ W⁻² G.
        """
        inverse = np.array(W["di"]).ravel()
        weights = inverse**2
        M, diagonal = self.K.copy(), np.zeros(self.problem.n)
        diagonal[self.below] += weights[: self.m]
        diagonal[self.above] += weights[self.m :]
        M.flat[:: self.problem.n + 1] += diagonal
        factor = lower_factor(M)
        if factor is None:
            raise ArithmeticError("K + D is not positive definite")
        ones, _ = lapack.dpotrs(factor, np.ones(self.problem.n), lower=1)

        def solve(x: Any, y: Any, z: Any) -> None:
            right, last = np.array(x).ravel(), np.array(z).ravel()
            step, _ = lapack.dpotrs(factor, right + self.spread(weights * last), lower=1)
            change = (step.sum() - y[0]) / ones.sum()
            step -= change * ones
            x[:] = matrix(step)
            y[0] = float(change)
            z[:] = matrix(inverse * (self.apply(step) - last))

        return solve


def update(out: Any, values: Array, alpha: float, beta: float) -> None:
    """Update `out` in cvxopt's memory.

    The update is out := alpha·values + beta·out.
    """
    target = np.asarray(out).reshape(-1)
    target *= beta
    target += alpha * values


@dataclass(frozen=True, eq=False)
class InteriorResult:
    """Final iterate of the interior-point method.

    ``candidate`` is the exact answer if the exact finish succeeded; else None. ``iterates`` are empty unless recorded.
    """

    b: Array
    multiplier: float
    states: States
    candidate: CandidateSolution | None
    iterations: int
    iterates: tuple[Iterate, ...]


def interior(problem: Problem, finish: bool = True, record: bool = False, max_iterations: int = 100) -> InteriorResult:
    """Run cvxopt's coneqp until the exact finish succeeds.

    The run also ends if cvxopt meets its tolerances, after `max_iterations`, or if a factorisation fails.
    ``finish``: try the exact finish. ``record``: keep all iterates.
    """
    boxed = _Boxed(problem, finish, record)
    options = {"show_progress": False, "abstol": 1e-13, "reltol": 1e-10, "feastol": 1e-10, "maxiters": max_iterations}
    candidate = None
    try:
        solvers.coneqp(
            boxed.P,
            matrix(boxed.p),
            boxed.G,
            matrix(boxed.h),
            {"l": len(boxed.h), "q": [], "s": []},
            boxed.A,
            matrix([problem.total]),
            kktsolver=boxed.kkt,
            options=options,
        )
    except _Finished as done:
        candidate = done.candidate
    except (ArithmeticError, ValueError):  # cvxopt raises these when a factorisation fails
        pass
    return InteriorResult(
        np.clip(boxed.b, problem.lo, problem.hi),
        boxed.multiplier,
        boxed.states(boxed.h - boxed.apply(boxed.b)),
        candidate,
        boxed.count,
        tuple(boxed.iterates),
    )
