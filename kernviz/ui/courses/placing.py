"""The tree of a question, its empty place, and the candidates.

Placing a candidate is the answer: no button follows (assets/candidates.js).
"""

from __future__ import annotations

from kernviz.courses.course import Course
from kernviz.courses.questions.tree import Tree
from kernviz.courses.static_step import options_of, tree_of
from kernviz.ui.component import component, reported
from kernviz.ui.courses import answered as answers
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit

KEY = "placing_"


def tree(visit: Visit, *, takes: bool = True) -> None:
    """Draw the tree with the current answer in its empty place.

    Without `takes` no candidate can be placed.
    """
    question, answered = visit.step.question, visit.answered
    assert isinstance(question, Tree)
    given = answered.text or ""
    if answered.shown:
        given = question.solution(visit.start) if answered.right is None else answered.right
    key = f"{KEY}{visit.key}"
    component("placing")(
        key=key,
        data={
            "tree": tree_of(question, visit.start),
            "options": options_of(question, visit.start, visit.key),
            "given": given,
            "closed": not takes,
        },
        on_placed_change=lambda: _placed(visit.course, key),
    )


def _placed(course: Course, key: str) -> None:
    """Judge the candidate that was placed (callback)."""
    value = reported(key, "placed")
    visit = visits.visit(course)
    if isinstance(value, str) and key == f"{KEY}{visit.key}":
        answers.answer(course, visit.step, visit.variant, value)
