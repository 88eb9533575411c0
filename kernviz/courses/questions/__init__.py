"""Kinds of questions, one file each.

Each kind judges an answer by computing, never by a stored letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kernviz.courses.error_places import at, hint
from kernviz.courses.language import LanguageError
from kernviz.courses.questions import choose, draw, move, number, point, sketches, tree, weights, write
from kernviz.courses.questions.base import STATE_KINDS, AnswerJudgement, Question, check_keys
from kernviz.wording import say

KINDS: dict[str, Callable[[Mapping[str, Any]], Question]] = {
    "choose": choose.read,
    "number": number.read,
    "move": move.read,
    "write": write.read,
    "point": point.read,
    "draw": draw.read,
    "weights": weights.read,
    "tree": tree.read,
}
FIELDS: dict[str, tuple[str, ...]] = {  # kind -> all keys of its table
    "choose": choose.FIELDS,
    "number": number.FIELDS,
    "move": move.FIELDS,
    "write": write.FIELDS,
    "point": point.FIELDS,
    "draw": sketches.FIELDS,
    "weights": weights.FIELDS,
    "tree": tree.FIELDS,
}


def read(table: Mapping[str, Any]) -> Question:
    """Return the question of a file's table.

    Raises LanguageError with the problem.
    """
    if "kind" not in table:
        check_keys(table, say("this question"), *dict.fromkeys(field for fields in FIELDS.values() for field in fields))
        raise LanguageError(say("a question needs “kind”: {hint}", hint=hint("", KINDS)))
    kind = table["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        with at("kind"):
            raise LanguageError(
                say("“{kind}” is no kind of question: {hint}", kind=str(kind)[:40], hint=hint(str(kind)[:40], KINDS))
            )
    return KINDS[kind](table)


__all__ = ["FIELDS", "KINDS", "STATE_KINDS", "AnswerJudgement", "Question", "read"]
