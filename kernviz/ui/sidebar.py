"""The sidebar of the app.

It shows the kernel with its verdict, then the data. If the page does not use one of them, a sentence says why.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import streamlit as st

from kernviz.lessons.state import DATA, KERNEL, Idle
from kernviz.ui import data_picker, drawing, expression, fragments, query
from kernviz.ui.asset_routes import ASSETS
from kernviz.ui.composer import sidebar_composer
from kernviz.wording import say

_IDLE = "_sidebar_idle"
_PAGE_D = "_sidebar_d"  # dimension of the page's points, if they are not the data
# keys of the sidebar's widgets; Streamlit drops the state of widgets that are not drawn
WIDGETS = ("data", "k", "cx", "cy")


def begin() -> None:
    """Reset the sidebar at the beginning of a whole-script run.

    Data and kernel count as used unless the page calls `plays`.
    """
    st.session_state.pop(_IDLE, None)
    st.session_state.pop(_PAGE_D, None)


def settle() -> None:
    """Settle data and kernel before anything is drawn.

    They come from the address, the visitor's changes, or an example. The page needs them before the sidebar's widgets
    are drawn.
    """
    with query.owner(fragments.DATA):
        data_picker.listen()
        query.seed(data_picker.params())
    with query.owner(fragments.KERNEL):
        query.seed(expression.PARAMS)
    fragments.listen()
    expression.settle(data_picker.current_dataset().d)


def keep() -> None:
    """Hide the sidebar on a page without a sidebar.

    Its values are kept for the next page.
    """
    st.html(ASSETS / "no_sidebar.css")
    for name in WIDGETS:
        if name in st.session_state:
            st.session_state[name] = st.session_state[name]


def plays(idle: Mapping[str, Idle], d: int) -> None:
    """Register the page's unused parts and the dimension of its points.

    `idle` says which of data and kernel the page does not use, and why. If a run of the body alone changes `idle` or
    `d`, everything runs again.
    """
    before = st.session_state.get(_IDLE), st.session_state.get(_PAGE_D)
    st.session_state[_IDLE], st.session_state[_PAGE_D] = dict(idle), d
    if fragments.alone() and before != (st.session_state[_IDLE], d):
        st.rerun()


def sidebar() -> None:
    """Draw the sidebar, after the page in every whole run.

    Data or kernel that the page does not use are hidden and keep their values. They stay visible if another value would
    be of use.
    """
    idle: Mapping[str, Idle] = st.session_state.get(_IDLE, {})
    for name, title in ((KERNEL, say("Kernel")), (DATA, say("Data"))):
        out = idle.get(name)
        if out is not None:
            st.caption(f"**{title}.** {out.why}")
        with st.container(key=f"kv-{'idle' if out and not out.waits else 'in'}-{name}"):
            if name == DATA:
                data_picker.data_picker()
            else:
                sidebar_composer(brief=out is not None, d=st.session_state.get(_PAGE_D))


def fingerprint() -> Hashable:
    """Return a hashable value that changes with data, kernel or undo state."""
    return data_picker.fingerprint(), expression.fingerprint(), drawing.past_and_future()
