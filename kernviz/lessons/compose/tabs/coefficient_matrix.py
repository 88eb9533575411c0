"""Coefficient matrix M of a polynomial kernel m(x)ᵀ M m(z).

The matrix decides whether the polynomial is a kernel.
"""

from __future__ import annotations

from kernviz.features import CoefficientMatrix
from kernviz.lessons.lesson import Block, Table, Text, paragraph
from kernviz.wording import phrase, say, several, short

TITLE = phrase("Coefficient matrix")
MOST = 60  # largest number of monomials shown


def blocks(m: CoefficientMatrix) -> tuple[Block, ...]:
    """Return the exact decision for a polynomial k = m(x)ᵀ M m(z).

    Such a k is a kernel exactly when M ⪰ 0.
    """
    if len(m.monomials) > MOST:
        words = say(
            "Multiplied out, this kernel has {monomials} monomials, too many to show: at most {limit} are.",
            monomials=len(m.monomials),
            limit=MOST,
        )
        return (Text(words),)
    verdict = (
        several(
            m.rank,
            "M is positive semi-definite of rank {n}: a kernel, with {n} feature.",
            "M is positive semi-definite of rank {n}: a kernel, with {n} features.",
        )
        if m.psd
        else say("M is not symmetric: not a kernel.")
        if not m.symmetric
        else say("M has a negative eigenvalue: not a kernel.")
    )
    return (
        paragraph(
            r"Multiplied out, this kernel is $m(x)^\mathsf T M\,m(‹\z›)$ over the distinct monomials "
            "$m$. Monomials are independent functions, so it is a kernel **exactly when** M ⪰ 0. "
            "Decided in fractions, not in floating point: {verdict}",
            verdict=verdict,
        ),
        Table(
            {
                say("monomial"): list(m.labels),
                **{
                    label: [short(float(v)) for v in column] for label, column in zip(m.labels, m.matrix.T, strict=True)
                },
            }
        ),
    )
