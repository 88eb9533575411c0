"""Links on Home to the courses and to the pages that belong to no lecture."""

from __future__ import annotations

import streamlit as st

from kernviz.ui import examples
from kernviz.ui.courses.road import road
from kernviz.wording import phrase, say, spoken

WAYS = {
    "map": phrase("Map: which kernel, which machine, when?"),
    "words": phrase("Words: all that a kernel text may say"),
    "kernel_or_not": phrase("Kernel or not? A riddle"),
    "who_drew_this": phrase("Who drew this? A riddle"),
}


def invitation(state: object) -> None:
    """Draw the list of courses: an introduction of ten minutes, and one for each lecture."""
    st.header(say("Courses that ask before they show"), anchor=False)
    road(state)


def ways_on(_: object) -> None:
    """Draw links to the pages that presuppose no lecture."""
    with st.container(horizontal=True, gap="small"):
        for page, words in WAYS.items():
            st.button(spoken(words), key=f"way_{page}", on_click=examples.go, args=(page,))
