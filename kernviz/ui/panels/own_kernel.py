"""The button that puts a page's own kernel into the sidebar."""

from __future__ import annotations

import streamlit as st

from kernviz.kernels import Kernel
from kernviz.ui import expression
from kernviz.wording import say


def use_button(kernel: Kernel, key: str) -> None:
    """Draw the button that makes a kernel the one of every page.

    Undo is in the sidebar, too.
    """
    words = say("Puts {own} into the sidebar, for every page.", own=kernel)
    st.button(say("Use this kernel"), key=key, on_click=expression.put, args=(str(kernel),), help=words)
