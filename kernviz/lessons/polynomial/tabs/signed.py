"""Tab on polynomials p(u) of a kernel u with signed coefficients."""

from __future__ import annotations

import numpy as np

from kernviz.figures.bars.weights import coefficient_bars
from kernviz.kernels import parse
from kernviz.lessons.lesson import Block, Formula, Picture, Text, paragraph
from kernviz.lessons.number_format import places, tex
from kernviz.lessons.polynomial.state import State
from kernviz.mercer import Judgement, Verdict, judge
from kernviz.wording import listed, say, short


def blocks(state: State) -> tuple[Block, ...]:
    """Show p(u) for u = x·z with the coefficients of the sliders.

    p(u) is a kernel exactly if no coefficient is negative. Otherwise a witness is shown.
    """
    a = state.coefficients
    judgement = _judged(state, "linear")
    bad = [i for i, v in enumerate(a) if v < 0]
    plus, minus = sum(a), sum(v * (-1) ** i for i, v in enumerate(a))
    formula = _written(a)
    verdict = (
        say(
            "**✗ Not a kernel.** Negative: {coefficients}. {consequence}",
            coefficients=", ".join(_named(i) for i in bad),
            consequence=judgement.sentence,
        )
        if judgement.verdict is Verdict.REFUTED
        else say(
            "**✓ A kernel:** every coefficient is ≥ 0, so it is built by sums, products and multiples of kernels. "
            "{sentence}",
            sentence=judgement.sentence,
        )
    )
    shown: list[Block] = [
        paragraph(
            "S0 says that a polynomial of a kernel is a kernel. This holds for every kernel only if all coefficients "
            "are ≥ 0 (erratum E1). Set the coefficients above."
        ),
        Formula(rf"p(u) = {formula},\qquad u = ‹\x\cdot z›"),
        Text(verdict, "error" if bad else None),
        Picture(
            coefficient_bars(np.array(a)),
            say(
                "Coefficients {coefficients}; negative: {negative}",
                coefficients=listed([short(v) for v in a]),
                negative=len(bad),
            ),
            say("Hatched bars below zero are where the proof fails."),
            "coefficients",
            300,
        ),
        Formula(
            rf"x,‹\z›\in\{{1,-1\}}:\quad ‹\K› = \begin{{bmatrix}} {tex(plus)} & {tex(minus)} \\ {tex(minus)} & "
            rf"{tex(plus)}"
            r" \end{bmatrix},"
            rf"\qquad \lambda = p(1) \pm p(-1) = {tex(plus + minus)},\ {tex(plus - minus)}"
        ),
    ]
    if judgement.witness is not None:
        points = places(judgement.witness.points)
        shown.append(
            paragraph(
                "The smallest set of points found that refutes it: {points}, eigenvalue {eigenvalue}.",
                points=points,
                eigenvalue=judgement.witness.numeral,
            )
        )
    if (own := _sidebar_expansion(state)) is not None:
        shown.append(own)
    return tuple(shown)


def _judged(state: State, kernel: str) -> Judgement:
    """Return the judgement on p(k) for a kernel k given as text."""
    coefficients = ", ".join(repr(float(v)) for v in state.coefficients)
    return judge(parse(f"polynomial({kernel}, [{coefficients}])"), d=min(state.data.d, 2))


def _sidebar_expansion(state: State) -> Text | None:
    """Return the verdict on p(k) for the sidebar's kernel k.

    None if p(k) cannot be judged.
    """
    try:
        sentence = _judged(state, str(state.kernel)).sentence
    except ValueError:
        return None
    return paragraph("The same p of the sidebar's kernel `{kernel}`: {result}", kernel=state.kernel, result=sentence)


def _written(coefficients: tuple[float, ...]) -> str:
    """Write p(u) as LaTeX.

    Terms with coefficient 0 are left out, negative terms are red.
    """
    written = ""
    for i, value in enumerate(coefficients):
        if value == 0:
            continue
        power = "" if i == 0 else "u" if i == 1 else f"u^{{{i}}}"
        sign = "-" if value < 0 else "+" if written else ""
        term = f"{sign} {'' if abs(value) == 1 and i else tex(abs(value))}{power}"
        written += rf"\textcolor{{#D1421B}}{{{term}}} " if value < 0 else f"{term} "
    return written or "0"


def _named(i: int) -> str:
    return (say("the constant"), say("the coefficient of u"), say("that of u²"), say("that of u³"))[i]
