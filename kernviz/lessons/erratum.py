"""Mistake of the notes: printed statement, correct statement, and the number that decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Of = Literal["state", "nothing", "example"]


@dataclass(frozen=True)
class Erratum:
    """Mistake of the notes: printed statement, correct statement, and the number that decides.

    `of`: that number is of the page's state and decides there ("state"), is of the state and decides nothing there
    ("nothing"), or is of an example that `check` names ("example").
    """

    where: str
    printed: str
    right: str
    check: str = ""
    of: Of = "state"


def decides(told_apart: bool) -> Of:
    """Return "state" if the page's number tells printed from correct statement, else "nothing"."""
    return "state" if told_apart else "nothing"
