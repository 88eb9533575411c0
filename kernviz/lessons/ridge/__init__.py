"""Ridge regression page: the trade-off between fit and norm."""

from __future__ import annotations

from dataclasses import replace

from kernviz.data import library
from kernviz.lessons.lesson import Lesson, Slot, Tab
from kernviz.lessons.page import Page
from kernviz.lessons.ridge.machine import prepare, train
from kernviz.lessons.ridge.notes import code, notes
from kernviz.lessons.ridge.numbers import certificate, formulas, numbers, warnings
from kernviz.lessons.ridge.picture import picture
from kernviz.lessons.ridge.state import PLANE, SPACE, VIEWS, State
from kernviz.lessons.ridge.tabs import (
    every_point,
    gaussian_process,
    least_squares,
    probe,
    shrinkage,
    which_ridge,
)
from kernviz.lessons.shared.refusal import or_why, too_many_columns
from kernviz.lessons.shared.training import Failure
from kernviz.wording import phrase, say

QUESTION = phrase("How closely should a curve follow its data?")
TAKE_BEST = phrase("take the best")  # place of the button


def best_ridge(state: State) -> float | None:
    """Return the ridge with the smallest leave-one-out error.

    The result is None without a target, for more than two columns, and if no machine can be trained.
    """
    if state.data.y is None or state.data.d > 2:
        return None
    prepared = prepare(state.numeric_data, state.kernel)
    return None if isinstance(prepared, Failure) else prepared.best


def build(state: State) -> Lesson:
    """Build the lesson of a state.

    Picture, numbers, tables and words come from a single machine.
    """
    if words := too_many_columns(state.data):
        return Lesson(QUESTION, None, problem=words)
    if state.data.y is None:
        named = ", ".join(entry.name for entry in library().values() if entry.task == "regression")
        return _cannot(
            state,
            say(
                "“{title}” has no target: there are no numbers for a curve to follow. In the sidebar, choose data "
                "with a target ({examples}) or data with classes, which count as +1 and −1.",
                title=state.data.title,
                examples=named,
            ),
        )
    data = state.numeric_data
    fit = train(data, state.kernel, state.penalty)
    if isinstance(fit, Failure):
        return _cannot(state, fit.words)
    return Lesson(
        QUESTION,
        picture(state, data, fit),
        besides=(
            lambda: (Slot(TAKE_BEST), *warnings(state, data, fit)),
            numbers(fit),
            lambda: (certificate(fit), *formulas(state, data, fit)),
        ),
        tabs=(
            Tab(probe.TITLE, lambda: probe.blocks(state, data, fit)),
            Tab(every_point.TITLE, lambda: every_point.blocks(data, fit)),
            Tab(which_ridge.TITLE, or_why(lambda: which_ridge.blocks(data, fit))),
            Tab(shrinkage.TITLE, lambda: shrinkage.blocks(fit)),
            Tab(least_squares.TITLE, lambda: least_squares.blocks(data, fit)),
            Tab(gaussian_process.TITLE, lambda: gaussian_process.blocks(state, data, fit)),
            Tab(phrase("What the notes say"), lambda: notes(state, data, fit)),
            Tab(phrase("Code"), lambda: code(state)),
        ),
        facts={"fit": fit},
    )


def _cannot(state: State, words: str) -> Lesson:
    data = state.data if state.data.y is None else state.numeric_data
    return Lesson(QUESTION, picture(replace(state, view=PLANE), data, None), problem=words)


PAGE = Page("ridge", phrase("Ridge regression"), QUESTION, State, build, "regression", "sine", coarse_grid_allowed=True)

__all__ = ["PAGE", "PLANE", "QUESTION", "SPACE", "TAKE_BEST", "VIEWS", "State", "best_ridge", "build"]
