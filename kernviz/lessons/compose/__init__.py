"""Compose page: decide whether a function is a kernel, with the reason."""

from __future__ import annotations

from kernviz.lessons.compose import spectral
from kernviz.lessons.compose.judged import JudgedKernel, judged
from kernviz.lessons.compose.notes import code, notes
from kernviz.lessons.compose.numbers import numbers
from kernviz.lessons.compose.picture import decider
from kernviz.lessons.compose.reasons import because, where_rules_stop
from kernviz.lessons.compose.space import about_own_points, verdict_on
from kernviz.lessons.compose.state import State, of_vectors
from kernviz.lessons.compose.tabs import (
    coefficient_matrix,
    power_series,
    proof,
    rule_cards,
    spectral_density,
    three_ways,
    witness,
)
from kernviz.lessons.compose.tabs import (
    exponential as exponential_series,
)
from kernviz.lessons.lesson import Block, Lesson, Row, Tab, Text
from kernviz.lessons.page import Page
from kernviz.lessons.shared.proof_picture import proof_picture
from kernviz.lessons.shared.two_points import pair_picture
from kernviz.mercer import Verdict
from kernviz.wording import phrase

QUESTION = phrase("Is it a kernel, and why?")


def build(state: State) -> Lesson:
    """Build the Compose page from one judgement of the kernel.

    The tree, the witness, the pictures and the words all come from that judgement.
    """
    try:
        found = judged(state)
        decided = found.decided
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=str(problem))
    measure = spectral.measure_of(decided, state.data.d)
    deciding = decider(decided, measure)
    return Lesson(
        QUESTION,
        proof_picture(decided, state.pair() if state.values else None),
        besides=(
            numbers(state, decided),  # drawn above everything whose height depends on the verdict
            *(pair_picture(state, *state.pair()) if state.values and of_vectors(state) else ()),
            *deciding,
            lambda: _reasons(state, found),
        ),
        tabs=_tabs(state, found, measure),
        band=_band(state, found),
        facts={"judged": found, "measure": measure},
        leading=deciding[0].key if deciding else "",  # the band names the verdict, this picture shows it
    )


def _tabs(state: State, found: JudgedKernel, measure: spectral.Measure | None) -> tuple[Tab, ...]:
    """Return the tabs that apply to this kernel."""
    full = found.full
    tabs = (
        (True, Tab(proof.TITLE, lambda: proof.blocks(full))),
        (full.verdict is not Verdict.PROVEN, Tab(witness.TITLE, lambda: witness.blocks(state, full))),
        (measure is not None, Tab(spectral_density.TITLE, lambda: spectral_density.blocks(full, measure))),
        (full.series is not None, Tab(power_series.TITLE, lambda: power_series.blocks(full))),
        (True, Tab(three_ways.TITLE, lambda: three_ways.blocks(state))),
        (
            found.general.coefficients is not None,
            Tab(coefficient_matrix.TITLE, lambda: coefficient_matrix.blocks(found.general.coefficients)),
        ),
        (rule_cards.apply(state), Tab(rule_cards.TITLE, lambda: rule_cards.blocks(state))),
        (
            exponential_series.applies(state),
            Tab(exponential_series.TITLE, lambda: exponential_series.blocks(state)),
        ),
        (True, Tab(phrase("What the notes say"), lambda: notes(state))),
        (True, Tab(phrase("Code"), lambda: code(state))),
    )
    return tuple(tab for applies, tab in tabs if applies)


def _band(state: State, found: JudgedKernel) -> tuple[Block, ...]:
    """Return the verdict, its space, and the reason in a sentence."""
    return Text(f"## {verdict_on(found.full.verdict, state.space)}"), because(found.full)


def _reasons(state: State, found: JudgedKernel) -> tuple[Block, ...]:
    """Return the verdict's reasons in a container, so that no block moves."""
    own = about_own_points(state.data, state.space)
    words = (
        *((Text(own),) if own else ()),
        *where_rules_stop(found.full),
    )
    return (Row((words,)),)


PAGE = Page("compose", phrase("Compose"), QUESTION, State, build)

__all__ = ["PAGE", "QUESTION", "State", "build"]
