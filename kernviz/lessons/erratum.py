"""Erratum: a mistake of the lecture notes, and the number that decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Of = Literal["state", "nothing", "example"]


@dataclass(frozen=True)
class Erratum:
    """Mistake of the lecture notes: place, printed and correct statement, deciding number.

    `where` is the place in the notes, with the erratum's number. `check` states the deciding number,
    which tells `right` from `printed`.

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
