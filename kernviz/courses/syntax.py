"""Parser of the conditions and expressions in a course.

condition   comparison ("and" comparison)*
comparison  sum (("=" | "is" | "≠" | "!=" | "<" | "≤" | "<=" | ">" | "≥" | ">=") sum)?
sum         product (("+" | "-") product)*         product  unary (("*" | "/") unary)*
unary       "-" unary | atom ("^" unary)?
atom        number | "text" | (sum, …) | a name | a name(sum, …)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from kernviz.wording import remembered, say

Value = float | str | tuple[float, ...]


DEEPEST, LONGEST = 40, 600  # greatest nesting of brackets and signs; largest number of characters


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


COMPARED = ("=", "≠", "<", "≤", ">", "≥")  # signs of comparison


class LanguageError(ValueError):
    """Error of an unreadable text; its message is the reason.

    `place` holds the keys and list positions that lead to the text in a file.
    """

    place: tuple[str | int, ...] = ()


@dataclass(frozen=True)
class TextPart:
    """Node of the syntax tree of a condition.

    `sign` is "number", "text", "name", "call", "tuple", "negative", "and", or an operator. `parts` are the
    operands or arguments. `value` is a literal's value or a name. `source` is the text of the node.
    """

    sign: str
    parts: tuple[TextPart, ...] = ()
    value: Any = None
    source: str = ""


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


class _Reader:
    """Parser by recursive descent: one method for each grammar rule."""

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
            if suggestion := self.suggestion():
                raise LanguageError(
                    say(
                        "“{text}” cannot be read at “{rest}”: is “{name}” meant?",
                        text=self.text,
                        rest=rest[:20],
                        name=suggestion,
                    )
                )
            raise LanguageError(say("“{text}” cannot be read at “{rest}”", text=self.text, rest=rest[:20]))

    def suggestion(self) -> str:
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
