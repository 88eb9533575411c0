"""The sentence under a picture, static or live.

At rest it is Streamlit's caption. While the visitor drags in the picture, the component's own
live text replaces it.
"""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.lesson import Picture
from kernviz.ui import escaping
from kernviz.ui.component import component


def caption(picture: Picture) -> None:
    """Draw the caption of a picture, if it has one."""
    if not picture.caption:
        return
    with st.container(key=f"kv-caption-{picture.key}", gap=None):
        st.caption(escaping.markdown(picture.caption))
        component("caption")(key=f"caption-{picture.key}", data={"key": picture.key})
