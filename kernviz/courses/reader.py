"""Course files: one TOML file a course, written without code and dropped into a folder.

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

A step that cannot be used is left out, with a sentence that names file, step and line; the rest of the course stays.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kernviz.courses import questions, variants
from kernviz.courses.course import Course, Fault, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import only, text
from kernviz.courses.scene import Scene
from kernviz.extraction import READ
from kernviz.kernels.numbers import numbers
from kernviz.lessons.notation import OWN as OWN_NOTATION
from kernviz.lessons.notation import VOICES
from kernviz.lessons.state import Declared, applying
from kernviz.wording import Phrase, remembered, say

OWN = Path(__file__).parent / "lectures"
FOLDER = "KERNVIZ_COURSES"  # the environment's name for a folder of one's own courses
LARGEST = 500_000  # bytes of a file
TRIED = 2  # variants of a step that are tried on reading
_KEYS = ("name", "title", "says", "page", "state", "controls", "show", "hide", "without", "picture", "vary", "reveal")
KEYS = (*_KEYS, "formula", "then", "require", "rows", "question")
_HEAD = ("title", "says", "order", "speak", "step")


def courses() -> dict[str, Course]:
    """Every course by name, in their order: kernviz's own, then those of the folder KERNVIZ_COURSES names."""
    folders = [OWN, *([Path(os.environ[FOLDER])] if os.environ.get(FOLDER) else [])]
    found = {path.stem: _kept(path, *_stamp(path)) for folder in folders for path in sorted(folder.glob("*.toml"))}
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[1].title)))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


@remembered(128)
def _kept(path: Path, changed: int, size: int) -> Course:
    return load(path)


def load(path: Path) -> Course:
    """The course of a file. Total: what cannot be read is a Fault."""
    try:
        if path.stat().st_size > LARGEST:
            raise LanguageError(say("a course has at most {LARGEST} bytes", LARGEST=LARGEST))
        written = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError, LanguageError) as problem:
        return Course(path.stem, path.stem, faults=(Fault(path.name, "", 1, str(problem)),))
    return read(written, path.stem, path.name, own=path.parent == OWN)


def read(written: str, name: str, file: str = "", *, own: bool = False) -> Course:
    """The course of a text; one of our `own` is in the catalogues."""
    file = file or f"{name}.toml"
    try:
        table = tomllib.loads(written)
        table = phrased(table) if own else table
    except tomllib.TOMLDecodeError as problem:
        line = re.search(r"line (\d+)", str(problem))
        at = int(line[1]) if line else written.count("\n") + 1
        return Course(name, name, faults=(Fault(file, _step_at(written, at), at, str(problem)),))
    steps: list[Step] = []
    faults: list[Fault] = []
    speak = OWN_NOTATION
    try:
        only(table, "a course", *_HEAD)
        speak = text(table, "speak", OWN_NOTATION)
        if speak not in VOICES:
            raise LanguageError(say("“speak” must be one of {voices}", voices=", ".join(VOICES)))
        listed = table.get("step", [])
        if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
            raise LanguageError(say("steps are written [[step]]"))
    except LanguageError as problem:
        faults.append(Fault(file, "", _line(written, 0, str(problem)), str(problem)))
        listed = []
    for number, each in enumerate(listed, start=1):
        called = str(each.get("name", each.get("title", number)))
        try:
            step = replace(_step(name, each), speak=speak)
            if step.name in {other.name for other in steps}:
                raise LanguageError(say("two steps are called “{name}”", name=step.name))
            _tried(step)
            steps.append(step)
        except LanguageError as problem:
            faults.append(Fault(file, called, _line(written, number, str(problem)), str(problem)))
    order = table.get("order", 100)
    return Course(
        name,
        _said(table, "title", name),
        _said(table, "says", ""),
        order if isinstance(order, int) else 100,
        tuple(steps),
        tuple(faults),
    )


def phrased(table: Any) -> Any:
    """What a course says to its students, to be said in their language."""
    if isinstance(table, list):
        return [phrased(each) for each in table]
    if not isinstance(table, dict):
        return table
    return {
        name: Phrase(value) if name in READ and isinstance(value, str) else phrased(value)
        for name, value in table.items()
    }


def _said(table: Mapping[str, Any], key: str, default: str) -> str:
    found = table.get(key, default)
    return found if isinstance(found, str) else str(found)


def _step(course: str, table: Mapping[str, Any]) -> Step:
    only(table, "a step", *KEYS)
    for key in ("name", "title", "says", "state", "reveal", "question"):
        if key not in table:
            raise LanguageError(say("a step needs “{key}”", key=key))
    if not isinstance(table["question"], Mapping):
        raise LanguageError(say("the question is written [step.question]"))
    name = text(table, "name")
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        raise LanguageError(
            say("“{name}” is no name: small letters, digits and - only, for it stands in links", name=name)
        )
    vary = table.get("vary", {})
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
        question=questions.read(table["question"]),
        reveal=text(table, "reveal"),
        formula=text(table, "formula"),
        controls=_texts(table, "controls"),
        show=_texts(table, "show"),
        hide=_texts(table, "hide"),
        without=_texts(table, "without"),
        picture=text(table, "picture"),
        then=text(table, "then"),
        vary=dict(vary),
        require=text(table, "require"),
        rows=_texts(table, "rows"),
    )


def _texts(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise LanguageError(say("“{key}” must be a list of texts", key=key))
    return tuple(found)


def _tried(step: Step) -> None:
    """Open a variant or two, ask, answer: what cannot be computed shows at once, not in front of a class."""
    for variant in range(TRIED):
        scene = step.scene(variant)
        for name in step.controls:
            control(scene, name)
        for said in (step.says, step.question.ask):
            scene.filled(said)
        step.question.judge(step.question.solution(scene), scene)


def control(scene: Scene, name: str) -> tuple[str, Declared] | str:
    """What a name in `controls` means: a field of the page's State with its declaration, or the address of a number of
    the kernel. LanguageError where it means nothing.
    """
    fields = {item: one for item, one in applying(scene.state).items() if not one.hidden}
    for item, declared in fields.items():
        if name == item or name in declared.names:
            return item, declared
    inside = numbers(scene.state.kernel, scene.state.data.d)
    for number in inside:
        if name in (number.address[-1], ".".join(number.address)):
            return ".".join(number.address)
    there = [*fields, *dict.fromkeys(number.address[-1] for number in inside)]
    raise LanguageError(f"controls: nothing called “{name}” can be moved here; there are {', '.join(there)}")


def _line(written: str, number: int, why: str) -> int:
    """The line a fault is on: of the entry its sentence names, inside the step, else where the step begins."""
    lines = written.splitlines()
    heads = [i for i, line in enumerate(lines) if re.match(r"\s*\[\[\s*step\s*\]\]", line)]
    if number and number > len(heads):
        return 1
    first = heads[number - 1] if number else 0
    last = heads[number] if number < len(heads) else len(lines)
    quoted = re.findall(r"“([^”]+)”", why) + re.findall(r"^(\w+)[:=]", why)
    for word in quoted:
        for i in range(first, last):
            if word in lines[i]:
                return i + 1
    return first + 1


def _step_at(written: str, line: int) -> str:
    """The name of the step a line is in."""
    before = "\n".join(written.splitlines()[:line]).rpartition("[[step]]")[2]
    found = re.search(r'^\s*name\s*=\s*"([^"]*)"', before, re.MULTILINE)
    return found[1] if found else ""
