"""``python -m kernviz.courses mine.toml``: is every step of a course file in order, in many variants?

``python -m kernviz.courses handout s3.toml > s3.html``: the course on paper, key at the end. A number after the file is
the variant. A name alone means one of kernviz's own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from kernviz.courses import reader
from kernviz.courses.course import Course, Step
from kernviz.courses.handout import handout
from kernviz.courses.language import LanguageError

VARIANTS = 20
HANDOUT = "handout"


def findings(course: Course, variants: int = VARIANTS) -> Iterator[str]:
    """One sentence for each thing that is wrong: what cannot be read, and what goes wrong in a variant."""
    yield from map(str, course.faults)
    for step in course.steps:
        for variant in range(variants):
            if why := _wrong(step, variant):
                yield f"{course.name}, step “{step.name}”, variant {variant}: {why}"
                break


def _wrong(step: Step, variant: int) -> str:
    try:
        scene = step.scene(variant)
        question = step.question
        if not question.judge(question.solution(scene), scene).right:
            return "its own solution is not right"
        for slip in question.slips(scene):
            found = question.judge(slip, scene)
            if found.right:
                return f"the wrong answer “{slip}” is taken for right"
            if not found.reason:
                return f"the wrong answer “{slip}” is given no reason"
        step.revealed(variant).filled(step.says)
    except LanguageError as problem:
        return str(problem)
    return ""


def main(paths: Sequence[str]) -> int:
    """Print what is wrong with these files; 1 if anything is. Or print a hand-out."""
    if paths[:1] == [HANDOUT]:
        return _handout(paths[1:])
    found = [line for path in paths for line in findings(reader.load(Path(path)))]
    print("\n".join(found) or "Every step is in order.")
    return 1 if found else 0


def _handout(words: Sequence[str]) -> int:
    if not 1 <= len(words) <= 2 or not all(word.isdecimal() for word in words[1:]):
        print(f"usage: python -m kernviz.courses {HANDOUT} FILE.toml [VARIANT]", file=sys.stderr)
        return 2
    course = reader.load(
        next((path for path in (Path(words[0]), reader.OWN / words[0]) if path.is_file()), Path(words[0]))
    )
    for fault in course.faults:
        print(fault, file=sys.stderr)
    if course.steps:
        print(handout(course, int(words[1]) if len(words) > 1 else 0))
    return 0 if course.steps else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
