"""Small language of the conditions and expressions in a course.

An example is ``training error = 0 and held-out error < 0.1``.

The grammar is in syntax.py.

A name is a number of the variant, a number that can be moved on the page (``C``), or a computed
quantity. Quantities are in quantities.py; their names may be several words. The language has
nothing else, so a file from a stranger can do no harm.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from kernviz.courses.syntax import LanguageError, TextPart, Value, read
from kernviz.wording import say

CLOSE = 1e-6  # relative difference up to which two computed numbers are equal
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b and not same(a, b),
    ">": lambda a, b: a > b and not same(a, b),
    "≤": lambda a, b: a <= b or same(a, b),
    "≥": lambda a, b: a >= b or same(a, b),
}


class Names(Protocol):
    """Function that returns the value of a name in a condition.

    `arguments` is None for a name without brackets. Raises LanguageError for a name without meaning.
    """

    def __call__(self, name: str, arguments: tuple[Value, ...] | None) -> Value: ...


def same(a: Value, b: Value) -> bool:
    """Return True if two values are equal.

    Words are compared letter by letter, numbers up to a relative difference of CLOSE.
    """
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    if isinstance(a, tuple) or isinstance(b, tuple):
        whole = isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b)
        return whole and all(same(p, q) for p, q in zip(a, b, strict=True))  # type: ignore[arg-type]
    return a == b or math.isclose(a, b, rel_tol=CLOSE, abs_tol=1e-9)


def clauses(part: TextPart) -> tuple[TextPart, ...]:
    """Return the comparisons that `and` joins."""
    return part.parts if part.sign == "and" else (part,)


def value(part: TextPart, names: Names) -> Value:
    """Return the value of a parsed expression.

    `names` returns the values of names. Raises LanguageError for a condition.
    """
    match part.sign:
        case "number" | "text":
            return part.value
        case "name":
            return names(part.value, None)
        case "call":
            return names(part.value, tuple(value(operand, names) for operand in part.parts))
        case "tuple":
            return tuple(_number(operand, names) for operand in part.parts)
        case "negative":
            return -_number(part.parts[0], names)
        case sign if sign in "+-*/^":
            return _arithmetic(sign, _number(part.parts[0], names), _number(part.parts[1], names))
    raise LanguageError(say("“{expression}” is a condition, and a number is needed", expression=part.source))


def holds(part: TextPart, names: Names) -> bool:
    """Return True if a parsed condition holds.

    Raises LanguageError for an expression that is no condition.
    """
    if part.sign == "and":
        return all(holds(operand, names) for operand in part.parts)
    if part.sign == "=":
        return same(*(value(operand, names) for operand in part.parts))
    if part.sign == "≠":
        return not same(*(value(operand, names) for operand in part.parts))
    if part.sign in _COMPARE:
        left, right = (_number(operand, names) for operand in part.parts)
        return _COMPARE[part.sign](left, right)
    raise LanguageError(
        say(
            "“{expression}” is no condition: compare it with something, as in “{expression} = 0”",
            expression=part.source,
        )
    )


def _number(part: TextPart, names: Names) -> float:
    found = value(part, names)
    if isinstance(found, str | tuple):
        raise LanguageError(say("“{expression}” is {kind}, and a number is needed", expression=part.source, kind=found))
    return float(found)


def _arithmetic(sign: str, a: float, b: float) -> float:
    try:
        match sign:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "/":
                return a / b
        return float(a**b)
    except (ZeroDivisionError, OverflowError, TypeError):
        raise LanguageError(say("{a:g} {sign} {b:g} is no number", a=a, sign=sign, b=b)) from None


__all__ = ["LanguageError", "Names", "TextPart", "Value", "clauses", "holds", "read", "same", "value"]
