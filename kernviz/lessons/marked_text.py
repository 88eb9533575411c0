"""Texts whose marked symbols are in the current notation."""

from __future__ import annotations

from kernviz.symbols import OWN, current_notation, symbols
from kernviz.wording import Phrase, spoken


def in_notation(text: str) -> str:
    """Return the text with its marked symbols in the current notation.

    A phrase stays a phrase if it has no marked symbols, or if the notation is kernviz's own.
    """
    if isinstance(text, Phrase):
        return spoken(text) if "‹" in text.message and current_notation() is not OWN else text
    return symbols(text)
