"""Tab which shows that passing on some points is no proof.

The tab has two classic examples, and the trail of the search for other points.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels import parse
from kernviz.lessons.lesson import Block, Formula, Slot, Table, Text, columns_of, paragraph
from kernviz.lessons.mercer.few_points import few_points
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.lessons.shared.formulas import bmatrix
from kernviz.lessons.shared.witnessed import numbers, picture, titled
from kernviz.mercer import Judgement, Verdict, Witness
from kernviz.mercer.spectrum import spectrum_on
from kernviz.symbols import symbols
from kernviz.wording import listed, phrase, say, short

TITLE = phrase("Passing is not a proof")
EXAMPLES = (
    ("exp(−‖x − ‹z›‖²) − ½", "rbf(gamma=1) - 0.5", ((0.0, 3.0), (0.0, 3.0, 6.0))),
    ("1 − ‖x − ‹z›‖", "tent(width=1)", ((0.0, 1.0, 2.0), (0.0, 1.0, 2.0, 4.0))),
)


def blocks(matrix: Matrix, judgement: Judgement | None) -> tuple[Block, ...]:
    """Show that positive semi-definiteness on these points is necessary, not sufficient.

    The search and its witnesses follow.
    """
    rows = []
    for name, text, sets in EXAMPLES:
        for points in sets:
            s = spectrum_on(parse(text), np.array(points)[:, None])
            rows.append(
                {
                    symbols("‹k›(x, ‹z›)"): symbols(name),
                    say("points"): "{" + listed([short(p) for p in points]) + "}",
                    say("eigenvalues"): listed([short(float(v)) for v in s.values]),
                    say("verdict there"): say("passes") if s.semidefinite else say("fails"),
                }
            )
    return (
        paragraph(
            "Mercer's condition speaks of **every** finite set of points. One set without a negative eigenvalue "
            "proves nothing; one set with a negative eigenvalue is a refutation."
        ),
        Table(columns_of(rows)),
        *_now(judgement),
        Slot("search"),
        *(witnesses(matrix, judgement) if judgement is not None else ()),
    )


def _now(judgement: Judgement | None) -> tuple[Block, ...]:
    if judgement is None:
        return ()
    words = {
        Verdict.PROVEN: say("Here the kernel is proven, so a search finds nothing, wherever it looks."),
        Verdict.REFUTED: say(
            "Here the kernel is refuted. The search starts at your points: see how many attempts it needs."
        ),
        Verdict.OPEN: say("Here no rule proves the kernel and nothing has refuted it yet."),
    }
    return (
        paragraph("**Try to refute `{kernel}`.** {verdict}", kernel=judgement.kernel, verdict=words[judgement.verdict]),
    )


def witnesses(matrix: Matrix, judgement: Judgement) -> tuple[Block, ...]:
    """Show the smallest witness found against the kernel.

    A witness among the points of the data follows if these refute the kernel too.
    """
    found: list[Block] = []
    w, own = judgement.witness, judgement.data_witness
    if w is not None:
        found += one_witness(w, say("The smallest witness found"), "mercer-witness", None)
    if own is not None and own is not w and matrix.data is not None:
        title = say("Points of your data that refute it ({count} of {n} suffice)", count=len(own), n=matrix.n)
        found += one_witness(own, title, "mercer-own-witness", matrix.data.X)
    return tuple(found)


def one_witness(w: Witness, title: str, key: str, X: Array | None) -> list[Block]:
    """Show one witness: points, matrix, eigenvalue, weights and cᵀKc < 0."""
    found: list[Block] = [Text(titled(w, title, few_points(w.points)))]
    if not w.symmetric:
        return [*found, Formula(rf"‹\K› = {bmatrix(w.matrix[:4, :4])},\qquad ‹\K› \neq ‹\K›^\mathsf T")]
    if len(w) <= 4:
        found.append(Formula(r",\qquad ".join(numbers(w))))
    else:
        found.append(
            paragraph(
                "λₘᵢₙ = {eigenvalue}; with the weights c in the picture cᵀ‹K›c = {value} < 0.",
                eigenvalue=w.eigenvalue,
                value=w.value,
            )
        )
    if w.points.shape[1] <= 2 and (len(w) > 1 or X is not None):
        found.append(picture(w, key, X, 180 if w.points.shape[1] == 1 else 340))
    return found
