"""Values of a number at which frames of its picture are computed."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.swept_numbers import Swept

# Distance to either side of the present value: decades on a log scale; else a share of the range, and for whole numbers
# at least 3.
DECADES, SHARE, WHOLE = 1.0, 0.35, 3


def around(number: Swept, count: int) -> list[float]:
    """Return about `count` values of a number around its present value, sorted.

    The present value is among them. The values are evenly spaced on the number's scale, and inside its
    range. Rounded values that coincide are returned once.
    """
    low, high, here = _ends(number)
    reach = DECADES if _log(number) else max(SHARE * (high - low), WHOLE if number.whole else 0.0)
    reach = min(reach, (high - low) / 2)
    start = min(max(here - reach, low), high - 2 * reach)
    return _spread(number, start, start + 2 * reach, count)


def throughout(number: Swept, count: int) -> list[float]:
    """Return about `count` values over the whole range of a number, sorted.

    The present value is among them. The values are evenly spaced on the number's scale.
    """
    low, high, _ = _ends(number)
    return _spread(number, low, high, count)


def _spread(number: Swept, start: float, end: float, count: int) -> list[float]:
    """Return values evenly spaced between two places of a number's scale.

    The present value replaces the nearest value between the ends. Whole numbers are rounded.
    """
    present, (_, _, here) = float(number.value or 0), _ends(number)
    even = np.linspace(start, end, count)
    found = [float(f"{v:.4g}") for v in (10**even if _log(number) else even).tolist()]
    if number.whole:
        found = [float(round(v)) for v in found]
    elif count > 2 and present not in found:
        found[1 + int(np.abs(even[1:-1] - here).argmin())] = present
    inside = (min(max(v, number.low), number.high) for v in found)
    return sorted({*inside, present})


def _ends(number: Swept) -> tuple[float, float, float]:
    """Return lowest, highest and present value as places on the number's scale."""
    points = number.low, number.high, float(number.value or 0)
    low, high, here = (float(np.log10(v)) for v in points) if _log(number) else points
    return low, high, here


def _log(number: Swept) -> bool:
    return number.log and number.low > 0 and (number.value or 0) > 0
