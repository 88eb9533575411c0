"""Comparison of a class's answers before and after a discussion."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.compute import politely
from kernviz.courses.course import Step
from kernviz.rooms.tally import by_meaning, is_right
from kernviz.wording import remembered


@dataclass(frozen=True)
class Change:
    """Change of the answers from the first round to the second.

    `both` is the number of students who answered in both rounds. `changed` of them gave another
    answer. `to_right` of them changed from wrong to right, and `to_wrong` from right to wrong. These
    two are None until the answer is revealed.
    """

    both: int
    changed: int
    to_right: int | None = None
    to_wrong: int | None = None


@remembered(64)
def change(step: Step, variant: int, pairs: tuple[tuple[str | None, str | None], ...], revealed: bool) -> Change:
    """Compare the answers of the students who answered in both rounds.

    `pairs` holds each student's answers of both rounds, as `Store.pairs` returns them. Answers that
    are understood alike count as equal.
    """
    twice = [(first, second) for first, second in pairs if first is not None and second is not None]
    with politely():
        groups = by_meaning(step, variant, dict.fromkeys(text for pair in twice for text in pair))
        group_of = {text: words for words, same in groups.items() for text in same}
        changed = sum(group_of[first] != group_of[second] for first, second in twice)
        if not revealed:
            return Change(len(twice), changed)
        marks = [(is_right(step, variant, first), is_right(step, variant, second)) for first, second in twice]
    return Change(len(twice), changed, marks.count((False, True)), marks.count((True, False)))
