r"""Looking for a witness: small whole points first, then the person's own, then points moved to where it hurts most."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from kernviz.features.polynomial import coefficient_matrix
from kernviz.kernels.expr import Kernel
from kernviz.kernels.facts import Space
from kernviz.kernels.kinds import different
from kernviz.kernels.structured.shelves import shelves
from kernviz.mercer.witness import LARGEST_VALUE, Witness, usable, witness

Array = NDArray[np.float64]

LINE = (1.0, -1.0, 0.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0, 4.0, 6.0, 1.5, -1.5)  # simplest first
SCALES = (1.0, 2.0, 0.5, 4.0, 0.25, 10.0, 0.1)


def find(k: Kernel, space: Space, X: Array | None = None, effort: int = 1) -> Witness | None:
    """A verified witness with few points, or None. `effort` 0 looks at small whole points and X only."""
    return next(iter(candidates(k, space, X, effort)), None)


def candidates(k: Kernel, space: Space, X: Array | None = None, effort: int = 1) -> Iterator[Witness]:
    """Witnesses as they are found, the simplest kind first."""
    if space.kind != "vectors":
        yield from _among_objects(k, space, X)
        return
    simple = whole_points(space)
    yield from _few(k, simple)
    if X is not None and len(X):
        yield from _shrunk(k, X[:300])
    for scale in SCALES:
        yield from _shrunk(k, simple * scale)
    constructed = from_coefficients(k, space)
    if constructed is not None:
        yield from _shrunk(k, constructed)
    if effort:
        for lattice in lattices(space):
            yield from _shrunk(k, lattice)
        yield from _moved(k, space, effort)


def _among_objects(k: Kernel, space: Space, X: Array | None) -> Iterator[Witness]:
    """A person's own objects first, then the shelves of small ones, shorter first."""
    if X is not None and len(X):
        yield from _shrunk(k, X[:300])
    for shelf in shelves(space.kind):
        yield from _few(k, shelf[:25])
        yield from _shrunk(k, shelf)


def inside(space: Space, rows: Array) -> Array:
    """Those of the rows that are points of the space: a negative coordinate is none of [0, ∞)ᵈ, and refutes nothing there."""
    if space.kind != "vectors":
        return rows
    return rows[(rows >= 0).all(axis=1)] if space.nonnegative else rows


def whole_points(space: Space) -> Array:
    """Small whole points of ℝᵈ, simplest first: on the first axis, then the corners of a small cube."""
    line = [v for v in LINE if v >= 0 or not space.nonnegative]
    axis = [(v, *(0.0,) * (space.d - 1)) for v in line]
    if space.d == 1:
        return np.array(axis)
    low = 0 if space.nonnegative else -1
    cube = [c for c in product(range(low, 3), repeat=min(space.d, 3)) if any(c[1:])]
    cube.sort(key=lambda c: (sum(abs(v) for v in c), tuple(-v for v in c)))
    rest = [(*map(float, c), *(0.0,) * (space.d - len(c))) for c in cube[:30]]
    return np.array(axis[:9] + rest)


def lattices(space: Space) -> Iterator[Array]:
    """Square lattices of up to 216 points: kernels of the distance that hold on the line fail on these in the plane."""
    side = {1: 60, 2: 12, 3: 6}.get(space.d, 2)
    axes = min(space.d, 7)  # beyond that even two a side are too many points
    for spacing in (0.7, 0.5, 0.3, 1.0, 0.1, 3.0):
        cells = np.stack(np.meshgrid(*[np.arange(side) * spacing] * axes, indexing="ij"), axis=-1).reshape(-1, axes)
        yield np.hstack([cells, np.zeros((len(cells), space.d - axes))])


def _few(k: Kernel, rows: Array) -> Iterator[Witness]:
    """One, two and three points, in order, by a vectorised look at all subsets; each hit is verified."""
    K = k(rows)
    for size in (1, 2, 3)[: len(rows)]:
        subsets = np.array(list(combinations(range(len(rows)), size)))
        if size == 3:
            subsets = subsets[:2000]
        blocks = K[subsets[:, :, None], subsets[:, None, :]]
        fine = np.abs(blocks).max(axis=(1, 2)) < LARGEST_VALUE  # false for nan too
        blocks = np.where(fine[:, None, None], blocks, np.eye(size))
        size_of = np.maximum(np.abs(blocks).max(axis=(1, 2)), np.finfo(float).tiny)
        lowest = np.linalg.eigvalsh((blocks + blocks.transpose(0, 2, 1)) / 2)[:, 0] / size_of
        skew = np.abs(blocks - blocks.transpose(0, 2, 1)).max(axis=(1, 2)) / size_of
        for hit in np.flatnonzero((lowest < -1e-6) | (skew > 1e-6))[:20]:
            found = witness(k, rows[subsets[hit]])
            if found is not None:
                yield found


def _shrunk(k: Kernel, rows: Array) -> Iterator[Witness]:
    """The witness all these points are, with every point dropped that it does not need."""
    rows = different(rows)
    with np.errstate(all="ignore"):
        rows = rows[np.isfinite(k.diag(rows))]
    found = witness(k, rows) if len(rows) else None
    while found is not None and len(found) > 1 and found.symmetric:
        smaller = _without_one(k, found)
        if smaller is None:
            break
        found = smaller
    if found is not None:
        yield found


def _without_one(k: Kernel, found: Witness) -> Witness | None:
    """Drop the point whose loss leaves the most negative eigenvalue; None if every loss ends the refutation."""
    K = (found.matrix + found.matrix.T) / 2
    n = len(K)
    if n > 40:  # many points: keep those that carry the eigenvector, as few as still refute
        carried = np.argsort(-np.abs(np.linalg.eigh(K)[1][:, 0]))
        for kept in (n // 2, 3 * n // 4, 9 * n // 10, n - 1):
            smaller = witness(k, found.points[np.sort(carried[:kept])])
            if smaller is not None:
                return smaller
        return None
    lowest = [float(np.linalg.eigvalsh(np.delete(np.delete(K, i, 0), i, 1))[0]) for i in range(n)]
    best = int(np.argmin(lowest))
    return witness(k, np.delete(found.points, best, 0)) if lowest[best] < 0 else None


def from_coefficients(k: Kernel, space: Space) -> Array | None:
    """Points constructed against a polynomial kernel whose coefficient matrix is not PSD: as many generic points as there
    are monomials, where weights c with Σ cᵢ m(xᵢ) = v exist for the negative direction v."""
    matrix = coefficient_matrix(k, space.d)
    if matrix is None or matrix.psd:
        return None
    rng = np.random.default_rng(0)
    rows = rng.uniform(0 if space.nonnegative else -1, 1, size=(min(len(matrix.monomials), 300), space.d))
    return np.round(rows, 2)


def _moved(k: Kernel, space: Space, effort: int) -> Iterator[Witness]:
    """Random points at several scales, then moved downhill on the smallest eigenvalue (relative to the largest entry)."""
    rng = np.random.default_rng(1)
    # no verdict may take long: large trees get fewer looks, and so do many coordinates, where a few find nothing anyway
    share = min(1.0, 8 / sum(1 for _ in k.walk()), 6 / space.d)
    for size, scale in product((3, 6, 12), SCALES[: 3 + 2 * effort]):
        start = rng.normal(size=(size, space.d)) * scale
        start = np.abs(start) if space.nonnegative else start
        yield from _shrunk(k, start)

        def lowest(flat: Array, size: int = size) -> float:
            rows = flat.reshape(size, space.d)
            K = k(np.abs(rows) if space.nonnegative else rows)
            if not usable(K):
                return 0.0
            return float(np.linalg.eigvalsh((K + K.T) / 2)[0]) / max(float(np.abs(K).max()), 1e-300)

        best = minimize(
            lowest, start.ravel(), method="Powell", options={"maxfev": int(60 * size * effort * share), "xtol": 1e-2}
        )
        if best.fun < -1e-7:
            rows = best.x.reshape(size, space.d)
            yield from _shrunk(k, tidied(k, np.abs(rows) if space.nonnegative else rows))


def tidied(k: Kernel, rows: Array) -> Array:
    """The same points with as few digits as still refute."""
    for digits in (0, 1, 2, 3):
        short = np.unique(np.round(rows, digits), axis=0)
        if witness(k, short) is not None:
            return short
    return rows


__all__ = ["candidates", "find", "whole_points"]
