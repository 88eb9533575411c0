"""Nearest neighbours page: neighbours by the distance a kernel defines."""

from __future__ import annotations

from dataclasses import replace

from kernviz.lessons.lesson import Lesson, Tab
from kernviz.lessons.neighbors.euclid import comparison
from kernviz.lessons.neighbors.neighbor_grid import around, looked_for, votes
from kernviz.lessons.neighbors.notes import code, notes, smart_code
from kernviz.lessons.neighbors.numbers import answer, formulas, negative, numbers, warnings
from kernviz.lessons.neighbors.picture import bare, picture
from kernviz.lessons.neighbors.reading import reading
from kernviz.lessons.neighbors.refusal import refused
from kernviz.lessons.neighbors.smart import machine as smart
from kernviz.lessons.neighbors.smart import numbers as smart_numbers
from kernviz.lessons.neighbors.smart import picture as smart_picture
from kernviz.lessons.neighbors.state import NEIGHBOURS, SMART, VIEWS, State
from kernviz.lessons.neighbors.tabs import against_euclid, probe, quiz, smart_neighbour
from kernviz.lessons.page import Page
from kernviz.lessons.shared.refusal import or_why, too_many_columns
from kernviz.wording import phrase

QUESTION = phrase("Who is near, when distance is measured by a kernel?")
NOTES, CODE = phrase("What the notes say"), phrase("Code")


def build(state: State) -> Lesson:
    """Return the lesson of a state.

    Picture, numbers and tables come from one set of neighbours.
    """
    data = state.data
    if words := too_many_columns(state.data):
        return Lesson(QUESTION, None, problem=words)
    if state.smart:
        return _second_view(state)
    try:
        most = looked_for(state.count)
        here, apart = around(data, state.kernel, most), comparison(data, state.kernel, most)
        probed = reading(data, state.kernel, state.point)
    except ValueError as problem:
        return replace(refused(state, problem, QUESTION), tabs=_static_tabs(state))
    voted = votes(data, here.near, state.count) if data.classes else None
    return Lesson(
        QUESTION,
        picture(state, here, voted, apart, probed),
        besides=(
            lambda: (*negative(probed), *answer(state, probed)),
            numbers(state, apart),
            lambda: (*formulas(state, probed), *warnings(state, apart)),
        ),
        tabs=(
            Tab(probe.TITLE, lambda: probe.blocks(state, probed)),
            Tab(against_euclid.TITLE, lambda: against_euclid.blocks(state)),
            Tab(quiz.TITLE, lambda: quiz.blocks(state, probed)),
            Tab(smart_neighbour.TITLE, lambda: smart_neighbour.elsewhere()),
            Tab(NOTES, lambda: notes(state, apart)),
            Tab(CODE, lambda: code(state)),
        ),
        facts={"around": here, "comparison": apart, "reading": probed, "votes": voted},
    )


def _second_view(state: State) -> Lesson:
    """Return the second view: a support vector machine compared with nearest neighbours."""
    smart_one = smart.smart_of(state)
    if isinstance(smart_one, str):
        return Lesson(QUESTION, bare(state), problem=smart_one, tabs=_static_tabs(state))
    return Lesson(
        QUESTION,
        smart_picture.picture(smart_one),
        besides=(
            lambda: (smart_numbers.kernel_in_use(state),),
            smart_numbers.numbers(smart_one),
            lambda: smart_numbers.verdicts(smart_one),
            smart_numbers.bars(smart_one),
        ),
        tabs=(
            Tab(smart_neighbour.TITLE, or_why(lambda: smart_neighbour.blocks(smart_one))),
            Tab(quiz.TITLE, lambda: quiz.blocks(state, None)),
            Tab(NOTES, lambda: notes(state, None)),
            Tab(CODE, lambda: smart_code(state)),
        ),
        facts={"smart": smart_one},
    )


def _static_tabs(state: State) -> tuple[Tab, ...]:
    """Return the tabs that are shown without computing neighbours."""
    return (Tab(quiz.TITLE, lambda: quiz.blocks(state, None)), Tab(NOTES, lambda: notes(state, None)))


PAGE = Page("neighbors", phrase("Nearest neighbours"), QUESTION, State, build, "classification")

__all__ = ["NEIGHBOURS", "PAGE", "QUESTION", "SMART", "VIEWS", "State", "build"]
