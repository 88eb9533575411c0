"""Home — what a kernel does to a picture, and where to start."""

from __future__ import annotations

from dataclasses import replace

from kernviz.lessons import svm
from kernviz.lessons.lesson import Formula, Lesson, Text
from kernviz.lessons.svm import State
from kernviz.lessons.svm.picture import MOVE_PROBE

QUESTION = "See kernel methods: compose a kernel, prove it or refute it, train a machine on it, and read every number."


def build(state: State) -> Lesson:
    """The picture of the sidebar's data and kernel, with the three numbers to start from."""
    machine = svm.build(state)
    numbers = tuple(block for block in machine.beside if not isinstance(block, Formula))
    welcome = Text(
        "Choose data and a kernel on the left: the boundary in the picture is trained anew at every move. "
        "**Compose** tells whether the kernel is one, and why. **Support vectors** shows which points carry the boundary."
    )
    picture = machine.picture and replace(
        machine.picture, caption=machine.picture.caption.removesuffix(MOVE_PROBE), clickable=False
    )
    return Lesson(QUESTION, picture, (welcome, *numbers), (), machine.problem, machine.facts)
