"""Title of a page."""

from __future__ import annotations

from typing import Literal

import streamlit as st


def page_title(text: str, width: Literal["stretch", "content"] = "stretch") -> None:
    """Draw the title of a page.

    On a phone the bar at the top shows the same words, so the style sheet leaves this title to screen readers there.
    Titles of other texts, such as a step's, are drawn with `st.title` itself.
    """
    with st.container(key="kv-page-title", width=width):
        st.title(text, anchor=False, width=width)
