"""The list of courses with the visitor's progress.

Only the browser knows the progress (assets/course_list.js).
"""

from __future__ import annotations

from kernviz.courses import reader
from kernviz.ui import asset_routes, examples
from kernviz.ui.component import component, reported
from kernviz.ui.courses import visit as visits
from kernviz.wording import spoken

KEY = "course_list"


def course_list(_: object) -> None:
    """Draw a link for each course that has steps, in order."""
    rows = [
        {
            "name": name,
            "title": spoken(course.title),
            "says": spoken(course.says),
            "steps": [step.name for step in course.steps],
        }
        for name, course in reader.courses().items()
        if course.steps
    ]
    component(KEY)(key=KEY, data={"courses": rows, "base": asset_routes.path("course")}, on_open_change=_opened)


def _opened() -> None:
    name = reported(KEY, "open")
    if isinstance(name, str) and name in reader.courses():
        visits.open_course(name)
        examples.request_page("course")
