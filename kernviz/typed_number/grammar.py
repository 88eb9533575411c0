"""Grammar of typed numbers whose decimal sign is known.

sum       product (("+" | "-") product)*      product  signed (("*" | "/")? signed)*
signed    ("+" | "-") signed | power          power    factorial ("^" signed | superscripts)?
factorial atom "!"*                           atom     number | "π" | "e" | "√" atom | name? "(" sum ")"

A factor without "*" or "/" before it must not begin with a number or a sign. "pi" is read as "π", "**" as "^".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from kernviz.typed_number.errors import QUOTED, TypedNumberError, unreadable
from kernviz.wording import say

DEEPEST = 40  # greatest nesting of brackets, roots and signs
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "sqrt": math.sqrt,
    "log": math.log,
    "ln": math.log,
    "abs": abs,
    "factorial": lambda n: _factorial(n),
}
_CONSTANTS = {"e": math.e, "pi": math.pi, "π": math.pi}
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_TOKEN = re.compile(
    r"""[ ]*(?:
        (?P<number>(?:[0-9]|[.,](?=[0-9]))[0-9.,']*(?:[eE][+-]?[0-9]{1,4}(?![0-9.]))?)
      | (?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]+)
      | (?P<word>[^\W\d_]+)
      | (?P<sign>\*\*|[-+*/^()!√])
    )""",
    re.VERBOSE,
)


@dataclass
class _Tokens:
    """Tokens of a text, and the position of the parser.

    A token in ``found`` is (kind, word, place in the text).
    """

    text: str
    found: list[tuple[str, str, int]]
    decimal: str
    at: int = 0
    depth: int = 0

    def peek(self) -> str:
        """Return the next sign without moving past it.

        For a number, a word or superscripts the result is the token's kind; at the end of the text it is "".
        """
        if self.at == len(self.found):
            return ""
        kind, word, _ = self.found[self.at]
        return word if kind == "sign" else kind

    def take(self) -> str:
        """Return the text of the next token and move past it."""
        self.at += 1
        return self.found[self.at - 1][1]

    def refuse(self) -> TypedNumberError:
        """Return the error of a text unreadable from the next token on."""
        rest = self.text[self.found[self.at][2] :].strip() if self.at < len(self.found) else ""
        return unreadable(self.text, rest)


def value_of(text: str, decimal: str) -> float:
    """Return the value of a text with the given decimal sign.

    A final % divides by 100. Raises TypedNumberError if the text is no number or has no finite value.
    """
    share = 100.0 if text.endswith("%") else 1.0
    tokens = _Tokens(text, _split(text.removesuffix("%")), decimal)
    try:
        value = _sum(tokens)
    except (OverflowError, ZeroDivisionError, ValueError) as problem:
        if isinstance(problem, TypedNumberError):
            raise
        raise TypedNumberError(say("“{text}” has no finite value", text=text[:QUOTED])) from None
    if tokens.peek():
        raise tokens.refuse()
    if not math.isfinite(value):
        raise TypedNumberError(say("“{text}” has no finite value", text=text[:QUOTED]))
    return value / share + 0.0


def _split(text: str) -> list[tuple[str, str, int]]:
    found, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise unreadable(text, text[at:].strip())
        word = match[match.lastgroup]
        found.append((match.lastgroup, "^" if word == "**" else word, match.start(match.lastgroup)))
        at = match.end()
    return found


def _sum(tokens: _Tokens) -> float:
    value = _product(tokens)
    while tokens.peek() in ("+", "-"):
        value += _product(tokens) if tokens.take() == "+" else -_product(tokens)
    return value


def _product(tokens: _Tokens) -> float:
    value = _signed(tokens)
    while (sign := tokens.peek()) in ("*", "/", "(", "√", "word"):
        if sign in ("*", "/"):
            tokens.take()
        factor = _signed(tokens)
        value = value / factor if sign == "/" else value * factor
    return value


def _signed(tokens: _Tokens) -> float:
    if tokens.peek() in ("+", "-"):
        return _deeper(tokens, _signed) if tokens.take() == "+" else -_deeper(tokens, _signed)
    return _power(tokens)


def _power(tokens: _Tokens) -> float:
    value = _finite(_atom(tokens))
    while tokens.peek() == "!":
        tokens.take()
        value = _factorial(value)
    if tokens.peek() == "raised":
        return _raised(value, float(tokens.take().translate(_RAISED)))
    if tokens.peek() == "^":
        tokens.take()
        return _raised(value, _deeper(tokens, _signed))
    return value


def _atom(tokens: _Tokens) -> float:
    kind = tokens.peek()
    if kind == "number":
        value = _number(tokens.found[tokens.at][1], tokens.decimal)
        if value is None:
            raise tokens.refuse()
        tokens.take()
        return value
    if kind == "√":
        tokens.take()
        return math.sqrt(_deeper(tokens, _atom))
    if kind == "(":
        return _bracketed(tokens)
    if kind == "word":
        name = tokens.found[tokens.at][1].lower()
        if name in _CONSTANTS:
            tokens.take()
            return _CONSTANTS[name]
        if name in _FUNCTIONS:
            tokens.take()
            return _FUNCTIONS[name](_bracketed(tokens))
        raise TypedNumberError(
            say("“{name}” is not known here: type a number, such as 0.25, 1/4 or 2^10", name=name[:QUOTED])
        )
    raise tokens.refuse()


def _bracketed(tokens: _Tokens) -> float:
    if tokens.peek() != "(":
        raise tokens.refuse()
    tokens.take()
    value = _finite(_deeper(tokens, _sum))
    if tokens.peek() != ")":
        raise TypedNumberError(say("“{text}” lacks a closing bracket", text=tokens.text[:QUOTED]))
    tokens.take()
    return value


def _deeper(tokens: _Tokens, read: Callable[[_Tokens], float]) -> float:
    tokens.depth += 1
    if tokens.depth > DEEPEST:
        raise TypedNumberError(
            say("“{text}…” has more than {limit} brackets inside each other", text=tokens.text[:20], limit=DEEPEST)
        )
    value = read(tokens)
    tokens.depth -= 1
    return value


def _number(word: str, decimal: str) -> float | None:
    """Return the value of digits with their separators.

    None if they are no number with that decimal sign.
    """
    digits, _, exponent = word.lower().partition("e")
    thousands = "." if decimal == "," else ","
    groups = rf"[1-9][0-9]{{0,2}}(?:(?:\{thousands}[0-9]{{3}})+|(?:'[0-9]{{3}})+)"
    # with an exponent (1,500e3) the comma separates no thousands
    whole = "[0-9]*" if exponent else f"(?:{groups}|[0-9]*)"
    if not re.fullmatch(rf"{whole}(?:\{decimal}[0-9]*)?", digits) or not re.search("[0-9]", digits):
        return None
    plain = digits.replace(thousands, "").replace("'", "").replace(decimal, ".")
    return float(plain + ("e" + exponent if exponent else ""))


def _raised(base: float, exponent: float) -> float:
    value = base**exponent
    if isinstance(value, complex):
        raise ValueError("a root of a number below 0")
    return _finite(float(value))


def _finite(value: float) -> float:
    """Return a value, or raise OverflowError for one beyond the largest float.

    Otherwise 1/10^400 would be 0.
    """
    if not math.isfinite(value):
        raise OverflowError("a number beyond the largest float")
    return value


def _factorial(n: float) -> float:
    if not (n >= 0 and float(n).is_integer() and n <= 170):
        raise ValueError("a factorial of a whole number from 0 to 170")
    return float(math.factorial(int(n)))
