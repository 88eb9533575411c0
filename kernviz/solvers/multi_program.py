"""Dual program with a single objective for k classes.

The module has the program, the residual of its optimality conditions, and its exact finish.

The program is: minimise ½ Σ_c t_cᵀ K t_c − Σᵢ t_{i,yᵢ} over t (n, k). The sums are fixed:
Σ_c t_ic = 0 for every point, Σᵢ t_ic = 0 for every class. The bounds are t_ic ≤ C where c = yᵢ,
and t_ic ≤ 0 elsewhere. The decision values are f_c(xᵢ) = (K t_c)ᵢ + b_c, with b the multipliers
of the classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh, lapack

import kernviz.budget as budget
from kernviz.arrays import Array, Indices
from kernviz.solvers.problem import EPS

Mask = NDArray[np.bool_]

# largest number of passes that balance rows and columns in turn; a few suffice unless many bounds are active
RESTORING = 100
TINY = float(np.finfo(np.float64).tiny)
OPEN = 1e-8  # regularisation, relative to K's scale of 1, of directions that no equation determines


@dataclass(frozen=True, eq=False)
class Program:
    """Data of the multiclass program.

    K (n, n) is centred, of trace about n or less. codes (n,) are in 0…classes−1. C is the bound.
    given (n, n) is K uncentred.

    As the columns of t sum to 0, both matrices give one program with different b. The centred K is
    factored, being better conditioned. f and its roundoff are those of the given K, whose entries are
    exact to the last digit.
    """

    K: Array
    codes: Indices
    classes: int
    C: float
    given: Array

    @cached_property
    def sizes(self) -> Array:
        """Return the absolute entries |K| (n, n) of the given K."""
        return np.abs(self.given)

    @cached_property
    def means(self) -> Array:
        """Return the row means (n,) removed by centring.

        f = K t + b + (means·t) with the centred K equals given t + b.
        """
        return np.asarray(self.given.mean(axis=0))

    @cached_property
    def noise(self) -> float:
        """Return the error of an eigenvalue caused by rounding.

        The rounding is that of K's entries before centring.
        """
        return len(self.K) * EPS * float(self.sizes.max())

    @cached_property
    def own(self) -> Mask:
        """Return the mask (n, k), True at the point's own class."""
        return np.asarray(self.codes[:, None] == np.arange(self.classes))

    @cached_property
    def bound(self) -> Array:
        """Return the upper bounds (n, k) of t."""
        return np.where(self.own, self.C, 0.0)

    def excess(self, t: Array, b: Array) -> Array:
        """Return f_c(xᵢ) − [c = yᵢ], of shape (n, k).

        For an optimal t, an entry below its bound has the largest excess of its row.
        """
        return np.asarray(self.given @ t + b - self.own)

    def terms(self, t: Array) -> float:
        """Return the size of the terms of f.

        The roundoff of f is proportional to this size.
        """
        return float((self.sizes @ np.abs(t)).max())

    @cached_property
    def spread(self) -> float:
        """Return the mean of |k(x,x)| for the centred K.

        A distance of t from a bound, times this spread, is compared with a violation.
        """
        return float(np.abs(np.diag(self.K)).mean()) or 1.0

    def residual(self, t: Array, b: Array) -> float:
        """Return the largest violation of the optimality conditions.

        The violation follows from (K, t, b) alone and is in units of the margin.

        Entries below the largest f of their row must be exactly at their bound. The sums have their own
        criterion.
        """
        g = self.excess(t, b)
        below = np.where(t < self.bound, g.max(axis=1, keepdims=True) - g, 0.0)
        return float(np.maximum(below, self.spread * (t - self.bound)).max())

    def imbalance(self, t: Array) -> float:
        """Return the largest sum of a row or column of t.

        The sum is a multiple of its possible rounding error.
        """
        wholes, sums = np.abs(t), (t.sum(axis=1), t.sum(axis=0))
        rows = np.abs(sums[0]) / (4 * self.classes * EPS * wholes.sum(axis=1) + TINY)
        columns = np.abs(sums[1]) / (len(t) * EPS * float(wholes.sum(axis=0).max()) + TINY)
        return max(float(rows.max()), float(columns.max()))

    def roundoff(self, t: Array, b: Array) -> float:
        """Return the smallest residual that a double can reach.

        The residual is 32 roundings of the largest terms of f.

        There is one number for all rows: dependent images leave a residual proportional to the largest
        kernel values.
        """
        return 32 * EPS * (1 + self.terms(t) + float(np.abs(b).max()))

    def solved(self, t: Array, b: Array) -> bool:
        """Return True if every optimality condition holds to roundoff."""
        return self.residual(t, b) <= self.roundoff(t, b) and self.imbalance(t) <= 1


def balanced(t: Array, bound: Array) -> Array:
    """Return t with rows that sum to 0 up to one rounding.

    The largest entry below its bound is adjusted in each row.
    """
    rows = np.arange(len(t))
    which = np.where(t < bound, np.abs(t), -1.0).argmax(axis=1)
    movable = t[rows, which] < bound[rows, which]
    t = t.copy()
    t[rows, which] -= np.where(movable, t.sum(axis=1), 0.0)
    return np.minimum(t, bound)


def settled(program: Program, t: Array, b: Array) -> Array:
    """Return a feasible version of an inexact t.

    Entries nearer to their bound than their gradient go to the bound. The sums are restored.
    """
    g = program.excess(t, b)
    tight = program.spread * (program.bound - t) < g.max(axis=1, keepdims=True) - g
    tight[tight.all(axis=1)] = False  # a row with all entries at the bound could not sum to 0
    t = np.where(tight, program.bound, t)
    for _ in range(RESTORING):
        for axis in (0, 1):
            free = t < program.bound
            t = t - free * t.sum(axis=axis, keepdims=True) / free.sum(axis=axis, keepdims=True).clip(min=1)
            t = np.minimum(t, program.bound)
    return t


def finish(program: Program, t: Array, b: Array, tight: Mask) -> tuple[Array, Array] | None:
    """Return exact (t, b) from a guess of the active bounds.

    ``tight`` (n, k): True if t is guessed to be at its bound. Each round solves for the other entries and corrects
    the guess by the signs. None if the guess does not settle.
    """
    fewest, patience = t.size + 1, 3
    while patience:
        budget.check()
        if tight.all(axis=1).any():  # a row with all entries at the bound cannot sum to 0
            return None
        t, b = _solved(program, t, b, tight)
        g = program.excess(t, b)
        allowed = program.roundoff(t, b)
        top = np.where(tight, -np.inf, g).max(axis=1, keepdims=True)
        # An entry that the equations do not determine, for dependent images, moves along its gradient to a bound.
        following = (tight & (g <= top + allowed)) | (~tight & ((t > program.bound) | (g < top - allowed)))
        wrong = int((following != tight).sum())
        if wrong == 0:
            t = balanced(t, program.bound)
            return (t, b) if program.solved(t, b) else None
        fewest, patience = min(fewest, wrong), 3 if wrong < fewest else patience - 1
        tight = following
    return None


def _solved(program: Program, t: Array, b: Array, tight: Mask) -> tuple[Array, Array]:
    """Return (t, b) that solves the equations of a guess.

    t is at its bound where ``tight``. Elsewhere f_c − [c = y] is equal in every row. Rows and columns
    of t sum to 0.
    """
    t = np.where(tight, program.bound, t)
    alone = (~tight).sum(axis=1) == 1  # a single free entry of a row is determined by the others
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
    # b is not determined where no free entry links the classes, and is kept by the regularisation
    system[range(m + p, m + p + k), range(m + p, m + p + k)] = -OPEN
    correct = _corrector(system, program.noise)
    level = np.zeros(len(t))
    level[owners] = -np.bincount(which, program.excess(t, b)[points, labels]) / np.bincount(which)
    # iterative refinement against the equations without regularisation, so that undetermined entries keep their values
    for _ in range(3):
        g = program.excess(t, b)
        step = correct(-np.concatenate([g[points, labels] + level[points], t[owners].sum(axis=1), t.sum(axis=0)]))
        moved = np.zeros_like(t)
        moved[points, labels] = step[:m]
        t = t + moved
        level[owners] += step[m : m + p]
        b = b + step[m + p :] - program.means @ moved
    return t, b


def _corrector(system: Array, noise: float) -> Callable[[Array], Array]:
    """Return a solver of the symmetric system.

    The pseudo-inverse is used where the system is singular (dependent images).
    """
    size = float(np.abs(system).sum(axis=0).max())
    factor, pivots, info = lapack.dgetrf(system)
    noise = max(noise, len(system) * EPS * size)
    if info == 0 and lapack.dgecon(factor, size)[0] * size > noise:
        return lambda right: np.asarray(lapack.dgetrs(factor, pivots, right)[0])
    values, vectors = eigh(system)
    solid = np.abs(values) > noise
    vectors, values = vectors[:, solid], values[solid]
    return lambda right: np.asarray(vectors @ ((vectors.T @ right) / values))
