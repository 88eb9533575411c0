"""Pairs for the tests of limits: something at a limit is accepted, something above it is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kernviz.rooms.room import TooMuch
from kernviz.wording import with_exponents


@dataclass(frozen=True)
class Pair:
    """Limit of what may be sent.

    ``refusal_of(size)`` is the refusal of something of that size; "" if it is accepted. ``named`` is the limit as the
    refusal names it, if not by its digits. ``step`` leads to the next size above.
    """

    most: float
    refusal_of: Callable[[Any], str]
    named: str = ""
    step: float = 1

    def check(self) -> None:
        """Assert that the sizes up to the limit are accepted, and the next is refused in words that name it."""
        assert self.refusal_of(self.most - self.step) == ""
        assert self.refusal_of(self.most) == ""
        words = self.refusal_of(self.most + self.step)
        plain = with_exponents(words).replace("\u202f", "").replace(",", "")
        named = self.named or f"{self.most:.12g}".replace("e+", "e")
        assert named.replace("\u202f", "") in plain, words


def refusal(act: Callable[[], object]) -> str:
    """Return the words with which an act is refused; "" if it is not."""
    try:
        act()
    except (ValueError, TooMuch) as error:
        return str(error)
    return ""
