"""Answers of many students, from the links they handed in.

The result has a row for each student and step, the reasons against wrong answers, and the wrong ideas.

Every answer is judged anew from the text in its link. Nothing is written to a disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs

from kernviz.courses import csv_table, ideas
from kernviz.courses.course import Course
from kernviz.courses.failed_conditions import NUMBERS
from kernviz.courses.ideas import IdeaTally, Tried
from kernviz.courses.scene_queries import kernel
from kernviz.courses.submission import JudgedAnswer, by_step, judge_all, unpack
from kernviz.wording import say, spoken

MOST_LINKS = 500
LONGEST = 4_000_000  # largest number of characters of all links together
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
    wrong: dict[tuple[int, int, str], set[str]] = {}
    words: dict[tuple[int, int, str], str] = {}
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
            rows.append(_row(who, course, tried, courses))
            if (step := tried[0].step) is not None:
                tries.append(Tried(who, course, step, rows[-1].first_right, rows[-1].last_right))
            place = course.place(tried[0].answer.step) or 0
            for judged_answer in tried:
                if judged_answer.judgement and not judged_answer.judgement.right:
                    reason = order[name], place, NUMBERS.sub("#", judged_answer.judgement.reason)
                    words.setdefault(reason, judged_answer.judgement.reason)
                    wrong.setdefault(reason, set()).add(who)
    if len(found) > MOST_LINKS:
        problems.append(say("Only the first {most} links are read.", most=MOST_LINKS))
    if text.strip() and not found:
        problems.append(say("There is no link with answers in it."))
    listed = list(courses.values())
    titles = [(spoken(course.title), spoken(step.title)) for course in listed for step in course.steps]
    places = {title: place for place, title in enumerate(titles)}
    reasons = sorted(wrong, key=lambda reason: (reason[:2], -len(wrong[reason])))
    return CollectedAnswers(
        tuple(rows),
        tuple(sorted(_tallies(rows), key=lambda tally: places.get((tally.course, tally.step), len(places)))),
        tuple(
            GivenReason(
                spoken(listed[reason[0]].steps[reason[1]].title), csv_table.plain(words[reason]), len(wrong[reason])
            )
            for reason in reasons
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


def _row(who: str, course: Course, tried: Sequence[JudgedAnswer], courses: Mapping[str, Course]) -> CollectedRow:
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
        spoken(first.step.title) if first.step else "",
        _read_as(first),
        first.judgement.right,
        _read_as(last),
        last.judgement.right,
        csv_table.plain(wrong[-1].reason) if wrong else "",
        csv_table.plain(ideas.titles(first.step, courses)) if first.step else "",
    )


def _read_as(tried: JudgedAnswer) -> str:
    """Return the answer as it was read, a kernel as typed."""
    assert tried.judgement
    if tried.step is not None and tried.step.question.kind == "write":
        return str(kernel(tried.answer.text.strip()))
    return csv_table.plain(tried.judgement.understood)


def _tallies(rows: Sequence[CollectedRow]) -> Iterable[StepTally]:
    of_step: dict[tuple[str, str], dict[str, list[CollectedRow]]] = {}
    for row in rows:
        of_step.setdefault((row.course, row.step), {}).setdefault(row.who, []).append(row)
    for (course, step), students in of_step.items():
        first = sum(tried[0].first_right for tried in students.values())
        last = sum(tried[-1].last_right for tried in students.values())
        yield StepTally(course, step, len(students), first, last)


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
