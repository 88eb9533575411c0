"""Level lines of a grid, and the values that displace them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.arrays import Array

Ladder = tuple[float, float, int]  # levels start, start + step, …: the start, the step and how many there are

DISPLACED = 0.45  # largest shift of a contour line in pixels
FEW = 8  # levels; up to this number comparisons are faster than a search
CLOSE = 1e-9  # a saddle's mean this close to its level, in parts of the values, is computed from exact corners


class Lines:
    """Edges of a grid that level lines cross.

    `starts` and `ends` are the flat indices of the ends of these edges, `heights` the levels,
    `crossings` the parts of the edges at which the lines cross. A crossing may move by its entry in
    `shares` at most. `saddles` are the flat indices of the corners of cells with a saddle, each with its
    level. The mean of a saddle decides how the lines run.
    """

    def __init__(self, values: Array, levels: Sequence[float], wide: float, thin: Collection[float]) -> None:
        self.values, self.shape, self.levels = values.ravel(), values.shape, np.asarray(levels, dtype=np.float64)
        self.bands = self._bands(self.values)
        width, bands = values.shape[1], self.bands
        across = bands[:-1] != bands[1:]
        across[width - 1 :: width] = False  # the end of a row and the start of the next row are not neighbours
        self.starts, self.ends, crossed = _edges(bands, across, width)
        self.heights = self.levels[crossed]
        share = DISPLACED * (max(values.shape) - 1) / wide
        self.shares = np.array([2 * share if level in thin else share for level in levels])[crossed]
        self.crossings = self._crossings(self.values[self.starts], self.values[self.ends])
        first, crossed = _saddles(bands, across, width)
        self.corners = first[:, None] + np.array([0, 1, width, width + 1])
        self.saddles = self.levels[crossed]

    def _crossings(self, start: Array, end: Array) -> Array:
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return (self.heights - start) / (end - start)

    def _stays(self, start: Array, end: Array, part: float = 1.0) -> NDArray[np.bool_]:
        """Mark the edges whose crossing hardly moves for these end values.

        A crossing may move by `part` of its entry in `shares`.
        """
        return np.asarray(np.abs(self._crossings(start, end) - self.crossings) <= part * self.shares)

    def ends_to_correct(self, decoded: Array) -> NDArray[np.intp]:
        """Return the places of values that displace a line.

        Such a value is on the other side of a level or moves a crossing too far. Of an edge only one end is among them
        if the other alone moves the crossing by little.
        """
        start, end, found = decoded[self.starts], decoded[self.ends], self._elsewhere(decoded)
        moved = ~self._stays(start, end)
        by_start = ~self._stays(start, self.values[self.ends], 0.5)
        by_end = ~self._stays(self.values[self.starts], end, 0.5)
        found[self.starts[moved & (by_start | ~by_end)]] = True
        found[self.ends[moved & (by_end | ~by_start)]] = True
        return np.flatnonzero(found)

    def displaced(self, decoded: Array) -> NDArray[np.intp]:
        """Return the places of inexact decoded values that displace a line.

        Such a value is on the other side of a level, ends an edge on which a crossing moves too
        far, or is a corner of a saddle whose mean may be on the other side.
        """
        found = self._elsewhere(decoded)
        moved = ~self._stays(decoded[self.starts], decoded[self.ends])
        found[self.starts[moved]] = found[self.ends[moved]] = True
        if self.saddles.size:
            true, corner = self.values[self.corners], decoded[self.corners]
            mean = corner.mean(axis=1) - self.saddles
            other = (mean > 0) != (true.mean(axis=1) > self.saddles)
            found[self.corners[other | (np.abs(mean) <= CLOSE * np.abs(corner).max(axis=1))]] = True
        return np.flatnonzero(found & (decoded != self.values))

    def _bands(self, values: Array) -> NDArray[Any]:
        """Return how many levels are below each value."""
        if len(self.levels) > FEW:
            return self.levels.searchsorted(values)
        found = np.zeros(values.size, dtype=np.uint8)
        for level in self.levels:
            found += values > level
        return found

    def _elsewhere(self, decoded: Array) -> NDArray[np.bool_]:
        """Mark the values on the other side of a level."""
        return np.asarray(self._bands(decoded) != self.bands)


def _edges(
    bands: NDArray[Any], across: NDArray[np.bool_], width: int
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return start, end and number of the level of each crossing."""
    rows, columns = np.flatnonzero(across), np.flatnonzero(bands[:-width] != bands[width:])
    starts, ends = np.concatenate((rows, columns)), np.concatenate((rows + 1, columns + width))
    one, other = bands[starts].astype(np.intp), bands[ends].astype(np.intp)
    edges, levels = _each(np.minimum(one, other), np.abs(other - one))
    return starts[edges], ends[edges], levels


def _saddles(bands: NDArray[Any], across: NDArray[np.bool_], width: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return first corner and number of the level of each saddle.

    At a saddle two opposite corners are above the level, and the other two are not.
    """
    first = np.flatnonzero(across[:-width] & across[width:])
    one, right, below, other = (bands[first + apart].astype(np.intp) for apart in (0, 1, width, width + 1))
    low = np.minimum(np.maximum(one, other), np.maximum(right, below))
    high = np.maximum(np.minimum(one, other), np.minimum(right, below))
    cells, levels = _each(low, np.maximum(high - low, 0))
    return first[cells], levels


def _each(first: NDArray[np.intp], counts: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the `counts` successive numbers from each of `first`.

    They follow the index of the entry of `first` they belong to.
    """
    index = np.repeat(np.arange(first.size), counts)
    before = np.cumsum(counts) - counts
    return index, first[index] + np.arange(index.size) - before[index]


def levels_of(ladders: Sequence[Ladder]) -> list[float]:
    """Return the levels of all ladders in ascending order.

    The browser computes the same levels (ui/assets/levels.js).
    """
    return sorted({start + n * step for start, step, count in ladders for n in range(count)})


def nearest(levels: ArrayLike, values: Array) -> Array:
    """Return the level nearest to each value; without levels, zeros."""
    ladder = np.asarray(levels, dtype=np.float64)
    if not ladder.size:
        return np.zeros(values.shape)
    return np.asarray(ladder[np.searchsorted(ladder[:-1] / 2 + ladder[1:] / 2, values)])
