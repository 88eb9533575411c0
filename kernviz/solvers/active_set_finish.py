"""Primal-dual active-set finisher: from a good guess to the exact answer.

An interior-point iterate is never exactly 0 or C. But it shows which coordinates are at a bound. Then
the other coordinates solve a linear system. So the answer has coordinates exactly at their bounds,
and optimality conditions that hold to roundoff. A start without a guess, with all coordinates free,
practically never works.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import blas, lapack

import kernviz.budget as budget
from kernviz.arrays import Array, Indices
from kernviz.solvers.cholesky import lower_factor
from kernviz.solvers.problem import EPS, FREE, LOWER, UPPER, Problem, States, centre


@dataclass(frozen=True, eq=False)
class CandidateSolution:
    """Candidate answer of a quadratic program.

    Its values are exactly at the bounds given by ``states``. ``multiplier`` is that of Σ b = total.

    ``unique``: True if no other b is an answer.
    """

    b: Array
    states: States
    multiplier: float
    unique: bool = False


@dataclass(eq=False)
class CholeskyFactor:
    """Lower Cholesky factor of the free part of the program.

    F are the f free coordinates. The factor ``lower`` belongs to the largest numerically independent part of
    K_FF + c·11ᵀ.

    ``rows`` (f, n): the rows F of K. ``K`` (f, f): K_FF. ``kept``: positions in F of the independent part.
    ``shift``: c.
    """

    rows: Array
    K: Array
    lower: Array
    kept: Indices | slice
    shift: float


def factored(problem: Problem, free: Indices) -> CholeskyFactor:
    """Return the Cholesky factor of the program's free part."""
    rows = problem.K.take(free, axis=0)
    own = rows.take(free, axis=1)
    n, diagonal = len(free), own.diagonal()
    shift = _typical(diagonal) or problem.scale
    factor = lower_factor(own + shift)
    if factor is not None and factor.diagonal().min() ** 2 > n * EPS * (diagonal.max() + shift):
        return CholeskyFactor(rows, own, factor, slice(None), shift)
    K = problem.factorable(free)
    shift = _typical(K.diagonal()) or problem.scale
    M = K + shift
    # Rows are scaled to diagonal 1, so that a dependent row is recognised whatever the size of its kernel values.
    size = np.sqrt(np.diag(M).clip(min=np.finfo(float).tiny))
    factor, pivots, rank, _ = lapack.dpstrf(M / size[:, None] / size[None, :], tol=4 * n * EPS, lower=1)
    kept = pivots[:rank] - 1
    return CholeskyFactor(rows, own, np.tril(factor[:rank, :rank]) * size[kept][:, None], kept, shift)


def _typical(diagonal: Array) -> float:
    """Return the median of the positive values, or 0."""
    positive = diagonal[diagonal > 0]
    positive.sort()
    return float(positive[len(positive) // 2]) if len(positive) else 0.0


class FreePart:
    """Solver that makes the gradient vanish on the free coordinates.

    Σ b = total holds, and the other coordinates are held.

    The system [[K_FF, 1], [1ᵀ, 0]] is solved through K_FF + c·11ᵀ. This has the same solution (Σ b is
    fixed) and is singular only where the bordered system is. Dependent points (duplicates, low-rank
    kernels) keep their value. A ridge instead would turn roundoff/ridge into noise of size 1 along
    the null space. The solution is found by corrections (iterative refinement) with the true K. So the
    factor may be approximate and the residual still goes down to roundoff. If no point depends on
    others, the result does not depend on the given free part of b, not even in the last bit.
    """

    def __init__(self, problem: Problem, b: Array, free: Indices) -> None:
        self.problem, self.free, self.factor = problem, free, factored(problem, free)
        self.unique = len(self.factor.lower) == len(free)  # True if the linear system determines b uniquely
        self.ones, _ = lapack.dpotrs(self.factor.lower, np.ones(len(self.factor.lower)), lower=1)
        self.b = b.copy()
        self.b[free] = 0.0
        self.moved = np.zeros(len(free)) if self.unique else b[free]
        self.fixed_part, self.left = self.factor.rows @ self.b + problem.p[free], problem.total - float(self.b.sum())
        self.multiplier = -float(self._slope().sum()) / len(free)

    def _slope(self) -> Array:
        return np.asarray(blas.dsymv(1.0, self.factor.K.T, self.moved, beta=1.0, y=self.fixed_part))

    def correct(self, rounds: int) -> None:
        """Make ``rounds`` corrections; three reach roundoff."""
        kept, whole = self.factor.kept, float(self.ones.sum())
        for _ in range(rounds):
            right = self._slope()[kept] + self.multiplier
            step, _ = lapack.dpotrs(self.factor.lower, right, lower=1, overwrite_b=1)
            missing = self.left - float(self.moved.sum())
            change = -(float(step.sum()) + missing) / whole
            self.moved[kept] -= step + change * self.ones
            self.multiplier += change + self.factor.shift * missing

    def whole(self) -> Array:
        """Return the whole vector b (n,), free and held coordinates."""
        b = self.b.copy()
        b[self.free] = self.moved
        return b


def solve_free(problem: Problem, b: Array, free: Indices, rounds: int = 3) -> tuple[Array, float, Array, bool]:
    """Solve the free part by `FreePart`, with `rounds` corrections.

    The result is (b, multiplier, gradient, True if b is unique). The gradient (n,) includes the multiplier.
    """
    part = FreePart(problem, b, free)
    part.correct(rounds)
    b = part.whole()
    problem.settle(b)
    return b, part.multiplier, problem.slope(b) + part.multiplier, part.unique


def polish(
    problem: Problem, b: Array, states: States, steps: int = 12, reach: int | None = None
) -> CandidateSolution | None:
    """Return the exact answer found by correcting guessed states.

    Each round solves for the free coordinates and corrects states of wrong sign: a free coordinate beyond its
    bound, or a gradient of wrong sign at a bound. None if the states do not settle within `steps` rounds.

    All wrong states are corrected at once as long as fewer remain each time. Else the worst alone is corrected, if
    enough rounds are left. ``reach``: with more wrong states than this the guess is given up; None: no limit.
    """
    fewest = problem.n + 1
    seen: set[bytes] = set()
    for left in range(steps, 0, -1):
        budget.check()
        b = np.where(states == LOWER, problem.lo, np.where(states == UPPER, problem.hi, b))
        if states.tobytes() in seen:
            return None
        seen.add(states.tobytes())
        free = np.flatnonzero(states == FREE)
        if len(free) == 0:
            return at_bounds(problem, b, states)
        solved, multiplier, gradient, unique = solve_free(problem, b, free)
        if not np.all(np.isfinite(solved)):
            return None
        allowed = problem.roundoff(solved, multiplier)
        following = _corrected(problem, solved, gradient, states, allowed)
        wrong = np.flatnonzero(following != states)
        if len(wrong) == 0:
            fine = np.abs(gradient) <= allowed
            if not np.all(fine[free]):
                return None
            # A bound with gradient 0 need not be active. Then other points may share its weight, and b is not unique.
            unique = unique and int(np.count_nonzero(fine)) == len(free)
            return CandidateSolution(solved, states, _or_zero(problem, solved, multiplier), unique)
        if (reach is not None and len(wrong) > reach) or fewest <= len(wrong) >= left:
            return None
        b = np.clip(solved, problem.lo, problem.hi)
        if len(wrong) < fewest:
            fewest, states = len(wrong), following
        else:
            # Sizes of the errors in units of the gradient: the distance from the violated bound, or the gradient of
            # wrong sign.
            size = np.where(states == FREE, np.abs(solved - b) * np.abs(problem.K.diagonal()), np.abs(gradient))
            worst = wrong[size[wrong].argmax()]
            states = states.copy()
            states[worst] = following[worst]
    return None


def finish(problem: Problem, b: Array, states: States) -> CandidateSolution | None:
    """Return the unique answer with these states, not certified yet.

    Bound coordinates keep their value in b. None if there may be other answers, or if a free coordinate reaches a
    bound.
    """
    free = (states == FREE).nonzero()[0]
    if len(free) == 0:
        return at_bounds(problem, b, states)
    part = FreePart(problem, b, free)
    part.correct(3)
    return unique_candidate(part, states)


def unique_candidate(part: FreePart, states: States) -> CandidateSolution | None:
    """Return the candidate of a solved part, if it is unique.

    The candidate must keep its bounds, and no other answer may have these states. Else None.
    """
    b, problem = part.whole(), part.problem
    if not part.unique or np.count_nonzero(problem.states(b)) != problem.n - len(part.free):
        return None
    problem.settle(b)
    # A bound with gradient 0 need not be active. Then other points may share its weight, and b is not unique.
    fine = np.abs(problem.slope(b) + part.multiplier) <= problem.roundoff(b, part.multiplier)
    if np.count_nonzero(fine) != len(part.free):
        return None
    return CandidateSolution(b, states, _or_zero(problem, b, part.multiplier), True)


def _or_zero(problem: Problem, b: Array, multiplier: float) -> float:
    """Return zero for a multiplier that is only roundoff.

    Symmetric data give such multipliers. Zero is returned only if the optimality conditions hold with it.
    """
    if abs(multiplier) > 2 * EPS * problem.unit:
        return multiplier
    return 0.0 if np.all(problem.violations(b, 0.0) <= problem.roundoff(b, 0.0)) else multiplier


def _corrected(problem: Problem, b: Array, gradient: Array, states: States, allowed: Array) -> States:
    free, following = states == FREE, states.copy()
    # A free coordinate that depends on others is not determined by the linear system. It moves along its gradient to a
    # bound.
    following[free & (gradient > allowed) & np.isfinite(problem.lo)] = LOWER
    following[free & (gradient < -allowed) & np.isfinite(problem.hi)] = UPPER
    following[free & (b <= problem.lo)] = LOWER
    following[free & (b >= problem.hi)] = UPPER
    following[(states == LOWER) & (gradient < -allowed)] = FREE
    following[(states == UPPER) & (gradient > allowed)] = FREE
    return following


def at_bounds(problem: Problem, b: Array, states: States) -> CandidateSolution | None:
    """Return the answer with no coordinate free.

    Any multiplier in `Problem.multiplier_interval` certifies the answer; the middle is taken. None if the interval
    is empty, or if Σ b = total does not hold.
    """
    if abs(float(b.sum()) - problem.total) > problem.n * EPS * float(np.abs(b).sum()):
        return None
    low, high = problem.multiplier_interval(b, states)
    middle = centre(low, high)
    roundoff = 2 * float(problem.roundoff(b, middle).max())
    return None if low - high > roundoff else CandidateSolution(b, states, middle, high - low > roundoff)


def snapped(problem: Problem, candidate: CandidateSolution) -> CandidateSolution:
    """Return the answer with near-bound values put on their bounds.

    These are values that equal a bound up to roundoff. The answer is changed only if the optimality conditions
    still hold.
    """
    near = 1e-10 * float(np.abs(candidate.b).max(initial=0.0))  # tolerance of a proposal only; `polish` checks it
    below, above = candidate.b - problem.lo <= near, problem.hi - candidate.b <= near
    if np.count_nonzero(below | above) == np.count_nonzero(candidate.states):
        return candidate
    states = candidate.states.copy()
    states[below & (states == FREE)], states[above & (states == FREE)] = LOWER, UPPER
    better = polish(problem, candidate.b, states, steps=1)
    return candidate if better is None else better
