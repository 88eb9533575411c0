"""Quadratic program of every machine, with its optimality conditions.

The module computes the violations of these conditions.

minimise ½ bᵀK b + pᵀb subject to Σ b = total, lo ≤ b ≤ hi (bounds may be infinite).

With signed variables b = y·α this is the dual of the support vector machine (p = −y, total = 0).
Then the multiplier of the equality *is* the intercept. With total = 1 and p = −diag K the program
is the smallest hypersphere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import blas

from kernviz.arrays import Array, Indices
from kernviz.solvers.cholesky import lower_factor

States = NDArray[np.int8]

EPS = float(np.finfo(np.float64).eps)
LOWER, FREE, UPPER = -1, 0, 1
ROWS = 64  # rows of K processed at once, few enough for the processor's cache
FEW = 5  # b with fewer than 1/FEW nonzero entries: selecting their rows is faster than multiplying with all of K


@dataclass(frozen=True, eq=False)
class Problem:
    """Data of a quadratic program.

    K (n, n) is symmetric, and cᵀKc ≥ 0 for every c with Σ c = 0. p, lo, hi have shape (n,); total is a number.
    """

    K: Array
    p: Array
    lo: Array
    hi: Array
    total: float
    _known: dict[str, Array] = field(default_factory=dict, init=False, repr=False)

    @property
    def n(self) -> int:
        return len(self.p)

    @cached_property
    def lowest(self) -> float:
        """Return the smallest entry of K."""
        return float(self.K.min())

    @cached_property
    def largest(self) -> float:
        """Return the largest |entry| of K."""
        return max(float(self.K.max()), -self.lowest)

    @cached_property
    def means(self) -> Array:
        """Return the row means (n,) of K, which centring removes."""
        return np.asarray(self.K.mean(axis=1))

    @cached_property
    def centred(self) -> Array:
        """Return the centred matrix K − u1ᵀ − 1uᵀ + m.

        As Σ b is fixed, K b and the centred matrix times b differ by a constant and total·u. So both give
        the same program.

        The centred matrix is positive semi-definite even if cᵀKc ≥ 0 holds for Σ c = 0 only (tanh, −|x−z|). The
        centred matrix is also better conditioned.
        """
        return np.asarray(self.K - self.means[:, None] - (self.means - self.means.mean())[None, :])

    def factorable(self, own: Indices) -> Array:
        """Return a positive semi-definite block of these coordinates.

        The block is that of K if it is positive semi-definite, else that of the centred K. The block of K is
        preferred, since centring costs digits of small entries.
        """
        block = np.ix_(own, own)
        jitter = 1e-10 * max(self.largest, np.finfo(np.float64).tiny)
        positive = lower_factor(self.K[block] + jitter * np.eye(len(own))) is not None
        return np.asarray(self.K[block] if positive else self.centred[block])

    @cached_property
    def scale(self) -> float:
        """Return the mean variance of the images in feature space.

        A step in b times this scale has the size of a change of the gradient. Without variance the result is 1.
        """
        spread = float(np.trace(self.K) / self.n - self.means.mean())
        return spread if spread > EPS * self.largest else 1.0

    def normalised(self) -> tuple[Problem, float, float]:
        """Return (problem', b_unit, p_unit), the program in normalised units.

        The program is the same, with b = b_unit·b'. Gradients and multiplier are p_unit·gradient' and
        p_unit·multiplier'. If the kernel k is replaced by c·k and C by C/c, the normalised program is the same for
        every c.
        """
        shifted = self.p + self.total * self.means
        p_unit = max(float(np.ptp(shifted)) / 2, self.scale * abs(self.total)) or 1.0
        # b has about the size p_unit/scale, or the largest size its bounds permit; a tiny box must not be taken for
        # roundoff
        b_unit = min(p_unit / self.scale, self._reach())
        K, p, total = self.K * (b_unit / p_unit), self.p / p_unit, self.total / b_unit
        return Problem(K, p, self.lo / b_unit, self.hi / b_unit, total), b_unit, p_unit

    def _reach(self) -> float:
        """Return the largest |b| that bounds and sum allow."""
        one_sided = bool(np.all(self.lo >= 0) or np.all(self.hi <= 0))
        farthest = float(np.maximum(np.abs(self.lo), np.abs(self.hi)).max())
        return min(farthest, abs(self.total) if one_sided and self.total else np.inf)

    def relaxed(self, far: float, replacement: float) -> Problem:
        """Return the program with far finite bounds replaced.

        Finite bounds beyond ±far are replaced by ±replacement. The program itself is returned if there
        are none.
        """
        lo = np.where(np.isfinite(self.lo) & (self.lo < -far), -replacement, self.lo)
        hi = np.where(np.isfinite(self.hi) & (self.hi > far), replacement, self.hi)
        if np.array_equal(lo, self.lo) and np.array_equal(hi, self.hi):
            return self
        return Problem(self.K, self.p, lo, hi, self.total)

    def image(self, b: Array) -> Array:
        """Return K b (n,) for a vector b.

        Only the rows of the entries that are not 0 are read if they are few.
        """
        if b is self._known.get("b"):
            return self._known["image"]
        some = b.nonzero()[0]
        return b[some] @ self.K.take(some, axis=0) if FEW * len(some) < self.n else times(self.K, b)

    def slope(self, b: Array) -> Array:
        """Return K b + p, the gradient without the multiplier."""
        return self.image(b) + self.p

    def settle(self, b: Array) -> None:
        """Store K b for later calls with the same array b.

        b is made read-only, so that the stored K b stays valid.
        """
        b.flags.writeable = False
        image = self.image(b)
        self._known.clear()
        self._known.update(b=b, image=image)

    def roundoff(self, b: Array, multiplier: float) -> Array:
        """Return the smallest reachable residual (n,).

        The residual is 32 roundings of the terms of the gradient.
        """
        return 32 * EPS * (self.terms(b) + np.abs(self.p) + abs(multiplier))

    def terms(self, b: Array) -> Array:
        """Return Σⱼ |Kᵢⱼ bⱼ|, of shape (n,).

        If K has negative entries, a few rows are processed at a time: a full matrix |K| would take
        longer.
        """
        known = self._known if b is self._known.get("b") else {}
        if "terms" not in known:
            some = b.nonzero()[0]
            if FEW * len(some) >= self.n and self.lowest >= 0:
                known["terms"] = times(self.K, np.abs(b))
            else:
                sums = np.zeros(self.n)
                for start in range(0, len(some), ROWS):
                    rows = some[start : start + ROWS]
                    sums += np.abs(b[rows]) @ np.abs(self.K[rows])
                known["terms"] = sums
        return known["terms"]

    def states(self, b: Array) -> States:
        """Return the classification (n,) of coordinates as bound or free.

        The states are LOWER and UPPER where b is exactly its bound, else FREE.
        """
        return np.subtract(b >= self.hi, b <= self.lo, dtype=np.int8)

    def imbalance(self, b: Array) -> float:
        """Return |Σ b − total| as a share of Σ|b|."""
        missing, whole = abs(float(b.sum()) - self.total), float(np.abs(b).sum())
        return missing / whole if whole else missing

    def objectives(self, b: Array, multiplier: float, slope: Array | None = None) -> tuple[float, float]:
        """Return the (primal, dual) objective values.

        A gradient of wrong sign at an infinite bound is not counted here; `violations` counts it.

        ``slope``, here and in `violations`: K b + p if already known.
        """
        slope = self.slope(b) if slope is None else slope
        gradient = slope + multiplier
        at_lo, at_hi = np.isfinite(self.lo), np.isfinite(self.hi)
        bounds = gradient[at_lo].clip(min=0) @ self.lo[at_lo] + gradient[at_hi].clip(max=0) @ self.hi[at_hi]
        primal = 0.5 * b @ (slope + self.p)
        return float(primal), float(bounds - 0.5 * b @ (slope - self.p) - multiplier * self.total)

    def violations(self, b: Array, multiplier: float, slope: Array | None = None) -> Array:
        """Return the violation (n,) of each coordinate's optimality condition.

        The violations are in units of p and follow from (K, b, multiplier) alone.

        A gradient > 0 is allowed where b is exactly lo, a gradient < 0 where b is exactly hi, and neither
        elsewhere. A distance outside the bounds counts times ``scale``. The sum Σ b has a criterion of its own,
        ``imbalance``.
        """
        gradient = (self.slope(b) if slope is None else slope) + multiplier
        above, below = b - self.lo, self.hi - b
        worst = np.maximum(np.where(above > 0, gradient, 0.0), np.where(below > 0, -gradient, 0.0))
        inside = np.minimum(above, below)
        return np.maximum(worst, -self.scale * inside if inside.min() < 0 else 0.0)

    @cached_property
    def unit(self) -> float:
        """Return the size of a gradient that matters.

        The size is half the spread of p, or the gradient that the fixed sum causes, whichever is larger.
        """
        fixed = self.scale * abs(self.total) if self.total else 0.0
        return max(float(self.p.max() - self.p.min()) / 2, fixed) or 1.0

    def multiplier_interval(self, b: Array, states: States) -> tuple[float, float]:
        """Return the interval (low, high) of the multipliers that certify b.

        No coordinate of b may be free. Without a coordinate at its lower bound low is −∞, without a coordinate at
        its upper bound high is ∞.
        """
        wanted = -self.slope(b)
        below = float(wanted[states == LOWER].max(initial=-np.inf))
        above = float(wanted[states == UPPER].min(initial=np.inf))
        return below, above

    def best_multiplier(self, b: Array) -> float:
        """Return the multiplier with the smallest violation at b."""
        wanted = -self.slope(b)
        below = float(wanted[b < self.hi].max(initial=-np.inf))
        return centre(below, float(wanted[b > self.lo].min(initial=np.inf)))


def centred(K: Array) -> Array:
    """Return the centred matrix of a symmetric K (n, n)."""
    means = K.mean(axis=0)
    return np.asarray(K - means[:, None] - means[None, :] + means.mean())


def finite(values: Array) -> bool:
    """Return True if every value is finite.

    The sum of the values shows this at once, unless the sum overflows.
    """
    return values.size == 0 or math.isfinite(blas.dasum(values.ravel(order="K"))) or bool(np.isfinite(values).all())


def times(K: Array, b: Array) -> Array:
    """Return K b (n,) for a symmetric K (n, n).

    Only half of K is read, as reading takes most of the time.
    """
    product: Array = blas.dsymv(1.0, K.T, b)  # the transpose has the memory order BLAS needs
    return product


def centre(low: float, high: float) -> float:
    """Return the midpoint of an interval that may be unbounded.

    The interval may be unbounded on one side or on both.
    """
    if np.isfinite(low) and np.isfinite(high):
        return (low + high) / 2
    return low if np.isfinite(low) else high if np.isfinite(high) else 0.0
