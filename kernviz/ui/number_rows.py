"""A row for each number of the expression: a slider to move it, a field to type it exactly.

Both follow the expression on every run, and say nothing when they merely repeat what they showed before (see `echo`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import streamlit as st

from kernviz.kernels.facts import Param, exact
from kernviz.kernels.numbers import Number, with_number
from kernviz.ui import controls, doors, echo, expression

SHOWN = 8  # the rest of a long expression's numbers stand behind an expander
UNBOUNDED = (0.5, 1.0, 1.5, 2.0, 2.5, 3.5, 5.0, 10.0, math.inf)  # a number that may be infinite: half-integers matter
_ANCHORS = "_kernel_anchors"


def number_rows(found: Sequence[Number], where: str) -> None:
    """Draw them. `where` tells apart the places on one page that show the same number."""
    with st.container(key=f"kv-numbers-{where}", gap="xsmall"):
        for number in found[:SHOWN]:
            _row(number, where)
        if more := found[SHOWN:]:
            with st.expander(f"{len(more)} more numbers" if len(more) > 1 else "1 more number"):
                for number in more:
                    _row(number, where)


def positions(param: Param, anchor: float | None = None) -> list[float]:
    """Where the slider can stand: round numbers over the range, and the number that was typed last, `anchor`.

    The range grows as far as the anchor, within reason. ``[1, 2, … 10]`` for a degree, ten a decade on a log scale.
    """
    extra = () if anchor is None else (anchor,)
    if math.isinf(param.high):
        return sorted({*UNBOUNDED, *extra})
    near = [a for a in extra if a == 0 or 1e-6 * _least(param) <= abs(a) <= 1e6 * max(abs(param.low), abs(param.high))]
    low, high = min((param.low, *near)), max((param.high, *near))
    if param.whole:
        return [float(n) for n in range(int(low), int(high) + 1)]
    if param.log and low > 0:
        return sorted({*controls.positions(low, high), *extra})
    if param.log:  # a number that was typed with the other sign: both signs from now on
        low, high = min(low, -10.0), max(10.0, *near)
    step = grid_step(low, high)
    grid = (float(f"{i * step:.10g}") for i in range(math.ceil(low / step), math.floor(high / step) + 1))
    return sorted({low, high, *grid, *extra})


def grid_step(low: float, high: float) -> float:
    """About two hundred steps over a range, in round numbers: 0.1 from −10 to 10."""
    rough = (high - low) / 200
    decade = 10.0 ** math.floor(math.log10(rough))
    return float(f"{next(m for m in (1, 2, 5, 10) if m * decade >= rough * (1 - 1e-9)) * decade:.6g}")


def _least(param: Param) -> float:
    return param.low if param.log else 0.0


def _row(number: Number, where: str) -> None:
    param = number.param
    if param.low >= param.high:  # a column of data that has only one
        return
    key = f"kn_{where}_{'_'.join(number.address)}"
    kind = "log" if param.log else "whole" if param.whole else "plain"
    slider, field = st.columns([7, 4], vertical_alignment="bottom", gap="small", wrap=False)
    with slider:
        _slider(where, number, f"{key}_{kind}")
    with field:
        _field(where, number, f"{key}_{kind}_exact")
    if said := expression.refusal(_why(number)):
        st.caption(f":orange[✗ {doors.sentence(said)}]")


def _slider(where: str, number: Number, key: str) -> None:
    anchors: dict[str, float] = st.session_state.setdefault(_ANCHORS, {})
    places = positions(number.param, anchors.get(key))
    if number.value not in places:
        anchors[key] = number.value
        places = positions(number.param, number.value)
    echo.mirror(where, key, float(number.value), _mover(number))
    st.select_slider(number.label, places, format_func=_shown, key=key)


def _field(where: str, number: Number, key: str) -> None:
    param = number.param
    step: float = 1 if param.whole else 0.1 if param.log else grid_step(param.low, param.high)
    value = None if math.isinf(number.value) else int(number.value) if param.whole else float(number.value)
    echo.mirror(where, key, value, _mover(number))
    st.number_input(f"{number.label}, exact value", step=step, format="%d" if param.whole else "%.10g", key=key,
                    label_visibility="collapsed", placeholder="∞" if math.isinf(number.value) else None)  # fmt: skip


def _shown(value: float) -> str:
    return "∞" if math.isinf(value) else exact(value)


def _mover(number: Number) -> echo.Handler:
    def moved(value: float | None) -> None:
        if value is not None:  # an emptied field: the number stays
            expression.change(lambda k: with_number(k, number.address, value), _why(number), one_step=True)

    return moved


def _why(number: Number) -> tuple[str, ...]:
    return ("number", *number.address)
