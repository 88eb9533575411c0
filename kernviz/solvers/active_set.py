"""Primal active-set method for quadratic programs.

The method is the last resort: slow (one factorisation a step) and robust.

From a feasible point, move along the minimiser on the free coordinates until a bound blocks. When
the free part is optimal, release the bound with the most wrong sign. The objective never rises.
"""

from __future__ import annotations

import numpy as np

import kernviz.budget as budget
from kernviz.arrays import Array, Indices
from kernviz.solvers.active_set_finish import CandidateSolution
from kernviz.solvers.problem import EPS, FREE, LOWER, UPPER, Problem, States, centre, centred


def active_set(problem: Problem, b: Array, states: States, steps: int = 200) -> tuple[CandidateSolution, Array | None]:
    """Return the point reached, and a ray or None.

    The start is (b, states), made feasible. At most `steps` steps are made. With a ray (n,), the objective falls
    along it without bound.
    """
    b, states = feasible(problem, b, states)
    multiplier = 0.0
    for _ in range(steps):
        budget.check()
        slope = problem.slope(b)
        free = np.flatnonzero(states == FREE)
        multiplier = -float(slope[free].mean()) if len(free) else centre(*problem.multiplier_interval(b, states))
        gradient = slope + multiplier
        allowed = problem.roundoff(b, multiplier)
        step, ray = np.zeros(problem.n), False
        if np.any(np.abs(gradient[free]) > allowed[free]):
            step[free], ray = _direction(problem, gradient, free, float(allowed.max()))
        if np.abs(step).max() <= EPS * np.abs(b).max():
            released = _worst(gradient, allowed, states)
            if len(released) == 0:
                break
            states[released] = FREE
            continue
        room = np.where(step > 0, problem.hi - b, b - problem.lo)
        ratios = np.divide(room, np.abs(step), out=np.full(problem.n, np.inf), where=step != 0)
        length = float(ratios.min())
        if ray and np.isinf(length):
            return CandidateSolution(b, states, multiplier), step
        length = length if ray else min(1.0, length)
        b = np.clip(b + length * step, problem.lo, problem.hi)
        for wall, limit, stopped in (
            (LOWER, problem.lo, (ratios <= length) & (step < 0)),
            (UPPER, problem.hi, (ratios <= length) & (step > 0)),
        ):
            b[stopped], states[stopped] = limit[stopped], wall
    return CandidateSolution(b, states, multiplier), None


def feasible(problem: Problem, b: Array, states: States) -> tuple[Array, States]:
    """Return the guess made feasible, with its states.

    The guess is clipped to its bounds. Σ b = total is restored by a common share of the remaining
    room.
    """
    b = np.clip(b, problem.lo, problem.hi)
    b[states == LOWER], b[states == UPPER] = problem.lo[states == LOWER], problem.hi[states == UPPER]
    for movable in (states == FREE, np.ones(problem.n, dtype=bool)):
        missing = problem.total - float(b.sum())
        if abs(missing) <= problem.n * EPS * float(np.abs(b).sum()):
            break  # the sum is off by roundoff only; correcting every point would free points at a bound
        room = np.where(movable, (problem.hi if missing > 0 else problem.lo) - b, 0.0)
        endless = np.isinf(room)
        if endless.any():
            b[endless] += missing / endless.sum()
        elif room.sum() != 0.0:
            b += room * min(1.0, missing / float(room.sum()))
    return b, problem.states(b)


def settled(problem: Problem, candidate: CandidateSolution) -> CandidateSolution:
    """Return a feasible version of an inexact answer.

    Coordinates nearer to a bound than their gradient go to the bound. Σ b is restored.
    """
    b, gradient = candidate.b, problem.slope(candidate.b) + candidate.multiplier
    low, high = problem.scale * (b - problem.lo) < gradient, problem.scale * (problem.hi - b) < -gradient
    b, states = feasible(problem, b, np.where(low, LOWER, np.where(high, UPPER, FREE)).astype(np.int8))
    return CandidateSolution(b, states, problem.best_multiplier(b))


def _direction(problem: Problem, gradient: Array, free: Indices, noise: float) -> tuple[Array, bool]:
    """Return a step on the free coordinates with Σ = 0.

    The second value is True if the objective falls along the step without end, until a coordinate meets a bound.
    """
    # centring within the free set restricts the problem to Σ = 0
    values, vectors = np.linalg.eigh(centred(problem.centred[np.ix_(free, free)]))
    weights = vectors.T @ (gradient[free].mean() - gradient[free])
    # The roundoff of K before centring remains, even if the centred matrix is much smaller.
    solid = values > 8 * problem.n * EPS * max(float(values[-1]), problem.largest)
    flat = vectors[:, ~solid] @ weights[~solid]
    flat -= flat.mean()
    if np.abs(flat).max(initial=0.0) > noise:
        return flat, True
    step = vectors[:, solid] @ (weights[solid] / values[solid])
    # an eigenvector of a small eigenvalue may have a component along the vector of ones
    return step - step.mean(), False


def _worst(gradient: Array, allowed: Array, states: States) -> Indices:
    """Return the indices of the coordinates to release from their bounds.

    The coordinate with the gradient of most wrong sign is released. If no coordinate is free, a pair of coordinates
    is released that can move in opposite directions, as Σ b is fixed. The result is empty if all signs are right.
    """
    at_lower, at_upper = states == LOWER, states == UPPER
    rising, falling = np.where(at_lower, -gradient, -np.inf), np.where(at_upper, gradient, -np.inf)
    if np.any(states == FREE):
        wrong = np.maximum(rising, falling)
        worst = int(wrong.argmax())
        return np.array([worst] if wrong[worst] > allowed[worst] else [], dtype=np.intp)
    up, down = int(rising.argmax()), int(falling.argmax())
    return np.array([up, down] if rising[up] + falling[down] > allowed[up] + allowed[down] else [], dtype=np.intp)
