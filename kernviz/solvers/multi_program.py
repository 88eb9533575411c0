r"""The dual of one objective for k classes at once, how far a point is from solving it, and its exact finish.

minimise ½ Σ_c t_cᵀ K t_c − Σᵢ t_{i,yᵢ}  subject to  Σ_c t_ic = 0 for every point, Σᵢ t_ic = 0 for every class,
t_ic ≤ C where c = yᵢ and t_ic ≤ 0 elsewhere; t (n, k), and f_c(xᵢ) = (K t_c)ᵢ + b_c with b the multipliers of the classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh, lapack

from kernviz.solvers.problem import EPS, Array, Indices

Mask = NDArray[np.bool_]

OPEN = 1e-8  # of K's scale, 1: what keeps directions that no equation decides where they are


@dataclass(frozen=True, eq=False)
class Program:
    """K (n, n) centred, of trace about n or less; codes (n,) in 0…classes−1; C; sizes (n, n) = |K| before it was centred."""

    K: Array
    codes: Indices
    classes: int
    C: float
    sizes: Array

    @cached_property
    def noise(self) -> float:
        """What the roundings of K's entries, as large as they were before it was centred, may make of an eigenvalue."""
        return len(self.K) * EPS * float(self.sizes.max())

    @cached_property
    def own(self) -> Mask:
        """(n, k) whether the class is the point's own."""
        return np.asarray(self.codes[:, None] == np.arange(self.classes))

    @cached_property
    def bound(self) -> Array:
        """(n, k) the upper bounds of t."""
        return np.where(self.own, self.C, 0.0)

    def excess(self, t: Array, b: Array) -> Array:
        """f_c(xᵢ) − [c = yᵢ] (n, k). In every row t is at its bound where this is not the largest."""
        return np.asarray(self.K @ t + b - self.own)

    def terms(self, t: Array) -> float:
        """The size of the terms of f, which its roundoff is a share of."""
        return float((np.maximum(np.abs(self.K), self.sizes) @ np.abs(t)).max())

    def residual(self, t: Array, b: Array) -> float:
        """Largest violation of the optimality conditions, from (K, t, b) alone, in units of the margin."""
        g = self.excess(t, b)
        scale = float(np.trace(self.K)) / len(self.K) or 1.0
        below = np.minimum(g.max(axis=1, keepdims=True) - g, scale * (self.bound - t).clip(min=0))
        outside = scale * (t - self.bound).max()
        # a sum that is not 0 counts as its share of the largest sum of |t|, times the size of the terms of f
        share = max(_imbalance(t, axis) for axis in (0, 1))
        return max(float(below.max()), float(outside), share * self.terms(t))

    def tolerance(self, t: Array, b: Array) -> float:
        """What a double can deliver: no residual can be asked to be smaller."""
        return max(1e-9, 32 * EPS * (1 + self.terms(t) + float(np.abs(b).max())))


def _imbalance(t: Array, axis: int) -> float:
    whole = float(np.abs(t).sum(axis=axis).max())
    return float(np.abs(t.sum(axis=axis)).max()) / whole if whole else 0.0


def finish(program: Program, t: Array, b: Array, tight: Mask) -> tuple[Array, Array] | None:
    """(t, b), exact, from a guess of what is at its bound: solve the rest, correct the guess by the signs, repeat.

    None if that does not settle.
    """
    fewest, patience = t.size + 1, 3
    while patience:
        if tight.all(axis=1).any():  # such a row cannot sum to 0
            return None
        t, b = _solved(program, t, b, tight)
        g = program.excess(t, b)
        allowed = 32 * EPS * (1 + program.terms(t) + float(np.abs(b).max()))
        top = np.where(tight, -np.inf, g).max(axis=1, keepdims=True)
        # an entry the equations could not serve (dependent images) goes where its gradient points: to its bound
        following = (tight & (g <= top + allowed)) | (~tight & ((t > program.bound) | (g < top - allowed)))
        wrong = int((following != tight).sum())
        if wrong == 0:
            return (t, b) if program.residual(t, b) <= program.tolerance(t, b) else None
        fewest, patience = min(fewest, wrong), 3 if wrong < fewest else patience - 1
        tight = following
    return None


def _solved(program: Program, t: Array, b: Array, tight: Mask) -> tuple[Array, Array]:
    """t at its bound where ``tight``; elsewhere f_c − [c = y] equal in every row, rows and columns of t summing to 0."""
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
        t[points, labels] += step[:m]
        level[owners] += step[m : m + p]
        b = b + step[m + p :]
    return t, b


def _corrector(system: Array, noise: float) -> Callable[[Array], Array]:
    """How to solve the symmetric system; where it is singular (dependent images), by its pseudo-inverse."""
    size = float(np.abs(system).sum(axis=0).max())
    factor, pivots, info = lapack.dgetrf(system)
    noise = max(noise, len(system) * EPS * size)
    if info == 0 and lapack.dgecon(factor, size)[0] * size > noise:
        return lambda right: np.asarray(lapack.dgetrs(factor, pivots, right)[0])
    values, vectors = eigh(system)
    solid = np.abs(values) > noise
    vectors, values = vectors[:, solid], values[solid]
    return lambda right: np.asarray(vectors @ ((vectors.T @ right) / values))
