"""All answers of a student in one link, without an account.

The browser packs the link, with the answers in its fragment. The answers are judged again when the link is opened.

The link carries ``[[step, variant, answer], …]`` as JSON in URL-safe base64. With a typed name it
carries ``{"by": name, "answers": [[…], …]}``. A step has up to three answers in the link: the
first, the last right one and the last (attempts.py), in this order. The link does not say which
answers were right.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from kernviz.courses.attempts import is_answer
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions import AnswerJudgement
from kernviz.wording import say

LONGEST = 120_000  # characters of a link's base64 part: three longest answers to each of 28 steps
MOST = 500  # largest number of answers
LONGEST_NAME = 60  # characters of a name


@dataclass(frozen=True)
class Answer:
    """Answer to a step in a variant."""

    step: str
    variant: int
    text: str


@dataclass(frozen=True)
class JudgedAnswer:
    """Answer of the link, with its step and its judgement.

    `problem` is the reason where the answer cannot be judged.
    """

    answer: Answer
    step: Step | None
    judgement: AnswerJudgement | None
    problem: str = ""


@dataclass(frozen=True)
class HandedIn:
    """Answers of a link, and the typed name; "" without a name.

    `problem` is a sentence about what was left out, if anything was.
    """

    answers: tuple[Answer, ...] = ()
    by: str = ""
    problem: str = ""


def unpack(packed: str) -> HandedIn:
    """Return the answers of a link's base64 part.

    Raises nothing: invalid answers are left out.
    """
    if len(packed) > LONGEST:
        message = say(
            "the link has {n} characters of answers, and at most {most} are read",
            n=len(packed),
            most=LONGEST,
        )
        return HandedIn(problem=message)
    try:
        document = json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    except (ValueError, RecursionError):
        return HandedIn()
    by = ""
    match document:
        case {"by": str(name), "answers": list(listed)}:
            by, document = _name(name), listed
    answers = []
    for item in document if isinstance(document, list) else ():
        match item:
            case [str(step), variant, str(text)] if is_answer(variant, text):
                answers.append(Answer(step, variant, text))
    message = ""
    if len(answers) > MOST:
        message = say("the link has {n} answers, and only the first {most} are read", n=len(answers), most=MOST)
    return HandedIn(tuple(answers[:MOST]), by, message)


def _name(typed: str) -> str:
    """Return a name for display: one line of readable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in typed).split())[:LONGEST_NAME]


def judge_all(course: Course, answers: Iterable[Answer]) -> tuple[JudgedAnswer, ...]:
    """Return each answer judged again, in the order of the course.

    Answers of one step stay in the order in which they were given.
    """
    judgements = []

    def order(answer: Answer) -> int:
        place = course.place(answer.step)
        return len(course.steps) if place is None else place

    for answer in sorted(answers, key=lambda answer: (order(answer), answer.step)):
        step = course.asked(answer.step)
        if step is None:
            judgements.append(
                JudgedAnswer(answer, None, None, say("there is no step “{step}” in this course", step=answer.step))
            )
            continue
        try:
            judgements.append(JudgedAnswer(answer, step, step.question.judge(answer.text, step.scene(answer.variant))))
        except LanguageError as problem:
            judgements.append(JudgedAnswer(answer, step, None, str(problem)))
    return tuple(judgements)


def by_step(judged: Iterable[JudgedAnswer]) -> list[list[JudgedAnswer]]:
    """Return judged answers in groups of consecutive answers to the same step."""
    return [list(answers) for _, answers in groupby(judged, key=lambda each: each.answer.step)]


def is_right(answers: Iterable[JudgedAnswer]) -> bool:
    """Return True if some answer to a step is right.

    Later answers do not matter.
    """
    return any(answer.judgement is not None and answer.judgement.right for answer in answers)
