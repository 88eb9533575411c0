"""Check of a course file: ``python -m kernviz.courses mine.toml`` tries every step in all its variants.

``python -m kernviz.courses handout s3.toml > s3.html``: the course on paper, key at the end. A number after the file is
the variant. A name alone means one of kernviz's own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from kernviz.courses import checking, reader
from kernviz.courses.course import Course, Step
from kernviz.courses.handout import handout
from kernviz.courses.language import LanguageError
from kernviz.courses.missed import written
from kernviz.courses.scene import Scene

HANDOUT = "handout"
MOST = 1000  # variants of a step that are computed
USAGE = f"""usage: python -m kernviz.courses FILE.toml …
       python -m kernviz.courses {HANDOUT} FILE.toml [VARIANT]"""


def findings(course: Course, most: int = MOST) -> Iterator[str]:
    """One sentence per problem: unreadable entries, and errors in one of the variants."""
    yield from map(str, course.faults)
    for step in course.steps:
        for found, variant in wrong(step, most):
            said = reader.fault(course.written, f"{course.name}.toml", found, step.name, step.place)
            yield str(said) + (f" ({variant})" if variant else "")


def wrong(step: Step, most: int = MOST) -> Iterator[tuple[LanguageError, str]]:
    """Problems of a step, each place in its file once, with the numbers of a variant that shows it."""
    told: set[object] = set()
    for check in (checking.check, checking.check_distance):
        try:
            for scene in islice(step.scenes(), most):
                try:
                    check(step, scene)
                except LanguageError as problem:
                    if problem.place not in told:
                        told.add(problem.place)
                        yield problem, _numbers(scene)
        except LanguageError as problem:  # there is no such scene
            yield problem, ""
            return
        if told:
            return
    try:
        checking.check_hidden(step, islice(step.scenes(), most))
    except LanguageError as problem:
        yield problem, ""


def _numbers(scene: Scene) -> str:
    return ", ".join(f"{name} = {written(value)}" for name, value in scene.numbers.items())


def main(words: Sequence[str]) -> int:
    """Print the problems of these files and return 1 if there are any; or print a hand-out."""
    if words[:1] == [HANDOUT]:
        return _handout(words[1:])
    if not words:
        print(USAGE, file=sys.stderr)
        return 2
    found = [line for path in words for line in findings(reader.load(Path(path)))]
    print("\n".join(found) or "Every step is in order.")
    return 1 if found else 0


def _handout(words: Sequence[str]) -> int:
    if not 1 <= len(words) <= 2 or not all(word.isdecimal() for word in words[1:]):
        print(USAGE, file=sys.stderr)
        return 2
    course = reader.load(
        next((path for path in (Path(words[0]), reader.OWN / words[0]) if path.is_file()), Path(words[0]))
    )
    for fault in course.faults:
        print(fault, file=sys.stderr)
    if not course.steps:
        return 1
    try:
        print(handout(course, int(words[1]) if len(words) > 1 else 0))
    except LanguageError as problem:
        print(f"{course.name}.toml: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
