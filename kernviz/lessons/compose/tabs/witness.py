"""Points that refute the kernel, with their Gram matrix.

The tab also shows the eigenvalue, the vector and cᵀKc.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.plane.witness import describe_witness, witness_plane
from kernviz.lessons.compose.state import State
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, paragraph, short, vector
from kernviz.lessons.shared.formulas import bmatrix
from kernviz.lessons.shared.witnessed import numbers, titled
from kernviz.mercer import Judgement, Verdict, Witness
from kernviz.surfaces import Window
from kernviz.wording import phrase, say, several

TITLE = phrase("Witness")


def blocks(state: State, judgement: Judgement) -> tuple[Block, ...]:
    """Show the witness: points, matrix, eigenvalue, vector and cᵀKc."""
    found: list[Block] = []
    if judgement.witness is not None:
        found += _one_witness(judgement.witness, say("The fewest points found that refute it"), "witness")
    own = judgement.data_witness
    if judgement.witness is None and own is None:
        refuted = judgement.verdict is Verdict.REFUTED
        return (
            Text(
                say("No points are shown. {sentence}", sentence=judgement.sentence)
                if refuted
                else say("No points refute it here.")
            ),
        )
    if own is not None and judgement.witness is not None and same_points(own, judgement.witness):
        found.append(paragraph("Your own data contain exactly these points."))
    elif own is not None:
        found += _one_witness(
            own,
            several(
                len(own),
                "Your own data refute it too: {n} of the points suffices ({total} in all)",
                "Your own data refute it too: {n} of the points suffice ({total} in all)",
                total=state.data.n,
            ),
            "own-witness",
            state.data.X,
        )
    return tuple(found)


def same_points(a: Witness, b: Witness) -> bool:
    """Return True if two witnesses have the same points, in any order."""
    return {tuple(p) for p in a.points.tolist()} == {tuple(p) for p in b.points.tolist()}


def _one_witness(w: Witness, title: str, key: str, X: Array | None = None) -> list[Block]:
    points = ", ".join(vector(p) if len(p) > 1 else short(float(p[0])) for p in w.points[:12]) + (
        ", …" if len(w) > 12 else ""
    )
    found: list[Block] = [Text(titled(w, title, points))]
    if not w.symmetric:
        found.append(Formula(rf"‹\K› = {bmatrix(w.matrix)},\qquad ‹\k›(x,‹\z›)\neq ‹\k›(‹\z›,x)"))
        return found
    if len(w) <= 6:
        found.append(Formula(r",\qquad ".join(numbers(w))))
    else:
        found.append(
            paragraph(
                "Smallest eigenvalue {eigenvalue}; with the weights c below, cᵀ‹K›c = {value} < 0.",
                eigenvalue=w.eigenvalue,
                value=w.value,
            )
        )
        found.append(
            Table({say("point"): [vector(p) for p in w.points], "c": [short(float(v)) for v in w.vector]}, height=220)
        )
    if w.points.shape[1] <= 2:
        window = Window.around(w.points if X is None else np.vstack([w.points, X]), 0.3)
        figure = witness_plane(w.points, w.vector, X, x_range=window.x_range, y_range=window.y_range)
        found.append(Picture(figure, describe_witness(w.points, w.vector, w.value, w.remark), key=key, height=340))
    return found
