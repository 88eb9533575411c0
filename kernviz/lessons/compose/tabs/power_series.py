"""Schoenberg's theorem and the exact coefficients of the power series."""

from __future__ import annotations

from kernviz.lessons.compose.series_bars import SHOWN, caption, coefficient_text, exact_text
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
                "Schoenberg (1942): $\\sum_n a_n(‹\\x\\cdot z›)^n$ is a kernel on every ℝᵈ **exactly when** no $a_n$ "
                "is negative. Each $(‹\\x\\cdot z›)^n$ is a kernel by the product rule. If one $a_n<0$, take points "
                "close to 0 and the weights of a difference of order n: then the quadratic form is negative. A "
                "factor $f(x)\\,f(‹\\z›)$ that is nowhere 0 may stand in front and changes nothing."
            )
            + " "
            + caption(series)
        ),
        Table(
            {
                "n": list(first),
                say("aₙ, exact"): [exact_text(series.coefficients[n]) for n in first],
                "aₙ": [coefficient_text(series, n) for n in first],
                "n!·aₙ": [short(series.scaled(n)) for n in first],
            },
            height=420,
        ),
    )
