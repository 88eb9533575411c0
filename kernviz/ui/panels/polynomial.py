"""A button of the Polynomial features page: its kernel for every page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.polynomial import USE, State
from kernviz.ui import expression


def use(state: State) -> None:
    """The page's kernel becomes everyone's. It can be undone in the sidebar."""
    text = str(state.own)
    help = f"Puts {text} into the sidebar, for every page."
    st.button("Use this kernel", key="po_use", on_click=expression.put, args=(text,), help=help)


SLOTS = {USE: use}
