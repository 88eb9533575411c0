"""Gram matrices in ball arithmetic, and operations on them.

The operations are a check of symmetry, cᵀKc as a single ball, symmetric elimination (LDLᵀ), and
eigenvalues.

Elimination takes pivots from the diagonal. If all previous pivots are positive and one is
negative, back substitution gives c with cᵀKc < 0. Sources: Higham (2002), Accuracy and Stability
of Numerical Algorithms, 10.3; Rump (2010), Verification methods.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from flint import acb_mat, arb, ctx, fmpq

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ZERO, Number, exactly, nearest, overlap
from kernviz.kernels.expr import Kernel

T = TypeVar("T")
Balls = list[list[Number]]

MOST = 40  # points eliminated in balls: about 30 ms


def of_differences(k: Kernel, rows: Array) -> bool:
    """Return True if k depends on x − z only.

    Its values on these rows may then be cached by the difference. False for words, sets and graphs.
    """
    return k.stationary and rows.dtype != object


def gram(k: Kernel, rows: Array) -> Balls:
    """Return the Gram matrix in balls.

    The rows (p, d) give a matrix (p, p), computed for i ≤ j and mirrored.

    A kernel is symmetric, so whatever refutes the mirrored matrix refutes k.
    """
    points = exactly(rows)
    K: Balls = [[ZERO] * len(points) for _ in points]
    places = differences(points) if of_differences(k, rows) else None
    if places is None:
        for i, x in enumerate(points):
            for j in range(i, len(points)):
                K[i][j] = K[j][i] = k._enclosed(x, points[j])
        return K
    # cache values of a function of x − z by the difference: a lattice has few of them
    known: dict[int, Number] = {}
    for i, row in enumerate(places):
        for j in range(i, len(points)):
            if row[j] not in known:
                known[row[j]] = k._enclosed(points[i], points[j])
            K[i][j] = K[j][i] = known[row[j]]
    return K


def differences(points: Sequence[Sequence[fmpq]]) -> list[list[int]] | None:
    """Return integer codes (p, p) of the differences xᵢ − xⱼ.

    Two codes are equal exactly if the differences are equal up to sign. None if the codes exceed 62
    bits.
    """
    common = math.lcm(*(int(v.q) for x in points for v in x))
    columns = [[int(v.p) * (common // int(v.q)) for v in column] for column in zip(*points, strict=True)]
    code, size = np.zeros((len(points), len(points)), dtype=np.int64), 1
    for column in columns:
        least = min(column)
        step = math.gcd(*(v - least for v in column)) or 1
        place = [(v - least) // step for v in column]
        radix = 2 * max(place) + 1
        size *= radix
        if size >= 2**62:
            return None
        code = code * radix + np.subtract.outer(place, place)
    found: list[list[int]] = np.abs(code).tolist()
    return found


def asymmetric(k: Kernel, rows: Array, K: Array) -> bool:
    """Return True if k is certainly asymmetric on two of these points.

    Then k(x, z) and k(z, x) certainly differ. K (p, p), in floats, selects the pair to check in balls.
    """
    skew = np.abs(K - K.T)
    if not skew.max(initial=0.0) > 0:
        return False
    i, j = np.unravel_index(np.argmax(skew), skew.shape)
    x, z = exactly(rows[[i, j]])
    return not overlap(k._enclosed(x, z), k._enclosed(z, x))


def part(K: Balls, rows: list[int]) -> Balls:
    return [[K[i][j] for j in rows] for i in rows]


def entrywise(K: Sequence[Sequence[Number]], f: Callable[[Number], T]) -> list[list[T]]:
    """Apply f to every entry of K, once for each distinct object.

    In a result of `gram`, K[i][j] and K[j][i] are the same object. For a function of x − z, entries of equal
    differences are the same object, too.
    """
    known: dict[int, T] = {}
    rows: list[list[T]] = []
    for row in K:
        for u in row:
            if id(u) not in known:
                known[id(u)] = f(u)
        rows.append([known[id(u)] for u in row])
    return rows


def middles(K: Sequence[Sequence[Number]]) -> Array:
    """Return the midpoints (p, p) of the balls, rounded to floats."""
    return np.array(entrywise(K, nearest)).reshape(len(K), len(K))


def form(K: Balls, c: list[Number]) -> arb:
    """Return the quadratic form cᵀKc as a single ball."""
    used = [i for i, weight in enumerate(c) if weight != 0]
    value = arb(0)
    for place, i in enumerate(used):
        row = arb(0)
        for j in used[place + 1 :]:
            row += K[i][j] * c[j]
        value += c[i] * (2 * row + K[i][i] * c[i])
    return value


def eliminated(R: Sequence[Sequence[arb]]) -> list[arb] | None:
    """Return weights c with cᵀRc < 0, by symmetric elimination.

    The largest pivot comes first. None if neither a pivot nor a 2×2 block of the remaining matrix is certainly
    negative.
    """
    S = [list(row) for row in R]
    left = list(range(len(S)))
    steps: list[tuple[int, dict[int, arb]]] = []
    while left:
        lowest = min(left, key=lambda i: float(S[i][i].upper()))
        if S[lowest][lowest] < 0:
            return _back_substituted(len(S), steps, {lowest: arb(1)})
        pivot = max(left, key=lambda i: float(S[i][i].lower()))
        if not S[pivot][pivot] > 0:
            return _by_two_by_two_block(S, left, steps)
        left.remove(pivot)
        factors = {j: S[pivot][j] / S[pivot][pivot] for j in left}
        for place, i in enumerate(left):
            for j in left[place:]:
                S[i][j] = S[j][i] = S[i][j] - factors[i] * S[pivot][j]
        steps.append((pivot, factors))
    return None


def _by_two_by_two_block(
    S: list[list[arb]], left: list[int], steps: list[tuple[int, dict[int, arb]]]
) -> list[arb] | None:
    """Return weights c from two points with a negative determinant.

    Their 2×2 block [[u, s], [s, v]] certainly has a negative determinant: s² > uv. None if there are no such
    points.
    """
    for place, i in enumerate(left):
        for j in left[place + 1 :]:
            s = abs(S[i][j]).lower()
            least = s * arb(2) ** -60
            u, v = (w if w > least else least for w in (S[i][i].upper(), S[j][j].upper()))
            if s > 0 and s * s > u * v:
                sign = -1 if S[i][j] > 0 else 1
                return _back_substituted(len(S), steps, {i: v.sqrt().mid(), j: sign * u.sqrt().mid()})
    return None


def _back_substituted(n: int, steps: list[tuple[int, dict[int, arb]]], y: dict[int, arb]) -> list[arb]:
    c = [y.get(i, arb(0)) for i in range(n)]
    for pivot, factors in reversed(steps):
        total = arb(0)
        for j, factor in factors.items():
            total -= factor * c[j]
        c[pivot] = total.mid()
    return c


def eigenvalues(K: Balls) -> Array:
    """Return the eigenvalues of the midpoints, ascending, in 120 digits.

    An eigenvalue is 0 if the radii allow 0. K: (p, p), p ≥ 1.
    """
    middle = [arb(u).mid() for row in K for u in row]
    width = max((arb(u).rad() for row in K for u in row), key=float)
    size = max(map(abs, middle), key=float)
    doubt = len(K) * (width + size * arb(2) ** (40 - ctx.prec))  # error of the entries, and of the eigenvalue algorithm
    values = [v.real.mid() for v in acb_mat(len(K), len(K), middle).eig(algorithm="approx")]
    return np.sort([float(v) if abs(v) > doubt else 0.0 for v in values])


def smallest_eigenvalue(K: Balls, digits: bool = True) -> float:
    """Return the smallest eigenvalue λ_min of the midpoints.

    K: (p, p), p ≥ 1. Floats are used if they give six digits, or if p > MOST. Else 120 digits are used. Without
    `digits` the result is then nan.
    """
    if len(K) == 1:
        return nearest(K[0][0])
    M = middles(K)
    found = float(np.linalg.eigvalsh(M)[0])
    doubt = 16 * len(K) * np.finfo(float).eps * float(np.abs(M).max())  # error of eigvalsh, generously
    if abs(found) > 1e6 * doubt or len(K) > MOST:
        return found
    if not digits:
        return math.nan
    return float(eigenvalues(K)[0])
