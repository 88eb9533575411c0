"""All answers in one link, without an account: packed by the browser, judged again when it is opened.

The link carries ``[[step, variant, answer], …]`` as JSON in URL-safe base64. Nothing in it says what was right: that is
computed anew.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass

from kernviz.courses import variants
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions import Judgement
from kernviz.wording import say

LONGEST = 30_000  # characters of a link's packed part
MOST = 500  # answers
LONGEST_ANSWER = 500


@dataclass(frozen=True)
class Answer:
    """What was answered to a step in a variant."""

    step: str
    variant: int
    text: str


@dataclass(frozen=True)
class Judged:
    """An answer of the link, with its step and its judgement; `problem` where it cannot be judged."""

    answer: Answer
    step: Step | None
    judgement: Judgement | None
    problem: str = ""


def pack(answers: Iterable[Answer]) -> str:
    """As the browser does it."""
    said = json.dumps([[a.step, a.variant, a.text] for a in answers], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(said.encode()).decode().rstrip("=")


def unpack(packed: str) -> tuple[Answer, ...]:
    """The answers of a link. Total: what is none is left out."""
    if len(packed) > LONGEST:
        return ()
    try:
        said = json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    except (ValueError, RecursionError):
        return ()
    found = []
    for item in said if isinstance(said, list) else ():
        match item:
            case [str(step), int(variant), str(text)] if not isinstance(variant, bool):
                if 0 <= variant <= variants.MOST and len(text) <= LONGEST_ANSWER:
                    found.append(Answer(step, variant, text))
    return tuple(found[:MOST])


def judged(course: Course, answers: Iterable[Answer]) -> tuple[Judged, ...]:
    """Each answer judged again, in the order of the course."""
    found = []
    for answer in sorted(answers, key=lambda a: course.places.get(a.step, len(course.steps))):
        if answer.step not in course.places:
            found.append(Judged(answer, None, None, say("there is no step “{step}” in this course", step=answer.step)))
            continue
        step = course.steps[course.places[answer.step]]
        try:
            found.append(Judged(answer, step, step.question.judge(answer.text, step.scene(answer.variant))))
        except LanguageError as problem:
            found.append(Judged(answer, step, None, str(problem)))
    return tuple(found)
