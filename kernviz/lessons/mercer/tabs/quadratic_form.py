"""Quadratic form cᵀKc for an adjustable vector c.

The form is also shown for the eigenvector of λ_min, and for random vectors.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.lesson import Block, Formula, Picture, Slot, Text, paragraph
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.lessons.mercer.state import FEW, STEERED, State
from kernviz.lessons.mercer.steering import Steering
from kernviz.lessons.number_format import tex, vector
from kernviz.symbols import symbols
from kernviz.wording import say

TITLE = STEERED
TRIES = 1000  # number of random vectors


def blocks(state: State, matrix: Matrix, now: Steering) -> tuple[Block, ...]:
    """Show cᵀKc for the adjustable vector and for random vectors."""
    s, n = matrix.spectrum, matrix.n
    symmetric = s.symmetric_part
    vectors = np.random.default_rng(1).normal(size=(TRIES, n))
    values = np.einsum("tn,tn->t", vectors @ symmetric, vectors)
    hits = int((values < -s.tolerance * (vectors**2).sum(axis=1)).sum())
    negative = now.value < -s.tolerance * float(now.c @ now.c)
    sign = (
        say("negative: this matrix is no Gram matrix")
        if negative and matrix.data is None
        else say("negative: these points refute the kernel")
        if negative
        else say("not negative")
    )
    found: list[Block] = [Slot("vector")]
    if n <= FEW:
        found.append(
            Formula(
                rf"c = {_column(now.c)},\quad c^\mathsf T ‹\K› c = \sum_{{i,j}} c_i c_j\, ‹\k›(x_i,x_j) = "
                rf"{tex(now.value, 6)}"
            )
        )
        found.append(
            paragraph(
                "It is {sign}.{per_length} Change c with the controls above.",
                sign=sign,
                per_length=_unit_length_value(now),
            )
        )
    else:
        angles = np.linspace(0, 180, 181)
        first, last = float(now.start @ symmetric @ now.start), s.smallest
        cross = float(now.start @ symmetric @ s.vectors[:, -1])
        radians = np.deg2rad(angles)
        line = first * np.cos(radians) ** 2 + last * np.sin(radians) ** 2 + cross * np.sin(2 * radians)
        picture = curve(
            angles,
            {symbols("cᵀ‹K›c"): line},
            x_title=say("angle of c, degrees"),
            y_title=say("cᵀ‹K›c, for ‖c‖ = 1"),
            mark=(state.turn, now.value),
        )
        found.append(
            Picture(
                picture,
                describe_curve(angles, {symbols("cᵀ‹K›c"): line}, x_title=say("angle")),
                say(
                    "c turns from a random vector (0°) to the direction of λₘᵢₙ (90°) and on. Now cᵀ‹K›c "
                    "= {value}, {sign}.",
                    value=now.value,
                    sign=sign,
                ),
                key="steered",
                height=320,
            )
        )
    found.append(
        Text(
            say(
                "No c of length 1 gives less than λₘᵢₙ = **{smallest}**, and the eigenvector gives "
                "exactly that. Random search: {negative} of {tries} random vectors are negative.",
                smallest=s.smallest,
                negative=hits,
                tries=TRIES,
            )
            + (" " + say("Negative ones exist: not finding one is no proof.") if hits == 0 and s.negative else "")
        )
    )
    return tuple(found)


def _unit_length_value(now: Steering) -> str:
    """Return a sentence on cᵀKc/‖c‖², whose lower bound is λ_min.

    The text is empty if c is 0 or has length 1.
    """
    square = float(now.c @ now.c)
    if not square or abs(square - 1) < 1e-9:
        return ""
    return " " + say(
        "This c has ‖c‖² = {norm2}: cᵀ‹K›c/‖c‖² = {quotient:.6}, never below λₘᵢₙ.",
        norm2=square,
        quotient=now.value / square,
    )


def _column(c: Array) -> str:
    return rf"{vector(c)}".replace("−", "-")
