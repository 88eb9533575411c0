"""Tab on the three properties of an inner product, checked on K."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Table, paragraph
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.ranges import peak
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short

TITLE = phrase("Three checks")


def blocks(matrix: Matrix) -> tuple[Block, ...]:
    """Check if `⟨a, b⟩ = aᵀKb` is an inner product.

    a and b are weight vectors (n,). The checks are symmetry, linearity and positivity.
    """
    s = matrix.spectrum
    rng = np.random.default_rng(2)
    a, b, c = rng.normal(size=(3, s.n))
    K = s.matrix
    size = peak(K)
    linear = abs(float((2 * a + 3 * b) @ K @ c - 2 * (a @ K @ c) - 3 * (b @ K @ c))) / size
    definite = s.smallest > s.tolerance
    positive = s.smallest >= -s.tolerance
    zero = say("0 only for a = 0") if definite else say("0 for some a ≠ 0 too, hence semi-definite")
    rows = {
        say("check"): [say("symmetry"), say("linearity"), say("positivity")],
        say("says"): [
            symbols("⟨a, b⟩ = ⟨b, a⟩: ‹K› = ‹K›ᵀ"),
            "⟨2a + 3b, c⟩ = 2⟨a, c⟩ + 3⟨b, c⟩",
            say("⟨a, a⟩ = aᵀ‹K›a ≥ 0 for every a"),
        ],
        say("here"): [
            ("✓" if s.symmetric else "✗") + symbols(f"  max |‹K› − ‹K›ᵀ| = {short(s.skew, 3)}"),
            say("✓  differs by {linear:.2}: a matrix is always linear", linear=linear),
            (f"✓  λₘᵢₙ = {short(s.smallest, 3)}; {zero}" if positive else f"✗  λₘᵢₙ = {short(s.smallest, 4)}"),
        ],
    }
    advice = (
        ""
        if matrix.data is None
        else " " + say("Under “A matrix of your own” you may also type one, such as `0 4; 4 0`.")
    )
    return (
        paragraph(
            r"A kernel is an inner product of features, $\langle\Phi a, \Phi b\rangle = a^\mathsf "
            r"T ‹\K› b$ with $\Phi a = \sum_i a_i‹\varphi›(x_i)$. An inner product has three "
            "properties:"
        ),
        Table(rows),
        paragraph("`sinediff`, sin(x − ‹z›), fails the first: its matrix has ‹K› = −‹K›ᵀ.{advice}", advice=advice),
    )
