"""Round steps and ends for level lines and colour scales."""

from __future__ import annotations

import math

from kernviz.figures.theme import Range
from kernviz.ranges import decade_below, is_range

ENDS = 2.5  # the ends of a scale are multiples of about its length divided by this number


def outward(low: float, high: float) -> Range:
    """Return ends rounded outwards, or unchanged if equal up to rounding.

    A scale with such ends does not move with every step of a slider.

    >>> outward(0.692, 1.147), outward(2.0, 2.0)
    ((0.6, 1.2), (2.0, 2.0))
    """
    step = round_step((high - low) / ENDS)
    if not step or not is_range(low, high):
        return low, high
    return float(f"{math.floor(low / step) * step:.12g}"), float(f"{math.ceil(high / step) * step:.12g}")


def round_step(about: float) -> float:
    """Return 1, 2 or 5 times a power of ten near ``about``.

    0 for a value that is not positive and finite.

    >>> round_step(0.13), round_step(0.04), round_step(0.0)
    (0.1, 0.05, 0.0)
    """
    if not about > 0 or not math.isfinite(about):
        return 0.0
    power = decade_below(about)
    share = about / power
    return float(f"{power * (1 if share < 1.5 else 2 if share < 3.5 else 5 if share < 7.5 else 10):.3g}")
