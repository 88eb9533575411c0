"""Symbols in a lecture's notation, for pages that write them themselves (`Page.writes_notation`)."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.lessons.notation import IDEAS, said
from kernviz.lessons.number_map import Map
from kernviz.symbols import fraction
from kernviz.wording import short


@dataclass(frozen=True)
class Width:
    """Width of a Gaussian in a lecture's notation.

    The width is γ, or a lecture's σ² with γ = c/σ². The values passed are always those of γ.
    """

    symbol: str
    map: Map | None = None

    def shown(self, gamma: float) -> float:
        """Value in the lecture's notation."""
        return self.map.shown(gamma) if self.map else gamma

    def equal(self, gamma: float) -> str:
        """Equation with the value: γ = 0.5, or σ² = 1."""
        return f"{self.symbol} = {short(self.shown(gamma))}"

    @property
    def gamma(self) -> str:
        """Expression for γ itself: γ, or 1/(2σ²)."""
        return self.times("")

    def times(self, square: str) -> str:
        """Return the product of γ and a squared distance.

        The text is γ‖x − z‖², or ‖x − z‖²/(2σ²).
        """
        if self.map is None:
            return f"{self.symbol}{square}"
        factor, divisor = fraction(self.map.c)
        over = square if square and factor == "1" else factor + square
        return f"{over}/{self.symbol}" if divisor == "1" else f"{over}/({divisor}{self.symbol})"


def width(lecture: str) -> Width:
    """Width in the notation of a lecture, or in kernviz's own."""
    found = said("width", lecture)
    return Width(found.symbol, found.map) if found else Width(IDEAS["width"].symbol)
