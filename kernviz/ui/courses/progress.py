"""The strip of steps: where one is, what was answered, ← and →. Progress stays in the browser (assets/course.js)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from kernviz.ui.component import component
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit
from kernviz.wording import spoken

_KNOWN = "_course_known"  # the courses whose kept answers this session has asked the browser for


def progress(visit: Visit, *, presents: bool = False) -> None:
    """Draw it. What the browser has kept of an earlier visit is taken up once a session; p, Esc and r are keys of the
    lecturer's.
    """
    course = visit.course
    key = f"course-progress-{course.name}"
    known: set[str] = st.session_state.setdefault(_KNOWN, set())

    def went() -> None:
        said = _said(key, "go")
        if isinstance(said, str):
            visits.go(course, said)

    def kept() -> None:
        if course.name not in known:
            known.add(course.name)
            visits.take(course, _said(key, "kept"))

    def presented() -> None:
        visits.present(_said(key, "present") is True)

    def revealed() -> None:
        if _said(key, "reveal"):
            visits.show(visit)

    message: dict[str, Any] = {
        "course": course.name,
        "steps": [{"name": each.name, "title": spoken(each.title)} for each in course.steps],
        "at": visit.step.name,
        "answers": visits.given(course),
        "ask": course.name not in known,
        "present": presents,
    }
    calls = {"on_go_change": went, "on_kept_change": kept, "on_present_change": presented, "on_reveal_change": revealed}
    component("course")(key=key, data=message, **calls)


def _said(key: str, name: str) -> object:
    state = st.session_state.get(key)
    return state.get(name) if isinstance(state, Mapping) else None
