"""Errata of the notes on polynomial kernels, and the page's code."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.polynomial.state import State
from kernviz.lessons.shared.errata import repeated, signed
from kernviz.lessons.shared.poly_2 import cross_terms, two_maps
from kernviz.wording import say


def notes(state: State) -> tuple[Block, ...]:
    """Return the statements of the notes about polynomial kernels, corrected."""
    pair = np.array(state.pair)
    return (
        signed(say("a polynomial of a kernel is a kernel"), pair @ pair.T),
        repeated(state.size_m, state.size_k),
        cross_terms(state.own, *state.pair),
        two_maps(state.gamma, *state.pair),
        paragraph(
            "S4 multiplies out (x·z)² in two dimensions: φ = (x₁², x₂², √2·x₁x₂). At x = (1, 2), "
            "z = (3, −1): 9 + 4 − 12 = 1. Set c = 0 to see these three bars."
        ),
    )


def code(state: State) -> tuple[Block, ...]:
    """Return Python code that computes the numbers of the picture."""
    x, z = state.pair
    return (
        paragraph("The same bars in Python."),
        Code(
            "import numpy as np\nimport kernviz as kv\n\n"
            f"k = kv.Polynomial(degree={state.degree}, gamma={state.gamma!r}, coef0={state.c!r})\n"
            f"phi = kv.feature_map(k, d={state.m})\n"
            f"x, z = np.array([{list(map(float, x))}]), np.array([{list(map(float, z))}])\n"
            "for label, a, b in zip(phi.labels, phi(x)[0], phi(z)[0]):\n"
            '    print(f"{label:>12} {a:10.4f} {b:10.4f} {a * b:10.4f}")\n'
            "print(k(x, z)[0, 0], phi(x)[0] @ phi(z)[0])\n"
        ),
    )
