"""A button of the Polynomial features page.

It makes the page's kernel the kernel of every page.
"""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.polynomial import USE, State
from kernviz.lessons.polynomial.state import own_numbers
from kernviz.ui import expression
from kernviz.wording import say


def use(state: State) -> None:
    """Draw the button that puts the page's kernel into the sidebar.

    It is drawn if the two kernels differ. Undo is there too.
    """
    if not own_numbers(state):
        return
    text = str(state.own)
    help = say("Puts {text} into the sidebar, for every page.", text=text)
    st.button(say("Use this kernel"), key="po_use", on_click=expression.put, args=(text,), help=help)


SLOTS = {USE: use}
