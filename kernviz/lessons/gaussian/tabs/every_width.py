"""γ in every notation of the lectures."""

from __future__ import annotations

import math

import numpy as np
from scipy.spatial.distance import pdist

from kernviz.features.widths import CONVENTIONS, convention
from kernviz.kernels.rules_and_premises import latex_factor
from kernviz.lessons.gaussian.state import EVERY_WIDTH, State
from kernviz.lessons.lesson import Block, Formula, Slot, Table, paragraph
from kernviz.lessons.number_format import tex
from kernviz.wording import say, short

TITLE = EVERY_WIDTH
MOST_PAIRED = 300  # largest number of points whose distances are compared with the width


def blocks(state: State) -> tuple[Block, ...]:
    """Show γ in every convention of the lectures.

    The blocks also show the converted number, and compare the width with the distances of the data.
    """
    one = convention(state.convention)
    converted = one.to_gamma(state.width)
    X = state.data.X[:MOST_PAIRED]
    typical = float(np.median(pdist(X))) if len(X) > 1 else float("nan")
    half = math.sqrt(math.log(2) / state.gamma)
    variance = float(state.data.X.var())
    scale = 1 / (state.data.d * variance) if variance > 0 else float("nan")
    return (
        Slot("set width"),
        paragraph("One kernel, one γ; every lecture writes its width in another letter (erratum E48)."),
        Table(
            {
                say("convention"): [c.name for c in CONVENTIONS],
                say("who"): [c.where for c in CONVENTIONS],
                say("the kernel with γ = {gamma}", gamma=state.gamma): [
                    f"{c.symbol} = {short(c.from_gamma(state.gamma), 5)}" for c in CONVENTIONS
                ],
                say("γ, if {symbol} = {width} meant this", symbol=one.symbol, width=state.width): [
                    short(c.to_gamma(state.width), 5) for c in CONVENTIONS
                ],
            },
            caption=say("The last column: the same number, read by each convention."),
        ),
        paragraph(
            "**Converter.** {name} with {symbol} = {width:.5} is γ = {gamma:.6} (set both above).",
            name=one.name,
            symbol=one.symbol,
            width=state.width,
            gamma=converted,
        ),
        Formula(
            rf"{one.latex}\ \Big|_{{{_symbol(one.symbol)} ="
            rf" {tex(state.width)}}}\;=\;e^{{-{latex_factor(converted)}\|x-z\|^2}}"
        ),
        paragraph(
            "On your data: k is ½ at distance {half_distance}; the median distance of two points is "
            "{median_distance}. scikit-learn's “scale” is γ = 1/(d·variance) = {scale}. S4's kernel PCA "
            "picture has exp(−d²/0.1), that is γ = 10.",
            half_distance=half,
            median_distance=typical,
            scale=scale,
        ),
    )


def _symbol(letter: str) -> str:
    return {"γ": r"\gamma", "σ": r"\sigma"}.get(letter, letter)
