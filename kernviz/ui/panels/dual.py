"""Buttons of the Dual & representer page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.dual.state import State
from kernviz.lessons.dual.views.sizes import TIMES, measure, timed
from kernviz.lessons.dual.views.solve import TO_LAMBDA, lam_of
from kernviz.ui import show
from kernviz.wording import say

_MEASURED = "_du_measured"


def to_lambda(state: State) -> None:
    """Draw the button that sets λ to the value equivalent to C."""
    value = lam_of(state)
    st.button(say("Set λ = 1/(2Cn) = {value:.4g}", value=value), key="du_set", on_click=_set_lam, args=(value,))


def times(state: State) -> None:
    """Draw the button that measures w by features and by points."""
    st.button(say("Measure the times"), key="du_measure", on_click=_measure, args=(state.D, state.N))
    if _MEASURED in st.session_state:
        show.block(timed(*st.session_state[_MEASURED]))


SLOTS = {TO_LAMBDA: to_lambda, TIMES: times}


def _set_lam(value: float) -> None:
    st.session_state["du_lam"] = float(f"{value:.6g}")


def _measure(D: int, N: int) -> None:
    st.session_state[_MEASURED] = (*measure(D, N), D, N)
