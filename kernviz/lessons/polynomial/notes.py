"""What the notes print about polynomial kernels, and the code of the page."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Code, Erratum, Text, short
from kernviz.lessons.polynomial.state import State
from kernviz.lessons.polynomial.tabs.fun_time import printed_map
from kernviz.wording import say


def notes() -> tuple[Block, ...]:
    """What the notes print about polynomial kernels, what is right, and the number that decides."""
    x, z = np.array([1.0, 2.0]), np.array([3.0, -1.0])
    return (
        Erratum(
            say("S0, polynomials (E1)"),
            say("a polynomial of a kernel is a kernel"),
            say("only with coefficients ≥ 0"),
            say("(u − 1)² at ±1 has λ = −4, −u has λ = −1 at the point 1"),
        ),
        Erratum(
            say("S1, dimension (E19)"),
            say("d = Σ mʳ and (m + 1)ᵏ"),
            say("these count repeated monomials; distinct ones are C(m + k, k)"),
            say("m = 10, k = 2: 121, 111 (S3's Φ₂) and 66; m = k = 10: 1.1e10 and 2.6e10 against 184 756"),
        ),
        Erratum(
            say("S3, Poly-2 (E28)"),
            say("Φ₂ = (1, √(2γ) x₁, …, γ x₁², …, γ x_d²), also in Fun Time 2"),
            say("the cross terms γ xᵢxⱼ belong to it (√2·γ each when counted once)"),
            say(
                "ζ = 2, γ = ½ at (1, 2), (3, −1): {printed_map} without them, {x} with them",
                printed_map=short(printed_map(2, 0.5, x, z)),
                x=short((2 + 0.5 * float(x @ z)) ** 2),
            ),
        ),
        Erratum(
            say("S3, two maps (E29)"),
            say("both maps are called Φ₂, both kernels K₂, told apart by colours that are lost"),
            say("Φ₂ plain for 1 + u + u², Φ₂ scaled for (1 + γu)²"),
            say("u = 10: 111 and 121"),
        ),
        Text(
            say(
                "S4 multiplies out (x·z)² in two dimensions: φ = (x₁², x₂², √2·x₁x₂). At x = (1, 2), "
                "z = (3, −1): 9 + 4 − 12 = 1. Set c = 0 to see these three bars."
            )
        ),
    )


def code(state: State) -> tuple[Block, ...]:
    """Python that computes the picture."""
    x, z = state.pair
    return (
        Text(say("The same bars in Python.")),
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
