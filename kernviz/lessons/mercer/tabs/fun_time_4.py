"""S3's fourth Fun Time: find the non-kernel among four functions."""

from __future__ import annotations

import numpy as np

from kernviz.kernels import parse
from kernviz.lessons.lesson import Block, Formula, Slot, Table, paragraph
from kernviz.lessons.shared.formulas import bmatrix
from kernviz.mercer.spectrum import MatrixSpectrum, spectrum_on
from kernviz.symbols import symbols
from kernviz.wording import listed, phrase, say, short

TITLE = phrase("Fun Time 4")
OPTIONS = (
    ("①", "(−1 + ‹x·z›)²", "poly(degree=2, gamma=1, coef0=-1)"),
    ("②", "(0 + ‹x·z›)²", "linear**2"),
    ("③", "(1 + ‹x·z›)²", "poly(degree=2, gamma=1, coef0=1)"),
    ("④", "(−1 − ‹x·z›)²", "(-linear - 1)**2"),
)


def options() -> list[tuple[str, str, str, MatrixSpectrum]]:
    """Return the four options of the quiz with their spectra.

    Each option has mark, formula, text, and its spectrum at the points 1 and −1.
    """
    X = np.array([[1.0], [-1.0]])
    return [(*option, spectrum_on(parse(option[2]), X)) for option in OPTIONS]


def blocks() -> tuple[Block, ...]:
    """Return the quiz on four candidate kernels.

    Two points decide which function is no kernel.
    """
    rows = options()
    return (
        paragraph("**Which of the four is not a kernel?** The points 1 and −1 decide (S3, Fun Time 4)."),
        Formula(r"\qquad ".join(rf"\text{{{mark}}}\ {bmatrix(s.matrix)}" for mark, _, _, s in rows)),
        Table(
            {
                say("choice"): [mark for mark, *_ in rows],
                "k(x, z)": [symbols(formula) for _, formula, _, _ in rows],
                say("eigenvalues"): [listed([short(float(v)) for v in s.values[::-1]]) for *_, s in rows],
                say("on 1 and −1"): [
                    say("passes")
                    if s.semidefinite
                    else say("✗ fails: c = (1, −1), with ‖c‖² = 2, gives cᵀKc = −8 = 2·λₘᵢₙ")
                    for *_, s in rows
                ],
            }
        ),
        paragraph(
            "① fails, so it is the answer. That ②, ③ and ④ pass on two points is not yet a proof. The rules prove "
            "it: ② and ③ have coefficients ≥ 0, and ④ multiplied out is ③."
        ),
        Slot("options"),
    )
