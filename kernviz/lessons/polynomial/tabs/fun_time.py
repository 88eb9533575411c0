"""Quizzes Fun Time 1 and 2 of S3 with live numbers."""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.features.monomials import Dimensions
from kernviz.lessons.lesson import Block, Formula, Row, Table, paragraph
from kernviz.lessons.number_format import tex
from kernviz.lessons.polynomial.state import State
from kernviz.lessons.shared.formulas import bracketed
from kernviz.lessons.shared.poly_2 import printed_map
from kernviz.wording import say, short


def four_maps(zeta: float, gamma: float, u: float) -> tuple[float, float, float, float]:
    """Return Φ(x)·Φ(x′) of Fun Time 2's four answers at x·x′ = u.

    Cross terms are included.

    >>> four_maps(2, 0.5, 1)
    (2.25, 6.0, 7.0, 6.25)
    """
    g = gamma
    return (
        1 + 2 * g * u + (g * u) ** 2,
        zeta**2 + 2 * g * u + u**2,
        zeta**2 + 2 * g * zeta * u + u**2,
        zeta**2 + 2 * g * zeta * u + (g * u) ** 2,
    )


def blocks(state: State) -> tuple[Block, ...]:
    """Show the quizzes Fun Time 1 and 2 side by side."""
    return (Row((_first(state), _second(state, *state.pair))),)


def _first(state: State) -> tuple[Block, ...]:
    u, m = state.u, state.size_m
    sizes = Dimensions(m, 2)
    value, square = 1 + u + u * u, (1 + u) ** 2
    return (
        paragraph(
            "**Fun Time 1.** S3's Φ₂ has 1, every xᵢ and every xᵢxⱼ in both orders: for m = {m} that is {repeated} "
            "coordinates (m is set under “Dimension and cost”). Its kernel in three lines:",
            m=m,
            repeated=sizes.repeated,
        ),
        Formula(
            r"\begin{aligned}\Phi_2(x)\cdot\Phi_2(x') &= 1 + \textstyle\sum_i x_ix'_i + \sum_i\sum_j"
            r" x_ix_j\,x'_ix'_j \\"
            r"&= 1 + \textstyle\sum_i x_ix'_i + \bigl(\sum_i x_ix'_i\bigr)\bigl(\sum_j x_jx'_j\bigr) \\"
            rf"&= 1 + u + u^2 = 1 + {bracketed(u)} + {bracketed(u)}^2 = {tex(value, 6)}\end{{aligned}}"
        ),
        paragraph(
            "At u = x·x′ = {u} the answer is **{value:.6}**. (1 + u)² is another kernel, with weights √2 on every xᵢ: "
            "{other:.6}. Cost: O(m) for u, instead of O(m²) for the coordinates.",
            u=u,
            value=value,
            other=square,
        ),
    )


def _second(state: State, x: Array, z: Array) -> tuple[Block, ...]:
    zeta, gamma, u = state.c, state.gamma, float(x @ z)
    kernel = (zeta + gamma * u) ** 2
    values = four_maps(zeta, gamma, u)
    size = zeta**2 + 2 * gamma * zeta * abs(u) + (gamma * u) ** 2 + u**2  # of the terms, which may cancel
    same = [abs(v - kernel) <= 1e-12 * size for v in values]
    printed = printed_map(zeta, gamma, x, z)
    return (
        paragraph(
            "**Fun Time 2.** Which Φ belongs to K₂ = (ζ + γ x·x′)²? With ζ = c = {zeta}, γ = "
            "{gamma} and u = x·x′ = {u} of the two points, K₂ = {kernel:.6}.",
            zeta=zeta,
            gamma=gamma,
            u=u,
            kernel=kernel,
        ),
        Table(
            {
                say("choice"): ["①", "②", "③", "④"],
                say("Φ starts with"): [
                    "1, √(2γ) xᵢ, γ xᵢxⱼ",
                    "ζ, √(2γ) xᵢ, xᵢxⱼ",
                    "ζ, √(2γζ) xᵢ, xᵢxⱼ",
                    "ζ, √(2γζ) xᵢ, γ xᵢxⱼ",
                ],
                "Φ(x)·Φ(x′)": [short(v, 6) for v in values],
                say("equals K₂"): [say("✓ yes") if s else say("✗ no") for s in same],
            },
            caption=_which(same),
        ),
        paragraph(
            "As printed, with only the squares xᵢ² and without the cross terms xᵢxⱼ, ④ would "
            "give {printed:.6} here instead of {kernel:.6} (erratum E28).",
            printed=printed,
            kernel=kernel,
        ),
    )


def _which(same: list[bool]) -> str:
    if sum(same) == 1:
        return say("Only ④ gives K₂, as it does for every ζ, γ and u.")
    return say("④ always gives K₂. Others agree with it at these numbers by accident: change γ or c, and they differ.")
