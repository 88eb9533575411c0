r"""Gram matrices in balls, and weights c for which cᵀKc is negative for certain: one ball, computed and seen to lie
below 0.

Where the weights come from does not matter. Floats suggest them, from the eigenvector of K and of K with its diagonal
scaled to 1, so that points of tiny value count; where floats see nothing, elimination in balls does, with pivots on the
diagonal: if all pivots before are positive and one is negative, back substitution gives c. Sources: Higham (2002),
Accuracy and Stability of Numerical Algorithms, 10.3; Rump (2010), Verification methods.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import acb_mat, arb, ctx
from numpy.typing import NDArray

from kernviz.kernels.enclosure import ZERO, Number, exactly, nearest, overlap, rational
from kernviz.kernels.expr import Kernel
from kernviz.mercer.readable import readable

Array = NDArray[np.float64]
Balls = list[list[Number]]

MOST = 40  # points eliminated in balls: about 30 ms
VAGUE = 1e-20  # an entry known no better than this share of the largest is left out: nothing certain comes of it


@dataclass(frozen=True)
class Refutation:
    """Weights c (p,), rounded to floats, and cᵀKc < 0, certain."""

    vector: Array
    value: float


def of_differences(k: Kernel, rows: Array) -> bool:
    """Whether the values of k on these rows hang on x − z alone, and may be looked up by it."""
    return k.stationary and rows.dtype != object


def gram(k: Kernel, rows: Array) -> Balls:
    """K[i][j] for i ≤ j, mirrored: (p, d) -> (p, p). A kernel is symmetric, so whatever this refutes is none."""
    points, differences = exactly(rows), of_differences(k, rows)
    K: Balls = [[ZERO] * len(points) for _ in points]
    # values of a function of x − z by that difference: a lattice has few of them
    known: dict[tuple[Number, ...], Number] = {}
    for i, x in enumerate(points):
        for j in range(i, len(points)):
            z = points[j]
            if differences:
                apart = tuple(a - b for a, b in zip(x, z, strict=True))
                apart = max(apart, tuple(-a for a in apart))
                if apart not in known:
                    known[apart] = k._enclosed(x, z)
                K[i][j] = K[j][i] = known[apart]
            else:
                K[i][j] = K[j][i] = k._enclosed(x, z)
    return K


def lopsided(k: Kernel, rows: Array, K: Array) -> bool:
    """Whether k(x, z) and k(z, x) certainly differ for some two of these points; K (p, p) in floats says which."""
    skew = np.abs(K - K.T)
    if not skew.max(initial=0.0) > 0:
        return False
    i, j = np.unravel_index(np.argmax(skew), skew.shape)
    x, z = exactly(rows[[i, j]])
    return not overlap(k._enclosed(x, z), k._enclosed(z, x))


def part(K: Balls, kept: list[int]) -> Balls:
    return [[K[i][j] for j in kept] for i in kept]


def middles(K: Sequence[Sequence[Number]]) -> Array:
    """The nearest floats to the middles of the balls."""
    return np.array([[nearest(u) for u in row] for row in K]).reshape(len(K), len(K))


def form(K: Balls, c: list[Number]) -> arb:
    """cᵀKc, one ball."""
    used = [i for i, weight in enumerate(c) if weight != 0]
    value = arb(0)
    for place, i in enumerate(used):
        row = arb(0)
        for j in used[place + 1 :]:
            row += K[i][j] * c[j]
        value += c[i] * (2 * row + K[i][i] * c[i])
    return value


def refutation(K: Balls, deep: bool = True) -> Refutation | None:
    """Weights that certainly make cᵀKc negative, small whole numbers if they do; None if none are found. K: (p, p)."""
    kept = _known(K)
    found = _refuted(part(K, kept), deep) if kept else None
    if found is None or len(kept) == len(K):
        return found
    vector = np.zeros(len(K))
    vector[kept] = found.vector
    return Refutation(vector, found.value)


def _known(K: Balls) -> list[int]:
    """The points left when those with vague entries are taken away, the worst first."""
    size = max((abs(arb(u)) for row in K for u in row if arb(u).is_finite()), key=float, default=arb(0))
    limit = VAGUE * size
    vague = np.array([[isinstance(u, arb) and not (u.is_finite() and u.rad() <= limit) for u in row] for row in K])
    kept = list(range(len(K)))
    while kept and vague[np.ix_(kept, kept)].any():
        kept.remove(kept[int(np.argmax(vague[np.ix_(kept, kept)].sum(axis=0)))])
    return kept


def _refuted(K: Balls, deep: bool) -> Refutation | None:
    M = middles(K)
    if not np.isfinite(M).all():
        return None
    sizes = [_size(K, i) for i in range(len(K))]
    R = [[u * sizes[i] * sizes[j] for j, u in enumerate(row)] for i, row in enumerate(K)]
    scale = np.array([nearest(s) for s in sizes])
    for D, scaled in ((np.ones(len(K)), M), (scale, middles(R))):
        if np.isfinite(scaled).all() and np.isfinite(D).all():
            values, vectors = np.linalg.eigh(scaled)
            if values[0] < 0:
                found = _with(K, M, D * vectors[:, 0])
                if found is not None:
                    return found
    weights = eliminated(R) if deep else None
    if weights is None:
        return None
    exact: list[Number] = [(w * s).mid() for w, s in zip(weights, sizes, strict=True)]
    largest = max((abs(arb(w)) for w in exact), key=float)
    vector = np.array([nearest(w / largest) for w in exact])
    return _with(K, M, vector) or _certified(K, vector, exact)


def _size(K: Balls, i: int) -> arb:
    """About 1/√K[i][i], or what else brings row i to the size of 1; exact."""
    own = abs(arb(K[i][i])).upper()
    largest = own if own > 0 else max((abs(arb(u)).upper() for u in K[i]), key=float)
    return (1 / largest).sqrt().mid() if largest > 0 and largest.is_finite() else arb(1)


def _with(K: Balls, M: Array, vector: Array) -> Refutation | None:
    """The refutation by these weights: as small whole numbers, or as they are."""
    if not (np.isfinite(vector).all() and vector.any()):
        return None
    for shown in (readable(M, vector), vector / vector[np.argmax(np.abs(vector))]):
        found = _certified(K, shown, [rational(w) for w in shown.tolist()])
        if found is not None:
            return found
    return None


def _certified(K: Balls, shown: Array, c: list[Number]) -> Refutation | None:
    value = form(K, c)
    return Refutation(shown, nearest(value)) if value < 0 and nearest(value) < 0 else None


def eliminated(R: Sequence[Sequence[arb]]) -> list[arb] | None:
    """c with cᵀRc < 0, found by elimination with the largest pivot first; None if every pivot is positive or
    undecided.
    """
    S = [list(row) for row in R]
    left = list(range(len(S)))
    steps: list[tuple[int, dict[int, arb]]] = []
    while left:
        lowest = min(left, key=lambda i: float(S[i][i].upper()))
        if S[lowest][lowest] < 0:
            return _back(len(S), steps, {lowest: arb(1)})
        pivot = max(left, key=lambda i: float(S[i][i].lower()))
        if not S[pivot][pivot] > 0:
            return _of_two(S, left, steps)
        left.remove(pivot)
        factors = {j: S[pivot][j] / S[pivot][pivot] for j in left}
        for place, i in enumerate(left):
            for j in left[place:]:
                S[i][j] = S[j][i] = S[i][j] - factors[i] * S[pivot][j]
        steps.append((pivot, factors))
    return None


def _of_two(S: list[list[arb]], left: list[int], steps: list[tuple[int, dict[int, arb]]]) -> list[arb] | None:
    """Two points whose common value is too large for what they can be by themselves: s² > uv."""
    for place, i in enumerate(left):
        for j in left[place + 1 :]:
            s = abs(S[i][j]).lower()
            least = s * arb(2) ** -60
            u, v = (w if w > least else least for w in (S[i][i].upper(), S[j][j].upper()))
            if s > 0 and s * s > u * v:
                sign = -1 if S[i][j] > 0 else 1
                return _back(len(S), steps, {i: v.sqrt().mid(), j: sign * u.sqrt().mid()})
    return None


def _back(n: int, steps: list[tuple[int, dict[int, arb]]], y: dict[int, arb]) -> list[arb]:
    c = [y.get(i, arb(0)) for i in range(n)]
    for pivot, factors in reversed(steps):
        total = arb(0)
        for j, factor in factors.items():
            total -= factor * c[j]
        c[pivot] = total.mid()
    return c


def eigenvalues(K: Balls) -> Array:
    """All of them, ascending, of the middles in 120 digits; 0 where the balls cannot tell from 0. K: (p, p), p ≥ 1."""
    middle = [arb(u).mid() for row in K for u in row]
    width = max((arb(u).rad() for row in K for u in row), key=float)
    size = max(map(abs, middle), key=float)
    doubt = len(K) * (width + size * arb(2) ** (40 - ctx.prec))  # of the matrix, and of what computes them
    values = [v.real.mid() for v in acb_mat(len(K), len(K), middle).eig(algorithm="approx")]
    return np.sort([float(v) if abs(v) > doubt else 0.0 for v in values])


def smallest_eigenvalue(K: Balls, digits: bool = True) -> float:
    """λ_min of the middles: in floats where they show its digits, else in 120 digits, or nan without `digits`. K: (p,
    p), p ≥ 1.
    """
    if len(K) == 1:
        return nearest(K[0][0])
    M = middles(K)
    found = float(np.linalg.eigvalsh(M)[0])
    doubt = 16 * len(K) * np.finfo(float).eps * float(np.abs(M).max())  # of eigvalsh, with room
    if abs(found) > 1e6 * doubt or len(K) > MOST:
        return found
    if not digits:
        return math.nan
    return float(eigenvalues(K)[0])


__all__ = [
    "MOST",
    "Balls",
    "Refutation",
    "eigenvalues",
    "eliminated",
    "form",
    "gram",
    "lopsided",
    "middles",
    "part",
    "refutation",
    "smallest_eigenvalue",
]
