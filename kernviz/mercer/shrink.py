r"""A witness with every point dropped that it does not need. The balls of the first are those of all smaller ones."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kernviz.kernels.expr import Kernel
from kernviz.kernels.kinds import different
from kernviz.mercer.certain import MOST, Balls, gram, lopsided, of_differences, part
from kernviz.mercer.effort import Effort, cost, of_balls, of_floats, of_spectra, of_weights
from kernviz.mercer.witness import Witness, certified, usable, witness

Array = NDArray[np.float64]

FEW = 12  # points of which every one is tried to be left out by elimination; of more, only where floats agree
FILTER = 1e-13  # share of the largest entry below which a negative eigenvalue in floats is not worth a look in balls
DEEP_VALUES, PLAIN_VALUES = 5000, 20_000  # of leaves that one look in balls may cost
LARGEST = 240  # points looked at in balls where no fewer carry what floats see
SHARES = (0.5, 0.75, 0.9)


def shrunk(k: Kernel, rows: Array, deep: bool = False, effort: Effort | None = None) -> Witness | None:
    """The smallest witness among these points, from the largest down; None where floats see nothing, unless `deep`:
    then elimination in balls has the last word. X: (p, d), or p objects. None too where no `effort` is left to look.
    """
    effort = effort or Effort(math.inf)
    begun = _first(k, rows, deep, effort)
    if begun is None:
        return None
    *_, (found, K) = begun, *_down(*begun, effort)
    return certified(found.points, K) if K else found  # with all digits of its eigenvalue


def carried(k: Kernel, rows: Array, effort: Effort) -> Witness | None:
    """A witness among these points, with as few of them as carry what floats see, and none left out beyond that."""
    begun = _first(k, rows, False, effort)
    return None if begun is None else begun[0]


def _first(k: Kernel, rows: Array, deep: bool, effort: Effort) -> tuple[Witness, Balls] | None:
    """A witness among these points, as yet with more of them than it needs, and its matrix in balls."""
    if not effort.spend(of_floats(k, len(rows))):
        return None
    with np.errstate(all="ignore"):
        rows = different(rows)
        rows = rows[np.isfinite(k.diag(rows))]
        K = k(rows)
    if not len(rows) or not usable(K):
        return None
    if lopsided(k, rows, K):
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
    return _certified(rows, gram(k, rows), deep) if effort.spend(values + of_weights(len(rows), deep)) else None


def _differences(rows: Array) -> int:
    """How many different x − z there are, up to sign: of a lattice few."""
    apart = np.round(rows[:, None] - rows[None], 9).reshape(-1, rows.shape[1])
    return len(np.unique(apart, axis=0)) // 2 + 1


def _affordable(k: Kernel, values: float) -> int:
    """How many points, from 6 to 40, have a matrix in balls that takes so many values."""
    return int(min(MOST, max(6, math.sqrt(2 * values / cost(k)))))


def _certified(rows: Array, K: Balls, deep: bool) -> tuple[Witness, Balls] | None:
    found = certified(rows, K, deep, digits=False)
    return None if found is None else (found, K)


def carrying(K: Array, most: int = MOST) -> NDArray[np.intp] | None:
    """At most so many of the points of K (n, n), or 240 if it takes more, that carry a negative eigenvalue, in floats;
    None where there seems to be none.
    """
    kept = np.arange(len(K))
    vector = negative(K)
    if vector is None:
        return None
    while len(kept) > most:
        order = np.argsort(-np.abs(vector))
        for share in SHARES:
            fewer_of = np.sort(order[: max(most, int(share * len(kept)))])
            smaller = negative(K[np.ix_(kept[fewer_of], kept[fewer_of])])
            if smaller is not None:
                kept, vector = kept[fewer_of], smaller
                break
        else:
            return kept if len(kept) <= LARGEST else None
    return kept


def negative(K: Array) -> Array | None:
    """Weights that make cᵀKc negative, with K's diagonal scaled to 1 so that points of tiny value count; None beyond
    what floats see. K is `usable`, and scaled no entry exceeds 1/FILTER."""
    own = np.abs(np.diagonal(K))
    row = np.abs(K).max(axis=1)
    with np.errstate(all="ignore"):
        size = 1 / np.sqrt(np.where(own > FILTER * row, own, np.where(row > 0, row, 1)))
    scaled = size[:, None] * K * size[None, :]
    floor = FILTER * np.abs(scaled).max() * len(K)
    try:  # no eigenvalue below −floor: most kernels are kernels, and this takes a tenth of the time
        np.linalg.cholesky(scaled + floor * np.eye(len(K)))
    except np.linalg.LinAlgError:
        values, vectors = np.linalg.eigh(scaled)
        return vectors[:, 0] if values[0] < -floor else None
    return None


def fewer(k: Kernel, found: Witness) -> Iterator[Witness]:
    """Ever smaller witnesses among the points of this one; no point of the last can be left out."""
    while len(found) > MOST:
        kept = carrying((found.matrix + found.matrix.T) / 2) if found.symmetric else None
        smaller = None if kept is None else witness(k, found.points[kept])
        if smaller is None:
            return
        found = smaller
        yield found
    if found.symmetric:
        yield from (smaller for smaller, _ in _down(found, gram(k, found.points), Effort(math.inf)))


def _down(found: Witness, K: Balls, effort: Effort) -> Iterator[tuple[Witness, Balls]]:
    while len(K) > 1 and effort.spend(of_weights(len(K), len(K) <= FEW)):
        # one by one only a few: to try each of n takes n spectra of n points
        smaller = _without_idle(found, K) or (_without_one(found, K, effort) if len(K) <= MOST else None)
        if smaller is None:
            return
        found, K = smaller
        yield found, K


def _without_idle(found: Witness, K: Balls) -> tuple[Witness, Balls] | None:
    """Only the points with a weight."""
    kept = np.flatnonzero(found.vector).tolist()
    return None if len(kept) == len(found) else _of(found, K, kept)


def _without_one(found: Witness, K: Balls, effort: Effort) -> tuple[Witness, Balls] | None:
    """Without the point whose loss leaves the most negative eigenvalue; None if every loss ends the refutation, or
    hides it from the eye.
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


def _of(found: Witness, K: Balls, kept: list[int]) -> tuple[Witness, Balls] | None:
    inner = part(K, kept)
    smaller = _certified(found.points[kept], inner, deep=len(kept) <= FEW)
    return None if smaller is None or found.visible > smaller[0].visible else smaller


__all__ = ["fewer", "shrunk"]
