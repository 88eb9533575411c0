"""Lossy code of a field of values on a grid.

The decoded values differ from the given values by a small part of the colour scale. Level lines
stay in their places.

The grid is refined from coarse to fine. Each new value is predicted from decoded values, by a
cubic through four neighbours. The difference is rounded to whole steps. A smooth field leaves
mostly zeros, which gzip packs well. Errors do not add up, because a prediction reads decoded
values. Values beyond the limits, where the colour is saturated, are clipped.

In a rough field predictions fail, and whole steps would take a byte a value and more. Its
differences are therefore rounded in proportion to their size: the colour is coarser only next to
a jump of the field.

A level line crosses the edges of the grid. The rounded values may move a crossing by more than
`DISPLACED`, or put a value on the other side of a level. Then a correction in parts of a step is
sent too. If that is not enough, the value's distance from the nearest level is sent instead, as a
power of two: a crossing depends on the ratio of the two distances at the ends of its edge, however
small they are. If a power is not enough, the value itself is sent.
``kernviz/ui/assets/field.js`` decodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.wire.level_line_corrections import EXACT, corrections
from kernviz.wire.level_lines import Ladder, Lines, levels_of
from kernviz.wire.refinement import EVEN, differences, differences_of_all
from kernviz.wire.rounding import Rounded, in_bytes, in_steps

Bytes = NDArray[np.integer[Any]]

COLOURS = 256  # quantisation steps between the limits, as many as there are shades; a colour is off by half a step
FINER = 4  # a smooth field may be smaller in steps finer by this factor, because fewer values need corrections
WIDE = 900.0  # largest length in pixels at which a grid's longer side is shown, as on a projector
# Estimated bytes of all fields of a picture; above this bound rough fields are rounded.
ENOUGH_BYTES = 6_000
FEW = 10  # a field is rough if more than 1/FEW of its differences are large
# ways to round a rough field, the first that fits is taken: steps in shades, codes to an octave of a difference
ROUGHER = ((1, 16), (1, 8), (1, 4), (2, 4))
ITSELF = -127  # code for a distance that is not enough: the value itself follows in a list
SKIP = 255  # in the list of positions: advance by this number without a correction
LEAST_STEP = 1e-305
MANY_STEPS = 2**30  # more steps between the limits do not fit an int32


@dataclass(frozen=True, eq=False)
class Field:
    """Coded values of a grid of `shape` (rows, columns).

    low, high  limits to which values are clipped, except where their distance from a level is sent
    step       unit of the differences, in units of the values
    octave     codes to an octave of the differences in the last refinement, twice as many before it
    ladders    levels of the lines drawn on the grid
    codes      int8 (rows · columns,): differences in steps, coarse to fine; `FAR` stands for the next of `far` (int32)
    places     uint8: distances between the corrected values, in the order of the grid
    fine       int8: up to ±`HIGHEST_PARTS` parts of a step, beyond them the change of the exponent of a distance from a
               level; `ITSELF` stands for the next of `exact` (float32 or float64), `FAR` for the next of `far`
    """

    shape: tuple[int, int]
    low: float
    high: float
    step: float
    octave: int
    ladders: tuple[Ladder, ...]
    codes: Bytes
    far: Bytes
    places: Bytes
    fine: Bytes
    exact: NDArray[Any]


@dataclass(frozen=True, eq=False)
class GridValues:
    """Values of a grid (rows, columns), and what is drawn of them.

    limits   ends of the colour scale; None: the extremes of the values, which are kept exactly
    ladders  levels of the lines drawn on the grid
    wide     pixels of the grid's longer side
    room     bytes; a code estimated to be larger has coarser colours next to jumps
    thin     levels of hairlines, which may move twice as far
    """

    values: NDArray[Any]
    limits: tuple[float, float] | None
    ladders: tuple[Ladder, ...]
    wide: float = WIDE
    room: float = ENOUGH_BYTES
    thin: tuple[Ladder, ...] = ()


def encode(grids: Sequence[GridValues]) -> list[Field | None]:
    """Encode grids of values as fields.

    The entry is None for an empty grid, for a grid with NaN, and if the range has no step in float64 or too many steps.
    """
    plans = [_plan(grid) for grid in grids]
    rounded = [in_steps(plan.lines, plan.limits, step) for plan in plans if plan for step in plan.steps]
    codes = iter(differences_of_all(rounded, EVEN))
    return [_chosen(plan, list(islice(codes, len(plan.steps)))) if plan else None for plan in plans]


@dataclass(frozen=True, eq=False)
class _Plan:
    """Grid that can be encoded.

    finite   values (rows, columns) without infinities
    limits   limits of the field
    ladders  all levels of lines
    steps    steps in which a smooth field may be rounded, the first one of a shade
    """

    grid: GridValues
    finite: NDArray[Any]
    limits: tuple[float, float]
    ladders: tuple[Ladder, ...]
    lines: Lines
    steps: tuple[float, ...]


def _plan(grid: GridValues) -> _Plan | None:
    largest = float(np.finfo(grid.values.dtype).max) / 4
    # infinities become finite, so that a crossing next to one has a position
    finite = np.clip(grid.values, -largest, largest)
    if not finite.size or np.isnan(finite).any():
        return None
    exact = finite.astype(np.float64)
    low, high = grid.limits or (float(exact.min()), float(exact.max()))
    ladders = (*grid.ladders, *grid.thin)
    span, levels = high - low, levels_of(ladders)
    if grid.limits and levels:  # contour lines beyond the limits of the colours are drawn, too
        low, high = min(low, levels[0] - span / 8), max(high, levels[-1] + span / 8)
    finest = span / (COLOURS * FINER) if span > 0 else 1.0
    if not LEAST_STEP < finest < np.inf or high - low > MANY_STEPS * finest:
        return None
    lines = Lines(exact, levels, grid.wide, {*levels_of(grid.thin)} - {*levels_of(grid.ladders)})
    step = finest * FINER if span > 0 else 1.0
    return _Plan(grid, finite, (low, high), ladders, lines, (step, step / FINER) if levels else (step,))


def _chosen(plan: _Plan, known: Sequence[tuple[Array, Array]]) -> Field:
    """Return the shortest code of a grid, by its estimated size.

    ``known`` are the codes and decoded values of the plan's steps.
    """
    size, step = attrgetter("size"), plan.steps[0]
    rounded = partial(Rounded, plan.lines, plan.limits)
    found = rounded(step, EVEN, known[0])
    if len(known) > 1 and found.displaced.size:
        found = min(found, rounded(plan.steps[1], EVEN, known[1]), key=size)
    for shades, octave in ROUGHER:
        if found.size > plan.grid.room and found.jumps > found.codes.size / FEW:
            coarser = step * shades
            codes = differences(in_steps(plan.lines, plan.limits, coarser), octave)
            found = min(found, rounded(coarser, octave, codes), key=size)
    return _coded(plan.finite, found, plan.ladders, plan.grid.limits is None)


def _coded(given: NDArray[Any], rounded: Rounded, ladders: tuple[Ladder, ...], extremes: bool) -> Field:
    """Return the code of the given values.

    With `extremes` the limits are the extremes of the values and stay exact.
    """
    corrected = corrections(rounded, extremes)
    places = np.flatnonzero(corrected.stage)
    codes, far = in_bytes(rounded.codes)
    fine, farther = in_bytes(corrected.codes(places, given.shape[1]))
    itself = corrected.stage == EXACT
    fine[itself[places]] = ITSELF
    return Field(
        shape=(given.shape[0], given.shape[1]),
        low=rounded.limits[0],
        high=rounded.limits[1],
        step=rounded.step,
        octave=rounded.octave,
        ladders=ladders,
        codes=codes,
        far=np.concatenate((far, farther)),
        places=_distances(places),
        fine=fine,
        exact=given.ravel()[itself],
    )


def _distances(places: NDArray[np.intp]) -> Bytes:
    """Return ascending places as distances, each from the place before.

    `SKIP` in the list advances by `SKIP` and marks no place.
    """
    apart = np.diff(places, prepend=0)
    skips = apart // SKIP
    found = np.full(len(places) + int(skips.sum()), SKIP, dtype=np.uint8)
    found[np.cumsum(skips + 1) - 1] = apart % SKIP
    return found


__all__ = ["COLOURS", "ENOUGH_BYTES", "EVEN", "WIDE", "Field", "GridValues", "Ladder", "encode"]
