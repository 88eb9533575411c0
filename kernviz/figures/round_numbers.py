"""Round steps and ends for level lines and colour scales."""

from __future__ import annotations

import math

from kernviz.figures.theme import Range
from kernviz.ranges import LARGEST, LEAST, decade_below, is_range

ENDS = 2.5  # the ends of a scale are multiples of about its length divided by this number
ROUNDOFF = 1e-9  # share of a step within which an end counts as a multiple of the step: 0.6 / 0.2 is below 3


def outward(low: float, high: float) -> Range:
    """Return ends rounded outwards, or unchanged if equal up to rounding.

    A scale with such ends does not move with every step of a slider. Multiples of the step stay as they are.

    >>> outward(0.692, 1.147), outward(0.6, 1.2), outward(2.0, 2.0)
    ((0.6, 1.2), (0.6, 1.2), (2.0, 2.0))
    """
    step = round_step((high - low) / ENDS)
    if not step or not is_range(low, high):
        return low, high
    first, last = math.floor(low / step + ROUNDOFF), math.ceil(high / step - ROUNDOFF)
    return float(f"{first * step:.12g}"), float(f"{last * step:.12g}")


def round_step(about: float) -> float:
    """Return 1, 2 or 5 times a power of ten near ``about``.

    0 for a value below `LEAST` or above `LARGEST`, and for nan.

    >>> round_step(0.13), round_step(0.04), round_step(0.0), round_step(5e-324)
    (0.1, 0.05, 0.0, 0.0)
    """
    if not LEAST <= about <= LARGEST:
        return 0.0
    power = decade_below(about)
    share = about / power
    return float(f"{power * (1 if share < 1.5 else 2 if share < 3.5 else 5 if share < 7.5 else 10):.3g}")
