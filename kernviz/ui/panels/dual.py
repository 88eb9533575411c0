"""Button of the Dual & representer page: λ from C."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.dual.state import LAM_RANGE, State
from kernviz.lessons.dual.views.solve import TO_LAMBDA, lam_of
from kernviz.wording import say


def to_lambda(state: State) -> None:
    """Draw the button that sets λ to the value equivalent to C.

    The value is clipped to the range of λ's slider.
    """
    exact = lam_of(state)
    low, high = LAM_RANGE
    value = min(max(exact, low), high)
    label = (
        say("Set λ = 1/(2Cn) = {value:.4g}", value=value)
        if value == exact
        else say("Set λ = {value:.4g}, the end of its range", value=value)
    )
    st.button(label, key="du_set", on_click=_set_lam, args=(value,))


SLOTS = {TO_LAMBDA: to_lambda}


def _set_lam(value: float) -> None:
    st.session_state["du_lam"] = float(f"{value:.6g}")
