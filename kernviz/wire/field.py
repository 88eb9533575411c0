"""Lossy code of a field of values on a grid.

The decoded values differ from the given values by a small part of the colour scale. Level lines
stay in their places.

The grid is refined from coarse to fine. Each new value is predicted from decoded values, by a
cubic through four neighbours. The difference is rounded to whole steps. A smooth field leaves
mostly zeros, which gzip packs well. Errors do not add up, because a prediction reads decoded
values. Values beyond the limits, where the colour is saturated, are clipped.

A level line crosses the edges of the grid. The rounded values may move a crossing by more than
`DISPLACED`, or put a value on the other side of a level. Then a correction in parts of a step
is sent too. If a correction is not enough, as next to a jump, the value itself is sent.
``kernviz/ui/assets/field.js`` decodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array

Bytes = NDArray[np.integer[Any]]

STEPS = 1024  # quantisation steps between the limits; a colour is off by half a step at most
# if more than this share of the values needs corrections, finer steps are tried, up to FINEST
MANY, FINEST = 0.15, 2**14
DISPLACED = 0.45  # largest shift of a contour line in pixels
WIDE = 900.0  # largest length in pixels at which a grid's longer side is shown, as on a projector
COARSEST = 16  # distance between the values that are stored without prediction
FAR = -128  # code for a difference beyond ±127; such differences follow in a list
PARTS = 256  # a correction is a multiple of step/PARTS
ITSELF = -128  # code for a correction that is too large: the value itself follows in a list
SKIP = 255  # in the list of positions: advance by this number without a correction
COLOURS = 256  # steps of a grid without contour lines, as many as there are shades
LEAST_STEP = 1e-305


@dataclass(frozen=True)
class Field:
    """Coded values of a grid of `shape` (rows, columns).

    low, high  limits to which values are clipped
    step       unit of the differences, in units of the values
    codes      int8 (rows · columns,): differences in steps, coarse to fine; `FAR` stands for the next of `far` (int32)
    places     uint8: distances between the corrected values, in the order of the grid
    fine       int8: corrections in parts of a step; `ITSELF` stands for the next of `exact` (float32 or float64)
    """

    shape: tuple[int, int]
    low: float
    high: float
    step: float
    codes: Bytes
    far: Bytes
    places: Bytes
    fine: Bytes
    exact: NDArray[Any]


def encode(
    values: NDArray[Any], limits: tuple[float, float] | None, levels: Sequence[float], wide: float = WIDE
) -> Field | None:
    """Encode a grid of values (rows, columns) as a field.

    Returns None for an empty grid, for a grid with NaN, and if the range has no step in float64.

    limits  ends of the colour scale; None: the extremes of the values, which are kept exactly

    levels  levels of the lines drawn on this grid, ascending

    wide    pixels of the grid's longer side
    """
    largest = float(np.finfo(values.dtype).max) / 4
    # infinities become finite, so that a crossing next to one has a position
    given = np.clip(values, -largest, largest)
    if not given.size or np.isnan(given.sum(dtype=np.float64)):
        return None
    exact = given.astype(np.float64)
    low, high = limits or (float(exact.min()), float(exact.max()))
    span = high - low
    if limits and levels:  # contour lines beyond the limits of the colours are drawn, too
        low, high = min(low, levels[0] - span / 8), max(high, levels[-1] + span / 8)
    lines, steps = _Lines(exact, levels, wide), STEPS if levels else COLOURS
    while True:
        step = span / steps if span > 0 else 1.0
        if not LEAST_STEP < step < np.inf:
            return None
        clipped = np.clip(exact, low, high)
        differences, known = _differences((clipped - (low + high) / 2) / step)
        drawn = _within(known, low, high, step)
        kept = lines.displaced(drawn)
        many = np.count_nonzero(kept) > MANY * kept.size
        if not many or steps >= FINEST:
            break
        steps *= 4
    if limits is None:
        kept.ravel()[[exact.argmin(), exact.argmax()]] = True
    places = np.flatnonzero(kept)
    fine, itself = _corrections(lines, drawn, places, (low, high, step), limits is None)
    far = np.abs(differences) > -FAR - 1
    return Field(
        shape=(values.shape[0], values.shape[1]),
        low=low,
        high=high,
        step=step,
        codes=np.where(far, FAR, differences).astype(np.int8),
        far=differences[far].astype(np.int32),
        places=_distances(places),
        fine=fine,
        exact=given.ravel()[itself],
    )


def _corrections(
    lines: _Lines, drawn: Array, places: NDArray[np.intp], scale: tuple[float, float, float], extremes: bool
) -> tuple[Bytes, NDArray[np.intp]]:
    """Return the corrections at the places, and the places sent exactly.

    At the places of the second result a correction is not enough. `scale` is the lowest value, the
    highest value and the step. With `extremes` the extremes of the values stay exact as well.
    """
    low, high, step = scale
    unit, values = step / PARTS, lines.values
    with np.errstate(over="ignore"):
        fine = np.rint(np.clip((values[places] - drawn.ravel()[places]) / unit, -127, 127))
    corrected = drawn.copy()
    corrected.ravel()[places] = np.clip(corrected.ravel()[places] + fine * unit, low, high)
    itself = lines.displaced(corrected).ravel()
    if extremes:
        itself[[values.argmin(), values.argmax()]] = True
    insufficient = itself[places]
    fine[insufficient] = ITSELF
    return fine.astype(np.int8), places[insufficient]


def decode(field: Field) -> Array:
    """Return the values (rows, columns) as the browser draws them."""
    differences = field.codes.astype(np.float64)
    differences[field.codes == FAR] = field.far
    known, at = np.empty(field.shape), 0
    for new, prediction in _refined(known):
        count = new.size
        new[...] = prediction() + differences[at : at + count].reshape(new.shape)
        at += count
    values = _within(known, field.low, field.high, field.step)
    places, itself = _places(field.places), field.fine == ITSELF
    corrected = values.ravel()[places] + np.where(itself, 0.0, field.fine) * (field.step / PARTS)
    values.ravel()[places] = np.clip(corrected, field.low, field.high)
    values.ravel()[places[itself]] = field.exact
    return values


class _Lines:
    """Edges of a grid that level lines cross.

    `ends` are flat indices of the ends of these edges, `most` the largest allowed errors there.
    `corners` are the corners of cells with a saddle.

    Errors may be at most a share c of the difference between the two ends. The crossing then moves
    by at most c of the edge's length.
    """

    def __init__(self, values: Array, levels: Sequence[float], wide: float) -> None:
        self.values, self.levels = values.ravel(), levels
        self.above = [self.values > level for level in levels]
        width, none = values.shape[1], np.zeros(0, dtype=np.intp)
        starts, ends, corners = [none], [none], [none]
        for above in self.above:
            across = above[:-1] != above[1:]
            across[width - 1 :: width] = False  # the end of a row and the start of the next row are not neighbours
            for edges, apart in ((across, 1), (above[:-width] != above[width:], width)):
                start = np.flatnonzero(edges)
                starts.append(start)
                ends.append(start + apart)
            corner = np.flatnonzero(across[:-width] & across[width:])
            corner = corner[above[corner] != above[corner + width]]
            corners += [corner + apart for apart in (0, 1, width, width + 1)]
        start, end = np.concatenate(starts), np.concatenate(ends)
        self.ends, self.corners = np.concatenate((start, end)), np.concatenate(corners)
        share = DISPLACED * (max(values.shape) - 1) / wide  # largest shift, as a share of a grid edge
        self.most = share * np.tile(np.abs(self.values[start] - self.values[end]), 2)

    def displaced(self, decoded: Array) -> NDArray[np.bool_]:
        """Return a mask of the decoded values that would move a line.

        Such a value is on the other side of a level, or ends a crossed edge with an error above `most`.

        All corners of a saddle that are not decoded exactly are in the mask. The mean of a saddle
        decides how the lines run.
        """
        drawn, found = decoded.ravel(), np.zeros(decoded.size, dtype=bool)
        for level, above in zip(self.levels, self.above, strict=True):
            found |= above != (drawn > level)
        found[self.ends[np.abs(drawn[self.ends] - self.values[self.ends]) > self.most]] = True
        found[self.corners[drawn[self.corners] != self.values[self.corners]]] = True
        return found.reshape(decoded.shape)


def _within(known: Array, low: float, high: float, step: float) -> Array:
    return np.clip(known * step + (low + high) / 2, low, high)


def _differences(values: Array) -> tuple[Array, Array]:
    """Return the differences of values in whole steps, and the decoded values.

    Shapes: differences (rows · columns,), decoded values (rows, columns).
    """
    known, found, at = np.empty(values.shape), np.empty(values.size), 0
    for (new, prediction), (given, _) in zip(_refined(known), _refined(values), strict=True):
        guess = prediction()
        whole = np.rint(given - guess)
        new[...] = guess + whole
        found[at : at + whole.size] = whole.ravel()
        at += whole.size
    return found, known


def _refined(grid: Array) -> Iterator[tuple[Array, Callable[[], Array]]]:
    """Yield views of the grid in decoding order, each with its predictor.

    The predictor is a function that predicts the view from the views before.
    """
    stride = COARSEST // 2
    first = grid[::COARSEST, ::COARSEST]
    yield first, partial(np.zeros, first.shape)
    while stride:
        rows = grid[:: 2 * stride]
        for known, new in (
            (rows[:, :: 2 * stride].T, rows[:, stride :: 2 * stride].T),
            (rows[:, ::stride], grid[stride :: 2 * stride, ::stride]),
        ):
            if new.size:
                yield new, partial(_between, known, len(new))
        stride //= 2


def _between(known: Array, count: int) -> Array:
    """Predict `count` rows between the known rows.

    Known rows have the shape (m, n), with m = count or count + 1. The prediction is cubic, at the
    ends quadratic.
    """
    m, found = len(known), np.empty((count, known.shape[1]))
    inner = min(count, m - 1)
    found[:inner] = (known[:inner] + known[1 : inner + 1]) * 0.5
    if m > 3:
        found[1 : m - 2] = (9.0 * (known[1 : m - 2] + known[2 : m - 1]) - (known[: m - 3] + known[3:])) * 0.0625
    if m > 2:
        found[0] = (3.0 * known[0] + 6.0 * known[1] - known[2]) * 0.125
        found[m - 2] = (3.0 * known[m - 1] + 6.0 * known[m - 2] - known[m - 3]) * 0.125
    if count > inner:
        found[inner] = known[m - 1] if m < 2 else (3.0 * known[m - 1] - known[m - 2]) * 0.5
    return found


def _distances(places: NDArray[np.intp]) -> Bytes:
    """Return ascending places as distances, each from the place before.

    `SKIP` in the list advances by `SKIP` and marks no place.
    """
    apart = np.diff(places, prepend=0)
    skips = apart // SKIP
    found = np.full(len(places) + int(skips.sum()), SKIP, dtype=np.uint8)
    found[np.cumsum(skips + 1) - 1] = apart % SKIP
    return found


def _places(distances: Bytes) -> NDArray[np.intp]:
    return np.asarray(np.cumsum(distances.astype(np.intp))[distances != SKIP])


__all__ = ["DISPLACED", "STEPS", "WIDE", "Field", "decode", "encode"]
