"""Controls that Streamlit does not have: a number on a logarithmic scale, to be dragged or typed."""

import math
from collections.abc import Callable

import streamlit as st

from kernviz.ui import query

STEPS = 10  # positions a decade: 1, 1.3, 1.6, 2, 2.5, … each about a quarter more than the last


def log_slider(
    label: str,
    key: str,
    low: float,
    high: float,
    default: float,
    *,
    help: str | None = None,
    on_change: Callable[[], None] | None = None,
) -> float:
    """A positive number between ``low`` and ``high``, on a slider that is even in its logarithm, or typed exactly.

    The number field owns the value: it is the widget ``key``, and what the address carries is the number itself, so
    ``?C=3.7`` works although no position of the slider is 3.7. The slider follows it, and moves it. To set the value in code,
    set ``st.session_state[key]`` before this call or in a callback. ValueError unless 0 < low ≤ default ≤ high < ∞.
    """
    if not 0 < low <= default <= high < math.inf:
        raise ValueError(f"{label}: 0 < low ≤ default ≤ high is needed on a log scale, not {low}, {default}, {high}")
    follower = f"{key}__slider"

    def dragged() -> None:
        st.session_state[key] = st.session_state[follower]
        if on_change:
            on_change()

    slider, field = st.columns([5, 3], vertical_alignment="bottom", gap="small")
    with field:
        value = st.number_input(
            f"{label}, exact value",
            low,
            high,
            default,
            step=_step(default),
            format="%.4g",
            key=key,
            bind="query-params",
            label_visibility="collapsed",
            on_change=on_change,
        )
    if st.session_state.get(follower) != value:
        st.session_state[follower] = value
    with slider:
        st.select_slider(
            label,
            positions(low, high, default, value),
            format_func=query.show,
            key=follower,
            help=help,
            on_change=dragged,
        )
    return value


def positions(low: float, high: float, *also: float) -> list[float]:
    """Round numbers from ``low`` to ``high``, ten a decade, and the numbers in ``also``, in order."""
    first, last = math.floor(STEPS * math.log10(low)), math.ceil(STEPS * math.log10(high))
    grid = (float(f"{10 ** (i / STEPS):.1e}") for i in range(first, last + 1))
    return sorted({low, high, *also, *(x for x in grid if low < x < high)})


def _step(value: float) -> float:
    """What one press of the field's plus adds: one in the second digit."""
    return float(10.0 ** (math.floor(math.log10(value)) - 1))
