"""Mercer page: a kernel judged by the Gram matrices of few points."""

from __future__ import annotations

from dataclasses import replace

from kernviz.lessons.lesson import Lesson, Slot, Tab
from kernviz.lessons.mercer.matrix import matrix_of
from kernviz.lessons.mercer.notes import code, notes
from kernviz.lessons.mercer.numbers import judgement_on, numbers, verdict
from kernviz.lessons.mercer.picture import bars, heat_map, pair_of, plane, weights
from kernviz.lessons.mercer.state import State
from kernviz.lessons.mercer.steering import steering
from kernviz.lessons.mercer.tabs import (
    eigenvalues,
    factor,
    fun_time_4,
    passing,
    quadratic_form,
    the_shelf,
    three_checks,
    train_anyway,
)
from kernviz.lessons.page import Page
from kernviz.lessons.shared.refusal import or_why, sentence
from kernviz.lessons.shared.typed_points import read_as
from kernviz.wording import phrase, say

BY_HAND = "by_hand"
QUESTION = phrase("What does the Gram matrix of a few points say about a kernel?")


def build(state: State) -> Lesson:
    """Build the Mercer page from one spectrum.

    Picture, numbers and tabs share the spectrum. The verdict is computed once the page is at
    rest.
    """
    try:
        matrix = matrix_of(state)
    except ValueError as problem:
        if state.matrix.strip() or state.typed.strip():  # after a mistake in a text field the data stay visible
            plain = build(replace(state, typed="", matrix=""))
            return replace(plain, problem=say("{problem} Until then the data are shown.", problem=sentence(problem)))
        return Lesson(QUESTION, None, problem=sentence(problem))
    pair = pair_of(state, matrix)
    now = steering(state, matrix)
    return Lesson(
        QUESTION,
        heat_map(state, matrix, pair),
        besides=(
            bars(matrix),
            lambda: (Slot(BY_HAND),),
            *weights(state, matrix, now),
            *((read_as(matrix.data),) if matrix.own and matrix.data is not None else ()),
            *plane(matrix, pair),
            or_why(lambda: verdict(state, matrix, judgement_on(matrix, state))),
            numbers(state, matrix, now),
        ),
        tabs=(
            Tab(eigenvalues.TITLE, lambda: eigenvalues.blocks(state, matrix)),
            Tab(factor.TITLE, lambda: factor.blocks(matrix, pair.i, pair.j)),
            Tab(quadratic_form.TITLE, lambda: quadratic_form.blocks(state, matrix, now)),
            Tab(three_checks.TITLE, lambda: three_checks.blocks(matrix)),
            Tab(passing.TITLE, or_why(lambda: passing.blocks(matrix, judgement_on(matrix, state)))),
            Tab(the_shelf.TITLE, the_shelf.blocks),
            Tab(train_anyway.TITLE, lambda: train_anyway.blocks(matrix)),
            Tab(fun_time_4.TITLE, fun_time_4.blocks),
            Tab(phrase("What the notes say"), lambda: notes(matrix)),
            Tab(phrase("Code"), lambda: code(state, matrix)),
        ),
        facts={"spectrum": matrix.spectrum, "pair": (pair.i, pair.j), "steering": now},
    )


PAGE = Page("mercer", phrase("Mercer"), QUESTION, State, build)

__all__ = ["PAGE", "QUESTION", "State", "build"]
