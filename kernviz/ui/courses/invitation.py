"""On Home: the way to the courses, and the other ways on."""

from __future__ import annotations

import streamlit as st

from kernviz.courses import reader
from kernviz.ui import examples

FIRST = "what_is_a_kernel"


def invitation(_: object) -> None:
    """The first course for whoever has ten minutes, and one for each lecture."""
    st.subheader("Courses that ask before they show", anchor=False)
    courses = {name: course for name, course in reader.courses().items() if course.steps}
    if first := courses.pop(FIRST, None):
        st.button(f"{first.title} {first.says}", key=f"invite_{FIRST}", on_click=_open, args=(FIRST,), type="primary")
    with st.container(horizontal=True, gap="small"):
        for name, course in courses.items():
            st.button(course.title, key=f"invite_{name}", on_click=_open, args=(name,))


def ways_on(_: object) -> None:
    """Pages for which one need not have been to a lecture."""
    with st.container(horizontal=True, gap="small"):
        st.button("Kernel or not? A riddle", key="way_riddles", on_click=examples.go, args=("kernel_or_not",))


def _open(name: str) -> None:
    st.session_state["course"] = name
    examples.go("course")
