"""Stored answers to a step: the first, last right and last answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kernviz.courses import variants

LONGEST = 1000  # largest number of characters of an answer; a sketch with forty corners has 700


@dataclass(frozen=True)
class Attempt:
    """Answer to a step in a variant; `right` is its judgement."""

    variant: int
    text: str
    right: bool


def kept(attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """Return the first, last right and last answer, each once, in order."""
    right = [i for i, attempt in enumerate(attempts) if attempt.right]
    places = {0, *right[-1:], len(attempts) - 1} if attempts else set()
    return tuple(attempts[i] for i in sorted(places))


def is_answer(variant: object, text: object) -> bool:
    """Return True if a variant number and an answer text are valid.

    The check is necessary because both come from a link or a browser, and may be of any type.
    """
    whole = isinstance(variant, int) and not isinstance(variant, bool)
    return whole and 0 <= variant <= variants.MOST and isinstance(text, str) and len(text) <= LONGEST  # type: ignore[operator]
