"""Parametric path from a neighbouring program's solution to this program's.

An exchange is a coordinate that changes between free and bound. The path is followed from exchange to
exchange.

Consider the program min ½ bᵀK b + (p + (1−t) q)ᵀb, Σ b = total − (1−t) missing. For a suitable q, the
neighbour's b and gradient r solve it at t = 0. As t grows, b moves on a straight line. The line ends
if a free coordinate meets a bound, or if the gradient of a bound coordinate vanishes. Then this
coordinate is exchanged, and t grows further, up to 1. There are few exchanges if the neighbour is
near, and each is a rank-one update. Correcting all wrong signs at once, as `polish` does, would free
too many coordinates. Source: M. J. Best, parametric quadratic programming (1996); H. J. Ferreau et
al., qpOASES (2008).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from scipy.linalg import blas, lapack

import kernviz.budget as budget
from kernviz.arrays import Array, Indices
from kernviz.solvers.active_set_finish import (
    CandidateSolution,
    CholeskyFactor,
    FreePart,
    at_bounds,
    finish,
    unique_candidate,
)
from kernviz.solvers.problem import FREE, Problem, States, times

T = TypeVar("T")

DEPENDENT = 1e-10  # relative to a kernel value: a coordinate with a smaller remainder depends on the free coordinates
# give up if this many times the allowed exchanges lie ahead at the start; most of them turn out not to be needed
HOPELESS = 10
NEVER, ALMOST = 1e-200, 1e-300  # they make 0/0 large: a coordinate that does not move meets no bound


class _Free:
    """Free coordinates F and the inverse H = (K_FF + c·11ᵀ)⁻¹.

    H is updated by a rank-one product if a coordinate is added or dropped. H is the upper left corner of a larger
    matrix of zeros, which has room for further coordinates.

    As Σ b is fixed, c changes no answer. K_FF + c·11ᵀ is singular only if the program has no unique answer on F.
    """

    def __init__(self, problem: Problem, free: Indices, factor: CholeskyFactor | None, room: int) -> None:
        f, most = len(free), min(len(free) + room, problem.n)
        self.K, self.count = problem.K, f
        self.shift = problem.scale + problem.largest if factor is None else factor.shift
        self.places, self.H = np.empty(most, dtype=np.intp), np.zeros((most, most), order="F")
        self.places[:f] = free
        if factor is not None:
            half, _ = lapack.dpotri(factor.lower, lower=1)
            self.H[:f, :f] = half + half.T
            self.H.flat[: f * (most + 1) : most + 1] /= 2

    @property
    def F(self) -> Indices:  # noqa: N802
        return self.places[: self.count]

    def solve(self, right: Array) -> Array:
        """Return (K_FF + c·11ᵀ)⁻¹ right, of shape (f,) or (f, 2)."""
        return self.H[: self.count, : self.count] @ right

    def times(self, step: Array) -> Array:
        """Return K b (n,) for a b supported on F.

        b is ``step`` (f,) on F and zero elsewhere. The rows of F alone are read if they are few.
        """
        if 4 * self.count < len(self.K):
            return step @ self.K.take(self.F, axis=0)
        b = np.zeros(len(self.K))
        b[self.F] = step
        return times(self.K, b)

    def beyond(self, j: int) -> tuple[Array, float]:
        """Return (u, s) that decompose the feature vector φⱼ.

        φⱼ is Σ u φ_F plus a part of squared length s orthogonal to them, in the space of k + c.
        """
        row = self.K[j, self.F] + self.shift
        u = self.solve(row)
        return u, float(self.K[j, j]) + self.shift - float(u @ row)

    def add(self, j: int, u: Array, s: float) -> None:
        x = np.zeros(len(self.H))
        x[: self.count], x[self.count] = u, -1.0
        blas.dger(1 / s, x, x, a=self.H, overwrite_a=1)
        self.places[self.count] = j
        self.count += 1

    def drop(self, i: int) -> None:
        """Remove the i-th coordinate of F; the last takes its place."""
        H, last = self.H, self.count - 1
        x = H[i].copy()
        blas.dger(-1 / x[i], x, x, a=H, overwrite_a=1)
        self.places[i] = self.places[last]
        H[i] = H[last]
        H[:, i] = H[:, last]
        H[i, i] = H[last, last]
        H[last] = H[:, last] = 0.0
        self.count = last


class _Walk:
    """State of the path: t, b and the bound coordinates.

    ``side`` (n,): 1 at the lower and −1 at the upper bound, the sign of a gradient there; 0 for a free coordinate.
    ``left`` (n,): the absolute gradient that is left at a bound.

    The rates in t are ``step`` (f,) for the free b, and ``towards`` (n,) for ``left``, which falls by it.
    """

    def __init__(self, problem: Problem, b: Array, gradient: Array) -> None:
        self.problem, self.b, self.t = problem, b.copy(), 0.0
        self.states = problem.states(b)
        self.side = -self.states.astype(np.float64)
        # A coordinate that reached its bound only now, as the box became smaller, is about to leave the bound.
        self.left = np.maximum(self.side * gradient, 0.0)
        self.missing, self.q = problem.total - float(b.sum()), np.zeros(0)

    def prepare(self, own: _Free) -> None:
        """Set up the state before the first exchange."""
        self.own, self.q = own, self.side * self.left - self.problem.slope(self.b)

    def aim(self) -> None:
        """Compute the rates `step` and `towards` for the current free coordinates."""
        own = self.own
        right = np.ones((2, own.count))
        right[0] = self.q[own.F]
        step, ones = own.solve(right.T).T
        change = (float(step.sum()) - self.missing) / float(ones.sum())
        self.step = step - change * ones
        self.towards = self.side * (self.q - (change + own.shift * self.missing) - own.times(self.step))

    def meetings(self, free: Indices, step: Array) -> Array:
        """Return for each free coordinate the step length to its bound.

        The lengths (f,) are multiples of ``step``.
        """
        b = self.b[free]
        room = np.where(step > 0, self.problem.hi[free] - b, b - self.problem.lo[free])
        return np.asarray((np.maximum(room, 0.0) + NEVER) / (np.abs(step) + ALMOST))

    def look(self, free: Indices) -> int:
        """Return the number of exchanges ahead, estimated from the current rates.

        The method also stores the steps in t to each exchange: ``meets`` (f,) and ``leaves`` (n,).
        """
        self.meets, self.leaves = self.meetings(free, self.step), (self.left + NEVER) / np.maximum(self.towards, ALMOST)
        rest = 1 - self.t
        return int(np.count_nonzero(self.meets < rest) + np.count_nonzero(self.leaves < rest))

    def end(self, free: Indices) -> tuple[Array, States]:
        """Return (b, states) after all exchanges ahead at once."""
        rest, b = 1 - self.t, self.b.copy()
        b[free] += rest * self.step
        b = b.clip(self.problem.lo, self.problem.hi)
        states = self.problem.states(b)
        states[self.leaves < rest] = FREE
        return b, states

    def advance(self) -> bool:
        """Move to the next exchange and make it.

        Return False if the exchange cannot be made.
        """
        i, j = int(self.meets.argmin()), int(self.leaves.argmin())
        meets, leaves = float(self.meets[i]), float(self.leaves[j])
        if not (meets >= 0 and leaves >= 0):  # also True for nan
            return False
        length = min(meets, leaves)
        self.b[self.own.F] += length * self.step
        self.left = np.maximum(self.left - length * self.towards, 0.0)
        self.t += length
        if meets <= leaves:
            self.bind(i, bool(self.step[i] > 0))
            return True
        return self.release(j)

    def bind(self, i: int, rises: bool) -> None:
        """Move the i-th free coordinate to its bound."""
        k = self.own.places[i]
        self.b[k] = self.problem.hi[k] if rises else self.problem.lo[k]
        self.side[k], self.left[k] = -1.0 if rises else 1.0, 0.0
        self.own.drop(i)

    def release(self, j: int) -> bool:
        """Free the bound coordinate j.

        If the image of j depends on the images of the free coordinates, b moves along this dependence. A free
        coordinate that meets a bound is then bound instead of j, or j reaches its other bound. Return False if
        roundoff prevents the release.
        """
        own, side = self.own, float(self.side[j])
        u, s = own.beyond(j)
        if own.count and s <= DEPENDENT * (abs(own.K[j, j]) + own.shift):  # along this direction no gradient changes
            step = -side * u
            meets = self.meetings(own.F, step)
            i, span = int(meets.argmin()), float(self.problem.hi[j] - self.problem.lo[j])
            length = min(float(meets[i]), span)
            self.b[own.F] += length * step
            if span <= length:
                self.side[j], self.b[j] = -side, self.problem.hi[j] if side > 0 else self.problem.lo[j]
                self.left[j] = 0.0
                return True
            self.b[j] += side * length
            self.bind(i, bool(step[i] > 0))
            u, s = own.beyond(j)
        if not s > 0:
            return False
        self.side[j] = 0.0
        own.add(j, u, s)
        return True

    def begin(self) -> bool:
        """Free a first coordinate by changing the multiplier.

        If no coordinate is free, Σ b cannot change. So the multiplier is changed until the gradient of a coordinate
        vanishes. Return False if this is impossible.
        """
        able = self.side * self.missing >= 0
        if not able.any():
            return False
        k = int(np.where(able, self.left, np.inf).argmin())
        self.left = np.maximum(self.left - self.side * (self.side[k] * self.left[k]), 0.0)
        return self.release(k)


def follow(
    problem: Problem, b: Array, gradient: Array, exchanges: int, accept: Callable[[CandidateSolution], T | None]
) -> T | None:
    """Follow the path from a neighbour's ``b`` (n,) to its end.

    The result is that of ``accept`` for the end of the path.

    ``gradient`` (n,) is the neighbour's, multiplier included. None if more than ``exchanges`` exchanges are needed,
    if ``accept`` returns None, or if the answer may not be unique.
    """

    def accepted(candidate: CandidateSolution | None) -> T | None:
        return None if candidate is None or not candidate.unique else accept(candidate)

    walk = _Walk(problem, b, gradient)
    free = np.flatnonzero(walk.states == FREE)
    answer, factor, ahead = None, None, 0
    if len(free):  # the path begins towards the solution for the present states
        part = FreePart(problem, b, free)
        if not part.unique:
            return None
        factor = part.factor
        part.correct(1)
        end = part.whole()
        slope = problem.slope(end) + part.multiplier
        walk.step, walk.towards = end[free] - b[free], walk.left - walk.side * slope
        ahead = walk.look(free)
        if ahead == 0:
            part.correct(2)
            answer = accepted(unique_candidate(part, walk.states))
        elif ahead == 1:
            answer = accepted(finish(problem, *walk.end(free)))
        elif ahead > HOPELESS * exchanges:
            return None
    else:
        answer = accepted(at_bounds(problem, b, walk.states))
    if answer is not None or (len(free) and ahead == 0):
        return answer
    walk.prepare(_Free(problem, free, factor, exchanges))
    for _ in range(exchanges):
        budget.check()
        if (ahead and not walk.advance()) or (walk.own.count == 0 and not walk.begin()):
            return None
        walk.aim()
        ahead = walk.look(walk.own.F)
        if ahead <= 1:
            answer = accepted(finish(problem, *walk.end(walk.own.F)))
            if answer is not None or ahead == 0:
                return answer
    return None
