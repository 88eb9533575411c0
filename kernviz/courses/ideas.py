"""Wrong ideas: their titles, their steps, and the students who have them.

Steps of several courses may ask for one idea, or come back to it. All numbers are computed from judged answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kernviz.courses import csv_table
from kernviz.courses.course import Course, Step
from kernviz.courses.error_places import at, hint
from kernviz.courses.language import LanguageError
from kernviz.courses.link_names import check_link_name
from kernviz.courses.questions.base import check_keys, text
from kernviz.wording import say, spoken

FIELDS = ("name", "title")


@dataclass(frozen=True)
class Tried:
    """First and last try of a student at a step.

    Each is True if it was right.
    """

    who: str
    course: Course
    step: Step
    first: bool
    last: bool


@dataclass(frozen=True)
class IdeaTally:
    """Students who missed a wrong idea's questions, over all its steps.

    `answered` students answered one of `steps` at least. `first` of them missed at least one of these at the first
    try, and `last` at the last try. The steps are titles of those that were answered.
    """

    idea: str
    steps: tuple[str, ...]
    answered: int
    first: int
    last: int


@dataclass(frozen=True)
class MissedIdea:
    """Wrong idea that a student's first answers missed in a course.

    `steps` are all steps of the course about the idea, in their order. With each is True if its first answer was
    right, False if it was wrong, and None without an answer.
    """

    idea: str
    steps: tuple[tuple[Step, bool | None], ...]


def read(listed: object) -> dict[str, str]:
    """Return the titles of a course file's ideas, by name.

    Raises LanguageError for a faulty entry.
    """
    found = dict[str, str]()
    with at("idea"):
        if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
            raise LanguageError(say("ideas are written [[idea]]"))
    for place, each in enumerate(listed):
        with at("idea", place):
            check_keys(each, say("an idea"), *FIELDS)
            for field in FIELDS:
                if field not in each:
                    raise LanguageError(say("an idea needs “{name}”", name=field))
            name = text(each, "name")
            with at("name"):
                check_link_name(name)
                if name in found:
                    raise LanguageError(say("two ideas are called “{name}”", name=name))
            found[name] = text(each, "title")
    return found


def check_asked(titles: Mapping[str, str], steps: Iterable[Mapping[str, Any]]) -> None:
    """Raise LanguageError if no step of the file asks for an idea."""
    asked = dict.fromkeys(str(step["idea"]) for step in steps if step.get("idea"))
    for place, name in enumerate(titles):
        with at("idea", place, "name"):
            if name not in asked:
                raise LanguageError(
                    say("no step asks for the idea “{name}”: {hint}", name=name, hint=hint(name, asked))
                )


def title(idea: str, courses: Mapping[str, Course]) -> str:
    """Return an idea's title in the current language.

    It is the title in the first course that has one. Without a title it is the name, in words.
    """
    found = (spoken(course.ideas[idea]) for course in courses.values() if idea in course.ideas)
    return next(found, idea.replace("-", " "))


def titles(step: Step, courses: Mapping[str, Course]) -> str:
    """Return the titles of a step's ideas as one text."""
    return "; ".join(title(idea, courses) for idea in step.ideas)


def missed(course: Course, first: Mapping[str, bool]) -> tuple[MissedIdea, ...]:
    """Return the wrong ideas of a course that first answers missed.

    `first` has True for each answered step whose first answer was right, and False for the others. The ideas come in
    the order in which the course asks for them.
    """
    found = []
    for idea in dict.fromkeys(idea for step in course.steps for idea in step.ideas):
        about = tuple((step, first.get(step.name)) for step in course.steps if idea in step.ideas)
        if any(right is False for _, right in about):
            found.append(MissedIdea(idea, about))
    return tuple(found)


def missed_before(course: Course, step: Step, first: Mapping[str, bool]) -> dict[str, Step]:
    """Return the missed ideas that a step comes back to.

    An idea is missed if the first answer to a step above was wrong. With each idea is the first such step.
    """
    found = {}
    for each in missed(course, first):
        above = [
            other
            for other, right in each.steps
            if right is False and course.places[other.name] < course.places[step.name]
        ]
        if above and each.idea in step.ideas:
            found[each.idea] = above[0]
    return found


def tallied(tries: Iterable[Tried], courses: Mapping[str, Course]) -> tuple[IdeaTally, ...]:
    """Count the students who missed each idea.

    Ideas that nobody missed are left out. The ideas with the most misses at the last try come first. Several tries of
    a student at one step count as one: the first try is that of the first, the last try that of the last.
    """
    of_idea: dict[str, dict[tuple[str, str, str], Tried]] = {}
    for each in tries:
        for idea in each.step.ideas:
            of_student = of_idea.setdefault(idea, {})
            key = each.who, each.course.name, each.step.name
            before = of_student.get(key)
            first = before.first if before else each.first
            of_student[key] = Tried(each.who, each.course, each.step, first, each.last)
    found = [_tally(title(idea, courses), list(of_student.values())) for idea, of_student in of_idea.items()]
    return tuple(
        sorted((each for each in found if each.first or each.last), key=lambda each: (-each.last, -each.first))
    )


def _tally(idea: str, tries: list[Tried]) -> IdeaTally:
    order = sorted(tries, key=lambda each: (each.course.order, each.course.name, each.step.place))
    return IdeaTally(
        idea,
        tuple(dict.fromkeys(spoken(each.step.title) for each in order)),
        len({each.who for each in tries}),
        len({each.who for each in tries if not each.first}),
        len({each.who for each in tries if not each.last}),
    )


def columns(found: Iterable[IdeaTally]) -> dict[str, list[Any]]:
    """Return the table of wrong ideas by column."""
    listed = list(found)
    return {
        say("wrong idea"): [csv_table.plain(each.idea) for each in listed],
        say("students"): [each.answered for each in listed],
        say("missed at first"): [each.first for each in listed],
        say("missed at last"): [each.last for each in listed],
        say("steps"): ["; ".join(each.steps) for each in listed],
    }


def as_csv(found: Iterable[IdeaTally]) -> str:
    """Return the table of wrong ideas as a CSV file."""
    return csv_table.as_csv({name: [str(each) for each in listed] for name, listed in columns(found).items()})
