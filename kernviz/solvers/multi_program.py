"""Dual of one objective for k classes: the program, its residual, and its exact finish.

minimise ½ Σ_c t_cᵀ K t_c − Σᵢ t_{i,yᵢ} subject to Σ_c t_ic = 0 for every point, Σᵢ t_ic = 0 for every class, t_ic ≤ C
where c = yᵢ and t_ic ≤ 0 elsewhere; t (n, k), and f_c(xᵢ) = (K t_c)ᵢ + b_c with b the multipliers of the classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh, lapack

import kernviz.budget as budget
from kernviz.solvers.problem import EPS, Array, Indices

Mask = NDArray[np.bool_]

RESTORING = 100  # times rows and columns are balanced in turn; a handful is enough unless bounds are in the way
TINY = float(np.finfo(np.float64).tiny)
OPEN = 1e-8  # of K's scale, 1: what keeps directions that no equation decides where they are


@dataclass(frozen=True, eq=False)
class Program:
    """Program data: K (n, n) centred, of trace about n or less; codes (n,) in 0…classes−1; C; given
    (n, n), K uncentred.

    As the columns of t sum to 0, both are one program with different b. The centred K is factored, being better
    conditioned; f and its roundoff are those of the given K, whose entries are exact to the last digit.
    """

    K: Array
    codes: Indices
    classes: int
    C: float
    given: Array

    @cached_property
    def sizes(self) -> Array:
        """|K| (n, n) of the given K."""
        return np.abs(self.given)

    @cached_property
    def means(self) -> Array:
        """Row means (n,) removed by centring: f = K t + b + (means·t) with the centred K equals given t + b."""
        return np.asarray(self.given.mean(axis=0))

    @cached_property
    def noise(self) -> float:
        """Error of an eigenvalue caused by the rounding of K's entries before centring."""
        return len(self.K) * EPS * float(self.sizes.max())

    @cached_property
    def own(self) -> Mask:
        """Mask (n, k): True at the point's own class."""
        return np.asarray(self.codes[:, None] == np.arange(self.classes))

    @cached_property
    def bound(self) -> Array:
        """Upper bounds of t (n, k)."""
        return np.where(self.own, self.C, 0.0)

    def excess(self, t: Array, b: Array) -> Array:
        """f_c(xᵢ) − [c = yᵢ] (n, k). In every row t is at its bound except at the largest."""
        return np.asarray(self.given @ t + b - self.own)

    def terms(self, t: Array) -> float:
        """Size of the terms of f, to which its roundoff is proportional."""
        return float((self.sizes @ np.abs(t)).max())

    @cached_property
    def spread(self) -> float:
        """Mean of |k(x,x)|: the unit in which a distance from a bound is compared with a violation."""
        return float(np.abs(np.diag(self.K)).mean()) or 1.0

    def residual(self, t: Array, b: Array) -> float:
        """Largest violation of the optimality conditions, from (K, t, b) alone, in units of the margin.

        Entries below the largest f of their row must be exactly at their bound. The sums have their own criterion.
        """
        g = self.excess(t, b)
        below = np.where(t < self.bound, g.max(axis=1, keepdims=True) - g, 0.0)
        return float(np.maximum(below, self.spread * (t - self.bound)).max())

    def imbalance(self, t: Array) -> float:
        """Largest sum of a row or column of t as a multiple of its possible rounding error."""
        wholes, sums = np.abs(t), (t.sum(axis=1), t.sum(axis=0))
        rows = np.abs(sums[0]) / (4 * self.classes * EPS * wholes.sum(axis=1) + TINY)
        columns = np.abs(sums[1]) / (len(t) * EPS * float(wholes.sum(axis=0).max()) + TINY)
        return max(float(rows.max()), float(columns.max()))

    def roundoff(self, t: Array, b: Array) -> float:
        """Smallest residual a double can reach: 32 roundings of the largest terms of f.

        One number for all rows: dependent images leave a residual proportional to the largest kernel values.
        """
        return 32 * EPS * (1 + self.terms(t) + float(np.abs(b).max()))

    def solved(self, t: Array, b: Array) -> bool:
        """True if every condition holds to roundoff."""
        return self.residual(t, b) <= self.roundoff(t, b) and self.imbalance(t) <= 1


def balanced(t: Array, bound: Array) -> Array:
    """The same t with rows that sum to 0 up to one rounding: the largest entry below its bound is adjusted."""
    rows = np.arange(len(t))
    which = np.where(t < bound, np.abs(t), -1.0).argmax(axis=1)
    movable = t[rows, which] < bound[rows, which]
    t = t.copy()
    t[rows, which] -= np.where(movable, t.sum(axis=1), 0.0)
    return np.minimum(t, bound)


def settled(program: Program, t: Array, b: Array) -> Array:
    """Feasible version of an inexact t: entries nearer to their bound than their gradient go there; sums restored."""
    g = program.excess(t, b)
    tight = program.spread * (program.bound - t) < g.max(axis=1, keepdims=True) - g
    tight[tight.all(axis=1)] = False  # such a row could not sum to 0
    t = np.where(tight, program.bound, t)
    for _ in range(RESTORING):
        for axis in (0, 1):
            free = t < program.bound
            t = t - free * t.sum(axis=axis, keepdims=True) / free.sum(axis=axis, keepdims=True).clip(min=1)
            t = np.minimum(t, program.bound)
    return t


def finish(program: Program, t: Array, b: Array, tight: Mask) -> tuple[Array, Array] | None:
    """Exact (t, b) from a guess of the active bounds: solve the rest, correct the guess by the signs, repeat.

    None if the guess does not settle.
    """
    fewest, patience = t.size + 1, 3
    while patience:
        budget.check()
        if tight.all(axis=1).any():  # such a row cannot sum to 0
            return None
        t, b = _solved(program, t, b, tight)
        g = program.excess(t, b)
        allowed = program.roundoff(t, b)
        top = np.where(tight, -np.inf, g).max(axis=1, keepdims=True)
        # an entry the equations could not serve (dependent images) goes where its gradient points: to its bound
        following = (tight & (g <= top + allowed)) | (~tight & ((t > program.bound) | (g < top - allowed)))
        wrong = int((following != tight).sum())
        if wrong == 0:
            t = balanced(t, program.bound)
            return (t, b) if program.solved(t, b) else None
        fewest, patience = min(fewest, wrong), 3 if wrong < fewest else patience - 1
        tight = following
    return None


def _solved(program: Program, t: Array, b: Array, tight: Mask) -> tuple[Array, Array]:
    """t at its bound where ``tight``; elsewhere f_c − [c = y] equal in every row; rows and columns of t sum to 0."""
    t = np.where(tight, program.bound, t)
    alone = (~tight).sum(axis=1) == 1  # the rest of the row decides such an entry
    t[alone] = np.where(tight[alone], t[alone], -(t * tight)[alone].sum(axis=1, keepdims=True))
    points, labels = np.nonzero(~tight & ~alone[:, None])
    if len(points) == 0:
        return t, b
    owners, which = np.unique(points, return_inverse=True)
    m, p, k = len(points), len(owners), program.classes
    system = np.zeros((m + p + k, m + p + k))
    system[:m, :m] = np.where(labels[:, None] == labels[None, :], program.K[np.ix_(points, points)], 0.0)
    system[np.arange(m), m + which] = system[m + which, np.arange(m)] = 1.0
    system[np.arange(m), m + p + labels] = system[m + p + labels, np.arange(m)] = 1.0
    system[range(m + p, m + p + k), range(m + p, m + p + k)] = -OPEN  # b is open where no free entry links the classes
    correct = _corrector(system, program.noise)
    level = np.zeros(len(t))
    level[owners] = -np.bincount(which, program.excess(t, b)[points, labels]) / np.bincount(which)
    for _ in range(3):  # corrections against the true equations, so that what these leave open keeps its value
        g = program.excess(t, b)
        step = correct(-np.concatenate([g[points, labels] + level[points], t[owners].sum(axis=1), t.sum(axis=0)]))
        moved = np.zeros_like(t)
        moved[points, labels] = step[:m]
        t = t + moved
        level[owners] += step[m : m + p]
        b = b + step[m + p :] - program.means @ moved
    return t, b


def _corrector(system: Array, noise: float) -> Callable[[Array], Array]:
    """Solver of the symmetric system, by its pseudo-inverse where it is singular (dependent images)."""
    size = float(np.abs(system).sum(axis=0).max())
    factor, pivots, info = lapack.dgetrf(system)
    noise = max(noise, len(system) * EPS * size)
    if info == 0 and lapack.dgecon(factor, size)[0] * size > noise:
        return lambda right: np.asarray(lapack.dgetrs(factor, pivots, right)[0])
    values, vectors = eigh(system)
    solid = np.abs(values) > noise
    vectors, values = vectors[:, solid], values[solid]
    return lambda right: np.asarray(vectors @ ((vectors.T @ right) / values))
