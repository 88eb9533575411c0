"""Mistake of the notes: printed statement, correct statement, deciding number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Of = Literal["state", "nothing", "example"]


@dataclass(frozen=True)
class Erratum:
    """Mistake of the notes: printed statement, correct statement, deciding number.

    `of` names the origin of the deciding number. "state": the number is of the page's state and
    decides there. "nothing": the number is of the state and decides nothing there. "example": the
    number is of an example that `check` names.
    """

    where: str
    printed: str
    right: str
    check: str = ""
    of: Of = "state"


def decides(told_apart: bool) -> Of:
    """Return "state" if the page's number decides, else "nothing".

    The number decides if it tells the printed from the correct statement.
    """
    return "state" if told_apart else "nothing"
