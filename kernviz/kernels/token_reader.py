"""Token reader of the parser.

The reader sets bounds on sizes, and its errors name the character.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import LARGEST_DEGREE, LARGEST_NUMBER
from kernviz.kernels.tokens import KernelSyntaxError, Token, tokens
from kernviz.wording import say

MOST_NODES = 40


class TokenReader:
    """Reader of a list of tokens, with a position in it.

    The methods test and accept tokens, build and count nodes, and read numbers and lists.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.at = 0
        self.nodes = 0
        self.depth = 0

    # ---- helper functions

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    def ended(self) -> bool:
        return self.now.kind == "end"

    def fail(self, problem: str, token: Token | None = None) -> KernelSyntaxError:
        return KernelSyntaxError(problem, self.text, (token or self.now).column)

    def accept(self, *symbols: str) -> Token | None:
        token = self.now
        if token.kind == "symbol" and token.text in symbols:
            self.at += 1
            return token
        return None

    def expect(self, symbol: str, what: str) -> None:
        if not self.accept(symbol):
            seen = say("found {text!r}", text=self.now.text) if self.now.text else say("the text ends")
            raise self.fail(say("expected {symbol!r} {what}, but {seen}", symbol=symbol, what=what, seen=seen))

    def node(self, make: Any, token: Token, *arguments: Any, **named: Any) -> Any:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise self.fail(say("a kernel may have {most} parts; this one has more", most=MOST_NODES), token)
        try:
            return make(*arguments, **named)
        except KernelSyntaxError:
            raise
        except ValueError as problem:
            raise self.fail(str(problem), token) from None

    # ---- numbers and lists

    def listed(self) -> tuple[Any, ...]:
        """Read a list or matrix of numbers.

        Examples: [1, 2, 3] or [[1, 0], [0, 1]].
        """
        self.expect("[", say("to open a list"))
        items: list[Any] = []
        while not self.accept("]"):
            if items:
                self.expect(",", say("or ']' in a list"))
            if len(items) > LARGEST_DEGREE:
                raise self.fail(say("a list may hold {most} numbers", most=LARGEST_DEGREE + 1))
            items.append(self.row() if self.now.text == "[" else self.signed())
        return tuple(items)

    def row(self) -> tuple[float, ...]:
        self.expect("[", say("to open a row"))
        values: list[float] = []
        while not self.accept("]"):
            if values:
                self.expect(",", say("or ']' in a row"))
            values.append(self.signed())
        return tuple(values)

    def signed(self) -> float:
        sign = -1.0 if self.accept("-") else 1.0
        token = self.now
        if token.kind == "name" and token.text == "inf":
            self.at += 1
            return sign * float("inf")
        if token.kind != "number":
            raise self.fail(
                say("expected a number, found {text!r}", text=token.text)
                if token.text
                else say("expected a number, but the text ends")
            )
        self.at += 1
        return sign * token.value

    def divisor(self) -> Fraction:
        token = self.now
        if token.kind != "number" or token.value == 0:
            raise self.fail(say("write a number other than 0 after /: a kernel can be divided only by a number"))
        self.at += 1
        return decimal(token.value)

    def as_float(self, value: Fraction, token: Token) -> float:
        """Return the factor as a float.

        Raises KernelSyntaxError if the shortest decimal of the float is not the factor, as for 1/3.
        """
        nearest = float(value)
        if decimal(nearest) != value:
            raise self.fail(
                say(
                    "this factor has more digits than kernviz keeps: write the number you mean, such as {nearest}",
                    nearest=repr(nearest),
                ),
                token,
            )
        return nearest

    def limited(self, value: Fraction, token: Token) -> Fraction:
        if not abs(value) <= LARGEST_NUMBER:
            raise self.fail(say("this factor is larger than {most:g}", most=LARGEST_NUMBER), token)
        return value
