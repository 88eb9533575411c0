"""Reduction of a witness to a minimal set of points.

The Gram matrix of the first set is computed in balls once. The matrices of all subsets are parts of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import exactly
from kernviz.kernels.expr import Kernel
from kernviz.kernels.object_types import different
from kernviz.mercer.refuting_weights import known
from kernviz.mercer.rigorous_gram import MOST, Balls, asymmetric, differences, gram, of_differences, part
from kernviz.mercer.search_budget import Effort, cost, of_balls, of_floats, of_spectra, of_weights
from kernviz.mercer.witness import Witness, certified, usable, witness

# up to this number of points, elimination in balls decides which points can be removed; above, a point is removed only
# if a negative eigenvalue in floats remains
FEW = 12
FILTER = 1e-13  # relative size below which a negative eigenvalue in floats is not verified in balls
DEEP_VALUES, PLAIN_VALUES = 5000, 20_000  # budget of one verification in balls, in leaf values
LARGEST = 240  # largest set verified in balls if no smaller one carries the eigenvalue
SHARES = (0.5, 0.75, 0.9)


def shrunk(k: Kernel, rows: Array, deep: bool = False, effort: Effort | None = None) -> Witness | None:
    """Return the smallest witness found among these points; else None.

    Points are dropped one after another.

    rows: (p, d), or p objects. None if there is no negative eigenvalue in floats. With `deep` elimination in balls
    decides instead. None also if `effort` does not suffice; without `effort` there is no limit.
    """
    effort = effort or Effort(math.inf)
    begun = _first(k, rows, deep, effort)
    if begun is None:
        return None
    *_, (found, K) = begun, *_down(*begun, effort)
    return certified(found.points, K) if K else found  # with all digits of its eigenvalue


def carried(k: Kernel, rows: Array, effort: Effort) -> Witness | None:
    """Return a witness among these points that is not reduced further.

    The witness has as few of the points as carry the negative eigenvalue in floats.
    """
    begun = _first(k, rows, False, effort)
    return None if begun is None else begun[0]


def _first(k: Kernel, rows: Array, deep: bool, effort: Effort) -> tuple[Witness, Balls] | None:
    """Return a first witness among these points and its matrix in balls.

    The witness is not yet minimal.
    """
    if not effort.spend(of_floats(k, len(rows))):
        return None
    with np.errstate(all="ignore"):
        rows = different(rows)
        rows = rows[np.isfinite(k.diag(rows))]
        K = k(rows)
    if not len(rows) or not usable(K):
        return None
    if asymmetric(k, rows, K):
        found = witness(k, rows)
        return None if found is None else (found, [])
    K = (K + K.T) / 2
    deep = deep and len(rows) <= MOST
    if deep:
        rows = rows[: _affordable(k, DEEP_VALUES)]
    else:
        kept = carrying(K, _affordable(k, min(PLAIN_VALUES, effort.left)))
        if kept is None:
            return None
        rows = rows[kept]
    values = (
        of_balls(k, len(rows)) if len(rows) <= MOST or not of_differences(k, rows) else cost(k) * _differences(rows)
    )
    if not effort.spend(values + of_weights(len(rows), deep)):
        return None
    balls = gram(k, rows)
    sure = known(balls)
    return _certified(rows[sure], part(balls, sure), deep) if sure else None


def _differences(rows: Array) -> int:
    """Return the number of distinct x − z up to sign.

    The number is small for a lattice.
    """
    places = differences(exactly(rows))
    return len(rows) * (len(rows) + 1) // 2 if places is None else len(np.unique(places))


def _affordable(k: Kernel, values: float) -> int:
    """Return the number of points whose matrix in balls the budget allows.

    The budget `values` is in values of a leaf, see `search_budget`. The number is from 6 to 40.
    """
    return int(min(MOST, max(6, math.sqrt(2 * values / cost(k)))))


def _certified(rows: Array, K: Balls, deep: bool) -> tuple[Witness, Balls] | None:
    found = certified(rows, K, deep, digits=False)
    return None if found is None else (found, K)


def carrying(K: Array, most: int = MOST) -> NDArray[np.intp] | None:
    """Return indices of points that carry a negative eigenvalue.

    The matrix is K (n, n), and the eigenvalue is computed in floats. None if there seems to be no
    negative eigenvalue.

    There are at most `most` indices, or 240 if fewer do not suffice.
    """
    rows = np.arange(len(K))
    vector = negative(K)
    if vector is None:
        return None
    while len(rows) > most:
        order = np.argsort(-np.abs(vector))
        for share in SHARES:
            fewer_of = np.sort(order[: max(most, int(share * len(rows)))])
            smaller = negative(K[np.ix_(rows[fewer_of], rows[fewer_of])])
            if smaller is not None:
                rows, vector = rows[fewer_of], smaller
                break
        else:
            return rows if len(rows) <= LARGEST else None
    return rows


def negative(K: Array) -> Array | None:
    """Return weights with cᵀKc < 0 for K scaled to unit diagonal.

    None if K (n, n) has no negative eigenvalue that floats can show.

    The scaling makes points with tiny values count. K must be `usable`. After scaling no entry exceeds 1/FILTER.
    """
    own = np.abs(np.diagonal(K))
    row = np.abs(K).max(axis=1)
    with np.errstate(all="ignore"):
        size = 1 / np.sqrt(np.where(own > FILTER * row, own, np.where(row > 0, row, 1)))
    scaled = size[:, None] * K * size[None, :]
    floor = FILTER * np.abs(scaled).max() * len(K)
    try:  # most functions are kernels, without an eigenvalue below −floor; Cholesky takes a tenth of eigh's time
        np.linalg.cholesky(scaled + floor * np.eye(len(K)))
    except np.linalg.LinAlgError:
        values, vectors = np.linalg.eigh(scaled)
        return vectors[:, 0] if values[0] < -floor else None
    return None


def fewer(k: Kernel, found: Witness) -> Iterator[Witness]:
    """Yield ever smaller witnesses among the points of a witness.

    No point of the last witness can be left out.
    """
    while len(found) > MOST:
        rows = carrying((found.matrix + found.matrix.T) / 2) if found.symmetric else None
        smaller = None if rows is None else witness(k, found.points[rows])
        if smaller is None:
            return
        found = smaller
        yield found
    if found.symmetric:
        yield from (smaller for smaller, _ in _down(found, gram(k, found.points), Effort(math.inf)))


def _down(found: Witness, K: Balls, effort: Effort) -> Iterator[tuple[Witness, Balls]]:
    while len(K) > 1 and effort.spend(of_weights(len(K), len(K) <= FEW)):
        # single points are removed only from small sets: trying each of n points takes n spectra
        smaller = _without_idle(found, K) or (_without_one(found, K, effort) if len(K) <= MOST else None)
        if smaller is None:
            return
        found, K = smaller
        yield found, K


def _without_idle(found: Witness, K: Balls) -> tuple[Witness, Balls] | None:
    """Return the witness with only the points of nonzero weight.

    None if no weight is 0, or if the smaller set is not certified.
    """
    rows = np.flatnonzero(found.vector).tolist()
    return None if len(rows) == len(found) else _of(found, K, rows)


def _without_one(found: Witness, K: Balls, effort: Effort) -> tuple[Witness, Balls] | None:
    """Return the witness without the point that is needed least.

    The removal of this point leaves the most negative eigenvalue. None if without any of the points the refutation
    is lost, or can no longer be seen in a few digits.
    """
    M, n = found.matrix, len(found)
    if not effort.spend(of_spectra(n)):
        return None
    lowest = [float(np.linalg.eigvalsh(np.delete(np.delete(M, i, 0), i, 1))[0]) for i in range(n)]
    for i in np.argsort(lowest, kind="stable").tolist():
        if (n > FEW and lowest[i] >= 0) or not effort.spend(of_weights(n - 1, n <= FEW)):
            return None
        smaller = _of(found, K, [j for j in range(n) if j != i])
        if smaller is not None:
            return smaller
    return None


def _of(found: Witness, K: Balls, rows: list[int]) -> tuple[Witness, Balls] | None:
    inner = part(K, rows)
    smaller = _certified(found.points[rows], inner, deep=len(rows) <= FEW)
    return None if smaller is None or found.visible > smaller[0].visible else smaller
