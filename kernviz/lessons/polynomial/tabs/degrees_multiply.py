"""Tab on polynomials of polynomials, whose degrees multiply."""

from __future__ import annotations

import numpy as np

from kernviz.figures.bars.weights import coefficient_bars
from kernviz.lessons.lesson import Block, Formula, Picture, paragraph
from kernviz.lessons.number_format import tex
from kernviz.lessons.polynomial.state import State
from kernviz.wording import say


def blocks(state: State) -> tuple[Block, ...]:
    """Show that composing polynomials multiplies their degrees.

    p_k∘p_m has degree k·m, and coefficients ≥ 0 again.
    """
    inside = np.polynomial.Polynomial([1.0, 1.0]) ** state.inner
    coefficients = np.asarray(((1 + inside) ** state.outer).coef, dtype=np.float64)
    degree = len(coefficients) - 1
    return (
        paragraph(
            "**Degree {outer} of degree {inner} → degree {degree}.** A polynomial of a polynomial is again a "
            "polynomial. If both have only coefficients ≥ 0, so has the result, and it is a kernel by the same rules.",
            outer=state.outer,
            inner=state.inner,
            degree=degree,
        ),
        Formula(
            rf"\bigl(1 + (1+u)^{{{state.inner}}}\bigr)^{{{state.outer}}} = "
            + " + ".join(
                ("" if c == 1 and i else tex(float(c), 8)) + ("" if i == 0 else "u" if i == 1 else f"u^{{{i}}}")
                for i, c in enumerate(coefficients[:7])
            )
            + (r" + \dots" if len(coefficients) > 7 else "")
        ),
        Picture(
            coefficient_bars(coefficients),
            say("Coefficients of u⁰ to u^{degree}, all positive", degree=degree),
            say(
                "{coefficients} coefficients, of the powers 0 to {degree} of u, none negative.",
                coefficients=len(coefficients),
                degree=degree,
            ),
            "nested",
            300,
        ),
    )
