"""What the notes print about the Gaussian, and the page as code."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Code, Erratum, Text, short, vector
from kernviz.wording import say

MOST = 400  # terms of a series


def as_printed(x: float, z: float, gamma: float) -> float:
    """Σ over m of ψ_m(x)·ψ_m(z) with ψ_m(x) = e^{−γx²·x^m}·√((2γ)^m/m!), which at γ = ½ is what S1 prints."""
    m = np.arange(MOST)
    with np.errstate(over="ignore", invalid="ignore"):
        log = m * np.log(2 * gamma) - gammaln(m + 1) - gamma * (x**2 * x**m + z**2 * z**m)
        return float(np.exp(log).sum())


def _printed(state: State) -> str:
    """The printed formula summed at the first coordinates of the page's two points, beside k."""
    x, z = float(state.x[0]), float(state.z[0])
    total = as_printed(x, z, state.gamma)
    k = float(np.exp(-state.gamma * (x - z) ** 2))
    said = short(total, 5) if np.isfinite(total) else say("more than every number")
    return say(
        "x = {x}, x′ = {z}, γ = {gamma}: the sum as printed is {said}, k is {k}",
        x=short(x),
        z=short(z),
        gamma=short(state.gamma),
        said=said,
        k=short(k, 5),
    )


def notes(state: State) -> tuple[Block, ...]:
    """What the notes print about the Gaussian, and what is right."""
    x, z = state.pair()
    return (
        Erratum(
            say("S1, the map ψ (E16)"),
            say("e^{−(x²/2)·x^m}: the power stands in the exponent"),
            "ψ_m(x) = e^{−x²/2} x^m / √m!",
            say("only then the series sums to k. {printed}", printed=_printed(state)),
        ),
        Erratum(
            say("S2, RBF (E21)"),
            say("(x − z)² for vectors"),
            "‖x − z‖²",
            say(
                "x − z = {x}: the squares are {x_2}, ‖x − z‖² = {sum}",
                x=vector(x - z),
                x_2=vector((x - z) ** 2),
                sum=short(float(((x - z) ** 2).sum())),
            )
            + ("" if len(x) > 1 else say("; on the line they are one number, in the plane they are not")),
        ),
        Erratum(
            say("all notes, the width (E48)"),
            "1/σ² (S0, S2), ½ (S1), γ (S3), 1/(2σ²) (S4)",
            say("γ = 1/σ², ½, γ, 1/(2σ²): the same letter σ differs by √2"),
            say("σ = 1: γ = 1 in S0 and S2, γ = ½ in S4"),
        ),
        Text(
            say(
                "**S3, Fun Time 3.** The answer [x = x′] is a kernel too: its Gram matrix on "
                "different points is the identity. It is the limit γ → ∞, not a Gaussian for any γ."
            )
        ),
    )


def code(state: State) -> tuple[Block, ...]:
    """Python that cuts the map off and compares."""
    x, z = state.pair()
    return (
        Text(say("The truncated map and the kernel, in Python.")),
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
