r"""The last resort: a feasible primal active-set method, slow (one factorisation a step) and hard to defeat.

From a feasible point, move along the minimiser on the free coordinates until a bound blocks; when the free part is
optimal, release the bound with the most wrong sign. The objective never rises.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh

from kernviz.solvers.polish import Vertex, centre
from kernviz.solvers.problem import EPS, FREE, LOWER, UPPER, Array, Indices, Problem, States


def feasible(problem: Problem, b: Array, states: States) -> tuple[Array, States]:
    """The guess with its bounds exact, and Σ b = total restored by a common share of the room that is left."""
    b = np.clip(b, problem.lo, problem.hi)
    b[states == LOWER], b[states == UPPER] = problem.lo[states == LOWER], problem.hi[states == UPPER]
    for movable in (states == FREE, np.ones(problem.n, dtype=bool)):
        missing = problem.total - float(b.sum())
        limit = problem.hi if missing > 0 else problem.lo
        room = np.where(movable, limit - b, 0.0)
        open_ended = np.isinf(room)
        if open_ended.any():
            b[open_ended] += missing / open_ended.sum()
        elif room.sum() != 0.0:
            b += room * min(1.0, missing / float(room.sum()))
    states = np.where(b <= problem.lo, LOWER, np.where(b >= problem.hi, UPPER, FREE)).astype(np.int8)
    return b, states


def _direction(problem: Problem, gradient: Array, free: Indices) -> tuple[Array, bool]:
    """(step on the free coordinates with Σ = 0, whether it is a ray along which the objective falls for ever)."""
    K = problem.centred[np.ix_(free, free)]
    # centring within the free set restricts to Σ = 0 exactly
    inner = K - K.mean(axis=0)[None, :] - K.mean(axis=1)[:, None] + K.mean()
    down = -(gradient[free] - gradient[free].mean())
    values, vectors = eigh(inner)
    solid = values > 8 * problem.n * EPS * max(float(values[-1]), problem.scale)
    weights = vectors.T @ down
    flat = vectors[:, ~solid] @ weights[~solid]
    flat -= flat.mean()
    if np.abs(flat).max(initial=0.0) > 1e-9 * np.abs(problem.p).max(initial=0.0):
        return flat, True
    return vectors[:, solid] @ (weights[solid] / values[solid]), False


def active_set(problem: Problem, b: Array, states: States, steps: int | None = None) -> tuple[Vertex, Array | None]:
    """(the best point reached, a ray along which the program is unbounded or None)."""
    b, states = feasible(problem, b, states)
    multiplier = 0.0
    for _ in range(steps or 20 + 5 * problem.n):
        slope = problem.slope(b)
        free = np.flatnonzero(states == FREE)
        settled, ray = True, False
        if len(free):
            multiplier = -float(slope[free].mean())
            allowed = np.maximum(problem.roundoff(b, multiplier), 1e-12 * np.ptp(problem.p))
            settled = bool(np.all(np.abs(slope + multiplier)[free] <= allowed[free]))
        else:
            multiplier = centre(*problem.multiplier_interval(b, states))
            allowed = np.maximum(problem.roundoff(b, multiplier), 1e-12 * np.ptp(problem.p))
        step = np.zeros(problem.n)
        if not settled and len(free) > 1:
            step[free], ray = _direction(problem, slope, free)
            settled = np.abs(step).max() <= EPS * np.abs(b).max()
        if settled or len(free) == 1:
            released = _worst(slope + multiplier - allowed * states * -1.0, states, len(free))
            if len(released) == 0:
                break
            states[released] = FREE
            continue
        room = np.where(step > 0, problem.hi - b, np.where(step < 0, problem.lo - b, np.inf))
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(step != 0, room / step, np.inf)
        length = float(ratios.min())
        if ray and np.isinf(length):
            return Vertex(b, states, multiplier), step
        if not ray:
            length = min(1.0, length)
        b = np.clip(b + length * step, problem.lo, problem.hi)
        blocked = (ratios <= length) & (step != 0)
        states[blocked] = np.where(step[blocked] > 0, UPPER, LOWER)
        b[blocked] = np.where(step[blocked] > 0, problem.hi[blocked], problem.lo[blocked])
    return Vertex(b, states, multiplier), None


def _worst(gradient: Array, states: States, free: int) -> Indices:
    """The bound with the most wrong sign; the two of them when nothing is free, as Σ b lets one not move alone."""
    wrong = np.where(states == LOWER, -gradient, np.where(states == UPPER, gradient, 0.0))
    if free:
        worst = int(wrong.argmax())
        return np.array([worst] if wrong[worst] > 0 else [], dtype=np.intp)
    rising = np.where(states == LOWER, -gradient, -np.inf)
    falling = np.where(states == UPPER, gradient, -np.inf)
    pair = [int(rising.argmax()), int(falling.argmax())]
    return np.array(pair if rising[pair[0]] + falling[pair[1]] > 0 else [], dtype=np.intp)
