"""What the notes print about the Gaussian, and the page as code."""

from __future__ import annotations

from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Code, Erratum, Text


def notes() -> tuple[Block, ...]:
    """What the notes print about the Gaussian, and what is right."""
    return (
        Erratum(
            "S1, the map ψ (E16)",
            "e^{−(x²/2)·x^m}: the power stands in the exponent",
            "ψ_m(x) = e^{−x²/2} x^m / √m!",
            "only then the series sums to k: x = 1, x′ = ½ gives 0.8825; 6 terms miss 1.3e-5",
        ),
        Erratum("S2, RBF (E21)", "(x − z)² for vectors", "‖x − z‖²"),
        Erratum(
            "all notes, the width (E48)",
            "1/σ² (S0, S2), ½ (S1), γ (S3), 1/(2σ²) (S4)",
            "γ = 1/σ², ½, γ, 1/(2σ²): the same letter σ differs by √2",
            "σ = 1: γ = 1 in S0 and S2, γ = ½ in S4",
        ),
        Text(
            "**S3, Fun Time 3.** The answer [x = x′] is a kernel too: its Gram matrix on different points is the"
            " identity. It is the limit γ → ∞, not a Gaussian for any γ."
        ),
    )


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
