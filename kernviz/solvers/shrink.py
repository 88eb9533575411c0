"""Shrinking of a program to its doubtful part.

A coordinate is doubtful unless it is clearly at a bound. The other coordinates are held at the bound.

A factorisation of n/2 coordinates takes an eighth of the time, and the interior-point method needs
about twenty. Source: shrinking, T. Joachims (1999). Some coordinates may be held wrongly. So the
answer solves the part only, and is a start for the whole program.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array, Indices
from kernviz.solvers.problem import FREE, Problem

SPARE = 10  # beside the doubtful coordinates, every tenth of all is included
WORTH = 0.75  # share of all coordinates above which a smaller program saves no time
WIDE = 100.0  # times the largest coordinate of the guess: a farther bound is treated as infinite


def doubtful(problem: Problem, guess: Array) -> tuple[Indices, Problem] | None:
    """Return the doubtful coordinates and their program.

    The result is (indices, program of these coordinates). The other coordinates are held at the guess (n,). None if
    too few are held to save time, or if the part cannot reach the sum Σ b = total.
    """
    states = problem.states(guess)
    push = -states * gradient_at(problem, guess)  # gradient towards the coordinate's bound
    push[states == FREE] = -np.inf
    count = int(np.count_nonzero(push <= 0)) + problem.n // SPARE
    if count > WORTH * problem.n:
        return None
    some = np.sort(np.argsort(push, kind="stable")[:count])
    start = guess.copy()
    start[some] = 0.0
    lo, hi, far = problem.lo[some], problem.hi[some], WIDE * float(np.abs(guess).max())
    lo, hi = np.where(lo < -far, -np.inf, lo), np.where(hi > far, np.inf, hi)
    total = problem.total - float(start.sum())
    if not lo.sum() < total < hi.sum():
        return None
    K = problem.K.take(some, axis=0).take(some, axis=1)
    return some, Problem(K, problem.slope(start)[some], lo, hi, total)


def gradient_at(problem: Problem, guess: Array) -> Array:
    """Return the gradient (n,) of the guess, multiplier included.

    The multiplier makes the median gradient of the free coordinates 0. Without a free coordinate, it has the
    smallest violation.
    """
    slope, free = problem.slope(guess), problem.states(guess) == FREE
    return slope - float(np.median(slope[free])) if free.any() else slope + problem.best_multiplier(guess)
