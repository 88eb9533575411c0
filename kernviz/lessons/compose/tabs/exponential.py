"""Exponential of a kernel as the limit of its partial sums.

The partial sums are evaluated at the chosen points.
"""

from __future__ import annotations

import math

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.functions import describe_partial_sums, partial_sums
from kernviz.kernels import Exp, Kernel, latex
from kernviz.lessons.compose.state import SERIES
from kernviz.lessons.lesson import Block, Formula, Picture, Text, paragraph
from kernviz.lessons.number_format import tex
from kernviz.wording import say

TITLE = SERIES
WRITTEN = 5  # number of terms written out


def exponent(k: Kernel, x: Array, z: Array) -> tuple[Exp, float] | None:
    """Return the exponential node of k and the value of its exponent.

    The exponent is taken at x and z, each (d,). If the node lies below a map φ, the exponent is taken
    at φ(x) and φ(z). None if k has no such node.
    """
    return next((found for tree in (k, k.fully_expanded()) if (found := _first(tree, x[None], z[None]))), None)


def _first(node: Kernel, x: Array, z: Array) -> tuple[Exp, float] | None:
    if isinstance(node, Exp):
        with np.errstate(over="ignore", invalid="ignore"):
            return node, float(node.k(x, z)[0, 0])
    inside = ((child, node._child_points(x), node._child_points(z)) for child in node.children)
    return next((found for child in inside if (found := _first(*child))), None)


def terms(u: Array | float, N: int) -> Array:
    """Return the terms uⁿ/n! for n = 0 … N.

    The shape is (N + 1, …). A term that overflows is ∞.
    """
    u = np.asarray(u, dtype=np.float64)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return np.multiply.accumulate([np.ones_like(u), *(u / n for n in range(1, N + 1))])


def blocks(node: Exp, u: float, N: int) -> tuple[Block, ...]:
    """Show e^u = Σ uⁿ/n! by its partial sums.

    The sum is written out up to degree N. `u` is the value of the exponent of `node`. Each partial sum is a
    polynomial of u with coefficients > 0. Source: S0 Corollary 1 (1), S2 rule 7.
    """
    words = paragraph(
        "Inside: $u = {k}$, at the two points u = {u}. If u is a kernel, every partial sum is a polynomial of it with "
        "coefficients 1/n! > 0 (rule 4), and a limit of kernels is a kernel.",
        k=latex(node.k),
        u=u,
    )
    exact = math.exp(u) if u < 709 else math.inf
    with np.errstate(over="ignore", invalid="ignore"):
        total = float(terms(u, N).sum())
    if not (math.isfinite(total) and math.isfinite(exact)):
        return (words, Text(say("The sum at these points is too large to compute: move them closer to 0."), "warning"))
    error = say("error")
    reach = min(max(3.0, abs(u)), 8.0)
    grid = np.linspace(-reach, reach, 161)
    curves = list(np.cumsum(terms(grid, N), axis=0))
    return (
        words,
        Formula(
            rf"{_written(N)} = {tex(total, 6)},\qquad e^u = {tex(exact, 6)},\qquad \text{{{error}"
            rf" }}{tex(abs(exact - total), 2)}"
        ),
        Picture(
            partial_sums(grid, curves, np.exp(grid), N),
            describe_partial_sums(grid, curves, np.exp(grid), N),
            key="series",
            height=360,
        ),
    )


def _written(N: int) -> str:
    """Return the partial sum up to degree N as a formula.

    The formula reads 1 + u + u²/2 + ….
    """
    fractions = [rf"\tfrac{{u^{n}}}{{{math.factorial(n)}}}" for n in range(2, min(N, WRITTEN) + 1)]
    return " + ".join(["1", "u", *fractions][: N + 1]) + (r" + \dots" if N > WRITTEN else "")
