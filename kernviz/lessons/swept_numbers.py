"""Numbers of a page that can be swept, with their ranges.

They follow from the declarations of the controls, and from the kernel's parameters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from kernviz.kernels.numbers import numbers
from kernviz.lessons.address import MOVED
from kernviz.lessons.data_and_kernel import MOST_POINTS
from kernviz.lessons.declarations import Declared
from kernviz.lessons.state import KERNEL, applying

USUAL = 60  # default number of values
DECADES = 4  # default span in powers of ten; a slider may span more
DIGITS = 4  # fewest significant digits of a value
UNBOUNDED = 10.0  # default upper end if the number may be infinite


@dataclass(frozen=True)
class Swept:
    """Number of a page or a kernel that can be swept.

    name         name in a sweep's text: the query parameter, or the path in the kernel
                 (``gamma``, ``0.k.gamma``)
    asks         query parameter of a request with another value: ``~gamma`` for a number of the kernel
    low, high    ends of the slider
    least, most  limits of the permitted values
    tab          tab that holds the control, "" for a control beside the picture
    idea         key in notation.IDEAS, or ""
    """

    name: str
    asks: str
    label: str
    low: float
    high: float
    least: float
    most: float
    log: bool = False
    whole: bool = False
    value: float | None = None
    tab: str = ""
    idea: str = ""

    @property
    def of_kernel(self) -> bool:
        """Return True if the swept number is a parameter of the kernel."""
        return self.asks.startswith(MOVED)

    @property
    def symbol(self) -> str:
        """Symbol of the swept number in a sentence."""
        return self.label.partition(",")[0] or self.name

    @property
    def usual(self) -> tuple[float, float, int]:
        """Default range and count (low, high, count).

        The range is the slider's. On a logarithmic scale it has at most four decades around the value.
        """
        low, high = self.low, self.high
        if self.log and low > 0 and high / low > 10**DECADES:
            middle = min(max(self.value or 1.0, low), high)
            reach = 10 ** (DECADES / 2)
            low, high = max(low, middle / reach), min(high, middle * reach)
        return rounded(low), rounded(high), min(USUAL, int(high - low) + 1) if self.whole else USUAL


def swept_numbers(state: Any) -> tuple[Swept, ...]:
    """Return the sweepable numbers in a state.

    The kernel's come first, if the kernel matters, then the page's.
    """
    own = [number for name, declared in applying(state).items() for number in _declared(name, declared, state)]
    return (*_of_kernel(state, {number.name for number in own}), *own)


def _of_kernel(state: Any, taken: set[str]) -> list[Swept]:
    if not state.uses(KERNEL):
        return []
    found = []
    for number in numbers(state.kernel, state.data.d):
        path, spec = ".".join(number.address), number.param
        if spec.low >= spec.high:  # index of a column, in data with a single column
            continue
        high = UNBOUNDED if math.isinf(spec.high) else spec.high
        name = MOVED + path if path in taken else path
        value = float(number.value)
        found.append(
            Swept(
                name,
                MOVED + path,
                number.label,
                spec.low,
                high,
                -math.inf,
                math.inf,
                spec.log,
                spec.whole,
                value,
                idea=spec.idea,
            )
        )
    return found


def _declared(name: str, declared: Declared, state: Any) -> list[Swept]:
    if declared.hidden or declared.kind not in ("number", "vector"):
        return []
    values = declared.values(state, getattr(state, name))
    counts = declared.whole and declared.high > MOST_POINTS  # the number is the index of a point, or a number of points
    high = max(min(declared.high, state.shown.n), declared.low + 1) if counts else declared.high
    vector = declared.kind == "vector"
    return [
        Swept(
            param.name,
            param.name,
            param.label if vector else declared.label or param.name,
            declared.low,
            high,
            declared.least,
            declared.most,
            declared.log,
            declared.whole,
            value,
            declared.tab,
            declared.idea,
        )
        for param, value in zip(declared.params(name, state), values, strict=False)
        if declared.low < high
    ]


def rounded(value: float, digits: int = DIGITS) -> float:
    return float(f"{value:.{digits}g}") + 0.0
