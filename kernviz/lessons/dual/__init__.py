"""Dual and representer page: why n coefficients are enough, whatever φ is."""

from __future__ import annotations

from dataclasses import replace

from kernviz.lessons.dual.gram import refusal
from kernviz.lessons.dual.notes import code, notes
from kernviz.lessons.dual.state import DESCENT, DUAL, RECIPE, SIZES, SOLVE, SPAN, SWAP, State
from kernviz.lessons.dual.views import descent, recipe, sizes, solve, span, svm, swap
from kernviz.lessons.lesson import Block, Lesson, Tab, Text
from kernviz.lessons.page import Page
from kernviz.wording import begun, phrase

QUESTION = phrase("Why are n numbers enough, however many features there are?")
_VIEWS = {
    SPAN: span.build,
    SOLVE: solve.build,
    DESCENT: descent.build,
    SIZES: sizes.build,
    DUAL: svm.build,
    SWAP: swap.build,
    RECIPE: recipe.build,
}


def build(state: State) -> Lesson:
    """Build the open view of the Dual page, one of seven.

    All views share the tabs with notes and code. If a view raises ValueError, the lesson has no
    picture, and `problem` gives the reason.
    """
    common = (Tab(phrase("What the notes say"), lambda: notes(state)), Tab(phrase("Code"), lambda: code(state)))
    try:
        built = _VIEWS[state.view](state)
    except ValueError as problem:
        words = _sentence(problem)
        return Lesson(QUESTION, None, tabs=common, problem=words)
    own = tuple(Tab(tab.title, lambda tab=tab: _contents_or_reason(tab)) for tab in built.tabs)  # type: ignore[misc]
    return replace(built, question=QUESTION, tabs=(*own, *common))


def _contents_or_reason(tab: Tab) -> tuple[Block, ...]:
    """Return the blocks of a tab, or the reason as a warning."""
    try:
        return tab.blocks
    except ValueError as problem:
        return (Text(_sentence(problem), "warning"),)


def _sentence(problem: ValueError) -> str:
    words = begun(refusal(problem))
    return words if words.endswith(".") else words + "."


PAGE = Page("dual", phrase("Dual & representer"), QUESTION, State, build, "classification", coarse_grid_allowed=True)

__all__ = ["PAGE", "QUESTION", "State", "build"]
