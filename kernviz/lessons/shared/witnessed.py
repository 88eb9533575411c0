"""Witness against a kernel, written as formulas.

The formulas are its Gram matrix K, the smallest eigenvalue, the weights c and cᵀKc.
"""

from __future__ import annotations

from kernviz.lessons.lesson import tex
from kernviz.lessons.shared.formulas import bmatrix
from kernviz.mercer import Witness
from kernviz.wording import say


def titled(w: Witness, title: str, points: str) -> str:
    """Return the witness points after their title.

    A remark follows if matrix, eigenvalue and weights are those of the scaled matrix.
    """
    remark = " " + say("Matrix, eigenvalue and weights: {remark}.", remark=w.remark) if w.remark else ""
    return f"**{title}:** {points}.{remark}"


def numbers(w: Witness) -> tuple[str, ...]:
    """Return the witness as formulas: K, λ_min, c and cᵀKc < 0."""
    K = r"D^{-1/2}‹\K›D^{-1/2}" if w.scaled else r"‹\K›"
    form = r"c^\mathsf T D^{-1/2}‹\K›D^{-1/2}\,c" if w.scaled else r"c^\mathsf T ‹\K› c"
    c = r",\ ".join(tex(float(v), 3) for v in w.vector)
    lowest, value = rf"\lambda_{{\min}} = {tex(w.eigenvalue)}", rf"{form} = {tex(w.value)} < 0"
    return rf"{K} = {bmatrix(w.matrix)}", lowest, f"c=({c})", value
