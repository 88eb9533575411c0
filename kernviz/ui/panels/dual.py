"""Buttons of the Dual & representer page.

The first sets λ from C. The second starts a measurement.
"""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.dual.state import State
from kernviz.lessons.dual.views.solve import TO_LAMBDA, lam_of
from kernviz.wording import say


def to_lambda(state: State) -> None:
    """Draw the button that sets λ to the value equivalent to C."""
    value = lam_of(state)
    st.button(say("Set λ = 1/(2Cn) = {value:.4g}", value=value), key="du_set", on_click=_set_lam, args=(value,))


SLOTS = {TO_LAMBDA: to_lambda}


def _set_lam(value: float) -> None:
    st.session_state["du_lam"] = float(f"{value:.6g}")
