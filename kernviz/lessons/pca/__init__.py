"""Kernel PCA page: directions of largest variance of the data.

The directions are shown in the plane and in feature space.
"""

from __future__ import annotations

from dataclasses import replace

from kernviz.lessons.lesson import Lesson, Tab
from kernviz.lessons.page import Page
from kernviz.lessons.pca.notes import code, notes
from kernviz.lessons.pca.state import COMPARE, COMPONENTS, DENOISE, DIGITS, HAND, State
from kernviz.lessons.pca.views import by_hand, compare, components, denoise, digits
from kernviz.wording import phrase

QUESTION = phrase("Along which directions do the data vary most, in the plane and in feature space?")
_VIEWS = {
    HAND: by_hand.build,
    COMPONENTS: components.build,
    COMPARE: compare.build,
    DENOISE: denoise.build,
    DIGITS: digits.build,
}


def build(state: State) -> Lesson:
    """Build the lesson with one of five pictures.

    The errata and the code are shared by all of them.
    """
    built = _VIEWS[state.view](state)
    common = (Tab(phrase("What the notes say"), lambda: notes(state)), Tab(phrase("Code"), lambda: code(state)))
    return replace(built, question=QUESTION, tabs=(*built.tabs, *common))


PAGE = Page("pca", phrase("Kernel PCA"), QUESTION, State, build, first="three_clusters", coarse_grid_allowed=True)

__all__ = ["PAGE", "QUESTION", "State", "build"]
