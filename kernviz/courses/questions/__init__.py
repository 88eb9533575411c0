"""The kinds of questions: one file a kind. Each judges an answer by computing, never by a stored letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kernviz.courses.language import LanguageError
from kernviz.courses.questions import choose, draw, move, number, point, weights, write
from kernviz.courses.questions.base import Judgement, Question
from kernviz.wording import say

KINDS: dict[str, Callable[[Mapping[str, Any]], Question]] = {
    "choose": choose.read,
    "number": number.read,
    "move": move.read,
    "write": write.read,
    "point": point.read,
    "draw": draw.read,
    "weights": weights.read,
}


def read(table: Mapping[str, Any]) -> Question:
    """The question of a file. LanguageError says what is wrong with it."""
    kind = table.get("kind")
    if kind not in KINDS:
        raise LanguageError(
            say("“{kind}” is no kind of question: there are {KINDS}", kind=kind, KINDS=", ".join(KINDS))
        )
    return KINDS[str(kind)](table)


__all__ = ["KINDS", "Judgement", "Question", "read"]
