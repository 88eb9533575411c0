"""Example kernels offered on the page Sets, strings, graphs."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.objects.object_inputs import GRAPHS_VIEW, OFFERED, SETS_VIEW, WORDS_VIEW
from kernviz.lessons.objects.state import State

KERNEL = {SETS_VIEW: "ob_sk", WORDS_VIEW: "ob_wk", GRAPHS_VIEW: "ob_gk"}


def offered(state: State) -> None:
    """Draw the offered kernels.

    A click puts a kernel into the field.
    """
    with st.container(horizontal=True, gap="xsmall"):
        for number, text in enumerate(OFFERED[state.view]):
            st.button(
                f"`{text}`",
                key=f"ob_offer_{state.view}_{number}",
                type="tertiary",
                on_click=_put,
                args=(KERNEL[state.view], text),
            )


def _put(key: str, text: str) -> None:
    st.session_state[key] = text


SLOTS = {"offered": offered}
