"""γ in every notation of the lectures."""

from __future__ import annotations

import math

import numpy as np
from scipy.spatial.distance import pdist

from kernviz.features.widths import CONVENTIONS, convention
from kernviz.lessons.gaussian.state import EVERY_WIDTH, State
from kernviz.lessons.lesson import Block, Formula, Slot, Table, Text, short, tex, tex_times

TITLE = EVERY_WIDTH
MOST_PAIRED = 300  # points whose distances are compared with the width


def blocks(state: State) -> tuple[Block, ...]:
    """γ in every convention, the converter's answer, and the width beside the distances of the data."""
    one = convention(state.convention)
    converted = one.to_gamma(state.width)
    X = state.data.X[:MOST_PAIRED]
    typical = float(np.median(pdist(X))) if len(X) > 1 else float("nan")
    half = math.sqrt(math.log(2) / state.gamma)
    variance = float(state.data.X.var())
    scale = 1 / (state.data.d * variance) if variance > 0 else float("nan")
    return (
        Slot("set width"),
        Text("One kernel, one γ; every lecture writes its width in another letter (erratum E48)."),
        Table(
            {
                "convention": [c.name for c in CONVENTIONS],
                "who": [c.where for c in CONVENTIONS],
                f"the kernel with γ = {short(state.gamma)}": [
                    f"{c.symbol} = {short(c.from_gamma(state.gamma), 5)}" for c in CONVENTIONS
                ],
                f"if {one.symbol} = {short(state.width)} meant this, γ =": [
                    short(c.to_gamma(state.width), 5) for c in CONVENTIONS
                ],
            },
            caption="The last column: the same number read by each convention is another kernel.",
        ),
        Text(
            f"**Converter.** {one.name} with {one.symbol} = {short(state.width, 5)} is γ = {short(converted, 6)} (set"
            " both above)."
        ),
        Formula(
            rf"{one.latex}\ \Big|_{{{_symbol(one.symbol)} ="
            rf" {tex(state.width)}}}\;=\;e^{{-{tex_times(converted)}\|x-z\|^2}}"
        ),
        Text(
            f"On your data: k is ½ at distance {short(half)}, and half of all pairs are closer than {short(typical)}."
            f" scikit-learn's “scale” is γ = 1/(d·variance) = {short(scale)}. S4's kernel PCA picture has exp(−d²/0.1),"
            " that is γ = 10."
        ),
    )


def _symbol(letter: str) -> str:
    return {"γ": r"\gamma", "σ": r"\sigma"}.get(letter, letter)
