"""Answers of many students, from the links they handed in.

The result has a row for each student and step, the reasons against wrong answers, and the wrong ideas.

Every answer is judged anew from the text in its link. Nothing is written to a disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qs

from kernviz.courses import csv_table, ideas
from kernviz.courses.course import Course, Step
from kernviz.courses.failed_conditions import NUMBERS
from kernviz.courses.ideas import IdeaTally, Tried
from kernviz.courses.scene_queries import kernel
from kernviz.courses.submission import JudgedAnswer, by_step, judge_all, unpack
from kernviz.wording import say, spoken

MOST_LINKS = 500
LONGEST = 4_000_000  # largest number of characters of all links together
# place of the course, place of the step in it, and the name of the step
_StepKey = tuple[int, int, str]
_TOKEN = re.compile(r"[^\s\"'<>|,]+")


@dataclass(frozen=True)
class CollectedRow:
    """Answers of one student to one step.

    The row holds the first try, the last try, and the reason against the last wrong try. `ideas` are the titles of the
    wrong ideas that the step asks for.
    """

    who: str
    course: str
    step: str
    first: str
    first_right: bool
    last: str
    last_right: bool
    reason: str
    ideas: str = ""


@dataclass(frozen=True)
class GivenReason:
    """Reason against wrong answers to a step, with its students.

    Reasons that differ only in their numbers are one reason. `students` counts different names.
    """

    step: str
    reason: str
    students: int


@dataclass(frozen=True)
class StepTally:
    """Results of one step over all students.

    `answered` students tried the step, `first` were right at the first try, and `last` at the last. Links with the same
    name are those of one student: the first try is in the first of them, the last try in the last.
    """

    course: str
    step: str
    answered: int
    first: int
    last: int


@dataclass(frozen=True)
class CollectedAnswers:
    """All rows of collected answers, in the order of the links.

    `reasons` are those of each step, and `ideas` the wrong ideas over all steps. `students` counts different names.
    `problems` are sentences about links that cannot be used.
    """

    rows: tuple[CollectedRow, ...] = ()
    tallies: tuple[StepTally, ...] = ()
    reasons: tuple[GivenReason, ...] = ()
    ideas: tuple[IdeaTally, ...] = ()
    students: int = 0
    problems: tuple[str, ...] = ()


def collected(text: str, courses: Mapping[str, Course]) -> CollectedAnswers:
    """Return the answers of every link in a text.

    The text may be a list of links, a mail, or a table. Raises nothing: for anything that cannot be
    used there is a sentence in `problems`.
    """
    if len(text) > LONGEST:
        return CollectedAnswers(
            problems=(say("These are more than {most} million characters.", most=LONGEST // 1_000_000),)
        )
    rows, problems, found = list[CollectedRow](), list[str](), list(_links(text))
    tries = list[Tried]()
    of_steps: dict[_StepKey, dict[str, list[CollectedRow]]] = {}  # rows of each student, for each step
    reasons: dict[tuple[_StepKey, str], GivenReason] = {}
    students: dict[tuple[_StepKey, str], set[str]] = {}
    order = {name: place for place, name in enumerate(courses)}
    for number, (name, packed) in enumerate(found[:MOST_LINKS], start=1):
        course, handed = courses.get(name), unpack(packed)
        if course is None or not handed.answers:
            problem = handed.problem or say("the link has no answers")
            if course is None:
                problem = say("there is no course “{name}”", name=name)
            problems.append(say("Link {number}: {problem}.", number=number, problem=problem))
            continue
        if handed.problem:
            problems.append(say("Link {number}: {problem}.", number=number, problem=handed.problem))
        who = handed.by or say("link {number}", number=number)
        for answers in by_step(judge_all(course, handed.answers)):
            tried = [answer for answer in answers if answer.judgement is not None]
            if not tried:
                problems.append(say("Link {number}: {problem}.", number=number, problem=answers[0].problem))
                continue
            step = tried[0].step
            assert step is not None  # a judged answer has a step
            row = _row(who, course, step, tried, courses)
            rows.append(row)
            tries.append(Tried(who, course, step, row.first_right, row.last_right))
            place = course.place(step.name)
            key = order[name], len(course.steps) if place is None else place, step.name
            of_steps.setdefault(key, {}).setdefault(who, []).append(row)
            for judged_answer in tried:
                if judged_answer.judgement and not judged_answer.judgement.right:
                    reason = judged_answer.judgement.reason
                    refuted = key, NUMBERS.sub("#", reason)
                    reasons.setdefault(refuted, GivenReason(row.step, csv_table.plain(reason), 0))
                    students.setdefault(refuted, set()).add(who)
    if len(found) > MOST_LINKS:
        problems.append(say("Only the first {most} links are read.", most=MOST_LINKS))
    if text.strip() and not found:
        problems.append(say("There is no link with answers in it."))
    return CollectedAnswers(
        tuple(rows),
        tuple(_tally(list(of_steps[key].values())) for key in sorted(of_steps)),
        tuple(
            replace(reasons[refuted], students=len(students[refuted]))
            for refuted in sorted(reasons, key=lambda refuted: (refuted[0], -len(students[refuted])))
        ),
        ideas.tallied(tries, courses),
        len({row.who for row in rows}),
        tuple(problems),
    )


def _links(text: str) -> Iterable[tuple[str, str]]:
    """Yield course and packed answers of each link, each link once."""
    seen = set()
    for token in _TOKEN.findall(text):
        before, found, rest = token.partition("answers=")
        query = before.rpartition("?")[2] + found + rest
        params = parse_qs(query.replace("&amp;", "&").replace("#", "&")) if found else {}
        if "answers" not in params:
            continue
        link = params.get("course", [""])[0][:100], params["answers"][0].rstrip("=")
        if link not in seen:
            seen.add(link)
            yield link


def _row(
    who: str, course: Course, step: Step, tried: Sequence[JudgedAnswer], courses: Mapping[str, Course]
) -> CollectedRow:
    first, last = tried[0], tried[-1]
    assert first.judgement
    assert last.judgement
    wrong = [
        judged_answer.judgement
        for judged_answer in tried
        if judged_answer.judgement and not judged_answer.judgement.right
    ]
    return CollectedRow(
        who,
        spoken(course.title),
        spoken(step.title),
        _read_as(first),
        first.judgement.right,
        _read_as(last),
        last.judgement.right,
        csv_table.plain(wrong[-1].reason) if wrong else "",
        csv_table.plain(ideas.titles(step, courses)),
    )


def _read_as(tried: JudgedAnswer) -> str:
    """Return the answer as it was read, a kernel as typed."""
    assert tried.judgement
    if tried.step is not None and tried.step.question.kind == "write":
        return str(kernel(tried.answer.text.strip()))
    return csv_table.plain(tried.judgement.understood)


def _tally(students: Sequence[Sequence[CollectedRow]]) -> StepTally:
    """Return the results of a step from the rows of each student."""
    first = sum(rows[0].first_right for rows in students)
    last = sum(rows[-1].last_right for rows in students)
    return StepTally(students[0][0].course, students[0][0].step, len(students), first, last)


def columns(rows: Iterable[CollectedRow]) -> dict[str, list[str]]:
    """Return the table of answers by column.

    The columns are who, course, step, first and last try, reason, and the wrong ideas that the step asks for.
    """
    listed = list(rows)
    return {
        say("who"): [row.who for row in listed],
        say("course"): [row.course for row in listed],
        say("step"): [row.step for row in listed],
        say("first try"): [f"{_mark(row.first_right)} {row.first}" for row in listed],
        say("last try"): [f"{_mark(row.last_right)} {row.last}" for row in listed],
        say("reason"): [row.reason for row in listed],
        say("asks for the idea"): [row.ideas for row in listed],
    }


def _mark(right: bool) -> str:
    return "✓" if right else "✗"


def as_csv(rows: Iterable[CollectedRow]) -> str:
    """Return the table of answers as a CSV file."""
    return csv_table.as_csv(columns(rows))
