"""From where a kernel is called refuted to the points that show it."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.compose import PAGE
from kernviz.lessons.compose.space import DATAS
from kernviz.lessons.compose.tabs.witness import TITLE
from kernviz.ui.examples import go


def show() -> None:
    """A callback: the tab Witness of Compose, asked about the space the badge is about."""
    st.session_state["tab"] = TITLE
    st.session_state["space"], st.session_state["nonneg"] = DATAS, False
    go(PAGE.name)
