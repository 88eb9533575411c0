"""The sidebar: the data, the kernel, and what applies on every page."""

from __future__ import annotations

import streamlit as st

from kernviz.ui import query
from kernviz.ui.composer import sidebar_composer
from kernviz.ui.data_picker import data_picker, dataset_in_force, listen, params
from kernviz.ui.expression import PARAMS as KERNEL

KEPT = ("data", "k", "cx", "cy")  # its widgets: Streamlit forgets those that are not drawn


def sidebar(drawn: bool = True) -> None:
    """Draw it. Called from app.py before the page: its widgets keep values and URL on every page. Not `drawn`, what it
    says is kept for the next page that has it.
    """
    if not drawn:
        for name in KEPT:
            if name in st.session_state:
                st.session_state[name] = st.session_state[name]
        return
    listen()
    query.seed([*params(), *KERNEL])
    data_picker()
    sidebar_composer(dataset_in_force().d)
