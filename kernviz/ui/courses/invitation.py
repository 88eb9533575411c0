"""Links on Home to the courses."""

from __future__ import annotations

import streamlit as st

from kernviz.ui.courses import practising
from kernviz.ui.courses.course_list import course_list
from kernviz.wording import say


def invitation(state: object) -> None:
    """Draw today's practice and the list of courses.

    The list has an introduction of ten minutes, and one course for each lecture.
    """
    st.header(say("Courses that ask before they show"), anchor=False)
    practising.offer("home")
    course_list(state)
