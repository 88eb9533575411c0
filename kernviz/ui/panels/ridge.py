"""What the Ridge regression page has beside its declaration: the best λ at a press."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.ridge import State, best_ridge


def take_best(state: State) -> None:
    """The button."""
    st.button(
        "Take the best λ",
        key="rr_best",
        on_click=_take,
        args=(state,),
        help="The λ with the smallest leave-one-out error, from one eigendecomposition.",
    )


def _take(state: State) -> None:
    found = best_ridge(state)
    if found is not None:
        st.session_state["rr_ols"] = False
        st.session_state["rr_ridge"] = found
