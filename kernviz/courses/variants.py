"""Variants of a step, whose numbers are drawn by a seed.

The seed is made of course, step and variant number. So a class can share a variant, and neighbours can have different
variants.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from kernviz.courses.error_places import at, hint
from kernviz.courses.language import LanguageError, Value
from kernviz.wording import say

MOST = 9999  # number of the last variant
MOST_VALUES = 10_000  # largest number of values from which a number is drawn
LARGEST = 1e300  # larger whole numbers of TOML do not fit into a float
EXPRESSION = "="  # prefix of an expression that is computed from the numbers above it
RANGE = ("from", "to", "step", "not")
Compute = Callable[[str, Mapping[str, Value]], Value]


def check(vary: Mapping[str, Any]) -> None:
    """Raise LanguageError if an entry of `vary` describes no number."""
    for name, how in vary.items():
        with at(name):
            if not name.isidentifier():
                raise LanguageError(say("“{name}” is no name: letters, digits and _ only", name=name))
            if isinstance(how, Mapping):
                _check_range(name, how)
                continue
            if isinstance(how, list) and not how:
                raise LanguageError(say("“vary”: {name} has an empty list to choose from", name=name))
            if _too_large(how):
                raise LanguageError(
                    say("“vary”: {name} has a number beyond {most:g}: take a smaller one", name=name, most=LARGEST)
                )
            if not all(map(_is_value, how if isinstance(how, list) else [how])):
                raise LanguageError(say("“vary”: {name} takes numbers, texts, or points such as [1, 2]", name=name))


def _check_range(name: str, how: Mapping[str, Any]) -> None:
    for key in how:
        if key not in RANGE:
            raise LanguageError(say("“{key}” means nothing in a range: {hint}", key=key, hint=hint(key, RANGE)))
    first: Any = how.get("from")
    last: Any = how.get("to")
    step: Any = how.get("step", 1)
    left_out: Any = how.get("not", [])
    numbers = [first, last, step, *(left_out if isinstance(left_out, list) else [None])]
    if not all(map(is_number, numbers)) or last < first or step <= 0:
        raise LanguageError(
            say("“vary”: {name} needs from, to and perhaps step and not, as in {{from = -3, to = 3}}", name=name)
        )
    if (last - first) / step >= MOST_VALUES:  # unrounded: it may be ∞
        raise LanguageError(say("“vary”: {name} has more than {most} values", name=name, most=MOST_VALUES))
    if not _range(how):
        raise LanguageError(say("“vary”: nothing is left for {name}", name=name))


def is_number(found: Any) -> bool:
    """Return True for a finite number of a file.

    A truth value is no number.
    """
    return (
        isinstance(found, int | float)
        and not isinstance(found, bool)
        and abs(found) <= LARGEST
        and math.isfinite(found)
    )


def _too_large(how: Any) -> list[float]:
    """Return the finite numbers of an entry that are beyond LARGEST."""
    if isinstance(how, list):
        return [number for entry in how for number in _too_large(entry)]
    number = isinstance(how, int | float) and not isinstance(how, bool)
    return [how] if number and LARGEST < abs(how) < math.inf else []


def _is_value(found: Any) -> bool:
    return isinstance(found, str) or is_number(found) or (isinstance(found, list) and all(map(is_number, found)))


def numbers(vary: Mapping[str, Any], about: str, variant: int, value: Compute) -> dict[str, Value]:
    """Return the numbers of a variant, as name -> value.

    A number is drawn from a list or a range, or is computed from the numbers above it, as ``"= 2*a"``.
    `value` computes such an expression. `about` names course and step, so that two steps draw different
    numbers in the same variant.
    """
    rng = random.Random(f"{about}/{variant}")  # noqa: S311  for a quiz, not for secrets
    chosen = [rng.choice(_values(how)) if isinstance(how, list | Mapping) else how for how in vary.values()]
    return _computed(vary, chosen, value)


def every(vary: Mapping[str, Any], value: Compute) -> Iterator[dict[str, Value]]:
    """Yield every combination that can be drawn, as numbers by name."""
    for drawn in product(*map(_values, vary.values())):
        yield _computed(vary, drawn, value)


def _values(how: Any) -> list[Any]:
    """Return the values from which a number is drawn."""
    return how if isinstance(how, list) else _range(how) if isinstance(how, Mapping) else [how]


def _computed(vary: Mapping[str, Any], drawn: Iterable[Any], value: Compute) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for (name, how), one in zip(vary.items(), drawn, strict=True):
        if isinstance(how, str) and how.startswith(EXPRESSION):
            with at("vary", name):
                found[name] = value(how.removeprefix(EXPRESSION), found)
        else:
            found[name] = _value(one)
    return found


def _range(how: Mapping[str, Any]) -> list[float]:
    step = how.get("step", 1)
    values = [round(how["from"] + i * step, 12) for i in range(math.floor((how["to"] - how["from"]) / step + 1e-9) + 1)]
    return [v for v in values if v not in how.get("not", [])]


def _value(found: Any) -> Value:
    if isinstance(found, list):
        return tuple(float(v) for v in found)
    return found if isinstance(found, str) else float(found)
