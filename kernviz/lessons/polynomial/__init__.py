"""Polynomial features page: coordinates used by a polynomial kernel, and their weights.

The kernel is (γ x·z + c)^d.
"""

from __future__ import annotations

import numpy as np

from kernviz.features.monomials import terms
from kernviz.lessons.lesson import Lesson, Slot, Tab
from kernviz.lessons.page import Page
from kernviz.lessons.polynomial.notes import code, notes
from kernviz.lessons.polynomial.numbers import formulas, numbers
from kernviz.lessons.polynomial.picture import picture
from kernviz.lessons.polynomial.state import DIMENSION, FUN_TIME, MARGINS, NESTED, SIGNED, SIX_LINES, State
from kernviz.lessons.polynomial.tabs import (
    all_tuples,
    degrees_multiply,
    dimension_and_cost,
    fun_time,
    signed,
    six_lines,
    three_margins,
)
from kernviz.lessons.shared.refusal import sentence
from kernviz.lessons.shared.two_points import pair_picture
from kernviz.wording import phrase, say

QUESTION = phrase("Which coordinates does (γ ‹x·z› + ‹c›)^‹d› have, and with which weights?")
USE = phrase("use this kernel")


def build(state: State) -> Lesson:
    """Build the lesson of the page from terms computed once.

    Bars, lines, table and words come from these terms.
    """
    try:
        monomials = terms(state.degree, state.gamma, state.c, state.m)
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=sentence(problem))
    x, z = state.pair
    with np.errstate(over="ignore", invalid="ignore"):
        closed = float(state.own(x[None], z[None])[0, 0])
        at_x = np.array([t.at(x[None])[0] for t in monomials])
        at_z = np.array([t.at(z[None])[0] for t in monomials])
        by_features = float(at_x @ at_z) if len(monomials) else 0.0
    if not np.isfinite([closed, by_features, *(t.weight for t in monomials)]).all():
        words = say(
            "Here ‹k›(x, ‹z›) or a weight is too large to compute (above 1.8·10³⁰⁸): lower the degree or γ, or move x "
            "and ‹z› closer to 0."
        )
        return Lesson(QUESTION, None, problem=words)
    return Lesson(
        QUESTION,
        picture(state, monomials, at_x * at_z),
        besides=(
            Slot(USE),
            *pair_picture(state, x, z),
            lambda: formulas(state, closed),
            numbers(monomials, closed, by_features),
        ),
        tabs=(
            Tab(SIX_LINES, lambda: six_lines.blocks(state, monomials, at_x, at_z, closed)),
            Tab(MARGINS, lambda: three_margins.blocks(state)),
            Tab(all_tuples.TITLE, lambda: all_tuples.blocks(state)),
            Tab(DIMENSION, lambda: dimension_and_cost.blocks(state)),
            Tab(SIGNED, lambda: signed.blocks(state)),
            Tab(NESTED, lambda: degrees_multiply.blocks(state)),
            Tab(FUN_TIME, lambda: fun_time.blocks(state)),
            Tab(phrase("What the notes say"), lambda: notes(state)),
            Tab(phrase("Code"), lambda: code(state)),
        ),
        facts={"terms": monomials, "k": closed, "features": by_features, "at_x": at_x, "at_z": at_z},
    )


PAGE = Page("polynomial", phrase("Polynomial features"), QUESTION, State, build)

__all__ = ["PAGE", "QUESTION", "USE", "State", "build"]
