"""Command line to check a course file: ``python -m kernviz.courses mine.toml``.

The check tries every step in all its variants.

``python -m kernviz.courses handout s3.toml > s3.html`` writes the course for printing, with the
answers at the end. A number after the file is the variant. If there is no such file, the name means
one of kernviz's own courses.

``new mine.toml`` writes a course with one step of each kind. ``quantities`` prints all quantities
that can be computed. ``watch mine.toml`` checks the file whenever it is saved.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from kernviz.courses import authoring, checking, reader
from kernviz.courses.authoring import CHECK, NEW, WATCH
from kernviz.courses.course import Course, Step
from kernviz.courses.failed_conditions import written
from kernviz.courses.handout import handout
from kernviz.courses.language import LanguageError
from kernviz.courses.scene import Scene

HANDOUT, QUANTITIES = "handout", "quantities"
IN_ORDER = "Every step is in order."
MOST = 1000  # largest number of variants of a step that are computed
USAGE = f"""usage: python -m kernviz.courses [{CHECK}] FILE.toml …
       python -m kernviz.courses {NEW} FILE.toml
       python -m kernviz.courses {WATCH} FILE.toml
       python -m kernviz.courses {QUANTITIES}
       python -m kernviz.courses {HANDOUT} FILE.toml [VARIANT]"""


def findings(course: Course) -> Iterator[str]:
    """Yield one sentence per problem of a course.

    Problems are unreadable entries, and errors in one of the variants.
    """
    yield from map(str, course.faults)
    for step in course.steps:
        for found, variant in wrong(step):
            message = reader.fault(course.written, f"{course.name}.toml", found, step.name, step.place)
            yield str(message) + (f" ({variant})" if variant else "")


def wrong(step: Step) -> Iterator[tuple[LanguageError, str]]:
    """Yield the problems of a step, each place in its file once.

    Each problem comes with the numbers of a variant that shows it.
    """
    reported: set[object] = set()
    for check in (checking.check, checking.check_distance):
        try:
            for scene in islice(step.scenes(), MOST):
                try:
                    check(step, scene)
                except LanguageError as problem:
                    if problem.place not in reported:
                        reported.add(problem.place)
                        yield problem, _numbers(scene)
        except LanguageError as problem:  # the scene does not exist
            yield problem, ""
            return
        if reported:
            return
    try:
        checking.check_hidden(step, islice(step.scenes(), MOST))
    except LanguageError as problem:
        yield problem, ""


def _numbers(scene: Scene) -> str:
    return ", ".join(f"{name} = {written(value)}" for name, value in scene.numbers.items())


def main(words: Sequence[str]) -> int:
    """Run a command and return the exit code.

    The exit code is 1 if there are any problems, and 2 for a wrong command line.
    """
    if words[:1] == [HANDOUT]:
        return _handout(words[1:])
    if words == [QUANTITIES]:
        print(authoring.quantities())
        return 0
    if words[:1] == [QUANTITIES] or words[:2] == [CHECK, QUANTITIES]:
        print(USAGE, file=sys.stderr)
        return 2
    return authoring.run(words, USAGE, authoring.begin, lambda path: findings(reader.load(path)), IN_ORDER)


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
