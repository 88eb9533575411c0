"""Index tuples of S1, with equal monomials side by side."""

from __future__ import annotations

from kernviz.features.monomials import Dimensions, index_tuples
from kernviz.kernels.label import monomial_label
from kernviz.lessons.lesson import Block, Table, Text
from kernviz.lessons.polynomial.state import State
from kernviz.wording import phrase, say, short

TITLE = phrase("All tuples J")
MOST_TUPLES = 300  # largest number of tuples listed one by one


def blocks(state: State) -> tuple[Block, ...]:
    """Show S1's index tuples J ∈ [0:m]^k with x₀ = 1.

    Equal monomials stand side by side.
    """
    m, k = state.m, state.degree
    sizes = Dimensions(m, k)
    words = (
        say(
            r"S1 writes $(1 + x\cdot x')^{k}$ with $x_0 = 1$ as a sum over all tuples $J \in "
            "[0:{m}]^{k}$: {tuples} of them, but only {distinct} distinct monomials. What "
            "occurs n times becomes one coordinate with weight √n.",
            k=k,
            m=m,
            tuples=sizes.with_ones,
            distinct=sizes.distinct,
        )
        + " "
    )
    if m == 1:
        words += (
            say(
                "In one dimension that is ‹ψ›(x) = (1, x, …, xᵏ) with k + 1 = {count} coordinates, one w for each.",
                count=k + 1,
            )
            + " "
        )
    if sizes.with_ones > MOST_TUPLES:
        return (
            Text(
                words
                + say(
                    "More than {limit} are not listed: lower the degree or the coordinates.",
                    limit=MOST_TUPLES,
                )
            ),
        )
    grouped = index_tuples(m, k)
    return (
        Text(words),
        Table(
            {
                say("monomial"): [monomial_label(e) for e in grouped],
                say("degree"): [sum(e) for e in grouped],
                say("how often"): [len(group) for group in grouped.values()],
                say("weight in (1 + ‹x·z›)^k"): [short(len(group) ** 0.5) for group in grouped.values()],
                say("tuples J"): [
                    "  ".join("(" + ",".join(map(str, J)) + ")" for J in group) for group in grouped.values()
                ],
            },
            caption=say(
                "{tuples} tuples, {distinct} monomials. S1's p_k takes the tuples of every length "
                "r ≤ k without x₀: Σ mʳ = {repeated}.",
                tuples=sizes.with_ones,
                distinct=sizes.distinct,
                repeated=sizes.repeated,
            ),
        ),
    )
