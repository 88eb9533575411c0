"""What a click does on the Lift page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.lift.state import HIGHEST_B, LOWEST_B, State
from kernviz.ui import show
from kernviz.ui.plot import Click


def clicked(state: State, event: Click) -> None:
    """In the plane it moves the probe there; on the parabola, it moves the line there without turning it."""
    if state.data.d > 1:
        show.put_place(state, event)
        return
    b = round(-(state.w1 * event.x + state.w2 * event.y), 1)
    st.session_state["lf_b"] = min(max(b, LOWEST_B), HIGHEST_B)
