"""Variants of a step: numbers drawn by a seed, so that a class can have the same set and a neighbour another."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from kernviz.courses.language import LanguageError, Value
from kernviz.wording import say

MOST = 9999  # the last variant
EXPRESSION = "="  # before a text that is computed from the numbers above it


def check(vary: Mapping[str, Any]) -> None:
    """LanguageError where a number of the variant is not described."""
    for name, how in vary.items():
        if not name.isidentifier():
            raise LanguageError(say("“{name}” is no name: letters, digits and _ only", name=name))
        if isinstance(how, Mapping):
            unknown = set(how) - {"from", "to", "step", "not"}
            if unknown or "from" not in how or "to" not in how or how["to"] < how["from"]:
                raise LanguageError(
                    say(
                        "“vary”: {name} needs from, to and perhaps step and not, as in {{from = -3, to = 3}}", name=name
                    )
                )
        elif isinstance(how, list) and not how:
            raise LanguageError(say("“vary”: {name} has an empty list to choose from", name=name))


def numbers(
    vary: Mapping[str, Any], about: str, variant: int, value: Callable[[str, Mapping[str, Value]], Value]
) -> dict[str, Value]:
    """The numbers of a variant: one of a list, a whole number (or a step) of a range, or ``"= 2*a"`` of those above.

    `about` is the course and the step: two steps with one seed draw differently.
    """
    drawn = random.Random(f"{about}/{variant}")  # noqa: S311  for a quiz, not for secrets
    found: dict[str, Value] = {}
    for name, how in vary.items():
        if isinstance(how, list):
            found[name] = _value(drawn.choice(how))
        elif isinstance(how, Mapping):
            found[name] = drawn.choice(_range(name, how))
        elif isinstance(how, str) and how.startswith(EXPRESSION):
            found[name] = value(how.removeprefix(EXPRESSION), found)
        else:
            found[name] = _value(how)
    return found


def _range(name: str, how: Mapping[str, Any]) -> list[float]:
    step = how.get("step", 1)
    count = round((how["to"] - how["from"]) / step) + 1
    kept = [how["from"] + i * step for i in range(count)]
    kept = [round(v, 12) for v in kept if round(v, 12) not in how.get("not", [])]
    if not kept:
        raise LanguageError(say("“vary”: nothing is left for {name}", name=name))
    return kept


def _value(found: Any) -> Value:
    if isinstance(found, list):
        return tuple(float(v) for v in found)
    return found if isinstance(found, str) else float(found)
