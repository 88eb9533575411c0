"""What a click does on the Lift page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.lift.state import HIGHEST_B, LOWEST_B, State
from kernviz.ui.plot import Click


def clicked(state: State, event: Click) -> None:
    """On the parabola it moves the line there without turning it."""
    b = round(-(state.w1 * event.x + state.w2 * event.y), 1)
    st.session_state["lf_b"] = min(max(b, LOWEST_B), HIGHEST_B)
