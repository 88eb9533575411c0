"""Home — what a kernel does to a picture, and where to start."""

from __future__ import annotations

from kernviz.lessons.lesson import Formula, Lesson, Text
from kernviz.lessons.svm import State
from kernviz.lessons.svm import build as train

QUESTION = "See kernel methods: compose a kernel, prove it or refute it, train a machine on it, and read every number."


def build(state: State) -> Lesson:
    """The picture of the sidebar's data and kernel, with the three numbers to start from."""
    machine = train(state)
    numbers = tuple(block for block in machine.beside if not isinstance(block, Formula))
    welcome = Text(
        "Choose data and a kernel on the left: the boundary in the picture is trained anew at every move. "
        "**Compose** tells whether the kernel is one, and why. **Support vectors** shows which points carry the boundary."
    )
    return Lesson(QUESTION, machine.picture, (welcome, *numbers), (), machine.problem, machine.facts)
