"""Tokens of a kernel text.

The text is ASCII only, numbers are bounded, and every token has its column.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import LARGEST_NUMBER
from kernviz.wording import say

LONGEST_TEXT = 500
LONGEST_NUMBER = 30  # digits of a number that an error message quotes

Kind = Literal["number", "name", "symbol", "end"]
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?(?![0-9A-Za-z_.]))"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<symbol>\*\*|[-+*/@(),=\[\]]))",
    re.ASCII,
)


class KernelSyntaxError(ValueError):
    """Error for a kernel text that cannot be read.

    The message names the fault and the character.

    ``column`` counts from 0 and the message from 1. ``problem`` is the fault alone, and ``text`` the (shortened) text.
    ``pointer`` shows the text with a mark under the character.

    Attributes
    ----------
    problem : str
        What is wrong.
    text : str
        The text.
    column : int
        Place in the text, from 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> try:
    ...     kv.parse("rfb(1)")
    ... except kv.KernelSyntaxError as error:
    ...     print(error.problem)
    'rfb' is not the name of a kernel; did you mean rbf?
    """

    def __init__(self, problem: str, text: str, column: int) -> None:
        self.problem, self.text, self.column = problem, text, min(column, len(text))
        super().__init__(say("{problem} (character {place})", problem=problem, place=self.column + 1))

    @property
    def pointer(self) -> str:
        """Return the text around the place of the error, in two lines.

        The second line holds a mark under the place.
        """
        start = max(0, self.column - 40)
        shown = "".join(c if c.isascii() and c.isprintable() else "?" for c in self.text[start : self.column + 40])
        return f"{shown}\n{' ' * (self.column - start)}^"


@dataclass(frozen=True)
class Token:
    kind: Kind
    text: str
    column: int
    value: float = 0.0


def tokens(text: str) -> list[Token]:
    """Return the tokens of a kernel text.

    The last token is one of kind "end". Raises KernelSyntaxError.
    """
    if not isinstance(text, str):
        raise KernelSyntaxError(
            say("a kernel is read from text such as 'rbf(gamma=1)', not from {text!r:.40}", text=text), "", 0
        )
    if len(text) > LONGEST_TEXT:
        raise KernelSyntaxError(
            say(
                "the text has {length} characters; a kernel may have {most}",
                length=len(text),
                most=LONGEST_TEXT,
            ),
            text[:LONGEST_TEXT],
            LONGEST_TEXT,
        )
    found: list[Token] = []
    place = 0
    stripped = text.rstrip()
    while place < len(stripped):
        match = _TOKEN.match(stripped, place)
        if match is None:
            raise _unreadable(stripped, place)
        kind = match.lastgroup
        word = match.group(kind or 0)
        column = match.start(kind or 0)
        if kind == "number":
            found.append(Token("number", word, column, _bounded(word, stripped, column)))
        else:
            found.append(Token("name" if kind == "name" else "symbol", word, column))
        place = match.end()
    return [*found, Token("end", "", len(stripped))]


def _bounded(word: str, text: str, column: int) -> float:
    value = float(word)
    if abs(value) > LARGEST_NUMBER:
        raise KernelSyntaxError(
            say(
                "{word} is too large: numbers go up to {most:g}",
                word=word[:20],
                most=LARGEST_NUMBER,
            ),
            text,
            column,
        )
    if decimal(value) != Fraction(word):
        raise KernelSyntaxError(
            say(
                "{word} has more digits than kernviz keeps: it would be read as {value}, another number",
                word=word if len(word) <= LONGEST_NUMBER else word[:LONGEST_NUMBER] + "…",
                value=repr(value),
            ),
            text,
            column,
        )
    return value


def _unreadable(text: str, place: int) -> KernelSyntaxError:
    while text[place] in " \t\n\r\f\v":  # permitted white space; the next character is the error
        place += 1
    character = text[place]
    if character.isdigit() or (character == "." and text[place + 1 : place + 2].isdigit()):
        return KernelSyntaxError(say("a number is written like 2, 0.5 or 1e-3"), text, place)
    if character == "^":
        return KernelSyntaxError(say("a power is written **, as in linear**2"), text, place)
    if not character.isascii():
        return KernelSyntaxError(
            say(
                "{character!a} is not ASCII: only letters a to z, digits and + - * ** @ ( ) , = have a meaning",
                character=character,
            ),
            text,
            place,
        )
    return KernelSyntaxError(say("{character!r} has no meaning in a kernel text", character=character), text, place)
