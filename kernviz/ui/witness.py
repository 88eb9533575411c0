"""The link from the "refuted" badge to the witness."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.compose import PAGE
from kernviz.lessons.compose.space import DATAS
from kernviz.lessons.compose.tabs.witness import TITLE
from kernviz.ui.examples import request_page


def show() -> None:
    """Open the Witness tab of Compose for the badge's space (callback)."""
    st.session_state["tab"] = TITLE
    st.session_state["space"], st.session_state["nonneg"] = DATAS, False
    request_page(PAGE.name)
