"""The answers of a session, by course, step and variant.

An answer is a text. Its verdict, its reveal and its picture are computed from step, variant and that text, in the
current language. None of them is stored, and later edits of the picture do not change them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from kernviz.courses import static_step
from kernviz.courses.attempts import Attempt, is_answer, kept
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions import AnswerJudgement

_ANSWERS, _ATTEMPTS, _AT = "_course_answers", "_course_attempts", "_course_at"
Attempts = dict[tuple[str, str], tuple[Attempt, ...]]


@dataclass
class Answered:
    """The answers to one step in one variant, and the edits since.

    `text` is the last answer, `right` the last right answer. `shown` is True once the solution is shown. `brought` is
    the answer whose state the picture shows. It is the step's own solution if the solution is shown without a right
    answer.
    """

    text: str | None = None
    right: str | None = None
    brought: str | None = None
    problem: str = ""  # reason why the last text was no answer
    shown: bool = False
    misses: int = 0  # wrong answers so far
    # True if the first answer of this session was right; False if it was wrong or was revealed
    first: bool | None = None
    kernel: str = ""  # the kernel in the picture, if it is not the step's own
    chosen: list[int] = field(default_factory=list)  # rows of the points that were clicked
    corners: list[tuple[float, float]] = field(default_factory=list)  # corners of the sketched curve
    drawn: list[list[tuple[float, float]]] = field(default_factory=list)  # the sketches before, the latest last

    @property
    def is_given(self) -> bool:
        """Return True if the step has an answer."""
        return self.text is not None

    @property
    def is_helped(self) -> bool:
        """Return True after a wrong answer, until the answer is shown."""
        return self.misses > 0 and not self.shown

    def judgement(self, step: Step, variant: int) -> AnswerJudgement | None:
        """Judge the last answer in the current language, if there is one.

        A first wrong answer gets only a nudge. The reason comes with the second wrong answer, or with the solution.
        """
        if self.text is None:
            return None
        try:
            found = static_step.judged(step, variant, self.text)
            if found.right or self.shown or self.misses > 1:
                return found
            return replace(found, reason=step.question.nudge(self.text, step.scene(variant)))
        except LanguageError:  # the course file has changed since the answer was stored
            return None


def of(course: Course, step: Step, variant: int) -> Answered:
    """Return this session's answers to a step in a variant.

    They are empty at first.
    """
    entries: dict[tuple[str, str, int], Answered] = st.session_state.setdefault(_ANSWERS, {})
    return entries.setdefault((course.name, step.name, variant), Answered())


def for_browser(course: Course) -> dict[str, list[list[Any]]]:
    """Return the answers of a course for the browser to store.

    Format: step -> [variant, text, right] of each answer kept.
    """
    return {
        step: [[attempt.variant, attempt.text, attempt.right] for attempt in attempts]
        for (name, step), attempts in _attempts().items()
        if name == course.name
    }


def first(course: Course) -> dict[str, bool]:
    """Return the answered steps of a course, True if right at first."""
    return {step: attempts[0].right for (name, step), attempts in _attempts().items() if name == course.name}


def take(course: Course, message: object) -> None:
    """Restore answers of an earlier visit, as stored by the browser.

    They are untrusted input.
    """
    for name, listed in message.items() if isinstance(message, Mapping) else ():
        if name in course.places and isinstance(listed, Sequence):
            _take_step(course, course.step(name), listed)
    arrive_anew()


def _take_step(course: Course, step: Step, listed: Sequence[object]) -> None:
    """Restore the stored answers to one step that can be judged.

    They count as older than the answers of this session.
    """
    before = []
    for message in listed[:3]:
        match message:
            case [int(variant), str(text), *_] if is_answer(variant, text):
                try:
                    right = static_step.judged(step, variant, text).right
                except LanguageError:
                    continue
                before.append(Attempt(variant, text, right))
    mine = _attempts().get((course.name, step.name), ())
    for one in before:
        entry = of(course, step, one.variant)
        if not any(attempt.variant == one.variant for attempt in mine):
            _record(entry, one)
    if before or mine:
        _attempts()[course.name, step.name] = kept([*before, *mine])


def answer(course: Course, step: Step, variant: int, text: str) -> None:
    """Judge and record an answer.

    A right answer shows the solution at once.
    """
    entry = of(course, step, variant)
    entry.problem = ""
    try:
        right = static_step.judged(step, variant, text).right
    except LanguageError as problem:
        entry.problem = str(problem)
        return
    one = Attempt(variant, text, right)
    if entry.first is None and not entry.is_given:
        entry.first = right
    _record(entry, one)
    _attempts()[course.name, step.name] = kept([*_attempts().get((course.name, step.name), ()), one])
    arrive_anew()


def _record(entry: Answered, one: Attempt) -> None:
    entry.text = entry.brought = one.text
    if one.right:
        entry.right, entry.shown = one.text, True
    else:
        entry.misses += 1


def show(course: Course, step: Step, variant: int) -> None:
    """Show the solution of a step.

    The picture then shows the last right answer, or else the step's own solution.
    """
    entry = of(course, step, variant)
    entry.shown = True
    if entry.first is None and not entry.is_given:
        entry.first = False
    with suppress(LanguageError):  # the page shows the error in place of the answer
        entry.brought = step.question.solution(step.scene(variant)) if entry.right is None else entry.right
    arrive_anew()


def arrived(at: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Record ``at`` as the visitor's place and return the previous place.

    None means that the visitor arrived by a link.
    """
    before: tuple[Any, ...] | None = st.session_state.get(_AT)
    st.session_state[_AT] = at
    return before


def arrive_anew() -> None:
    """Make the next run set picture and fields to the step's answer."""
    st.session_state[_AT] = ()


def _attempts() -> Attempts:
    found: Attempts = st.session_state.setdefault(_ATTEMPTS, {})
    return found
