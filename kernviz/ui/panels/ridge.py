"""Buttons of the Ridge regression page.

They give the best λ, and data to fit a curve to.
"""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.ridge import State, best_ridge
from kernviz.ui.data_choice import choose
from kernviz.wording import say

CURVE = "sine"


def take_best(state: State) -> None:
    """Draw the button that takes the best λ.

    For classification data a second button offers data to fit a curve to.
    """
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            say("Take the best ‹λ›"),
            key="rr_best",
            on_click=_take,
            args=(state,),
            help=say("The ‹λ› with the smallest leave-one-out error, from one eigendecomposition."),
        )
        if state.data.task == "classification":
            words = say("These data have classes, and ‹h› is fitted to ±1. A curve shows more of what ‹λ› does.")
            st.button(say("Fit a curve instead"), key="rr_curve", on_click=choose, args=(CURVE,), help=words)


def _take(state: State) -> None:
    found = best_ridge(state)
    if found is not None:
        st.session_state["rr_ols"] = False
        st.session_state["rr_ridge"] = found
