"""Bar chart of the coefficients of a power series in x·z.

By Schoenberg's theorem their signs decide. The caption names the deciding coefficient.
"""

from __future__ import annotations

import numpy as np

from kernviz.figures.bars.coefficients import coefficient_bars, describe_coefficients
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.rules_and_premises import subscript
from kernviz.lessons.lesson import Picture
from kernviz.mercer.power_series import LONGEST, Series
from kernviz.symbols import symbols
from kernviz.wording import say, short, superscript

SHOWN = 20  # largest n with a bar
HEIGHT = 230
READABLE = 24  # largest number of characters of an exact number that is shown


def picture(series: Series) -> Picture:
    """Draw n!·aₙ as bars for n = 0 … 20.

    If the first negative coefficient comes later, the bars continue past it. For e^(x·z) every n!·aₙ
    is 1.
    """
    last = min(max(SHOWN, (series.negative or 0) + 1), LONGEST - 1)
    scaled = np.array([series.scaled(n) for n in range(last + 1)])
    hover = [
        f"n = {n}<br>aₙ = {exact_text(series.coefficients[n])}<br>n!·aₙ = {short(value)}"
        for n, value in enumerate(scaled.tolist())
    ]
    return Picture(
        coefficient_bars(scaled, hover), describe_coefficients(scaled), caption(series), "series-bars", HEIGHT
    )


def caption(series: Series) -> str:
    """Return the caption, with the deciding coefficient."""
    n = series.negative
    if n is not None:
        return say(
            "The coefficient of {power} is {coefficient}, below 0: by Schoenberg's theorem ‹k› is "
            "no kernel. The bars are n!·aₙ, which is 1 everywhere for e^(‹x·z›).",
            power=_power(n),
            coefficient=exact_text(series.coefficients[n]),
        )
    if series.holds:
        first = next((n for n, a in enumerate(series.coefficients) if a), None)
        what = (
            say("no term at all")
            if first is None
            else say(
                "beginning with a{index} = {coefficient}",
                index=subscript(first),
                coefficient=coefficient_text(series, first),
            )
        )
        return say(
            "No coefficient is negative, {evidence}: by Schoenberg's theorem ‹k› is a kernel. The bars "
            "are n!·aₙ, which is 1 everywhere for e^(‹x·z›).",
            evidence=what,
        )
    return say(
        "None of the first {count} coefficients is negative. It was not decided whether a later one is negative.",
        count=LONGEST,
    )


def exact_text(value: Exact) -> str:
    """Return an exact value as text: 1/2, or `1/3 − e^(−1)`.

    A text of more than READABLE characters is replaced by a decimal number.
    """
    text = ""
    for q, a in reversed(value.terms):
        size = abs(a)
        power = "" if not q else "e" if q == 1 else f"e^({q})".replace("-", "−")
        factor = str(size) if size != 1 or not power else ""
        one = factor + ("·" if factor and power else "") + power
        text += (" − " if a < 0 else " + ") + one if text else ("−" if a < 0 else "") + one
    return short(float(value), 10) if len(text) > READABLE else text or "0"


def _power(n: int) -> str:
    return (
        say("1 (the constant term)") if n == 0 else symbols("‹x·z›") if n == 1 else symbols(f"(‹x·z›){superscript(n)}")
    )


def coefficient_text(series: Series, n: int) -> str:
    """Return the coefficient aₙ to six digits, as text."""
    return short(series.value(n), 6)
