"""Map page: choice of kernel and machine for a task."""

from __future__ import annotations

from kernviz.lessons.lesson import Lesson, Slot, Tab
from kernviz.lessons.map import numbers
from kernviz.lessons.map.machines import compared, no_margin
from kernviz.lessons.map.picture import bars, planes
from kernviz.lessons.map.state import LINEAR_FIRST, OVERFLOW, State
from kernviz.lessons.map.tabs import applications, kernels, linear_first, overflow
from kernviz.lessons.page import Page
from kernviz.wording import phrase

QUESTION = phrase("Which kernel, which machine, when?")
ALONE, BESIDE = 330, 300  # pixels: height of the bars as the page's picture, and beside it
COURSE_LIST = "course_list"  # place in which the app draws the courses with the visitor's progress


def build(state: State) -> Lesson:
    """Build the Map page.

    It has a plane for each kernel, the costs of many features, and tables. Without two classes the costs are the
    page's picture. Cells of the tables open an example.
    """
    costs, machines = numbers.costs(state), compared(state)
    read = numbers.readouts(state, costs)
    return Lesson(
        QUESTION,
        planes(state, machines) if machines else bars(costs, ALONE),
        (bars(costs, BESIDE), read) if machines else (read, *no_margin(state)),
        (
            Tab(phrase("Which kernel?"), lambda: kernels.blocks(state)),
            Tab(LINEAR_FIRST, lambda: linear_first.blocks(state)),
            Tab(OVERFLOW, lambda: overflow.blocks(state)),
            Tab(phrase("Which machine?"), lambda: applications.blocks()),
            Tab(phrase("The road"), (*applications.road(), Slot(COURSE_LIST))),
        ),
        facts={"costs": costs},
    )


PAGE = Page("map", phrase("Map"), QUESTION, State, build)

__all__ = ["PAGE", "QUESTION", "State", "build"]
