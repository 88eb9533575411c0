"""Range of a number control, in kernviz's or a lecture's numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernviz.kernels.rules_and_premises import LARGEST_NUMBER
from kernviz.lessons.number_map import Map
from kernviz.ui import query
from kernviz.wording import say


@dataclass(frozen=True)
class Scale:
    """The range and the allowed values of a number.

    low, high    the slider's range; a number typed beyond it stretches it
    least, most  the accepted range, unbounded by default
    step         of an arrow key on a linear scale; the range in about 200 steps by default
    infinite     ∞ is one of its values, and the slider's right end
    stops        the slider's only positions, evenly apart; anything in range may be typed
    """

    low: float
    high: float
    default: float
    log: bool = False
    whole: bool = False
    step: float | None = None
    least: float = -math.inf
    most: float = math.inf
    infinite: bool = False
    stops: Sequence[float] = ()

    @classmethod
    def closed(
        cls, low: float, high: float, default: float, least: float | None = None, most: float | None = None, **more: Any
    ) -> Scale:
        """Return a scale that accepts the slider's range.

        `least` or `most` replaces an end of the accepted range.
        """
        return cls(
            low, high, default, least=low if least is None else least, most=high if most is None else most, **more
        )

    def __post_init__(self) -> None:
        """Raise ValueError unless least ≤ low < high ≤ most.

        The default must be in the accepted range. A logarithmic scale needs low > 0.
        """
        endless = self.infinite and self.default == math.inf
        ranged = self.least <= self.low < self.high <= self.most and math.isfinite(self.high - self.low)
        if not ranged or not (endless or (math.isfinite(self.default) and self.least <= self.default <= self.most)):
            raise ValueError(
                say(
                    "least ≤ low < high ≤ most is needed, and the default in it, not {least}, {low}, "
                    "{high}, {most} and {default}",
                    least=self.least,
                    low=self.low,
                    high=self.high,
                    most=self.most,
                    default=self.default,
                )
            )
        if self.log and not self.low > 0:
            raise ValueError(say("low > 0 is needed on a log scale, not {low}", low=self.low))

    def mapped(self, how: Map | None) -> Scale:
        """Return the scale in a lecture's numbers, related by `how`.

        If `how` is None, return this scale. Its numbers go from small to large even if the map is decreasing.
        """
        if how is None:
            return self
        low, high = how.between(self.low, self.high)
        least, most = how.between(self.least, self.most) if how.p > 0 else how.between(self.most, max(self.least, 0.0))
        if how.p < 0:
            least = max(least, how.shown(LARGEST_NUMBER))
        return Scale(low, high, how.shown(self.default), self.log, least=least, most=most)

    def fit(self, value: object) -> float:
        """Return the allowed value nearest to a number.

        The default is returned for anything but a number.
        """
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            value = self.default
        if value == math.inf and self.infinite:
            return math.inf
        inside = min(max(value, self.least), self.most)
        return round(inside) if self.whole and math.isfinite(inside) else float(inside)

    def read(self, typed: object) -> float | None:
        """Parse a message as a number.

        Return None if it is invalid. It is untrusted input.
        """
        param = query.AddressParam(
            "", "integer" if self.whole else "number", None, "", self.least, self.most, infinite=self.infinite
        )
        value, refused = param.read([typed]) if isinstance(typed, str) else (None, "")
        return None if refused is not None or not isinstance(value, int | float) else value
