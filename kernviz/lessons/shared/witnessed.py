"""Witness against a kernel, as formulas, table and picture.

They show its Gram matrix K, the smallest eigenvalue, the weights c and cᵀKc.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.plane.witness import describe_witness, witness_plane
from kernviz.lessons.lesson import Block, Formula, Picture, Table, paragraph
from kernviz.lessons.number_format import tex
from kernviz.lessons.shared.formulas import bmatrix
from kernviz.mercer import Witness
from kernviz.surfaces import Window
from kernviz.wording import say, short


def titled(w: Witness, title: str, points: str) -> str:
    """Return the witness points after their title.

    A remark follows if matrix, eigenvalue and weights are those of the scaled matrix.
    """
    remark = " " + say("Matrix, eigenvalue and weights: {remark}.", remark=w.remark) if w.remark else ""
    return f"**{title}:** {points}.{remark}"


def numbers(w: Witness) -> tuple[str, ...]:
    """Return the witness as formulas: K, λ_min, c and cᵀKc < 0."""
    K = r"D^{-1/2}‹\K›D^{-1/2}" if w.scaled else r"‹\K›"
    form = r"c^\mathsf T D^{-1/2}‹\K›D^{-1/2}\,c" if w.scaled else r"c^\mathsf T ‹\K› c"
    c = r",\ ".join(tex(float(v), 3) for v in w.vector)
    lowest, value = rf"\lambda_{{\min}} = {tex(w.eigenvalue)}", rf"{form} = {tex(w.value)} < 0"
    return rf"{K} = {bmatrix(w.matrix)}", lowest, f"c=({c})", value


def asymmetry(w: Witness) -> Formula:
    """Return the matrix of two points with k(x, z) ≠ k(z, x)."""
    return Formula(rf"‹\K› = {bmatrix(w.matrix)},\qquad ‹\k›(x,‹\z›)\neq ‹\k›(‹\z›,x)")


def weights(w: Witness, heading: str, names: Sequence[str]) -> tuple[Block, Block]:
    """Return eigenvalue, cᵀKc, and a table of the weights c.

    `names` are those of the points.
    """
    return (
        paragraph(
            "Smallest eigenvalue {eigenvalue}; with the weights c below, cᵀ‹K›c = {value} < 0.",
            eigenvalue=w.eigenvalue,
            value=w.value,
        ),
        Table({heading: names, "c": [short(float(v)) for v in w.vector]}, height=220),
    )


def picture(w: Witness, key: str, X: Array | None, height: int = 340) -> Picture:
    """Draw the witness on a line or in a plane.

    X are the points of the data, which are drawn below it.
    """
    window = Window.around(w.points if X is None else np.vstack([w.points, X]), 0.3)
    figure = witness_plane(w.points, w.vector, X, x_range=window.x_range, y_range=window.y_range)
    return Picture(figure, describe_witness(w.points, w.vector, w.value, w.remark), key=key, height=height)
