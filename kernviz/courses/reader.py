"""Reader of course files: one TOML file for each course.

A file is written without code and put into a folder.

    title = "What is a kernel?"
    says = "Ten steps for someone who has ten minutes."

    [[step]]
    name = "one-cut"
    title = "One cut"
    says = "Nine points on a line. The outer ones are orange."
    page = "svm"
    state = "data=s1_line & k=linear & C={=c}"
    controls = ["C"]
    vary = {c = [1, 10, 100]}
    reveal = "The best cut leaves {=points on the wrong side} points on the wrong side."

    [step.question]
    kind = "number"
    ask = "How many points does the best cut leave on the wrong side?"
    answer = "points on the wrong side"

A step that cannot be used is left out, and a `Fault` names file, step and line. The other steps of the course stay.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kernviz.courses import checking, ideas
from kernviz.courses.course import Course, Fault, Step
from kernviz.courses.error_places import at, hint
from kernviz.courses.folder import read_all, text_of
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import check_keys, said_or, text
from kernviz.courses.scene import OPEN
from kernviz.courses.step_table import check, step_of, warm_up
from kernviz.courses.toml_lines import Place, headers, line, step_at, unfinished
from kernviz.extraction import READ
from kernviz.lessons.notation import OWN as OWN_NOTATION
from kernviz.lessons.notation import VOICES
from kernviz.wording import Phrase, remembered, say

OWN = Path(__file__).parent / "lectures"
FORMER = OWN / "former"  # files with the steps of a course that are no longer asked
FOLDER = "KERNVIZ_COURSES"  # environment variable: folder of further courses
ENDING = ".toml"
LARGEST, MOST_STEPS = 500_000, 200  # largest size of a file in bytes, and largest number of its steps
LATE = 1000  # sort position of a file that is no valid course
HEADERS = (
    "[[idea]]",
    "[[step]]",
    "[step.question]",
    "[[step.question.option]]",
    "[[step.question.mistake]]",
    "[[step.question.factor]]",
    "[step.help]",
    "[step.vary]",
)
_HEAD = ("title", "says", "order", "speak", "idea", "step")
DEEP_KEY = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){30}")
_log = logging.getLogger(__name__)


def courses() -> dict[str, Course]:
    """Return all courses by name, in order.

    First come kernviz's own, then those of the folder named by KERNVIZ_COURSES.

    Raises nothing. A folder or a file that cannot be used is a course without steps that states the
    reason.
    """
    read = read_all(OWN, FOLDER, ENDING, _kept, _no_folder)
    found = {name.removesuffix(ENDING): course for name, course in read.items()}
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[1].title)))


@remembered(8)
def _no_folder(folder: str, why: str) -> Course:
    return _logged(Course(folder, folder, order=LATE, faults=(Fault(folder, "", 1, why),)))


@remembered(128)
def _kept(path: Path, changed: int, size: int) -> Course:
    course = load(path)
    before = FORMER / path.name
    if _is_own(path) and before.exists():
        course = replace(course, former=read(_text(before), path.stem, before.name, own=True).steps)
    return _logged(course)


def _is_own(path: Path) -> bool:
    return Path(os.path.realpath(path)).parent == OWN  # realpath also resolves circular links


def _logged(course: Course) -> Course:
    for fault in course.faults:
        _log.warning("%s", fault)
    return course


def load(path: Path) -> Course:
    """Return the course of a file.

    Raises nothing: every unreadable part becomes a Fault.
    """
    try:
        return read(_text(path), path.stem, path.name, own=_is_own(path))
    except LanguageError as problem:
        why = str(problem)
    except Exception as problem:  # a file may make the parser fail in any way; the other courses remain
        _log.exception("%s", path)
        why = say("it cannot be read ({why})", why=type(problem).__name__)
    return Course(path.stem, path.stem, order=LATE, faults=(Fault(path.name, "", 1, why),))


def _text(path: Path) -> str:
    no_file = say("it is no file but a folder, a pipe or a device: a course is a text file")
    return text_of(path, LARGEST, no_file, say("a course has at most {limit} bytes", limit=LARGEST))


def read(written: str, name: str, file: str = "", *, own: bool = False) -> Course:
    """Return the course of a TOML text.

    `own` is True for kernviz's own courses. The tests check their translated texts, so reading only
    solves each step. Raises nothing: every unreadable part becomes a Fault.
    """
    file = file or f"{name}{ENDING}"
    try:
        if DEEP_KEY.search(written):  # tomllib would take quadratic time for such a key
            raise RecursionError
        table = tomllib.loads(written)
    except tomllib.TOMLDecodeError as problem:
        found = re.search(r"line (\d+)", str(problem))
        at_line = unfinished(written, int(found[1]) if found else written.count("\n") + 1)
        if misspelt := _misspelt_header(written, file, at_line):
            return Course(name, name, order=LATE, faults=(misspelt,))
        return Course(name, name, order=LATE, faults=(Fault(file, step_at(written, at_line), at_line, str(problem)),))
    except (RecursionError, ValueError) as problem:  # for example a number of 5000 digits, or 30 February
        deep = isinstance(problem, RecursionError)
        why = say("its tables and lists are nested too deeply") if deep else str(problem)
        return Course(name, name, order=LATE, faults=(Fault(file, "", 1, why),))
    table = phrased(table) if own else table
    faults: list[Fault] = []
    steps: list[Step] = []
    speak, listed, titles = OWN_NOTATION, list[Mapping[str, Any]](), dict[str, str]()
    try:
        speak, listed = _head(table)
        titles = ideas.read(table.get("idea", []))
        ideas.check_asked(titles, listed)
    except LanguageError as problem:
        faults.append(fault(written, file, problem))
    for place, entry in enumerate(listed):
        try:
            step = replace(step_of(name, entry), speak=speak, place=place)
            with at("name"):
                if step.name in {other.name for other in steps}:
                    raise LanguageError(say("two steps are called “{name}”", name=step.name))
            checking.check_recalled(step, steps)
            warm_up(step) if own else check(step)
            steps.append(step)
        except LanguageError as problem:
            faults.append(fault(written, file, problem, _called(entry, place), place))
        except Exception as problem:  # a step may make its page fail in any way; the other steps remain
            _log.exception("%s, %s", file, _called(entry, place))
            why = say("it cannot be computed ({why})", why=type(problem).__name__)
            faults.append(fault(written, file, LanguageError(why), _called(entry, place), place))
    order = table.get("order", 100)
    return Course(
        name,
        said_or(table, "title", name),
        said_or(table, "says", ""),
        order if isinstance(order, int) else 100,
        tuple(steps),
        tuple(faults),
        written,
        ideas=titles,
    )


def _misspelt_header(written: str, file: str, last: int) -> Fault | None:
    """Return the fault of the first unknown header up to a line.

    None if there is none. A table with a misspelt header is valid TOML itself. `tomllib` reports a later table that
    does not fit to it.
    """
    for header, at_line in headers(written):
        if at_line <= last and header not in HEADERS and not header.startswith("[step.vary."):
            why = say("“{header}” begins no part of a course: {hint}", header=header, hint=hint(header, HEADERS))
            return Fault(file, step_at(written, at_line) if "." in header else "", at_line, why)
    return None


def fault(written: str, file: str, problem: LanguageError, step: str = "", place: int | None = None) -> Fault:
    """Return the Fault of a problem, with its line in the text.

    `step` and `place` are name and index of the step that the problem concerns, if any.
    """
    at_step: Place = () if place is None else ("step", place)
    words = tuple(re.findall(r"“([^”]+)”", str(problem)))
    return Fault(file, step, line(written, (*at_step, *problem.place), words), str(problem))


def _head(table: Mapping[str, Any]) -> tuple[str, list[Mapping[str, Any]]]:
    """Return the notation of a course, and the tables of its steps.

    Raises LanguageError for a faulty entry outside of the steps.
    """
    check_keys(table, say("a course"), *_HEAD)
    for key in ("title", "says"):
        with at(key):
            if OPEN in text(table, key):
                raise LanguageError(say("nothing is computed in a title"))
    speak = text(table, "speak", OWN_NOTATION)
    with at("speak"):
        if speak not in VOICES:
            raise LanguageError(say("“speak” must be one of {voices}", voices=", ".join(VOICES)))
    listed = table.get("step", [])
    with at("step"):
        if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
            raise LanguageError(say("steps are written [[step]]"))
        if not listed:
            raise LanguageError(say("it has no step: each begins with [[step]]"))
        if len(listed) > MOST_STEPS:
            raise LanguageError(say("a course has at most {most} steps", most=MOST_STEPS))
    return speak, listed


def _called(table: Mapping[str, Any], place: int) -> str:
    """Return a step's name, title or number, for a message."""
    found = table.get("name", table.get("title"))
    return found[:80] if isinstance(found, str) else str(place + 1)


def phrased(table: Any) -> Any:
    """Return a course's table whose texts for students are translatable phrases."""
    if isinstance(table, list):
        return [phrased(entry) for entry in table]
    if not isinstance(table, dict):
        return table
    return {
        name: Phrase(value) if name in READ and isinstance(value, str) else phrased(value)
        for name, value in table.items()
    }


__all__ = ["FOLDER", "OWN", "Course", "Step", "courses", "load", "read"]
