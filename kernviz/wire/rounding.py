"""Grid values rounded to steps and coded as differences."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.wire.level_lines import Lines
from kernviz.wire.refinement import LAST_CODE

Bytes = NDArray[np.integer[Any]]

PRICE = 1.1  # estimated compressed bytes of a correction; a difference without a code takes twice as many
LARGE = 8  # steps; larger differences are counted as jumps
FAR = -128  # code for a difference beyond those of the codes; such differences follow in a list


class Rounded:
    """Grid values rounded to steps and coded as differences, not yet corrected.

    codes      differences in steps or octaves (rows · columns,)
    drawn      decoded values (rows · columns,)
    displaced  places of values that displace a line
    jumps      how many differences are large
    size       estimated compressed bytes, with corrections
    """

    def __init__(
        self, lines: Lines, limits: tuple[float, float], step: float, octave: int, differences: tuple[Array, Array]
    ) -> None:
        self.lines, self.limits, self.step, self.octave = lines, limits, step, octave
        self.codes, known = differences
        self.drawn = within(known, *limits, step).ravel()
        self.displaced = lines.ends_to_correct(self.drawn)
        codes, far = in_bytes(self.codes)
        self.jumps = np.count_nonzero(np.abs(self.codes) > LARGE)
        self.size = _entropy(codes) + PRICE * (far.size * 2 + self.displaced.size)


def in_steps(lines: Lines, limits: tuple[float, float], step: float) -> Array:
    """Return the values of a grid (rows, columns) in steps.

    Values are clipped to the limits. Steps count from the middle of the limits.
    """
    low, high = limits
    return (np.clip(lines.values.reshape(lines.shape), low, high) - (low + high) / 2) / step


def within(known: Array, low: float, high: float, step: float) -> Array:
    """Return the values between the limits of a grid in steps.

    It is the inverse of `in_steps`.
    """
    return np.clip(known * step + (low + high) / 2, low, high)


def in_bytes(numbers: NDArray[Any]) -> tuple[Bytes, Bytes]:
    """Return whole numbers as bytes, and separately those too large for one.

    A number that is too large is marked with `FAR` among the bytes.
    """
    far = np.abs(numbers) > LAST_CODE
    return np.where(far, FAR, numbers).astype(np.int8), numbers[far].astype(np.int32)


def _entropy(numbers: Bytes) -> float:
    """Estimate the compressed size of bytes."""
    counts = np.bincount(numbers.view(np.uint8))
    counts = counts[counts > 0]
    return float((counts * np.log2(numbers.size / counts)).sum() / 8) if numbers.size else 0.0
