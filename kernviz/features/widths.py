"""Width of a Gaussian in every notation of the notes.

Each notation has its way to γ and back (erratum E48).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from kernviz.wording import phrase, say


@dataclass(frozen=True)
class Convention:
    """Notation of the Gaussian kernel exp(−γ‖x−z‖²).

    The convention holds a name, its sources (`where`), formula, symbol of the width, and conversion to γ and back.
    """

    name: str
    where: str
    latex: str
    symbol: str
    to_gamma: Callable[[float], float]
    from_gamma: Callable[[float], float]


CONVENTIONS = (
    Convention(
        "γ: exp(−γ d²)", phrase("S3, scikit-learn, here"), r"e^{-\gamma\|x-z\|^2}", "γ", lambda v: v, lambda g: g
    ),
    Convention(
        "σ: exp(−d²/σ²)", "S0, S2", r"e^{-\|x-z\|^2/\sigma^2}", "σ", lambda v: 1 / v**2, lambda g: 1 / math.sqrt(g)
    ),
    Convention(
        "s: exp(−(s·d)²/2)",
        phrase("S1, points multiplied by s (S1 itself: s = 1, γ = ½)"),
        r"e^{-(s\,\|x-z\|)^2/2}",
        "s",
        lambda v: v**2 / 2,
        lambda g: math.sqrt(2 * g),
    ),
    Convention(
        "σ: exp(−d²/(2σ²))",
        phrase("S4; the length ℓ of Gaussian processes"),
        r"e^{-\|x-z\|^2/(2\sigma^2)}",
        "σ",
        lambda v: 1 / (2 * v**2),
        lambda g: 1 / math.sqrt(2 * g),
    ),
    Convention(
        phrase("h: k = ½ at distance h"),
        phrase("the width one sees in a picture"),
        r"2^{-\|x-z\|^2/h^2}",
        "h",
        lambda v: math.log(2) / v**2,
        lambda g: math.sqrt(math.log(2) / g),
    ),
)


def convention(name: str) -> Convention:
    """Return the convention with this name. Raises ValueError for unknown names."""
    for one in CONVENTIONS:
        if one.name == name:
            return one
    raise ValueError(
        say(
            "{name!r} is no convention of width: choose one of {choices}",
            name=name,
            choices=", ".join(c.name for c in CONVENTIONS),
        )
    )
