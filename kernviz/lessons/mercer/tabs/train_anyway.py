"""Consequences of training with an indefinite matrix.

The consequences are a negative ‖w‖² and an unbounded dual. The remedy shown is to clip negative
eigenvalues to 0.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.figures.matrix.gram import describe_matrix_combination, matrix_combination
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, paragraph
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.lessons.number_format import percent
from kernviz.mercer.smo_on_indefinite import SmoResult, smo
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, short

TITLE = phrase("Train anyway")
PENALTIES = (1.0, 10.0, 100.0)


def blocks(matrix: Matrix) -> tuple[Block, ...]:
    """Maximise the dual with K as it is, for three C.

    The dual with the clipped K₊ follows.
    """
    s = matrix.spectrum
    if not s.symmetric:
        return (
            paragraph(
                "‹K› is not symmetric. The quadratic form of the dual contains only the symmetric part (‹K› + "
                "‹K›ᵀ)/2, so a machine would be trained for another matrix."
            ),
        )
    if s.semidefinite:
        return (
            paragraph(
                "On these points nothing goes wrong: no eigenvalue is negative beyond rounding. Pick a "
                "function from the shelf, or type points that refute the kernel."
            ),
        )
    if matrix.n < 2:
        return (
            paragraph(
                "One point with ‹k›(x, x) = {value} < 0: a vector ‹φ›(x) whose squared length is "
                "negative. A machine needs a second point.",
                value=s.matrix[0, 0],
            ),
        )
    y = matrix.signs
    K = s.symmetric_part
    wild, tame = (_results(M.tobytes(), y.tobytes()) for M in (K, s.clipped))
    labels = (
        say("the data's classes")
        if matrix.labelled
        else say("labels +1 and −1 in turn, as the data do not have two classes")
    )
    return (
        paragraph(
            "A solver that does not check the eigenvalues maximises the soft-margin dual with this ‹K› ({labels}):",
            labels=labels,
        ),
        Formula(
            r"\max_\alpha\ \sum_i\alpha_i-\tfrac12\,\alpha^\mathsf T Q\,\alpha,\quad Q_{ij}=y_iy_j‹\K›_{ij},\quad"
            r" 0\le\alpha\le C,\qquad \lVert w\rVert^2=\alpha^\mathsf T Q\,\alpha"
        ),
        Table(_rows(wild, tame, y)),
        Text(_moral(wild)),
        Text(
            several(
                s.negative,
                "**Clipping.** Set the {n} negative eigenvalue to 0: ‹K›₊ is the "
                "nearest positive semi-definite matrix, and ‖‹K› − ‹K›₊‖ = {difference} of ‖‹K›‖ = "
                "{norm} ({share}). Entries change by up to {largest}.",
                "**Clipping.** Set the {n} negative eigenvalues to 0: ‹K›₊ is the "
                "nearest positive semi-definite matrix, and ‖‹K› − ‹K›₊‖ = {difference} of ‖‹K›‖ = "
                "{norm} ({share}). Entries change by up to {largest}.",
                difference=s.clipping_error,
                norm=np.linalg.norm(K),
                share=percent(s.clipping_error / max(float(np.linalg.norm(K)), 1e-300)),
                largest=np.abs(s.clipped - K).max(),
            )
        ),
        _picture(matrix),
        paragraph(
            "The machine on ‹K›₊ is a proper machine, but of another kernel, known on these points only: for a "
            "new point x there is no formula for ‹k›₊(x, xᵢ). It is better to take a kernel from the start."
        ),
    )


@shared(maxsize=64)
def _results(K: bytes, y: bytes) -> dict[float, SmoResult]:
    """Return the maximisations of the dual, by C, cached.

    K and y are the bytes of float64 arrays, which can be keys of a cache. The vector c plays no part,
    so moving c computes nothing here.
    """
    signs = np.frombuffer(y)
    return {C: smo(np.frombuffer(K).reshape(len(signs), -1), signs, C) for C in PENALTIES}


def _rows(wild: dict[float, SmoResult], tame: dict[float, SmoResult], y: Array) -> dict[str, list[str]]:
    def right(c: SmoResult) -> str:
        return percent(float(np.mean((c.values > 0) == (y > 0))))

    return {
        "C": [short(C) for C in wild],
        say("‖w‖² with ‹K›"): [short(c.norm2) for c in wild.values()],
        say("dual objective"): [
            short(c.objective) + ("" if c.finished else " " + say("(not ended)")) for c in wild.values()
        ],
        say("right on the points"): [right(c) for c in wild.values()],
        say("‖w‖² with ‹K›₊"): [short(c.norm2) for c in tame.values()],
        say("dual objective, ‹K›₊"): [
            short(c.objective) + ("" if c.finished else " " + say("(not ended)")) for c in tame.values()
        ],
        say("right, ‹K›₊"): [right(c) for c in tame.values()],
    }


def _moral(wild: dict[float, SmoResult]) -> str:
    low, high = min(wild), max(wild)
    if wild[high].norm2 < 0:
        return say(
            "**‖w‖² = {norm2_low} at C = {C_low}, {norm2_high} at C = {C_high}**: no vector has a negative squared "
            "length, and the margin 1/‖w‖ is not a number. The larger C, the higher the objective, without end: a hard "
            "margin (C = ∞) has no solution, not even where the classes are separable.",
            norm2_low=wild[low].norm2,
            C_low=low,
            norm2_high=wild[high].norm2,
            C_high=high,
        )
    lowest = min(wild, key=lambda C: wild[C].norm2)
    if wild[lowest].norm2 < 0:
        return say(
            "**‖w‖² = {norm2} at C = {C}**: no vector has a negative squared length, and the margin 1/‖w‖ is not a "
            "number.",
            norm2=wild[lowest].norm2,
            C=lowest,
        )
    return say(
        "‖w‖² stays positive here although ‹K› has a negative eigenvalue: because of the constraint Σαᵢyᵢ = 0, or of "
        "these labels, α avoids the negative directions. That is luck with these points, and other points may not "
        "have it."
    )


def _picture(matrix: Matrix) -> Picture:
    s = matrix.spectrum
    K = s.symmetric_part
    change = s.clipped - K
    lowest = s.smallest, float(np.linalg.eigvalsh(change)[0]), float(np.linalg.eigvalsh(s.clipped)[0])
    titles = symbols("‹K›"), symbols("‹K›₊ − ‹K›"), symbols("‹K›₊")
    a, b, c = (0.0 if abs(v) <= s.tolerance else v for v in lowest)
    figure = matrix_combination(K, change, s.clipped, titles, (a, b, c))
    return Picture(figure, describe_matrix_combination(titles, (a, b, c)), key="clipped", height=380)
