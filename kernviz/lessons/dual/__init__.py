"""Dual & representer — why n numbers are enough, whatever φ is."""

from __future__ import annotations

from dataclasses import replace

from kernviz.lessons.dual.gram import refusal
from kernviz.lessons.dual.notes import code, notes
from kernviz.lessons.dual.state import DESCENT, DUAL, RECIPE, SIZES, SOLVE, SPAN, SWAP, State
from kernviz.lessons.dual.views import descent, recipe, sizes, solve, span, svm, swap
from kernviz.lessons.lesson import Block, Lesson, Tab, Text
from kernviz.lessons.page import Page
from kernviz.wording import phrase

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
    """One of seven views; what the notes say and the code belong to all of them."""
    common = (Tab(phrase("What the notes say"), lambda: notes(state)), Tab(phrase("Code"), lambda: code(state)))
    try:
        built = _VIEWS[state.view](state)
    except ValueError as problem:
        words = _sentence(problem)
        return Lesson(QUESTION, None, tabs=common, problem=words, facts={"problem": words})
    own = tuple(Tab(tab.title, lambda tab=tab: _or_why_not(tab)) for tab in built.tabs)  # type: ignore[misc]
    return replace(built, question=QUESTION, tabs=(*own, *common))


def _or_why_not(tab: Tab) -> tuple[Block, ...]:
    """What stands in a tab, or why there is nothing to show in it."""
    try:
        return tab.blocks
    except ValueError as problem:
        return (Text(_sentence(problem), "warning"),)


def _sentence(problem: ValueError) -> str:
    words = refusal(problem)
    words = words[:1].upper() + words[1:]
    return words if words.endswith(".") else words + "."


PAGE = Page("dual", phrase("Dual & representer"), QUESTION, State, build, "classification")

__all__ = ["PAGE", "QUESTION", "State", "build"]
