"""The strip of steps in a course.

It shows the current step, answered steps, ← and →. Progress is stored in the browser
(assets/course.js).
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from kernviz.ui.component import component, reported
from kernviz.ui.courses import answered as answers
from kernviz.ui.courses import submission_page
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.asking import is_answered
from kernviz.ui.courses.visit import Visit
from kernviz.wording import spoken

_KNOWN = "_course_known"  # courses whose stored answers this session has requested from the browser


def progress(visit: Visit, *, presents: bool = False, alone: bool = False) -> None:
    """Draw the strip of steps, and exchange the answers with the browser.

    If the step is asked `alone`, as in practice, no strip is drawn. Answers stored by the browser are restored once a
    session. The presenter's keys are p, Esc and r.
    """
    course = visit.course
    key = f"course-{'alone' if alone else 'progress'}-{course.name}"
    known: set[str] = st.session_state.setdefault(_KNOWN, set())

    def went() -> None:
        target = reported(key, "go")
        if isinstance(target, str):
            visits.go(course, target)

    def kept() -> None:
        if course.name not in known:
            known.add(course.name)
            answers.take(course, reported(key, "kept"))

    def presented() -> None:
        visits.present(reported(key, "present") is True)

    def revealed() -> None:
        if reported(key, "reveal"):
            visits.show(visit)

    def handed() -> None:
        if isinstance(link := reported(key, "handed"), str):
            submission_page.open_answers(course.name, link)

    message: dict[str, Any] = {
        "course": course.name,
        "steps": [
            {"name": step.name, "title": spoken(step.title)} for step in ([visit.step] if alone else course.steps)
        ],
        "at": visit.step.name,
        "answers": answers.for_browser(course),
        "ask": course.name not in known,
        "present": presents,
        "alone": alone,
        "first": visit.answered.first,
        "variant": visit.variant,
        "shown": visit.answered.shown,
        "given": visit.answered.text,
        "done": is_answered(visit),
    }
    calls = {
        "on_go_change": went,
        "on_kept_change": kept,
        "on_present_change": presented,
        "on_reveal_change": revealed,
        "on_handed_change": handed,
    }
    component("course")(key=key, data=message, **calls)
