"""Conversion between a lecture's number and kernviz's own: σ² = 1/(2γ)."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Map:
    """Conversion shown = c·value^p with p = 1 or −1.

    `value` is kernviz's number, `shown` the lecture's.
    """

    c: float
    p: int

    def shown(self, value: float) -> float:
        """Return the number in the lecture's notation.

        The number is the shortest decimal that the method `value` maps back exactly: 2, not 2.0000000000000004.
        0 and ∞ are accepted, and exchanged if p = −1.
        """
        found = self._over(value)
        if not math.isfinite(found) or found == 0:
            return found
        for digits in range(1, 17):
            near = float(f"{found:.{digits}g}")
            if near and self.value(near) == value:
                return near
        return found

    def value(self, shown: float) -> float:
        """Return the number in kernviz's notation, from the lecture's."""
        return self._over(shown) if self.p < 0 else shown / self.c

    def _over(self, value: float) -> float:
        if self.p > 0:
            return self.c * value
        if value == 0:
            return math.inf
        return self.c / value if abs(self.c / value) < math.inf else math.inf

    def between(self, low: float, high: float) -> tuple[float, float]:
        """Return the converted range, sorted again: σ² falls as γ rises."""
        a, b = self.shown(low), self.shown(high)
        return (a, b) if a <= b else (b, a)
