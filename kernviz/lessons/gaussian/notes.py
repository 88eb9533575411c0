"""Errata of the notes on the Gaussian kernel, and the page's code."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import gammaln, logsumexp

from kernviz.lessons.erratum import Erratum, decides
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.shared.errata import squares, width
from kernviz.wording import say, short, superscript


def as_printed(x: float, z: float, gamma: float) -> float:
    """Return the logarithm of Σ ψ_m(x)·ψ_m(z) with the printed ψ_m.

    The printed formula is ψ_m(x) = e^{−γx²·x^m}·√((2γ)^m/m!). At γ = ½ S1 prints this formula. The result is ∞ if the
    sum diverges.
    """
    if x + z < 0 and min(x, z) < -1:  # the exponents of odd m grow without end
        return math.inf
    m = np.arange(int(2 * gamma + 20 * (2 * gamma) ** 0.5) + 400)
    bases = np.array([[x], [z]], dtype=float)
    signs = np.where((m % 2 == 1) & (bases < 0), -1.0, 1.0)  # some processors round (−x)^m and x^m differently
    with np.errstate(over="ignore", invalid="ignore"):
        powers = (signs * np.abs(bases) ** (m + 2)).sum(axis=0)
        powers[np.isnan(powers)] = 0.0 if x == -z else math.inf
        return float(logsumexp(m * np.log(2 * gamma) - gammaln(m + 1) - gamma * powers))


def _exponential(log: float) -> str:
    """Return e^log as text, also beyond the largest float."""
    if log == math.inf:
        return say("too large to compute")
    if log < 700:
        return short(math.exp(log), 5)
    exponent, rest = divmod(log / math.log(10), 1)
    factor, carry = f"{10**rest:.3e}".split("e")  # 9.9999 is rounded to 1.000e+01
    return f"{short(float(factor))}·10{superscript(int(exponent) + int(carry))}"


def _printed(state: State) -> Erratum:
    """Return erratum E16, comparing the printed sum with k.

    The sum is taken at the first coordinates of the page's two points.
    """
    x, z = float(state.x[0]), float(state.z[0])
    k = short(float(np.exp(-state.gamma * (x - z) ** 2)), 5)
    text = _exponential(as_printed(x, z, state.gamma))
    printed = say(
        "x = {x}, x′ = {z}, γ = {gamma}: the sum as printed is {printed}, k is {k}",
        x=x,
        z=z,
        gamma=state.gamma,
        printed=text,
        k=k,
    )
    return Erratum(
        say("S1, the map ψ (E16)"),
        say("e^{−(x²/2)·x^m}: the power stands in the exponent"),
        "ψ_m(x) = e^{−x²/2} x^m / √m!",
        say("only then is k the sum of the series. {printed}", printed=printed),
        decides(text != k),
    )


def notes(state: State) -> tuple[Block, ...]:
    """Return the corrected statements of the notes about the Gaussian."""
    return (
        _printed(state),
        squares(*state.pair(), say("(x − z)² for vectors"), "‖x − z‖²"),
        width(state.gamma),
        paragraph(
            "**S3, Fun Time 3.** The answer [x = x′] is a kernel too: its Gram matrix on "
            "different points is the identity. It is the limit γ → ∞, not a Gaussian for any γ."
        ),
    )


def code(state: State) -> tuple[Block, ...]:
    """Return Python code that truncates the map and compares with k."""
    x, z = state.pair()
    return (
        paragraph("The truncated map and the kernel, in Python."),
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
