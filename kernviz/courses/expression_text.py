"""Expressions of a course in mathematical notation."""

from __future__ import annotations

from collections.abc import Callable

from kernviz.courses.language import TextPart
from kernviz.wording import superscript

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4  # how tightly a text holds together
Notation = tuple[str, int]  # text, and how tightly it holds together
_SIGNS = {"+": " + ", "-": " − ", "*": "·", "/": "/"}
_AROUND = {"sqrt": ("√(", ")"), "abs": ("|", "|")}  # function -> signs around its argument


def is_formula(part: TextPart) -> bool:
    """Return True if the expression has an operation with a notation.

    Such an operation is a sum, a product, a power, a root, an absolute value or e to a power.
    """
    function = part.sign == "call" and part.value in (*_AROUND, "exp") and len(part.parts) == 1
    return part.sign in (*_SIGNS, "^", "negative") or function


def notation(part: TextPart, named: Callable[[TextPart], Notation]) -> Notation:
    """Return an expression in mathematical notation.

    `named` gives the notation of numbers, names and other functions.
    """
    if not is_formula(part):
        return named(part)
    match part.sign:
        case "^":
            base, power = part.parts
            return f"{_inside(base, ATOM, named)}{_raised(*notation(power, named))}", POWER
        case "negative":
            return f"−{_inside(part.parts[0], PRODUCT, named)}", SUM
        case "call" if part.value == "exp":
            return f"e{_raised(*notation(part.parts[0], named))}", POWER
        case "call":
            before, after = _AROUND[part.value]
            return f"{before}{notation(part.parts[0], named)[0]}{after}", ATOM
    own = SUM if part.sign in "+-" else PRODUCT
    left, right = part.parts
    return f"{_inside(left, own, named)}{_SIGNS[part.sign]}{_inside(right, own + 1, named)}", own


def _raised(power: str, tight: int) -> str:
    """Return an exponent as it stands after its base."""
    if power.isdecimal():
        return superscript(int(power))
    return f"^{power}" if tight == ATOM else f"^({power})"


def _inside(part: TextPart, least: int, named: Callable[[TextPart], Notation]) -> str:
    """Return a part's text, bracketed if it binds less than `least`."""
    text, tight = notation(part, named)
    return text if tight >= least else f"({text})"
