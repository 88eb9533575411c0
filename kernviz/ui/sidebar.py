"""The sidebar: the data, the kernel, and what applies on every page."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import streamlit as st

from kernviz.lessons.state import DATA, KERNEL, Idle
from kernviz.ui import data_picker, drawing, expression, parts, query
from kernviz.ui.composer import sidebar_composer
from kernviz.wording import say

_IDLE = "_sidebar_idle"
KEPT = ("data", "k", "cx", "cy")  # its widgets: Streamlit forgets those that are not drawn


def begin() -> None:
    """A run of the whole script begins: everything plays its part unless the page says otherwise."""
    st.session_state.pop(_IDLE, None)


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


def plays(idle: Mapping[str, Idle]) -> None:
    """What plays no part on the page that is being drawn; if that has changed, the sidebar is drawn again."""
    before = st.session_state.get(_IDLE)
    st.session_state[_IDLE] = dict(idle)
    if parts.alone() and before != st.session_state[_IDLE]:
        st.rerun()


def sidebar() -> None:
    """Draw it: in every run of the whole script, after the page. What plays no part is hidden and keeps its value; what
    would play one, were it another, can be chosen.
    """
    idle: Mapping[str, Idle] = st.session_state.get(_IDLE, {})
    for name, title in ((DATA, say("Data")), (KERNEL, say("Kernel"))):
        out = idle.get(name)
        if out is not None:
            st.caption(f"**{title}.** {out.why}")
        with st.container(key=f"kv-{'idle' if out and not out.waits else 'in'}-{name}"):
            if name == DATA:
                data_picker.data_picker()
            else:
                sidebar_composer(brief=out is not None)


def in_force() -> Hashable:
    """What the body of a page depends on: data and kernel, and what of the points can be undone."""
    return data_picker.in_force(), expression.in_force(), drawing.past_and_future()
