"""Corrections of rounded values that keep level lines where they were."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.wire.level_lines import nearest
from kernviz.wire.refinement import EVEN
from kernviz.wire.rounding import Rounded

# distances from a level in steps: an exponent of one doubles the distance every `len(POWERS)` times
POWERS = (1.0, 1.189207115002721, 1.4142135623730951, 1.681792830507429)
FINE_PARTS, POWER, EXACT = 1, 2, 3  # corrections of a value, the next one if the one before is not enough
FINE, HIGHEST_PARTS = 4, 8  # a correction in parts of a step is at most HIGHEST_PARTS multiples of step/FINE
LAST_EXPONENT = 4000  # exponents are between -LAST_EXPONENT and LAST_EXPONENT


@dataclass(frozen=True)
class Corrections:
    """Corrections of all values of a grid.

    stage      kind of correction that is sent, 0 for none
    parts      differences from the decoded values in `FINE` parts of a step
    exponents  of the distances from the nearest level
    flips      True if a value is on the other side of that level than the decoded value
    """

    stage: NDArray[np.int8]
    parts: NDArray[np.int64]
    exponents: NDArray[np.int64]
    flips: NDArray[np.bool_]

    def codes(self, places: NDArray[np.intp], width: int) -> NDArray[np.int64]:
        """Return the codes of the corrections at these places.

        The code of an exact value is 0. `width` is the number of columns of the grid.
        """
        stage, found = self.stage[places], np.zeros(places.size, dtype=np.int64)
        found[stage == FINE_PARTS] = self.parts[places][stage == FINE_PARTS]
        listed = places[stage == POWER]
        if not listed.size:
            return found
        foreseen = _foreseen(self.exponents, stage=self.stage, listed=listed, width=width)
        changes = 2 * (self.exponents[listed] - foreseen) + self.flips[listed]
        found[stage == POWER] = changes + np.where(changes < 0, -HIGHEST_PARTS, HIGHEST_PARTS + 1)
        return found


def _foreseen(
    exponents: NDArray[np.int64], stage: NDArray[np.int8], listed: NDArray[np.intp], width: int
) -> NDArray[np.int64]:
    """Predict each listed exponent from those before it in the grid.

    The prediction is planar from the exponents on the left, above, and above on the left. If one of
    them is missing, it is the mean of those and of the one above on the right, rounded down. Without
    any of the four, it is the exponent listed last.
    """
    height = stage.size // width
    powers, known = np.zeros((2, height + 1, width + 2), dtype=np.int64)  # with a border above and at the sides
    powers[1:, 1:-1] = (stage == POWER).reshape(height, width)
    known[1:, 1:-1] = exponents.reshape(height, width) * powers[1:, 1:-1]
    rows, columns = listed // width + 1, listed % width + 1
    around = [(rows, columns - 1), (rows - 1, columns), (rows - 1, columns - 1), (rows - 1, columns + 1)]
    near, is_near = np.array([known[at] for at in around]), np.array([powers[at] for at in around])
    count = is_near.sum(axis=0)
    mean = near.sum(axis=0) // np.maximum(count, 1)
    last = np.concatenate(([0], exponents[listed]))[: listed.size]
    planar = near[0] + near[1] - near[2]
    return np.where(is_near[:3].all(axis=0), planar, np.where(count > 0, mean, last))


def corrections(rounded: Rounded, extremes: bool) -> Corrections:
    """Return what moves displaced lines back to their places.

    A value that displaces a line is first corrected in parts of a step. If that is not enough its
    distance from a level is sent, at last the value itself. With `extremes` the limits are the
    extremes of the values, which are sent exactly and not passed. In a field that is not rough a
    correction leaves a colour within half a step.
    """
    lines, decoded, step, limits = rounded.lines, rounded.drawn, rounded.step, rounded.limits
    values, drawn, even = lines.values, decoded.copy(), rounded.octave >= EVEN
    made = Corrections(
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
    in_parts = even and 2 * np.count_nonzero(np.abs(values[places] - decoded[places]) > step / (2 * FINE)) > places.size
    while places.size:
        value, old = values[places], decoded[places]
        level = nearest(lines.levels, old)
        above = value > level
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            off = (value - old) / (step / FINE)
            apart = np.abs(value - level) / step
            parts = np.rint(np.clip(off, -HIGHEST_PARTS, HIGHEST_PARTS))
            exponents = np.rint(np.clip(len(POWERS) * np.log2(apart), -LAST_EXPONENT, LAST_EXPONENT)).astype(np.int64)
            by_parts = old + parts * (step / FINE)
            by_power = level + np.where(above, 1.0, -1.0) * _distance(exponents, step)
            enough = [(np.abs(off) <= HIGHEST_PARTS + 0.5) & in_parts, np.isfinite(by_power) & (apart > 0)]
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


def _distance(exponents: NDArray[np.int64], step: float) -> Array:
    with np.errstate(over="ignore"):
        return np.asarray(np.ldexp(step * np.array(POWERS)[exponents % len(POWERS)], exponents // len(POWERS)))
