"""Step of a course, read from its table and tried.

A step is tried by computing it in its first variants.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernviz.courses import checking, help_after_wrong_answer, questions, variants
from kernviz.courses.course import Step
from kernviz.courses.error_places import at
from kernviz.courses.language import LanguageError
from kernviz.courses.link_names import check_link_name
from kernviz.courses.questions.base import check_keys, text, texts
from kernviz.wording import say

_KEYS = ("name", "title", "says", "page", "state", "controls", "show", "hide", "without", "picture", "vary", "reveal")
KEYS = (*_KEYS, "formula", "then", "require", "formerly", "rows", "idea", "recalls", "help", "question")
TRIED = 2  # variants of each step that are tried on reading


def step_of(course: str, table: Mapping[str, Any]) -> Step:
    """Return the step of a table in a course file.

    Raises LanguageError for a faulty entry.
    """
    check_keys(table, say("a step"), *KEYS)
    for key in ("name", "title", "says", "state", "reveal", "question"):
        if key not in table:
            raise LanguageError(say("a step needs “{key}”", key=key))
    with at("question"):
        if not isinstance(table["question"], Mapping):
            raise LanguageError(say("the question is written [step.question]"))
        question = questions.read(table["question"])
    with at("help"):
        help = help_after_wrong_answer.read(table.get("help", {}))
    name = text(table, "name")
    with at("name"):
        check_link_name(name)
    vary = table.get("vary", {})
    with at("vary"):
        if not isinstance(vary, Mapping):
            raise LanguageError(say("“vary” must be a table, such as {c = [1, 10]}"))
        variants.check(vary)
    return Step(
        course,
        name,
        title=text(table, "title"),
        says=text(table, "says"),
        page=text(table, "page"),
        state=text(table, "state"),
        question=question,
        reveal=text(table, "reveal"),
        formula=text(table, "formula"),
        controls=texts(table, "controls"),
        show=texts(table, "show"),
        hide=texts(table, "hide"),
        without=texts(table, "without"),
        picture=text(table, "picture"),
        then=text(table, "then"),
        vary=dict(vary),
        require=text(table, "require"),
        formerly=text(table, "formerly"),
        rows=texts(table, "rows"),
        idea=text(table, "idea"),
        recalls=texts(table, "recalls"),
        help=help,
    )


def warm_up(step: Step) -> None:
    """Compute and judge the solution of a step in its first variants.

    So the results are cached for the first visitor. Raises LanguageError if that fails.
    """
    for variant in range(TRIED):
        scene = step.scene(variant)
        scene.filled(step.says)
        step.question.judge(step.question.solution(scene), scene)


def check(step: Step) -> None:
    """Compute all texts of a step in its first variants.

    So an error is found when the file is read, not in front of a class. Raises LanguageError.
    """
    for variant in range(TRIED):
        checking.check(step, step.scene(variant))
    checking.check_hidden(step, step.scenes())
