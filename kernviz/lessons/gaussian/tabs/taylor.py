"""Taylor series of the Gaussian in the notes, with numbers.

The numbers are those of the two points.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.features import gaussian
from kernviz.kernels.rules_and_premises import SECOND, latex_factor
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Formula, paragraph
from kernviz.lessons.number_format import tex
from kernviz.wording import phrase, say

TITLE = phrase("Taylor, line by line")


def blocks(state: State, x: Array, z: Array, k: float) -> tuple[Block, ...]:
    """Show the series of S3 and S1 with the two points' numbers.

    S3's series has four lines.
    """
    g, a = state.gamma, 2 * state.gamma * float(x @ z)
    fx, fz = float(np.exp(-g * (x @ x))), float(np.exp(-g * (z @ z)))
    norm = r"\|x\|^2" if state.d == 2 else "x^2"
    norm_z, dot = norm.replace("x", SECOND), rf"x{SECOND}" if state.d == 1 else r"‹\x\cdot z›"
    terms = r" + ".join(
        ["1", tex(a), *[rf"\tfrac{{({tex(a)})^{m}}}{{{m}!}}" for m in range(2, min(state.T, 5))]][: state.T]
    )
    dots = r" + \dots" if state.T > 5 else ""
    one = rf"‹\psi›_‹\m›(x) = \sqrt{{\tfrac{{({tex(2 * g)})^‹\m›}}{{‹\m›!}}}}\;x^‹\m›\,e^{{-{latex_factor(g)}x^2}}"
    return (
        paragraph(
            "The square in the exponent is multiplied out; only its middle part mixes x and ‹z›, "
            "and that part is a series."
        ),
        Formula(
            say(
                r"\begin{{aligned}} e^{{-{factor}\|x-‹\z›\|^2}} &= e^{{-{factor}{norm}}}\; e^{{-{factor}{norm_z}}}\; "
                r"e^{{{g}\,{dot}}} \\&= {fx}\cdot {fz}\cdot e^{{{a}}} \\&\approx {fx}\cdot "
                r"{fz}\cdot\Bigl({terms}{dots}\Bigr) \\&= {truncated}\qquad\text{{instead of }} {k} \end{{aligned}}",
                factor=latex_factor(g),
                norm=norm,
                norm_z=norm_z,
                g=tex(2 * g),
                dot=dot,
                fx=tex(fx, 5),
                fz=tex(fz, 5),
                a=tex(a),
                terms=terms,
                dots=dots,
                truncated=tex(float(gaussian.truncated(x[None], z[None], g, state.T)[0]), 6),
                k=tex(k, 6),
            )
        ),
        paragraph(
            "Every term is a number for x times the same number for ‹z›, so the sum is a dot "
            "product of infinitely many features:"
        ),
        Formula(
            one
            if state.d == 1
            else (
                rf"‹\psi›_a(x) = "
                rf"\sqrt{{\tfrac{{({tex(2 * g)})^{{|a|}}}}{{a!}}}}\;x^a\,e^{{-{latex_factor(g)}\|x\|^2}},\quad"
                r" a\in\{0,1,2,\dots\}^2"
            )
        ),
        paragraph(
            "All monomials are among them, so a machine with this kernel can follow a polynomial "
            "of any degree. With γ = ½ this is S1's ψ, with γ = 1 S3's Φ."
        ),
    )
