"""The road of the courses: each with how far one has come, which this browser alone knows (assets/road.js)."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from kernviz.courses import reader
from kernviz.ui import examples, served
from kernviz.ui.component import component
from kernviz.wording import spoken

KEY = "road"


def road(_: object) -> None:
    """Draw it: a link for each course that has steps, in their order."""
    told = [
        {
            "name": name,
            "title": spoken(course.title),
            "says": spoken(course.says),
            "steps": [step.name for step in course.steps],
        }
        for name, course in reader.courses().items()
        if course.steps
    ]
    component(KEY)(key=KEY, data={"courses": told, "base": served.path("course")}, on_open_change=_opened)


def _opened() -> None:
    state = st.session_state.get(KEY)
    name = state.get("open") if isinstance(state, Mapping) else None
    if isinstance(name, str) and name in reader.courses():
        st.session_state["course"] = name
        examples.go("course")
