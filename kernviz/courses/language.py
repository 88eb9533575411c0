"""Small language of the conditions and expressions in a course.

An example is ``training error = 0 and held-out error < 0.1``.

    condition   comparison ("and" comparison)*
    comparison  sum (("=" | "is" | "≠" | "!=" | "<" | "≤" | "<=" | ">" | "≥" | ">=") sum)?
    sum         product (("+" | "-") product)*         product  unary (("*" | "/") unary)*
    unary       "-" unary | atom ("^" unary)?
    atom        number | "text" | (sum, …) | a name | a name(sum, …)

A name is a number of the variant, a number that can be moved on the page (``C``), or a computed
quantity. Quantities are in quantities.py; their names may be several words. The language has
nothing else, so a file from a stranger can do no harm.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol

from kernviz.wording import remembered, say

Value = float | str | tuple[float, ...]

DEEPEST, LONGEST = 40, 600  # greatest nesting of brackets and signs; largest number of characters
CLOSE = 1e-6  # relative difference up to which two computed numbers are equal
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
      | (?P<text>"[^"]*"|'[^']*')
      | (?P<word>[^\W\d]\w*)
      | (?P<sign>!=|<=|>=|[-+*/^(),=≠<>≤≥−·])
    )""",
    re.VERBOSE,
)
_ONE_SIGN = {"!=": "≠", "<=": "≤", ">=": "≥", "−": "-", "·": "*", "is": "="}
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "≤": lambda a, b: a <= b or same(a, b),
    "≥": lambda a, b: a >= b or same(a, b),
}
COMPARED = ("=", "≠", "<", "≤", ">", "≥")  # signs of comparison


class LanguageError(ValueError):
    """Error of an unreadable text; its message is the reason.

    `place` holds the keys and list positions that lead to the text in a file.
    """

    place: tuple[str | int, ...] = ()


class Names(Protocol):
    """Function that returns the value of a name in a condition.

    `arguments` is None for a name without brackets. Raises LanguageError for a name without meaning.
    """

    def __call__(self, name: str, arguments: tuple[Value, ...] | None) -> Value: ...


@dataclass(frozen=True)
class TextPart:
    """Node of the syntax tree of a condition.

    `sign` is "number", "text", "name", "call", "tuple", "negative", "and", or an operator. `parts` are the
    operands or arguments. `value` is a literal's value or a name. `said` is the text of the node.
    """

    sign: str
    parts: tuple[TextPart, ...] = ()
    value: Any = None
    said: str = ""


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


@remembered(2048)
def read(text: str, names: tuple[str, ...] = ()) -> TextPart:
    """Parse a condition or an expression.

    `names` are the names of several words. Single words are resolved later. Raises LanguageError.
    """
    if len(text) > LONGEST:
        raise LanguageError(
            say("a condition of {length} characters is too long: {limit} are read", length=len(text), limit=LONGEST)
        )
    reader = _Reader(text, names)
    found = reader.condition()
    reader.end()
    return found


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
            return names(part.value, tuple(value(each, names) for each in part.parts))
        case "tuple":
            return tuple(_number(each, names) for each in part.parts)
        case "negative":
            return -_number(part.parts[0], names)
        case sign if sign in "+-*/^":
            return _arithmetic(sign, _number(part.parts[0], names), _number(part.parts[1], names))
    raise LanguageError(say("“{said}” is a condition, and a number is needed", said=part.said))


def holds(part: TextPart, names: Names) -> bool:
    """Return True if a parsed condition holds.

    Raises LanguageError for an expression that is no condition.
    """
    if part.sign == "and":
        return all(holds(each, names) for each in part.parts)
    if part.sign == "=":
        return same(*(value(each, names) for each in part.parts))
    if part.sign == "≠":
        return not same(*(value(each, names) for each in part.parts))
    if part.sign in _COMPARE:
        left, right = (_number(each, names) for each in part.parts)
        return _COMPARE[part.sign](left, right)
    raise LanguageError(say("“{said}” is no condition: compare it with something, as in “{said} = 0”", said=part.said))


def _number(part: TextPart, names: Names) -> float:
    found = value(part, names)
    if isinstance(found, str | tuple):
        raise LanguageError(say("“{said}” is {found}, and a number is needed", said=part.said, found=found))
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


class _Reader:
    def __init__(self, text: str, names: Sequence[str]) -> None:
        self.text, self.at, self.deep, self.names = text, 0, 0, names
        self.tokens = list(self._split(text, sorted(names, key=len, reverse=True)))

    def _split(self, text: str, names: Sequence[str]) -> Iterator[tuple[str, str, int, int]]:
        at = 0
        while text[at:].strip():
            start = at + len(text[at:]) - len(text[at:].lstrip())
            name = next((n for n in names if text.startswith(n, start) and not _goes_on(text, start + len(n))), None)
            if name is not None:
                yield "word", name, start, start + len(name)
                at = start + len(name)
                continue
            match = _TOKEN.match(text, at)
            if match is None or not match.lastgroup:
                raise LanguageError(
                    say("“{text}” cannot be read at “{rest}”", text=text, rest=text[start : start + 12])
                )
            yield match.lastgroup, match[match.lastgroup], start, match.end()
            at = match.end()

    def peek(self) -> str:
        kind, word, *_ = self.tokens[self.at] if self.at < len(self.tokens) else ("end", "", 0, 0)
        return _ONE_SIGN.get(word, word) if kind == "sign" or word in ("and", "is") else ""

    def take(self) -> tuple[str, str, int, int]:
        if self.at >= len(self.tokens):
            raise LanguageError(say("“{text}” ends too early", text=self.text))
        self.at += 1
        return self.tokens[self.at - 1]

    def end(self) -> None:
        if self.at < len(self.tokens):
            rest = self.text[self.tokens[self.at][2] :]
            if meant := self.meant():
                raise LanguageError(
                    say(
                        "“{text}” cannot be read at “{rest}”: is “{name}” meant?",
                        text=self.text,
                        rest=rest[:20],
                        name=meant,
                    )
                )
            raise LanguageError(say("“{text}” cannot be read at “{rest}”", text=self.text, rest=rest[:20]))

    def meant(self) -> str:
        """Return the name that is probably meant where reading stopped, or "".

        Only names of several words are suggested.
        """
        words = re.match(r"[^\W\d][\w ]*", self.text[self.tokens[self.at - 1][2] :])
        close = get_close_matches(words[0].strip(), self.names, 1, 0.6) if words else []
        return close[0] if close else ""

    def made(self, start: int, sign: str, *parts: TextPart, value: Any = None) -> TextPart:
        first = self.tokens[start][2]
        return TextPart(sign, parts, value, self.text[first : self.tokens[self.at - 1][3]].strip())

    def condition(self) -> TextPart:
        start, found = self.at, [self.comparison()]
        while self.peek() == "and":
            self.take()
            found.append(self.comparison())
        return found[0] if len(found) == 1 else self.made(start, "and", *found)

    def comparison(self) -> TextPart:
        start, left = self.at, self.sum()
        if (sign := self.peek()) in COMPARED:
            self.take()
            return self.made(start, sign, left, self.sum())
        return left

    def sum(self) -> TextPart:
        start, left = self.at, self.product()
        while (sign := self.peek()) in ("+", "-"):
            self.take()
            left = self.made(start, sign, left, self.product())
        return left

    def product(self) -> TextPart:
        start, left = self.at, self.unary()
        while (sign := self.peek()) in ("*", "/"):
            self.take()
            left = self.made(start, sign, left, self.unary())
        return left

    def unary(self) -> TextPart:
        with self.deeper():
            start = self.at
            if self.peek() == "-":
                self.take()
                return self.made(start, "negative", self.unary())
            base = self.atom()
            if self.peek() == "^":
                self.take()
                return self.made(start, "^", base, self.unary())
            return base

    def atom(self) -> TextPart:
        start, (kind, word, *_) = self.at, self.take()
        if kind == "number":
            return self.made(start, "number", value=float(word))
        if kind == "text":
            return self.made(start, "text", value=word[1:-1])
        if kind == "word" and word not in ("and", "is"):
            if self.peek() == "(":
                self.take()
                return self.made(start, "call", *self.listed(), value=word)
            return self.made(start, "name", value=word)
        if word == "(":
            inside = self.listed()
            return self.made(start, "tuple", *inside) if len(inside) > 1 else inside[0]
        raise LanguageError(say("“{text}” cannot be read at “{word}”", text=self.text, word=word))

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Enter one nesting level while parsing.

        A level is a bracket, a sign before a sign, or a power of a power.
        """
        self.deep += 1
        if self.deep > DEEPEST:
            raise LanguageError(
                say(
                    "“{text}…” has more than {limit} brackets or signs inside each other",
                    text=self.text[:20],
                    limit=DEEPEST,
                )
            )
        yield
        self.deep -= 1

    def listed(self) -> tuple[TextPart, ...]:
        found = [self.sum()]
        while self.peek() == ",":
            self.take()
            found.append(self.sum())
        if self.peek() != ")":
            raise LanguageError(say("“{text}” lacks a closing bracket", text=self.text))
        self.take()
        return tuple(found)


def _goes_on(text: str, at: int) -> bool:
    return at < len(text) and (text[at].isalnum() or text[at] == "_")
