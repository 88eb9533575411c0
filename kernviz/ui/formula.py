"""The kernel's formula with its numbers as handles (assets/formula.js).

Each handle moves the control of the same number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kernviz.kernels import Kernel
from kernviz.kernels.number_places import with_slots
from kernviz.kernels.numbers import Number, numbers
from kernviz.lessons.lecture_notation import formula
from kernviz.ui import notation_labels
from kernviz.ui.component import component
from kernviz.ui.number_rows import live_name
from kernviz.wording import spoken

NAME = "formula"
LONGEST = 900  # characters of LaTeX; a longer formula is harder to read than the kernel's text


def formula_with_handles(k: Kernel, found: Sequence[Number], d: int | None) -> tuple[int, ...]:
    """Draw the formula of k, in which numbers are handles.

    `found` are the numbers of k. Return the indices of those that are handles.
    """
    written, slots = _with_slots(k, d, notation_labels.lecture())
    if len(written) > LONGEST:
        written, slots = "", ()
    named = {str(i): {"name": live_name(found[i]), "label": spoken(notation_labels.label(found[i]))} for i in slots}
    data = {"latex": rf"k(x,z) = {written}" if written else "", "text": str(k), "slots": named}
    component(NAME)(key=f"kv-{NAME}", data=data)
    return slots


@lru_cache(maxsize=256)
def _with_slots(k: Kernel, d: int | None, lecture: str) -> tuple[str, tuple[int, ...]]:
    """Return the formula in the lecture's notation, with slots for numbers.

    Each number that has one place in the formula gets a slot.
    """

    def shown(number: Number, value: float) -> float:
        symbol = notation_labels.of_idea(number.param.idea, lecture)
        return symbol.number(value) if symbol else value

    return with_slots(k, numbers(k, d), lambda kernel: formula(kernel, lecture), shown)
