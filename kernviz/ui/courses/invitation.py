"""On Home: the way to the courses."""

from __future__ import annotations

import streamlit as st

from kernviz.courses import reader
from kernviz.ui import examples

FIRST = "what_is_a_kernel"


def invitation() -> None:
    """The first course for whoever has ten minutes, one for each lecture, and the riddles."""
    st.header("Courses that ask before they show", anchor=False)
    with st.container(horizontal=True, gap="small"):
        for name, course in reader.courses().items():
            if course.steps:
                kind = "primary" if name == FIRST else "secondary"
                st.button(course.title, key=f"invite_{name}", on_click=_open, args=(name,), type=kind)  # type: ignore[arg-type]
        st.button("Kernel or not?", key="invite_riddles", on_click=examples.lead, args=("kernel_or_not",))


def _open(name: str) -> None:
    st.session_state["course"] = name
    examples.lead("course")
