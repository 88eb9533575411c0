"""Level lines of a grid, and the values that displace them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array

Ladder = tuple[float, float, int]  # levels start, start + step, …: the start, the step and how many there are

DISPLACED = 0.45  # largest shift of a contour line in pixels
CLOSE = 1e-9  # a saddle's mean this close to its level, in parts of the values, is computed from exact corners


class Lines:
    """Edges of a grid that level lines cross.

    `starts` and `ends` are the flat indices of the ends of these edges, `heights` the levels,
    `crossings` the parts of the edges at which the lines cross. A crossing may move by its entry in
    `shares` at most. `saddles` are the flat indices of the corners of cells with a saddle, each with its
    level. The mean of a saddle decides how the lines run.
    """

    def __init__(self, values: Array, levels: Sequence[float], wide: float, thin: Collection[float]) -> None:
        self.values, self.shape, self.levels = values.ravel(), values.shape, levels
        self.above = [self.values > level for level in levels]
        share = DISPLACED * (max(values.shape) - 1) / wide
        width, none = values.shape[1], np.zeros(0, dtype=np.intp)
        starts, ends, heights = [none], [none], [np.zeros(0)]
        shares, corners, saddles = [np.zeros(0)], [none], [np.zeros(0)]
        for level, above in zip(levels, self.above, strict=True):
            across = above[:-1] != above[1:]
            across[width - 1 :: width] = False  # the end of a row and the start of the next row are not neighbours
            for edges, apart in ((across, 1), (above[:-width] != above[width:], width)):
                start = np.flatnonzero(edges)
                starts.append(start)
                ends.append(start + apart)
                heights.append(np.full(start.size, level))
                shares.append(np.full(start.size, share * 2 if level in thin else share))
            corner = np.flatnonzero(across[:-width] & across[width:])
            corner = corner[above[corner] != above[corner + width]]
            corners.append(corner)
            saddles.append(np.full(corner.size, level))
        self.starts, self.ends, self.heights = np.concatenate(starts), np.concatenate(ends), np.concatenate(heights)
        self.shares = np.concatenate(shares)
        self.crossings = self._crossings(self.values[self.starts], self.values[self.ends])
        self.corners = np.concatenate(corners)[:, None] + np.array([0, 1, width, width + 1])
        self.saddles = np.concatenate(saddles)

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

    def _elsewhere(self, decoded: Array) -> NDArray[np.bool_]:
        """Mark the values on the other side of a level."""
        found = np.zeros(decoded.size, dtype=bool)
        for level, above in zip(self.levels, self.above, strict=True):
            found |= above != (decoded > level)
        return found


def levels_of(ladders: Sequence[Ladder]) -> list[float]:
    """Return the levels of all ladders in ascending order.

    The browser computes the same levels (ui/assets/levels.js).
    """
    return sorted({start + n * step for start, step, count in ladders for n in range(count)})


def nearest(levels: Sequence[float], values: Array) -> Array:
    """Return the level nearest to each value; without levels, zeros."""
    if not len(levels):
        return np.zeros(values.shape)
    ladder = np.asarray(levels, dtype=np.float64)
    return np.asarray(ladder[np.searchsorted(ladder[:-1] / 2 + ladder[1:] / 2, values)])


__all__ = ["DISPLACED", "Ladder", "Lines", "levels_of", "nearest"]
