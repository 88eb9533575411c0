"""Read-outs and formulas beside the picture."""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.features.monomials import Monomial
from kernviz.lessons.lesson import Formula, Numbers, Readout
from kernviz.lessons.number_format import tex
from kernviz.lessons.polynomial.state import State
from kernviz.lessons.shared.formulas import bracketed
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.wording import phrase, say, short


def formulas(state: State, closed: float) -> tuple[Formula, ...]:
    """Return the formulas of the kernel and of k(x, z) in numbers."""
    return (kernel_formula(state.own), Formula(_value(state, *state.pair, closed)))


def _value(state: State, x: Array, z: Array, closed: float) -> str:
    """Return k(x, z) with the numbers filled in, as LaTeX."""
    dot = " + ".join(rf"{bracketed(float(a))}\cdot{bracketed(float(b))}" for a, b in zip(x, z, strict=True))
    inner = (dot if state.gamma == 1 else rf"{tex(state.gamma)}\,({dot})") + (f" + {tex(state.c)}" if state.c else "")
    base = state.gamma * float(x @ z) + state.c
    return (
        rf"\begin{{aligned}}‹\k›(x,‹\z›) &= \left({inner}\right)^{{{state.degree}}}\\ "
        rf"&= {bracketed(base)}^{{{state.degree}}} = {tex(closed, 6)}\end{{aligned}}"
    )


def numbers(monomials: tuple[Monomial, ...], closed: float, by_features: float) -> Numbers:
    return Numbers(
        (
            Readout(
                phrase("coordinates"),
                str(len(monomials)),
                say("distinct monomials, fixed by ‹d›; neither γ nor any ‹c› > 0 changes them"),
            ),
            Readout("‹k›(x, ‹z›)", short(closed, 6), say("the closed form")),
            Readout(
                "‹φ›(x)·‹φ›(‹z›)",
                short(by_features, 6),
                say(
                    "the sum of the bars on the right; it differs from the closed form by {difference:.2}: rounding",
                    difference=abs(closed - by_features),
                ),
            ),
        )
    )
