"""The sidebar: the data, the kernel, and what applies on every page."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from kernviz.ui import data_picker, drawing, expression, parts, query
from kernviz.ui.composer import sidebar_composer

KEPT = ("data", "k", "cx", "cy")  # its widgets: Streamlit forgets those that are not drawn


def settle() -> None:
    """Before anything is drawn: what the address, a person and an example have made of data and kernel. The page is
    drawn first, the sidebar's widgets after it.
    """
    with query.owner(parts.DATA):
        data_picker.listen()
        query.seed(data_picker.params())
    with query.owner(parts.KERNEL):
        query.seed(expression.PARAMS)
    parts.listen()
    expression.settle(data_picker.dataset_in_force().d)


def keep() -> None:
    """On a page without it: what it says is kept for the next page that has it."""
    for name in KEPT:
        if name in st.session_state:
            st.session_state[name] = st.session_state[name]


def sidebar() -> None:
    """Draw it: in every run of the whole script, after the page."""
    data_picker.data_picker()
    sidebar_composer()


def in_force() -> Hashable:
    """What the body of a page depends on: data and kernel, and what of the points can be undone."""
    return data_picker.in_force(), expression.in_force(), drawing.past_and_future()
