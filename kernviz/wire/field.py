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

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Bytes = NDArray[np.integer[Any]]
Ladder = tuple[float, float, int]  # levels start, start + step, …: the start, the step and how many there are

COLOURS = 256  # quantisation steps between the limits, as many as there are shades; a colour is off by half a step
FINER = 4  # a smooth field may be smaller in steps finer by this factor, because fewer values need corrections
DISPLACED = 0.45  # largest shift of a contour line in pixels
WIDE = 900.0  # largest length in pixels at which a grid's longer side is shown, as on a projector
ROOM = 6_000  # estimated bytes for the fields of a picture together; if they are larger, rough fields are rounded
COARSEST = 16  # distance between the values that are stored without prediction
PRICE = 1.1  # estimated compressed bytes of a correction; a difference without a code takes twice as many
FEW = 10
EVEN = 128  # codes to an octave of a difference, if differences are rounded to whole steps
# ways to round a rough field, the first that fits is taken: steps in shades, codes to an octave of a difference
ROUGHER = ((1, 16), (1, 8), (1, 4), (2, 4))
COARSE = 16  # codes to an octave, at least, before the last refinement: each error there is in many predictions
LARGE = 8  # steps; a field is rough if more than one difference in FEW is larger
FAR = -128  # code for a difference beyond those of the codes; such differences follow in a list
# distances from a level in steps: an exponent of one doubles the distance every `len(POWERS)` times
POWERS = (1.0, 1.189207115002721, 1.4142135623730951, 1.681792830507429)
FINE_PARTS, POWER, EXACT = 1, 2, 3  # corrections of a value, the next one if the one before is not enough
FINE, MOST_PARTS = 4, 8  # a correction in parts of a step is a multiple of step/FINE, and at most MOST_PARTS of them
LARGEST = 4000  # exponents are between -LARGEST and LARGEST
ITSELF = -127  # code for a distance that is not enough: the value itself follows in a list
MOST = 126  # largest code
CLOSE = 1e-9  # a saddle's mean this close to its level, in parts of the values, is computed from exact corners
SKIP = 255  # in the list of positions: advance by this number without a correction
LEAST_STEP = 1e-305


@dataclass(frozen=True, eq=False)
class Field:
    """Coded values of a grid of `shape` (rows, columns).

    low, high  limits to which values are clipped, except where their distance from a level is sent
    step       unit of the differences, in units of the values
    octave     codes to an octave of the differences in the last refinement, twice as many before it
    ladders    levels of the lines drawn on the grid
    codes      int8 (rows · columns,): differences in steps, coarse to fine; `FAR` stands for the next of `far` (int32)
    places     uint8: distances between the corrected values, in the order of the grid
    fine       int8: up to ±`MOST_PARTS` parts of a step, beyond them the change of the exponent of a distance from a
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


def encode(
    values: NDArray[Any],
    limits: tuple[float, float] | None,
    ladders: Sequence[Ladder],
    wide: float = WIDE,
    room: float = ROOM,
    thin: Sequence[Ladder] = (),
) -> Field | None:
    """Encode a grid of values (rows, columns) as a field.

    Returns None for an empty grid, for a grid with NaN, and if the range has no step in float64.

    limits  ends of the colour scale; None: the extremes of the values, which are kept exactly

    ladders levels of the lines drawn on this grid

    wide    pixels of the grid's longer side

    thin    levels of hairlines, which may move twice as far

    room    bytes; a code estimated to be larger has coarser colours next to jumps
    """
    largest = float(np.finfo(values.dtype).max) / 4
    # infinities become finite, so that a crossing next to one has a position
    given = np.clip(values, -largest, largest)
    if not given.size or np.isnan(given.sum(dtype=np.float64)):
        return None
    exact = given.astype(np.float64)
    low, high = limits or (float(exact.min()), float(exact.max()))
    ladders = (*ladders, *thin)
    span, levels = high - low, _levels(ladders)
    if limits and levels:  # contour lines beyond the limits of the colours are drawn, too
        low, high = min(low, levels[0] - span / 8), max(high, levels[-1] + span / 8)
    finest = span / (COLOURS * FINER) if span > 0 else 1.0
    if not LEAST_STEP < finest < np.inf:
        return None
    lines = _Lines(exact, levels, wide, {*_levels(thin)} - {*_levels(ladders[: len(ladders) - len(thin)])})
    step = finest * FINER if span > 0 else 1.0
    rounded = partial(_Rounded, lines, (low, high))
    found = rounded(step, EVEN)
    if levels and found.displaced.size:
        found = min(found, rounded(step / FINER, EVEN), key=_size)
    for shades, octave in ROUGHER:
        if found.size > room and found.jumps > found.codes.size / FEW:
            found = min(found, rounded(step * shades, octave), key=_size)
    return _coded(given, found, ladders, limits is None)


class _Rounded:
    """Values of a grid rounded by their code, before corrections.

    codes      differences in steps or octaves
    drawn      decoded values
    displaced  places of values that displace a line
    jumps      how many differences are large
    size       estimated compressed bytes, with corrections
    """

    def __init__(self, lines: _Lines, limits: tuple[float, float], step: float, octave: int) -> None:
        self.lines, self.limits, self.step, self.octave = lines, limits, step, octave
        low, high = limits
        clipped = np.clip(lines.values.reshape(lines.shape), low, high)
        self.codes, known = _differences((clipped - (low + high) / 2) / step, octave)
        self.drawn = _within(known, low, high, step).ravel()
        self.displaced = lines.ends_to_correct(self.drawn)
        codes, far = _bytes(self.codes)
        self.jumps = np.count_nonzero(np.abs(self.codes) > LARGE)
        self.size = _entropy(codes) + PRICE * (far.size * 2 + self.displaced.size)


def _size(rounded: _Rounded) -> float:
    return rounded.size


def _coded(given: NDArray[Any], rounded: _Rounded, ladders: tuple[Ladder, ...], extremes: bool) -> Field:
    """Return the code of the given values.

    With `extremes` the limits are the extremes of the values and stay exact.
    """
    corrections = _corrections(rounded, extremes)
    places = np.flatnonzero(corrections.stage)
    codes, far = _bytes(rounded.codes)
    fine, farther = _bytes(corrections.codes(places, given.shape[1]))
    itself = corrections.stage == EXACT
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


@dataclass(frozen=True)
class _Corrections:
    """Corrections of all values of a grid; `stage` says which one is sent, 0 none.

    parts      differences from the decoded values in `FINE` parts of a step
    exponents  of the distances from the nearest level
    flips      True if a value is on the other side of that level than the decoded value
    """

    stage: NDArray[np.int8]
    parts: NDArray[np.int64]
    exponents: NDArray[np.int64]
    flips: NDArray[np.bool_]

    def codes(self, places: NDArray[np.intp], width: int) -> NDArray[np.int64]:
        """Return the codes of the corrections at these places; that of an exact value is 0.

        `width` is the number of columns of the grid.
        """
        stage, found = self.stage[places], np.zeros(places.size, dtype=np.int64)
        found[stage == FINE_PARTS] = self.parts[places][stage == FINE_PARTS]
        listed = places[stage == POWER]
        if not listed.size:
            return found
        foreseen = _foreseen(self.exponents, stage=self.stage, listed=listed, width=width)
        changes = 2 * (self.exponents[listed] - foreseen) + self.flips[listed]
        found[stage == POWER] = changes + np.where(changes < 0, -MOST_PARTS, MOST_PARTS + 1)
        return found


def _foreseen(
    exponents: NDArray[np.int64], stage: NDArray[np.int8], listed: NDArray[np.intp], width: int
) -> NDArray[np.int64]:
    """Predict the exponents listed in the order of the grid, each from those before it.

    The prediction is planar from the exponents on the left, above, and above on the left. If one of
    them is missing, it is the mean of those and of the one above on the right, rounded down. Without
    any of the four, it is the exponent listed last.
    """
    height = stage.size // width
    held = np.pad((stage == POWER).reshape(height, width), ((1, 0), (1, 1)))
    known = np.pad(exponents.reshape(height, width), ((1, 0), (1, 1))) * held
    rows, columns = listed // width + 1, listed % width + 1
    around = [(rows, columns - 1), (rows - 1, columns), (rows - 1, columns - 1), (rows - 1, columns + 1)]
    near, is_near = np.array([known[at] for at in around]), np.array([held[at] for at in around])
    count = is_near.sum(axis=0)
    mean = near.sum(axis=0) // np.maximum(count, 1)
    last = np.concatenate(([0], exponents[listed]))[: listed.size]
    planar = near[0] + near[1] - near[2]
    return np.where(is_near[:3].all(axis=0), planar, np.where(count > 0, mean, last))


def _corrections(rounded: _Rounded, extremes: bool) -> _Corrections:
    """Return what moves displaced lines back to their places.

    A value that displaces a line is first corrected in parts of a step. If that is not enough its
    distance from a level is sent, at last the value itself. With `extremes` the limits are the
    extremes of the values, which are sent exactly and not passed. In a field that is not rough a
    correction leaves a colour within half a step.
    """
    lines, decoded, step, limits = rounded.lines, rounded.drawn, rounded.step, rounded.limits
    values, drawn, even = lines.values, decoded.copy(), rounded.octave >= EVEN
    made = _Corrections(
        stage=np.zeros(values.size, dtype=np.int8),
        parts=np.zeros(values.size, dtype=np.int64),
        exponents=np.zeros(values.size, dtype=np.int64),
        flips=np.zeros(values.size, dtype=np.bool_),
    )
    if extremes:
        most = [values.argmin(), values.argmax()]
        made.stage[most], drawn[most] = EXACT, values[most]
    places = rounded.displaced
    if extremes:
        places = places[made.stage[places] < EXACT]
    # if most corrections are powers, parts of a step between them would spoil the predictions of exponents
    in_parts = even and 2 * np.count_nonzero(np.abs(values[places] - decoded[places]) * 2 * FINE > step) > places.size
    while places.size:
        value, old = values[places], decoded[places]
        level = _nearest(lines.levels, old)
        above = value > level
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            off = (value - old) / (step / FINE)
            apart = np.abs(value - level) / step
            parts = np.rint(np.clip(off, -MOST_PARTS, MOST_PARTS))
            exponents = np.rint(np.clip(len(POWERS) * np.log2(apart), -LARGEST, LARGEST)).astype(np.int64)
            by_parts = old + parts * (step / FINE)
            by_power = level + np.where(above, 1.0, -1.0) * _distance(exponents, step)
            enough = [(np.abs(off) <= MOST_PARTS + 0.5) & in_parts, np.isfinite(by_power) & (apart > 0)]
            if even:
                enough[1] &= np.abs(by_power.clip(*limits) - value.clip(*limits)) <= step / 2
        stage = made.stage[places] + 1
        for now, (fits, corrected) in enumerate(zip(enough, (by_parts, by_power), strict=True), FINE_PARTS):
            inside = (limits[0] <= corrected) & (corrected <= limits[1]) | (not extremes)
            stage[(stage == now) & ~(fits & inside)] += 1
        drawn[places] = np.choose(stage - FINE_PARTS, (by_parts, by_power, value))
        made.stage[places], made.parts[places], made.exponents[places] = stage, parts, exponents
        made.flips[places] = (old > level) != above
        places = lines.displaced(drawn)
    return made


def decode(field: Field) -> Array:
    """Return the values (rows, columns) as the browser draws them."""
    differences, at = _expanded(field), 0
    known = np.empty(field.shape)
    for new, prediction in _refined(known):
        count = new.size
        new[...] = prediction() + differences[at : at + count].reshape(new.shape)
        at += count
    values = _within(known, field.low, field.high, field.step)
    codes = field.fine.astype(np.int64)
    codes[field.fine == FAR] = field.far[np.count_nonzero(field.codes == FAR) :]
    places, itself, flat = _places(field.places), field.fine == ITSELF, values.ravel()
    flat[places[itself]] = field.exact
    parts = ~itself & (np.abs(codes) <= MOST_PARTS)
    flat[places[parts]] += codes[parts] * (field.step / FINE)
    powers = ~itself & ~parts
    changes, places = codes[powers], places[powers]
    changes -= np.where(changes < 0, -MOST_PARTS, MOST_PARTS + 1)
    drawn = flat[places]
    level = _nearest(_levels(field.ladders), drawn)
    side = np.where((drawn > level) != (changes % 2 == 1), 1.0, -1.0)
    flat[places] = level + side * _distance(_exponents(changes >> 1, places, field.shape[1]), field.step)
    return values


def _exponents(changes: NDArray[np.int64], places: NDArray[np.intp], width: int) -> NDArray[np.int64]:
    """Return the exponents at the places; `changes` are their differences from the predictions."""
    known, last = dict[int, int](), 0
    for place, change in zip(places.tolist(), changes.tolist(), strict=True):
        first, end = place % width == 0, place % width == width - 1
        around = (None if first else place - 1, place - width, None if first else place - width - 1)
        near = [known.get(at) if at is not None else None for at in (*around, None if end else place - width + 1)]
        left, above, corner, _ = near
        some = [each for each in near if each is not None]
        if left is not None and above is not None and corner is not None:
            last = left + above - corner
        elif some:
            last = sum(some) // len(some)
        last += change
        known[place] = last
    return np.array([known[place] for place in places.tolist()], dtype=np.int64)


class _Lines:
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
        """Mark the edges on which the crossing moves by at most `part` of its share if the ends have these values."""
        return np.asarray(np.abs(self._crossings(start, end) - self.crossings) <= part * self.shares)

    def ends_to_correct(self, decoded: Array) -> NDArray[np.intp]:
        """Return the places of values that are on the other side of a level or move a crossing.

        Of an edge only one end is among them if the other moves the crossing by little.
        """
        start, end, found = decoded[self.starts], decoded[self.ends], self._elsewhere(decoded)
        moved = ~self._stays(start, end)
        by_start = ~self._stays(start, self.values[self.ends], 0.5)
        by_end = ~self._stays(self.values[self.starts], end, 0.5)
        found[self.starts[moved & (by_start | ~by_end)]] = True
        found[self.ends[moved & (by_end | ~by_start)]] = True
        return np.flatnonzero(found)

    def displaced(self, decoded: Array) -> NDArray[np.intp]:
        """Return the places of decoded values that are not exact and displace a line.

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


def _levels(ladders: Sequence[Ladder]) -> list[float]:
    """Return the levels of all ladders, ascending, as the browser computes them (ui/assets/levels.js)."""
    return sorted({start + n * step for start, step, count in ladders for n in range(count)})


def _nearest(levels: Sequence[float], values: Array) -> Array:
    """Return the level nearest to each value; without levels, zeros."""
    if not len(levels):
        return np.zeros(values.shape)
    ladder = np.asarray(levels, dtype=np.float64)
    return np.asarray(ladder[np.searchsorted(ladder[:-1] / 2 + ladder[1:] / 2, values)])


def _distance(exponents: NDArray[np.int64], step: float) -> Array:
    with np.errstate(over="ignore"):
        return np.asarray(np.ldexp(step * np.array(POWERS)[exponents % len(POWERS)], exponents // len(POWERS)))


def _within(known: Array, low: float, high: float, step: float) -> Array:
    return np.clip(known * step + (low + high) / 2, low, high)


@cache
def _table(octave: int) -> Array:
    """Return the difference in steps of each code from 0 upwards.

    Up to `octave` codes the differences are the codes, then each octave has as many.
    """
    code = np.arange(MOST + 1)
    above = code // octave
    return np.where(above == 0, code, (octave + code % octave) * 2.0 ** np.maximum(above - 1, 0))


def _rounded(differences: Array, octave: int) -> tuple[Array, Array]:
    """Return the codes of differences in steps, and the differences these codes stand for.

    The code of a difference beyond the table is the difference in whole steps, and larger than `MOST`.
    """
    if octave >= EVEN:
        whole = np.rint(differences)
        return whole, whole
    table = _table(octave)
    size = np.abs(differences)
    code = np.searchsorted((table[:-1] + table[1:]) / 2, size)
    far = size > table[-1]
    sign = np.where(differences < 0, -1.0, 1.0)
    whole = np.where(far, np.rint(size), table[code])
    return sign * np.where(far, whole, code), sign * whole


def _expanded(field: Field) -> Array:
    """Return the differences in steps that the codes of a field stand for."""
    coarse = -(-field.shape[0] // 2) * -(-field.shape[1] // 2)
    codes = field.codes.astype(np.int64)
    found = np.empty(codes.size)
    for part, octave in ((slice(coarse), _coarse(field.octave)), (slice(coarse, None), field.octave)):
        of = codes[part]
        found[part] = np.sign(of) * _table(octave)[np.minimum(np.abs(of), MOST)]
    found[field.codes == FAR] = field.far[: np.count_nonzero(field.codes == FAR)]
    return found


def _coarse(octave: int) -> int:
    """Return the codes to an octave before the last refinement."""
    return max(octave, COARSE)


def _bytes(numbers: NDArray[Any]) -> tuple[Bytes, Bytes]:
    """Return whole numbers in one byte each, and those that have no room there."""
    far = np.abs(numbers) > MOST
    return np.where(far, FAR, numbers).astype(np.int8), numbers[far].astype(np.int32)


def _entropy(numbers: Bytes) -> float:
    """Estimate the compressed size of bytes."""
    counts = np.bincount(numbers.view(np.uint8))
    counts = counts[counts > 0]
    return float((counts * np.log2(numbers.size / counts)).sum() / 8) if numbers.size else 0.0


def _differences(values: Array, octave: int) -> tuple[Array, Array]:
    """Return the codes of the differences of values in steps, and the decoded values.

    Shapes: codes (rows · columns,), decoded values (rows, columns).
    """
    known, found, at = np.empty(values.shape), np.empty(values.size), 0
    coarse = known[::2, ::2].size
    for (new, prediction), (given, _) in zip(_refined(known), _refined(values), strict=True):
        guess = prediction()
        codes, whole = _rounded(given - guess, _coarse(octave) if at < coarse else octave)
        new[...] = guess + whole
        found[at : at + whole.size] = codes.ravel()
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


__all__ = ["COLOURS", "DISPLACED", "EVEN", "ROOM", "WIDE", "Field", "Ladder", "decode", "encode"]
