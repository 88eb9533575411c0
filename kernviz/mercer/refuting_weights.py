"""Weights c for which cᵀKc is certainly negative.

The value cᵀKc is one ball below 0, and the weights also show this to a reader.

The origin of the weights does not matter. Floats propose them, from the eigenvector of K and of
K with its diagonal scaled to 1. The scaling makes points of tiny value count. If floats show no
negative eigenvalue, elimination in balls proposes the weights. The decision is the ball cᵀKc for
exactly the weights that are shown. The matrix and the weights, rounded to floats, may give
another value. Then the scaled matrix is shown, and if that does not suffice either, more digits
are. Source: Higham (2002), Accuracy and Stability of Numerical Algorithms, 10.3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from flint import arb

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, fraction, nearest, rational
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.mercer.integer_weights import readable
from kernviz.mercer.rigorous_gram import Balls, eliminated, entrywise, form, middles, part

FLOAT_DIGITS = 17
HELD = 1e-4  # relative difference allowed between cᵀKc in balls and in floats
SMALLEST_SHOWN = 1e-300  # floats below this value have fewer digits
MOST_DIGITS = 118  # largest number of digits used, of the 120 of a ball
SPARE = 4  # digits beyond those that cancel
VAGUE = 1e-20  # relative radius beyond which an entry is imprecise: nothing certain follows from it


@dataclass(frozen=True)
class Refutation:
    """Weights c (p,) with a certainly negative value cᵀKc.

    The value is certain for exactly these weights, read as the decimals that are printed.

    ``sizes`` (p,): if given, the refuted matrix is D^{-1/2}KD^{-1/2}, where D^{-1/2} is the diagonal matrix of the
    sizes. ``weights`` (p,): c to as many digits as needed, if the 17 digits of a float do not show that cᵀKc < 0;
    else ().
    """

    vector: Array
    value: float
    sizes: tuple[arb, ...] = ()
    weights: tuple[Fraction, ...] = ()
    digits: int = FLOAT_DIGITS  # digits of matrix and weights needed to show the negative value


def refutation(K: Balls, deep: bool = True) -> Refutation | None:
    """Return weights that certainly make cᵀKc negative.

    They are small integers if possible. None if none are found. K: (p, p).
    """
    rows = known(K)
    found = refuted(part(K, rows), deep) if rows else None
    if found is None or len(rows) == len(K):
        return found
    vector, weights = np.zeros(len(K)), [Fraction(0)] * len(K)
    vector[rows] = found.vector
    for i, weight in zip(rows, found.weights, strict=False):
        weights[i] = weight
    sizes = tuple(_size(K, i) for i in range(len(K))) if found.sizes else ()
    return replace(found, vector=vector, sizes=sizes, weights=tuple(weights) if found.weights else ())


def known(K: Balls) -> list[int]:
    """Return indices of points whose matrix entries are all precise.

    Points with imprecise entries are dropped, the worst first.

    An entry is precise if its radius is at most VAGUE times the largest entry. Both are compared after the diagonal
    is scaled to 1, as the matrix may be shown in this scale.
    """
    R = entrywise(scaled(K, [_size(K, i) for i in range(len(K))]), arb)
    different = {id(u): u for row in R for u in row}.values()
    limit = VAGUE * max((arb(abs(u)).upper() for u in different if u.is_finite()), key=float, default=arb(0))
    vague = np.array([[not (u.is_finite() and u.rad() <= limit) for u in row] for row in R], dtype=np.bool_)
    rows = list(range(len(K)))
    while rows and vague[np.ix_(rows, rows)].any():
        rows.remove(rows[int(np.argmax(vague[np.ix_(rows, rows)].sum(axis=0)))])
    return rows


def refuted(K: Balls, deep: bool) -> Refutation | None:
    """Return the first refutation visible in floats.

    The refutation is of K or of K with its diagonal scaled to 1. If floats show none, the refutation that needs the
    fewest digits is returned. None if there is none.

    All entries of K must be `known`. `deep`: elimination in balls also proposes weights.
    """
    K = [list(row) for row in entrywise(K, arb)]
    beyond: list[Refutation] = []  # refutations that are certain although floats do not show them
    for found in _tried(K, deep):
        if not found.weights:
            return found
        beyond.append(found)
    return min(beyond, key=lambda found: found.digits, default=None)


def _tried(K: Balls, deep: bool) -> Iterator[Refutation]:
    """Yield refutations by the eigenvectors of K and of scaled K.

    The eigenvectors of K come first. Elimination follows if ``deep``.
    """
    own = middles(K)
    for vector in _lowest(own):
        yield from _by(K, own, vector, ())
    sizes = tuple(_size(K, i) for i in range(len(K)))
    R = scaled(K, sizes)
    even = middles(R)
    lowest = _lowest(even)
    for vector in lowest:
        yield from _by(K, own, _times(sizes, vector), ())
    for vector in lowest:
        yield from _by(R, even, vector, sizes)
    found = eliminated(entrywise(R, arb)) if deep else None
    if found is not None:
        largest = max(map(abs, found), key=float)
        weights = [(w / largest).mid() for w in found]
        vector = np.array([nearest(w) for w in weights])
        yield from _by(K, own, _times(sizes, vector), ())
        yield from _by(R, even, vector, sizes)
        yield from _to_digits(R, weights, sizes)


def _by(K: Balls, M: Array, vector: Array | None, sizes: tuple[arb, ...]) -> Iterator[Refutation]:
    """Yield refutations by a vector, as small integers or as given.

    M: the nearest floats to K.
    """
    if vector is None or not (np.isfinite(M).all() and np.isfinite(vector).all() and vector.any()):
        return
    for weights in (readable(M, vector), vector / vector[np.argmax(np.abs(vector))]):
        yield from _certified(K, M, weights, sizes)


def _lowest(M: Array) -> list[Array]:
    """Return [eigenvector] of the smallest eigenvalue if this is negative.

    The eigenvalue is computed in floats. The list is empty if it is not negative or if M is not finite.
    """
    if not np.isfinite(M).all():
        return []
    values, vectors = np.linalg.eigh(M)
    return [vectors[:, 0]] if values[0] < 0 else []


def scaled(K: Balls, sizes: Sequence[arb]) -> Balls:
    """Return the scaled matrix D^{-1/2}KD^{-1/2}.

    D^{-1/2} is the diagonal matrix of the sizes.
    """
    R: Balls = [list(row) for row in K]
    if any(size != 1 for size in sizes):
        for i, row in enumerate(K):
            for j in range(i, len(K)):
                R[i][j] = R[j][i] = row[j] * sizes[i] * sizes[j]
    return R


def _times(sizes: Sequence[arb], vector: Array) -> Array | None:
    """Return the weights of K that correspond to ``vector``.

    ``vector`` belongs to the scaled matrix. The largest absolute weight is 1. None if floats cannot represent the
    weights.
    """
    found = [size * arb(v) for size, v in zip(sizes, vector.tolist(), strict=True)]
    largest = max((abs(v) for v in found), key=float)
    weights = np.array([nearest(v / largest) for v in found]) if largest > 0 else np.zeros(0)
    return weights if weights.any() and np.isfinite(weights).all() else None


def _size(K: Balls, i: int) -> arb:
    """Return the scale of row i, approximately 1/√|K[i][i]|.

    If K[i][i] is 0, the largest absolute entry of the row is used instead. If this is 0 or not finite, the scale is
    1. The scale is an exact number (a ball of radius 0).
    """
    own = abs(arb(K[i][i])).upper()
    largest = own if own > 0 else max((abs(arb(u)).upper() for u in K[i]), key=float)
    return (1 / largest).sqrt().mid() if largest > 0 and largest.is_finite() else arb(1)


def _certified(K: Balls, M: Array, weights: Array, sizes: tuple[arb, ...]) -> Iterator[Refutation]:
    """Yield the refutation by these weights, if certain.

    The refutation has as many digits as show it. Nothing is yielded unless cᵀKc is certainly negative.
    """
    c: list[Number] = [rational(w) for w in weights.tolist()]
    ball = form(K, c)
    value = nearest(ball)
    if not (ball < 0 and value < 0):
        return
    seen = form([list(map(arb, row)) for row in M.tolist()], c)
    if abs(seen - ball) < HELD * abs(ball) and value < -SMALLEST_SHOWN:
        yield Refutation(weights, value, sizes)
    else:
        digits = max(FLOAT_DIGITS + 1, _digits_lost(K, c, ball) + SPARE)
        yield Refutation(weights, value, sizes, tuple(map(decimal, weights.tolist())), digits)


def _digits_lost(K: Balls, c: Sequence[Number], value: arb) -> int:
    """Return the number of digits lost to cancellation in cᵀKc.

    The number is log₁₀ of Σ|cᵢKᵢⱼcⱼ| / |cᵀKc|, rounded up.
    """
    size = form([[abs(arb(u)) for u in row] for row in K], [abs(arb(w)) for w in c])
    return math.ceil(float((size / abs(value)).log() / arb(10).log()))


def _to_digits(K: Balls, exact: Sequence[arb], sizes: tuple[arb, ...]) -> Iterator[Refutation]:
    """Yield the refutation by these weights, rounded to enough digits.

    The digits suffice to show the refutation. Nothing is yielded if 118 do not suffice.
    """
    value = form(K, list(exact))
    for digits in (max(FLOAT_DIGITS + 1, _digits_lost(K, exact, value) + SPARE), MOST_DIGITS) if value < 0 else ():
        weights = tuple(Fraction(w.str(digits, radius=False)) for w in exact)
        ball = form(K, [fraction(w) for w in weights])
        if ball < 0 and nearest(ball) < 0:
            yield Refutation(np.array([float(w) for w in weights]), nearest(ball), sizes, weights, digits)
            return
