"""The button that makes a page's own kernel the kernel of every page."""

from __future__ import annotations

import streamlit as st

from kernviz.kernels import Kernel
from kernviz.ui import expression
from kernviz.wording import say


def use_button(kernel: Kernel, key: str) -> None:
    """Draw the button that puts a kernel into the sidebar, where undo is, too."""
    words = say("Puts {own} into the sidebar, for every page.", own=kernel)
    st.button(say("Use this kernel"), key=key, on_click=expression.put, args=(str(kernel),), help=words)
