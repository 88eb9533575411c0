"""``python -m kernviz.courses mine.toml``: is every step of a course file in order, in many variants?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from kernviz.courses import reader
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError

VARIANTS = 20


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
    """Print what is wrong with these files; 1 if anything is."""
    found = [line for path in paths for line in findings(reader.load(Path(path)))]
    print("\n".join(found) or "Every step is in order.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
