"""Rules for arguments about a whole kernel.

Each rule has a statement, a reason and a source for the proof display.
"""

from __future__ import annotations

from kernviz.kernels.rules_and_premises import Rule
from kernviz.wording import phrase

COEFFICIENTS = Rule(
    phrase("coefficient matrix"),
    phrase(
        "a polynomial in x and ‹z› is m(x)ᵀ M m(‹z›) over distinct monomials m, and it is a kernel exactly when M ⪰ 0"
    ),
    phrase(
        "If M = LLᵀ, the features are Lᵀm(x). If vᵀMv < 0, points where the monomials are "
        "independent carry weights c with Σ cᵢ m(xᵢ) = v, and cᵀ‹K›c = vᵀMv < 0."
    ),
    {"theory": phrase("monomials are linearly independent functions")},
)
REWRITING = Rule(
    phrase("multiplied out"),
    phrase("multiplied out, the kernel is a polynomial of kernels with coefficients ≥ 0"),
    phrase("Signs cancel: the same function, written as sums and products of kernels with factors ≥ 0."),
    {"S0": "Theorem 1 (1)–(3)", "S2": "rules 2, 3, 5"},
)
BOCHNER = Rule(
    phrase("Bochner's theorem"),
    phrase("a function of x − ‹z› is a kernel on ℝᵈ exactly when its spectral measure is nowhere negative"),
    phrase(
        "‹k›(x,‹z›) = ∫ S(ω)e^{iω·(x−‹z›)} dω/(2π)ᵈ gives uᵀ‹K›u = ∫ S(ω)·|Σ uᵢe^{iω·xᵢ}|² dω/(2π)ᵈ ≥ 0 if S ≥ 0 "
        "everywhere. If S < 0 on a small ball, there are points and weights for which |Σ uᵢe^{iω·xᵢ}|² is "
        "concentrated on that ball."
    ),
    {"theory": "Bochner (1933)"},
)
SERIES = Rule(
    phrase("power series in ‹x·z›"),
    phrase("Σ aₙ(‹x·z›)ⁿ is a kernel exactly when no aₙ is negative"),
    phrase(
        "Each (‹x·z›)ⁿ is a kernel by the product rule. If aₙ < 0, differences of order n at 0 "
        "give uᵀ‹K›u ≈ aₙ·(n!)²·h²ⁿ < 0."
    ),
    {"theory": "Schoenberg (1942)", "S2": "rules 2, 3, 4"},
)
SERIES_IN = Rule(
    phrase("power series in a kernel"),
    phrase("Σ aₙ‹k›ⁿ is a kernel where ‹k› is one and no aₙ is negative"),
    phrase(
        "A power of a kernel is a product of kernels, so it is a kernel. Sums of kernels with factors ≥ 0 are "
        "kernels, and so are limits of such sums."
    ),
    {"S2": "rules 2, 3, 4, 5"},
)
DEFINITION = Rule(
    phrase("definition"),
    phrase("this kernel is short for an expression built by closure rules"),
    phrase("Both are the same function."),
    {},
)
NOTHING = Rule(phrase("no rule"), phrase("no closure rule makes this a kernel"), "", {})
TOO_LONG = Rule(phrase("no rule"), phrase("the rules were not tried to their end: it takes too long"), "", {})

KERNEL = Rule(
    phrase("kernels are conditionally positive definite"),
    phrase("a kernel has uᵀ‹K›u ≥ 0 for every u"),
    phrase("So this also holds for every u with Σuᵢ = 0."),
    {"theory": "Schoenberg (1938)"},
)
