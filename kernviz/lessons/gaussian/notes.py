"""Every notation of the width, what the notes print, and the code of the Gaussian page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial.distance import pdist

from kernviz.features.widths import CONVENTIONS, convention
from kernviz.lessons.lesson import Block, Code, Erratum, Formula, Table, Text, short, tex, tex_times

if TYPE_CHECKING:
    from kernviz.lessons.gaussian import State

MOST_PAIRED = 300  # points whose distances are compared with the width


def widths(state: State) -> tuple[Block, ...]:
    """γ in every convention, the converter's answer, and the width beside the distances of the data."""
    one = convention(state.convention)
    converted = one.to_gamma(state.width)
    X = state.data.X[:MOST_PAIRED]
    typical = float(np.median(pdist(X))) if len(X) > 1 else float("nan")
    half = math.sqrt(math.log(2) / state.gamma)
    variance = float(state.data.X.var())
    scale = 1 / (state.data.d * variance) if variance > 0 else float("nan")
    return (
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
            f"**Converter.** {one.name} with {one.symbol} = {short(state.width, 5)} is γ = {short(converted, 6)} (set both beside the picture)."
        ),
        Formula(
            rf"{one.latex}\ \Big|_{{{_symbol(one.symbol)} = {tex(state.width)}}}\;=\;e^{{-{tex_times(converted)}\|x-z\|^2}}"
        ),
        Text(
            f"On your data: k is ½ at distance {short(half)}, and half of all pairs are closer than {short(typical)}. "
            f"scikit-learn's “scale” is γ = 1/(d·variance) = {short(scale)}. S4's kernel PCA picture has exp(−d²/0.1), that is γ = 10."
        ),
    )


def _symbol(letter: str) -> str:
    return {"γ": r"\gamma", "σ": r"\sigma"}.get(letter, letter)


def notes() -> tuple[Block, ...]:
    """What the notes print about the Gaussian, and what is right."""
    return (
        Erratum("S1, the map ψ (E16)", "e^{−(x²/2)·x^m}: the power stands in the exponent", "ψ_m(x) = e^{−x²/2} x^m / √m!", "only then the series sums to k: x = 1, x′ = ½ gives 0.8825; 6 terms miss 1.3e-5"),
        Erratum("S2, RBF (E21)", "(x − z)² for vectors", "‖x − z‖²"),
        Erratum("all notes, the width (E48)", "1/σ² (S0, S2), ½ (S1), γ (S3), 1/(2σ²) (S4)", "γ = 1/σ², ½, γ, 1/(2σ²): the same letter σ differs by √2", "σ = 1: γ = 1 in S0 and S2, γ = ½ in S4"),
        Text("**S3, Fun Time 3.** The answer [x = x′] is a kernel too: its Gram matrix on different points is the identity. It is the limit γ → ∞, not a Gaussian for any γ."),
    )  # fmt: skip


def code(state: State) -> tuple[Block, ...]:
    """Python that cuts the map off and compares."""
    x, z = state.pair()
    return (
        Text("The truncated map and the kernel, in Python."),
        Code(
            "import numpy as np\nimport kernviz as kv\nfrom kernviz.features import gaussian\n\n"
            f"x, z = np.array([{x.tolist()}]), np.array([{z.tolist()}])\n"
            f"k = kv.RBF({state.gamma!r})\n"
            f"for T in range(1, {state.T + 1}):\n"
            f"    cut = gaussian.truncated(x, z, {state.gamma!r}, T)[0]\n"
            f"    print(T, cut, gaussian.missing(x, z, {state.gamma!r}, T)[0])\n"
            "print(k(x, z)[0, 0])\n"
        ),
    )
