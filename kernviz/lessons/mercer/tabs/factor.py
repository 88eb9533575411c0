"""Factor P with K = PᵀP, whose columns are points again."""

from __future__ import annotations

import numpy as np

from kernviz.figures.plane.gram_factor import describe_factor, factor_points
from kernviz.lessons.lesson import Block, Formula, Picture, paragraph
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.lessons.number_format import percent, tex
from kernviz.lessons.shared.refusal import sentence
from kernviz.mercer.spectrum import NoFactorError, rotated_back
from kernviz.wording import say

TITLE = "K = PᵀP"


def blocks(matrix: Matrix, i: int, j: int) -> tuple[Block, ...]:
    """Show the factor P with K = PᵀP.

    The columns of P are points again. The columns `i` and `j` are marked.
    """
    s = matrix.spectrum
    try:
        P = s.factor
    except NoFactorError as problem:
        return (
            paragraph(
                "{sentence} For every c, cᵀPᵀPc = ‖Pc‖² ≥ 0. Every Gram matrix has this form.",
                sentence=sentence(problem),
            ),
        )
    if not len(P):
        return (paragraph("‹K› = 0: P has no rows, every point is at the origin."),)
    error = float(np.abs(P.T @ P - s.matrix).max())
    shown = float((P[:2] ** 2).sum() / (P**2).sum())
    data = None
    words = (
        say("P has a single row: column i is one number, and stands for ‹φ›(xᵢ).")
        if len(P) == 1
        else say(
            "Column i of P stands for ‹φ›(xᵢ), in {n} dimensions. The two dimensions drawn have {shown} of the trace "
            "of ‹K›.",
            n=len(P),
            shown=percent(shown),
        )
    ) + " "
    X = np.empty((s.n, 0)) if matrix.data is None else matrix.data.X
    if matrix.data is not None and np.abs(X @ X.T - s.matrix).max() <= s.skew_tolerance:
        data = X if X.shape[1] == 2 else np.column_stack([X[:, 0], np.zeros(len(X))])
        off = float(np.abs(rotated_back(P, X) - X.T).max())
        words += say(
            "They are your points again, turned (and perhaps mirrored): turned back, they differ by at most "
            "{difference:.2}. The marked segments are equally long. The matrix determines lengths and angles, but "
            "not how the points are turned.",
            difference=off,
        )
    else:
        words += say(
            "Their lengths and angles are those of the features: the matrix determines the points up to rotation "
            "and reflection."
        )
    distance = float(np.linalg.norm(P[:, i] - P[:, j]))
    by_kernel = float(np.sqrt(max(s.matrix[i, i] - 2 * s.matrix[i, j] + s.matrix[j, j], 0.0)))
    classes = matrix.data.classes if matrix.data is not None else ()
    return (
        Formula(
            say(
                r"‹\K› = P^\mathsf T P,\quad P \text{{ is }} {rows}\times{columns},\ "
                r"\max|P^\mathsf T P-‹\K›| = {error}",
                rows=len(P),
                columns=s.n,
                error=tex(error, 2),
            )
        ),
        Picture(
            factor_points(P, i, j, matrix.labels, data=data, classes=classes or None),
            describe_factor(P, shown),
            words,
            key="factor",
            height=520,
            revision="factor",
        ),
        paragraph(
            "Distance of points {i} and {j}: between the columns of P {distance:.6}, from the "
            r"kernel alone $\sqrt{{‹\k›(x,x)-2‹\k›(x,‹\z›)+‹\k›(‹\z›,‹\z›)}}$ = {by_kernel:.6}. No feature "
            r"vector was "
            "needed.",
            i=i + 1,
            j=j + 1,
            distance=distance,
            by_kernel=by_kernel,
        ),
    )
