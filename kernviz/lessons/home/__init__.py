"""Home — what a kernel does to a picture, and where to start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernviz.lessons import svm
from kernviz.lessons.lesson import Block, Formula, Lesson, Text
from kernviz.lessons.page import Page
from kernviz.lessons.state import Subject, place

QUESTION = "See kernel methods: compose a kernel, prove it or refute it, train a machine on it, and read every number."
WELCOME = (
    "Choose data and a kernel on the left: the boundary in the picture is trained anew at every move. "
    "**Compose** tells whether the kernel is one, and why. **Support vectors** shows which points carry the boundary."
)


@dataclass(frozen=True)
class State(Subject):
    """The sidebar's data and kernel, and the probe in the picture."""

    probe: tuple[float, ...] = place("the probe", ("px", "py"), hidden=True)


def build(state: State) -> Lesson:
    """The page Support vectors in its first state: its picture, and the numbers to start from without the formulas."""
    machine = svm.build(svm.State(state.data, state.kernel, probe=state.probe))
    numbers = (_plain(item) if callable(item) else item for item in machine.besides)
    return Lesson(QUESTION, machine.picture, (Text(WELCOME), *numbers), (), machine.problem, machine.facts)


def _plain(item: Callable[[], tuple[Block, ...]]) -> Callable[[], tuple[Block, ...]]:
    return lambda: tuple(block for block in item() if not isinstance(block, Formula))


PAGE = Page("home", "kernviz", QUESTION, State, build)

__all__ = ["PAGE", "QUESTION", "State", "build"]
