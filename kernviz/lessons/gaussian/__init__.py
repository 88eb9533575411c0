"""Gaussian features page: a map with infinitely many coordinates.

The page shows how many features count, and what the width decides.
"""

from __future__ import annotations

from dataclasses import replace

from kernviz.lessons.gaussian.notes import code, notes
from kernviz.lessons.gaussian.state import BUMPS, GRAM, State
from kernviz.lessons.gaussian.tabs import every_width
from kernviz.lessons.gaussian.views import bumps, gram_matrix, truncated_map
from kernviz.lessons.lesson import Lesson, Slot, Tab
from kernviz.lessons.page import Page
from kernviz.wording import phrase

QUESTION = phrase("Infinitely many features: how many of them count, and what does the width change?")


def build(state: State) -> Lesson:
    """Build the Gaussian features page with one of three pictures.

    The pictures share the widths, errata and code.
    """
    view = {BUMPS: bumps, GRAM: gram_matrix}.get(state.view, truncated_map)
    seen = view.build(state, QUESTION)
    return replace(
        seen,
        besides=(Slot("use"), *seen.besides),
        tabs=(
            *seen.tabs,
            Tab(every_width.TITLE, lambda: every_width.blocks(state)),
            Tab(phrase("What the notes say"), lambda: notes(state)),
            Tab(phrase("Code"), lambda: code(state)),
        ),
    )


PAGE = Page("gaussian", phrase("Gaussian features"), QUESTION, State, build, coarse_grid_allowed=True)

__all__ = ["PAGE", "QUESTION", "State", "build"]
