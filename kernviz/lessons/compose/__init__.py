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
    exponential,
    power_series,
    proof,
    rule_cards,
    spectral_density,
    three_ways,
    witness,
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
    full, series, matrix = found.full, found.full.series, found.general.coefficients
    inside, rule = exponential.exponent(state.kernel, *state.pair()), rule_cards.outermost(state.kernel)
    tabs = [Tab(proof.TITLE, lambda: proof.blocks(full))]
    if full.verdict is not Verdict.PROVEN:
        tabs.append(Tab(witness.TITLE, lambda: witness.blocks(state, full)))
    if measure is not None:
        tabs.append(Tab(spectral_density.TITLE, lambda: spectral_density.blocks(measure)))
    if series is not None:
        tabs.append(Tab(power_series.TITLE, lambda: power_series.blocks(series)))
    tabs.append(Tab(three_ways.TITLE, lambda: three_ways.blocks(state)))
    if matrix is not None:
        tabs.append(Tab(coefficient_matrix.TITLE, lambda: coefficient_matrix.blocks(matrix)))
    if rule is not None:
        tabs.append(Tab(rule_cards.TITLE, lambda: rule_cards.blocks(state, *rule)))
    if inside is not None:
        tabs.append(Tab(exponential.TITLE, lambda: exponential.blocks(*inside, state.terms)))
    tabs.append(Tab(phrase("What the notes say"), lambda: notes(state)))
    tabs.append(Tab(phrase("Code"), lambda: code(state)))
    return tuple(tabs)


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
