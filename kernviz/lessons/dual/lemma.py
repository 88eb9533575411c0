"""Matrix inversion lemma, evaluated on random matrices."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.lessons.dual.state import State
from kernviz.lessons.lesson import Block, Formula, Text
from kernviz.wording import say


@shared(maxsize=64)
def lemma(seed: int) -> tuple[tuple[Array, ...], tuple[Array, Array], float]:
    """Evaluate both sides of the matrix inversion lemma on random matrices.

    Returns random 3 × 3 matrices A, B, C, D, both sides of the lemma, and their largest
    difference.

    The matrices are drawn again while a matrix to be inverted has a condition number above 100.
    Otherwise the difference would measure the roundoff of the inverse, not the lemma.
    """
    rng = np.random.default_rng(seed)
    while True:
        A, B, C, D = rng.uniform(-2, 2, (4, 3, 3))
        if all(np.linalg.cond(M) < 100 for M in (A, C, A + B @ C @ D)):
            inner = np.linalg.inv(C) + D @ np.linalg.inv(A) @ B
            if np.linalg.cond(inner) < 100:
                break
    left = np.linalg.inv(A + B @ C @ D)
    A1 = np.linalg.inv(A)
    right = A1 - A1 @ B @ np.linalg.inv(inner) @ D @ A1
    return (A, B, C, D), (left, right), float(np.abs(left - right).max())


def lemma_blocks(state: State) -> tuple[Block, ...]:
    """Show the lemma's matrices, both sides of the lemma, and the difference."""
    (A, B, C, D), (left, right), gap = lemma(state.seed)
    sides = say("left-hand side"), say("right-hand side")
    return (
        Formula(r"(A+BCD)^{-1} = A^{-1} - A^{-1}B\,(C^{-1}+DA^{-1}B)^{-1}DA^{-1}"),
        Formula(rf"A = {_matrix(A, 2)}\quad B = {_matrix(B, 2)}"),
        Formula(rf"C = {_matrix(C, 2)}\quad D = {_matrix(D, 2)}"),
        Formula(rf"\text{{{sides[0]}}} = {_matrix(left, 5)}\qquad \text{{{sides[1]}}} = {_matrix(right, 5)}"),
        Text(
            say(
                "The largest difference of the two sides is **{difference:.2}**, which is rounding. Another seed "
                "draws other matrices. The left side inverts a matrix of A's size, the right side one of C's size. "
                "So D × D becomes N × N.",
                difference=gap,
            )
        ),
    )


def _matrix(M: Array, digits: int) -> str:
    return r"\begin{pmatrix}" + r"\\".join("&".join(f"{v:.{digits}f}" for v in row) for row in M) + r"\end{pmatrix}"
