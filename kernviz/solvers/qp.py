r"""Solve min ½ xᵀK x + pᵀx subject to Σ x = total, lo ≤ x ≤ hi, exactly, and say how exactly.

warm start → cvxopt's interior point → exact finish (`polish`) → active set as last resort. Whatever stage answers, the
optimality conditions are recomputed from (K, x, multiplier) alone, so a wrong answer cannot be silent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from kernviz.solvers.active_set import active_set, settled
from kernviz.solvers.interior import Inside, Iterate, interior
from kernviz.solvers.polish import Vertex, polish, snapped
from kernviz.solvers.problem import EPS, FREE, LOWER, UPPER, Array, Problem, States, finite, times
from kernviz.solvers.threads import one_thread
from kernviz.wording import phrase, say

__all__ = ["Iterate", "Solution", "Status", "solve"]

# steps from a guess, and free coordinates, whose eigenvalues each step asks for, worth it before starting afresh
NEARBY, FEW = 60, 100
FARTHER = 400  # steps where no point has two walls: the answer rests on a few, and what comes after is slow and inexact
FAR = 1e8  # in units of (spread of p)/(spread of K)


class Status(Enum):
    """How a solve ended. Only OPTIMAL has met its tolerance."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    MAX_ITER = phrase("iteration limit")
    NUMERICAL = phrase("numerical trouble")


@dataclass(frozen=True, eq=False)
class Solution:
    r"""An answer with its certificate.

    x (n,): exactly lo, exactly hi, or in between where ``states`` is −1, 1, 0. ``multiplier`` belongs to Σ x = total
    (for an SVM: the intercept); with nothing free every value in ``multiplier_interval`` certifies x and the middle is
    given. ``kkt`` is the largest violation of the optimality conditions in units of p, ``relative_kkt`` the same
    divided by the size of the terms of the gradient (1e-16: roundoff), ``tolerance`` the largest that a coordinate is
    allowed: 32 roundings of its terms. ``imbalance`` = |Σ x − total|/Σ|x|, at most n·eps. ``excess``: by what factor
    the worst of these exceeds what it may be; OPTIMAL means ≤ 1. ``image`` (n,) = K x. ``gap`` = primal − dual.
    UNBOUNDED comes with a ``ray`` (n,), Σ|ray| = 1, along which the objective falls for ever. ``stage`` names what gave
    the answer, ``trace`` every iterate if asked for.
    """

    x: Array
    image: Array
    multiplier: float
    multiplier_interval: tuple[float, float]
    states: States
    status: Status
    primal: float
    dual: float
    kkt: float
    relative_kkt: float
    tolerance: float
    imbalance: float
    excess: float
    iterations: int
    stage: str
    ray: Array | None = None
    trace: tuple[Iterate, ...] = ()

    @property
    def gap(self) -> float:
        return self.primal - self.dual


def solve(
    K: ArrayLike,
    p: ArrayLike,
    lo: ArrayLike,
    hi: ArrayLike,
    total: float = 0.0,
    *,
    start: ArrayLike | None = None,
    guesses: Iterable[ArrayLike] = (),
    trace: bool = False,
    max_iterations: int = 100,
) -> Solution:
    r"""min ½ xᵀK x + pᵀx, Σ x = total, lo ≤ x ≤ hi. K (n, n) symmetric, positive on Σ x = 0; p (n,); bounds broadcast.

    ``start`` (n,), the answer of a neighbouring program, is tried first; it counts only if it leads to the one x there
    is, so that an answer does not depend on where one came from. Then ``guesses`` (n,) one after the other: whoever
    made them, what comes of them is certified like every answer. ``trace=True`` runs the interior point to its end and
    keeps its iterates. Raises ValueError for malformed input only: how the solve went is in ``status``.
    """
    problem = _checked(K, p, lo, hi, total)
    low, high = float(problem.lo.sum()), float(problem.hi.sum())
    ends = np.concatenate([problem.lo, problem.hi])
    room = problem.n * EPS * float(np.abs(ends[np.isfinite(ends)]).sum())
    if not low - room <= problem.total <= high + room:
        corner = problem.lo if problem.total < low else problem.hi
        return _certified(problem, corner, 0.0, 0, "none", Status.INFEASIBLE)
    for corner, limit in ((problem.lo, low), (problem.hi, high)):
        if abs(problem.total - limit) <= room:  # a single point is feasible, and has no interior to walk in
            return _certified(problem, corner, problem.best_multiplier(corner), 0, say("only point"))
    with one_thread(), np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        if not trace:
            near = None if start is None else _started(problem, np.asarray(start, dtype=np.float64))
            near = near or _near(problem, guesses)
            if near is not None:
                return near
        return _solved(problem, trace, max_iterations)


def _solved(problem: Problem, trace: bool, max_iterations: int) -> Solution:

    unit, beta, pi = problem.normalised()

    def certified(vertex: Vertex, iterations: int, stage: str) -> Solution:
        b = np.where(vertex.states == LOWER, problem.lo, np.where(vertex.states == UPPER, problem.hi, beta * vertex.b))
        return _certified(problem, b.clip(problem.lo, problem.hi), pi * vertex.multiplier, iterations, stage)

    inside = _inside(unit, not trace, trace, max_iterations)
    steps = tuple(
        Iterate(beta * pi * i.primal, beta * pi * i.dual, beta * pi * i.gap, beta * i.b, pi * i.multiplier)
        for i in inside.iterates
    )
    exact = inside.vertex or polish(unit, inside.b, inside.states, steps=30)
    if exact is not None:
        answer = certified(snapped(unit, exact), inside.iterations, say("interior point, exact finish"))
        if answer.status is Status.OPTIMAL:
            return replace(answer, trace=steps)

    rough = settled(unit, Vertex(inside.b, inside.states, inside.multiplier))
    answers = [certified(rough, inside.iterations, say("interior point"))]
    ray = _runaway(unit, inside.b)
    if ray is None:
        reached, ray = active_set(unit, rough.b, rough.states)
        exact = polish(unit, reached.b, reached.states, steps=30) or reached
        answers += [
            certified(snapped(unit, vertex), inside.iterations, say("active set")) for vertex in (reached, exact)
        ]
    best = min(reversed(answers), key=lambda a: a.excess if a.excess >= 0 else np.inf)  # nan is no answer
    if ray is not None:
        best = replace(best, status=Status.UNBOUNDED, ray=ray / np.abs(ray).sum())
    elif best.status is not Status.OPTIMAL and inside.iterations >= max_iterations:
        best = replace(best, status=Status.MAX_ITER)
    return replace(best, trace=steps)


def _started(problem: Problem, start: Array) -> Solution | None:
    """The one answer there is, found from a neighbour's."""
    b = start.clip(problem.lo, problem.hi)
    vertex = polish(problem, b, problem.states(b), reach=_reach(problem))
    return None if vertex is None or not vertex.alone else _warm(problem, vertex)


def _reach(problem: Problem) -> int:
    """A guess that is wrong about more than a tenth of all is none."""
    return max(problem.n // 10, 5)


def _near(problem: Problem, guesses: Iterable[ArrayLike]) -> Solution | None:
    """The exact answer near one of the guesses: all states corrected at once, or from the last guess one by one."""
    b = None
    for guess in guesses:
        b = np.asarray(guess, dtype=np.float64).clip(problem.lo, problem.hi)
        vertex = polish(problem, b, problem.states(b), reach=_reach(problem))
        answer = None if vertex is None else _warm(problem, vertex)
        if answer is not None:
            return answer
    if b is None or np.count_nonzero(problem.states(b) == FREE) > FEW:
        return None
    steps = FARTHER if np.all(np.isinf(problem.hi - problem.lo)) else NEARBY
    reached, _ = active_set(problem, b, problem.states(b), steps)
    return _warm(problem, polish(problem, reached.b, reached.states, steps=3) or reached)


def _warm(problem: Problem, vertex: Vertex) -> Solution | None:
    vertex = snapped(problem, vertex)
    answer = _certified(problem, vertex.b, vertex.multiplier, 0, say("warm start"))
    return answer if answer.status is Status.OPTIMAL else None


def _inside(unit: Problem, finish: bool, record: bool, max_iterations: int) -> Inside:
    """The interior point. A bound that nothing comes near does not matter, but a box of ±1e15 costs it its digits."""
    for replacement in (FAR, np.inf):
        near = unit.relaxed(FAR, replacement)
        if near is not unit:
            inside = interior(near, finish, record, max_iterations)
            if np.all(np.abs(inside.b) < np.minimum(replacement, np.maximum(-unit.lo, unit.hi)) / 2):
                return inside
    return interior(unit, finish, record, max_iterations)


def _runaway(problem: Problem, b: Array) -> Array | None:
    """b / Σ|b| if b has left for infinity along a direction in which K, as far as roundoff lets one see, is zero."""
    if np.all(np.isfinite(problem.lo)) and np.all(np.isfinite(problem.hi)):
        return None
    size = float(np.abs(b).sum()) or 1.0
    ray = b / size
    bend, slope = float(ray @ problem.centred @ ray), float(problem.p @ ray)
    gone = size * abs(bend) < 1e-3 * abs(slope)  # at a minimum along the ray the two are equal
    return ray if slope < 0 and gone and bend <= 64 * problem.n * EPS * problem.largest else None


def _certified(
    problem: Problem, b: Array, multiplier: float, iterations: int, stage: str, status: Status | None = None
) -> Solution:
    image, states = times(problem.K, b), problem.states(b)
    slope = image + problem.p
    violations, allowed = problem.violations(b, multiplier, slope), problem.roundoff(b, multiplier)
    kkt, tolerance, imbalance = float(violations.max()), float(allowed.max()), problem.imbalance(b)
    shares = np.divide(violations, allowed, out=np.zeros(problem.n), where=violations != 0)  # 0 of 0 is nothing wrong
    excess = max(float(shares.max()), imbalance / (problem.n * EPS))
    if status is None:
        # a roundoff as large as p itself certifies nothing
        status = Status.OPTIMAL if excess <= 1 and tolerance <= problem.unit else Status.NUMERICAL
    some_free = bool(np.any(states == FREE))
    interval = (multiplier, multiplier) if some_free else problem.multiplier_interval(b, states)
    primal, dual = problem.objectives(b, multiplier, slope)
    relative = kkt / max(problem.unit, tolerance / (32 * EPS))
    return Solution(
        b,
        image,
        multiplier,
        interval,
        states,
        status,
        primal,
        dual,
        kkt,
        relative,
        tolerance,
        imbalance,
        excess,
        iterations,
        stage,
    )


def _checked(K: ArrayLike, p: ArrayLike, lo: ArrayLike, hi: ArrayLike, total: float) -> Problem:
    K, p = np.asarray(K, dtype=np.float64), np.asarray(p, dtype=np.float64)
    if p.ndim != 1 or len(p) == 0 or K.shape != (len(p), len(p)):
        raise ValueError(
            say(
                "K has shape {shape} and p {shape_2}: they must be (n, n) and (n,) with n ≥ 1",
                shape=K.shape,
                shape_2=p.shape,
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
