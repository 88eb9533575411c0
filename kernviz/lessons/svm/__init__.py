"""Support vectors page: the points that decide the decision boundary."""

from __future__ import annotations

from dataclasses import replace

from kernviz.lessons.lesson import Lesson, Tab
from kernviz.lessons.page import Page
from kernviz.lessons.shared.no_two_classes import no_two_classes
from kernviz.lessons.shared.refusal import too_many_columns
from kernviz.lessons.shared.training import Failure, train
from kernviz.lessons.shared.verdict import HARMLESS, TRAINABLE, not_proven
from kernviz.lessons.svm.notes import code, notes
from kernviz.lessons.svm.numbers import certificate, deleted, formulas, measured, numbers
from kernviz.lessons.svm.picture import picture
from kernviz.lessons.svm.state import State
from kernviz.lessons.svm.support_vectors_only import place_among, reduced
from kernviz.lessons.svm.tabs import algorithm, every_point, primal_and_dual, probe, scale_and_swap
from kernviz.wording import phrase

QUESTION = phrase("Which points decide where the border runs?")


def build(state: State) -> Lesson:
    """Build picture, numbers and tabs of a state from one training."""
    data = state.data
    if words := too_many_columns(data):
        return Lesson(QUESTION, None, problem=words)
    if words := no_two_classes(data):
        return _cannot(state, words)
    signed = state.signed
    result = train(signed, state.kernel, state.penalty)
    if isinstance(result, Failure):
        return _cannot(replace(state, data=signed), result.words, result)
    training, change = reduced(state, signed, result)
    support = result.machine.support_
    drawn = state if change is None else replace(state, selected=place_among(state.selected, support))
    return Lesson(
        QUESTION,
        picture(drawn, signed if change is None else signed.take(support), training),
        besides=(
            lambda: not_proven(state.kernel, data.d, TRAINABLE, HARMLESS),
            numbers(training, training.data),
            certificate(training),
            lambda: formulas(state, result),
            *deleted(change),
        ),
        tabs=(
            Tab(probe.TITLE, lambda: probe.blocks(state, signed, result)),
            Tab(every_point.TITLE, lambda: every_point.blocks(signed, result)),
            Tab(algorithm.TITLE, lambda: algorithm.blocks(state, result)),
            Tab(primal_and_dual.TITLE, lambda: primal_and_dual.blocks(state, signed, result)),
            Tab(scale_and_swap.TITLE, lambda: scale_and_swap.blocks(state, signed, result)),
            Tab(phrase("What the notes say"), lambda: notes(state, signed, result)),
            Tab(phrase("Code"), lambda: code(state)),
        ),
        measured=measured(state, signed),
        facts={"training": result, "deleted": change},
    )


def _cannot(state: State, words: str, failure: Failure | None = None) -> Lesson:
    return Lesson(QUESTION, picture(state, state.data, failure), problem=words)


PAGE = Page("svm", phrase("Support vectors"), QUESTION, State, build, "classification", coarse_grid_allowed=True)

__all__ = ["PAGE", "QUESTION", "State", "build"]
