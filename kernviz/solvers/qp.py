"""Exact solution of a quadratic program, with its accuracy.

The program is min ½ xᵀK x + pᵀx subject to Σ x = total, lo ≤ x ≤ hi.

These stages are tried in turn:

* the path from the solution of a neighbouring program (`follow`);
* guesses, completed by `polish`, `follow`, the active set, or a solve of their doubtful part;
* cvxopt's interior-point method for the whole program, with an exact finish (`polish`, `follow`);
* the active-set method as last resort.

The optimality conditions of every answer are recomputed from (K, x, multiplier) alone. So a wrong
answer is always reported in its ``status``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.solvers.active_set import active_set, settled
from kernviz.solvers.active_set_finish import CandidateSolution, polish, snapped
from kernviz.solvers.homotopy import follow
from kernviz.solvers.interior import InteriorResult, Iterate, interior
from kernviz.solvers.problem import EPS, FREE, LOWER, UPPER, Problem, finite
from kernviz.solvers.shrink import doubtful, gradient_at
from kernviz.solvers.solution import Solution, Status, assessed
from kernviz.solvers.threads import one_thread
from kernviz.wording import say

__all__ = ["Iterate", "Solution", "Status", "solve", "solve_sound"]

# For a start from a guess: largest number of steps, and largest number of free coordinates, as each step takes a
# factorisation.
NEARBY, FEW = 60, 100
# steps if no coordinate has two finite bounds; few are then free, and the alternative is slow and inexact
FARTHER = 400
EXCHANGES, AFTER_A_GUESS = 40, 20  # exchanges on a path from a neighbouring answer, and from a guess
LEAST_SLOPE = 1e-3  # smallest |gradient| at a bound in _loosened, in units of p: libsvm's tolerance
FAR = 1e8  # in units of (spread of p)/(spread of K): bounds beyond are tried at this value


def solve(
    K: ArrayLike,
    p: ArrayLike,
    lo: ArrayLike,
    hi: ArrayLike,
    total: float = 0.0,
    *,
    start: ArrayLike | None = None,
    gradient: ArrayLike | None = None,
    guesses: Iterable[ArrayLike] = (),
    trace: bool = False,
    max_iterations: int = 100,
) -> Solution:
    """Solve a quadratic program and certify the answer.

    The program is min ½ xᵀK x + pᵀx, Σ x = total, lo ≤ x ≤ hi.

    K (n, n) is symmetric, with cᵀKc ≥ 0 for every c with Σ c = 0. p is (n,). lo < hi are numbers or (n,).

    ``start`` (n,), the answer of a neighbouring program, is tried first. Its ``gradient`` (n,), multiplier
    included, is used if known. The result of ``start`` counts only if x is unique, so that an answer does not
    depend on the start. Then ``guesses`` (n,) are tried one after the other, certified like every answer.
    ``trace=True`` uses neither: it runs the interior-point method to its end and keeps its iterates.

    Raises ValueError for malformed input only. ``status`` of the result tells how the solve ended.
    """
    problem = _checked(K, p, lo, hi, total)
    low, high = float(problem.lo.sum()), float(problem.hi.sum())
    ends = np.concatenate([problem.lo, problem.hi])
    room = problem.n * EPS * float(np.abs(ends[np.isfinite(ends)]).sum())
    if not low - room <= problem.total <= high + room:
        corner = problem.lo if problem.total < low else problem.hi
        return assessed(problem, corner, 0.0, 0, "none", Status.INFEASIBLE)
    for corner, limit in ((problem.lo, low), (problem.hi, high)):
        # the only feasible point, without an interior for the interior-point method
        if abs(problem.total - limit) <= room:
            return assessed(problem, corner, problem.best_multiplier(corner), 0, say("only point"))
    return solve_sound(
        problem, start=start, gradient=gradient, guesses=guesses, trace=trace, max_iterations=max_iterations
    )


def solve_sound(
    problem: Problem,
    *,
    start: ArrayLike | None = None,
    gradient: ArrayLike | None = None,
    guesses: Iterable[ArrayLike] = (),
    trace: bool = False,
    max_iterations: int = 100,
) -> Solution:
    """Solve a program that is known to be well-formed.

    This is `solve` for a finite program with room between its bounds.
    """
    with one_thread(), np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        if not trace:
            near = None if start is None else _started(problem, start, gradient)
            near = near or _near(problem, guesses)
            if near is not None:
                return near
        return _solved(problem, trace, max_iterations)


def _solved(problem: Problem, trace: bool, max_iterations: int, part: bool = False) -> Solution:
    """Solve by the interior-point method, an exact finish and the active set.

    ``part``: the result is only a guess for a larger program. Then no finish is tried between iterations, and the
    active-set method is not used.
    """
    unit, b_unit, p_unit = problem.normalised()

    def certified(candidate: CandidateSolution, iterations: int, stage: str) -> Solution:
        b = np.where(
            candidate.states == LOWER, problem.lo, np.where(candidate.states == UPPER, problem.hi, b_unit * candidate.b)
        )
        return assessed(problem, b.clip(problem.lo, problem.hi), p_unit * candidate.multiplier, iterations, stage)

    inside = _inside(unit, not (trace or part), trace, max_iterations)
    steps = tuple(
        Iterate(
            b_unit * p_unit * i.primal,
            b_unit * p_unit * i.dual,
            b_unit * p_unit * i.gap,
            b_unit * i.b,
            p_unit * i.multiplier,
        )
        for i in inside.iterates
    )

    def finished(candidate: CandidateSolution) -> Solution | None:
        answer = certified(candidate, inside.iterations, say("interior point, exact finish"))
        return answer if answer.status is Status.OPTIMAL else None

    exact = inside.candidate or polish(unit, inside.b, inside.states, steps=30)
    answer = None if exact is None else finished(snapped(unit, exact))
    if answer is not None:
        return replace(answer, trace=steps)

    rough = settled(unit, CandidateSolution(inside.b, inside.states, inside.multiplier))
    gradient = unit.slope(rough.b) + rough.multiplier
    near = follow(unit, rough.b, gradient, _exchanges(unit), lambda candidate: finished(snapped(unit, candidate)))
    if near is not None:
        return replace(near, trace=steps)
    answers = [certified(rough, inside.iterations, say("interior point"))]
    if part:
        return answers[0]
    ray = _runaway(unit, inside.b)
    if ray is None:
        reached, ray = active_set(unit, rough.b, rough.states)
        exact = polish(unit, reached.b, reached.states, steps=30) or reached
        answers += [
            certified(snapped(unit, candidate), inside.iterations, say("active set")) for candidate in (reached, exact)
        ]
    best = min(reversed(answers), key=lambda a: a.excess if a.excess >= 0 else np.inf)  # nan counts as the worst
    if ray is not None:
        best = replace(best, status=Status.UNBOUNDED, ray=ray / np.abs(ray).sum())
    elif best.status is not Status.OPTIMAL and inside.iterations >= max_iterations:
        best = replace(best, status=Status.MAX_ITER)
    return replace(best, trace=steps)


def _started(problem: Problem, start: ArrayLike, gradient: ArrayLike | None) -> Solution | None:
    """Return the answer found from a neighbouring program's answer.

    None if the path is too long, or if the answer may not be unique.
    """
    b = np.asarray(start, dtype=np.float64).clip(problem.lo, problem.hi)
    r = problem.slope(b) + problem.best_multiplier(b) if gradient is None else np.asarray(gradient, dtype=np.float64)
    return follow(problem, b, r, _exchanges(problem), partial(_warm, problem))


def _reach(problem: Problem) -> int:
    """Return the largest number of wrong signs of a usable guess.

    The number is a tenth of all coordinates, and at least 5.
    """
    return max(problem.n // 10, 5)


def _exchanges(problem: Problem) -> int:
    """Return the largest number of exchanges worth making on a path.

    Up to this number the path is faster than a fresh start.
    """
    return max(EXCHANGES, problem.n // 10)


def _near(problem: Problem, guesses: Iterable[ArrayLike]) -> Solution | None:
    """Return an exact answer near one of the guesses, or None.

    `polish` corrects all wrong states of a guess at once. From the first guess a path is also followed. From the
    last guess, the active set corrects states one by one, or the doubtful part is solved first.
    """
    b = None
    for guess in guesses:
        first, b = b is None, np.asarray(guess, dtype=np.float64).clip(problem.lo, problem.hi)
        candidate = polish(problem, b, problem.states(b), reach=_reach(problem))
        answer = None if candidate is None else _warm(problem, candidate)
        if answer is None and first:
            answer = follow(problem, b, _loosened(problem, b), AFTER_A_GUESS, partial(_warm, problem))
        if answer is not None:
            return answer
    if b is None:
        return None
    if np.count_nonzero(problem.states(b) == FREE) > FEW:
        return _shrunk(problem, b)
    steps = FARTHER if np.all(np.isinf(problem.hi - problem.lo)) else NEARBY
    reached, _ = active_set(problem, b, problem.states(b), steps)
    return _warm(problem, polish(problem, reached.b, reached.states, steps=3) or reached) or _shrunk(problem, b)


def _loosened(problem: Problem, guess: Array) -> Array:
    """Return the gradient (n,) of a nearby program that the guess solves.

    `follow` starts from this program. The gradient is 0 at free coordinates. At a bound it has the right sign, and
    an absolute value of at least LEAST_SLOPE in units of p.
    """
    states = problem.states(guess)
    return np.asarray(-states * np.maximum(-states * gradient_at(problem, guess), LEAST_SLOPE * problem.unit))


def _shrunk(problem: Problem, guess: Array) -> Solution | None:
    """Solve the doubtful part of the guess, then the whole program.

    `follow` leads from the answer of the part to that of the whole. None if this fails.
    """
    part = doubtful(problem, guess)
    if part is None:
        return None
    some, smaller = part
    b = guess.copy()
    b[some] = _solved(smaller, False, 100, part=True).x.clip(problem.lo[some], problem.hi[some])
    return follow(problem, b, _loosened(problem, b), _exchanges(problem), partial(_warm, problem))


def _warm(problem: Problem, candidate: CandidateSolution) -> Solution | None:
    candidate = snapped(problem, candidate)
    answer = assessed(problem, candidate.b, candidate.multiplier, 0, say("warm start"))
    return answer if answer.status is Status.OPTIMAL else None


def _inside(unit: Problem, finish: bool, record: bool, max_iterations: int) -> InteriorResult:
    """Run the interior-point method with very far bounds replaced.

    Bounds of ±1e15 cost digits. So bounds beyond ±FAR are replaced by ±FAR, or by ±∞ if a coordinate comes close to
    its bound. If both fail, the given bounds are used.
    """
    for replacement in (FAR, np.inf):
        near = unit.relaxed(FAR, replacement)
        if near is not unit:
            inside = interior(near, finish, record, max_iterations)
            if np.all(np.abs(inside.b) < np.minimum(replacement, np.maximum(-unit.lo, unit.hi)) / 2):
                return inside
    return interior(unit, finish, record, max_iterations)


def _runaway(problem: Problem, b: Array) -> Array | None:
    """Return the direction b / Σ|b| if b diverges along it.

    K is zero along this direction up to roundoff. Else None.
    """
    if np.all(np.isfinite(problem.lo)) and np.all(np.isfinite(problem.hi)):
        return None
    size = float(np.abs(b).sum()) or 1.0
    ray = b / size
    bend, slope = float(ray @ problem.centred @ ray), float(problem.p @ ray)
    gone = size * abs(bend) < 1e-3 * abs(slope)  # at a minimum along the ray both sides are equal
    return ray if slope < 0 and gone and bend <= 64 * problem.n * EPS * problem.largest else None


def _checked(K: ArrayLike, p: ArrayLike, lo: ArrayLike, hi: ArrayLike, total: float) -> Problem:
    K, p = np.asarray(K, dtype=np.float64), np.asarray(p, dtype=np.float64)
    if p.ndim != 1 or len(p) == 0 or K.shape != (len(p), len(p)):
        raise ValueError(
            say(
                "K has shape {K_shape} and p {p_shape}: they must be (n, n) and (n,) with n ≥ 1",
                K_shape=K.shape,
                p_shape=p.shape,
            )
        )
    if not (finite(K) and finite(p) and np.isfinite(total)):
        raise ValueError(say("K, p and total must be finite: a nan or an infinity was given"))
    low = np.array(np.broadcast_to(np.asarray(lo, dtype=np.float64), p.shape))
    high = np.array(np.broadcast_to(np.asarray(hi, dtype=np.float64), p.shape))
    if not np.all(low < high):
        where = int(np.argmin(low < high))
        raise ValueError(
            say(
                "lo = {low:g} must be < hi = {high:g} (coordinate {where})",
                low=low[where],
                high=high[where],
                where=where,
            )
        )
    return Problem(K, p, low, high, float(total))
