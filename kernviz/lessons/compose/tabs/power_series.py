"""Schoenberg's theorem and the exact coefficients of the power series."""

from __future__ import annotations

from kernviz.lessons.compose.power_series import SHOWN, caption, decimal, exact_text
from kernviz.lessons.lesson import Block, Table, Text
from kernviz.mercer.power_series import LONGEST, Series
from kernviz.wording import phrase, say, short

TITLE = phrase("Power series")


def blocks(series: Series) -> tuple[Block, ...]:
    """Return Schoenberg's theorem and the exact coefficients of the power series."""
    first = range(min(max(SHOWN, (series.negative or 0) + 1), LONGEST - 1) + 1)
    return (
        Text(
            say(
                r"Schoenberg (1942): $\sum_n a_n(‹\x\cdot z›)^n$ is a kernel on every ℝᵈ **exactly "
                r"when** no $a_n$ is negative. Each $(‹\x\cdot z›)^n$ is a kernel by the product rule; "
                r"and one $a_n<0$ shows in differences of order n around 0. A factor $f(x)\,f(‹\z›)$ "
                "that is nowhere 0 may stand in front and changes nothing."
            )
            + " "
            + caption(series)
        ),
        Table(
            {
                "n": list(first),
                say("aₙ, exact"): [exact_text(series.coefficients[n]) for n in first],
                "aₙ": [decimal(series, n) for n in first],
                "n!·aₙ": [short(series.scaled(n)) for n in first],
            },
            height=420,
        ),
    )
