"""A slider for each number of the kernel expression.

Moving a slider rewrites the text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import streamlit as st

from kernviz.kernels.numbers import Number, with_number
from kernviz.kernels.rules_and_premises import NumberSpec
from kernviz.ui import escaping, expression, fragments, notation_labels
from kernviz.ui.number import OF_KERNEL, NumberText, moved_number
from kernviz.ui.scale import Scale
from kernviz.wording import several

VISIBLE = 8  # further numbers of a long expression stand in an expander
UNBOUNDED = (
    0.5,
    1.0,
    1.5,
    2.0,
    2.5,
    3.5,
    5.0,
    10.0,
    math.inf,
)  # slider positions of a number that may be infinite, such as the smoothness ν


def number_rows(found: Sequence[Number], where: str, handles: Sequence[int] = ()) -> None:
    """Draw the sliders of the kernel's numbers.

    `where` tells apart the places on one page that show the same number; widget keys contain it.

    `handles` are the indices of the numbers that a formula above can move. Of these the page shows
    the number that was moved last.
    """
    if handles:
        with st.container(key=f"kv-handled-{where}", gap="xsmall"):
            for i in handles:
                _row(found[i], where)
        found = [number for i, number in enumerate(found) if i not in handles]
    with st.container(key=f"kv-numbers-{where}", gap="xsmall"):
        for number in found[:VISIBLE]:
            _row(number, where)
        if more := found[VISIBLE:]:
            with st.expander(several(len(more), "{n} more number", "{n} more numbers")):
                for number in more:
                    _row(number, where)


def live_name(number: Number) -> str:
    """Return a kernel number's name in a live request: ``~0.k.gamma``.

    After ``~`` the name is the path to the number in the expression.
    """
    return "~" + ".".join(number.address)


def scale(param: NumberSpec, default: float) -> Scale:
    """Return the slider's range, as the number is declared.

    The expression itself checks typed values beyond the range.
    """
    if math.isinf(param.high):
        return Scale(UNBOUNDED[0], UNBOUNDED[-2], default, infinite=True, stops=UNBOUNDED)
    return Scale(param.low, param.high, default, log=param.log, whole=param.whole)


def _neutral(param: NumberSpec) -> float:
    """Return the start value of a number without a default.

    It is 1 for a factor and 0 for a coefficient, within the number's range.
    """
    return 1.0 if param.log else min(max(0.0, param.low), param.high)


def _row(number: Number, where: str) -> None:
    param = number.param
    if param.low >= param.high:  # index of a column, in data with a single column
        return

    def moved(value: float) -> None:
        expression.change(lambda k: with_number(k, number.address, value), why, one_step=True)

    why = ("number", *number.address)
    symbol = notation_labels.of_idea(param.idea)
    moved_number(
        f"{OF_KERNEL}{where}_{'_'.join(number.address)}-number",
        NumberText(
            notation_labels.label(number),
            notation_labels.remark(param.idea),
            problem=escaping.plain(refusal) if (refusal := expression.refusal(why)) else "",
        ),
        float(number.value),
        scale(param, _neutral(param) if number.default is None else number.default),
        moved,
        live=live_name(number),
        how=symbol.map if symbol else None,
        then=fragments.both,
    )
