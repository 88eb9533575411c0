"""Parser of the kernel text language.

Nothing is evaluated, and every size is bounded.

The tree has the shape of the text. The parser is hand-written.
Python's `ast` forgets brackets, so (a + b) + c and a + b + c have the same tree in it.
Here these are two kernels.
Of 38 wrong texts `ast` accepts 24, and for 8 its message is only "invalid syntax".
A grammar for lark would save perhaps eighty lines of four hundred.
But every error message would have to be made from a list of expected tokens.
"""

from __future__ import annotations

from dataclasses import fields
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from kernviz.kernels import named as _named  # noqa: F401  (importing registers every named kernel)
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import SCALAR_FUNCTIONS, NamedFunction, ScalarFunction
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.products import Power, Product
from kernviz.kernels.rules_and_premises import LARGEST_DEGREE, param_of
from kernviz.kernels.structured import OBJECT_MAPS
from kernviz.kernels.token_reader import TokenReader
from kernviz.kernels.tokens import KernelSyntaxError, Token
from kernviz.wording import say, several

DEEPEST = 12
MAPS: dict[str, type[PointMap]] = {**POINT_MAPS, **OBJECT_MAPS}


def parse(text: str) -> Kernel:
    """Parse a kernel from text; ``parse(str(k)) == k``.

    The grammar has names and numbers, + - * ** @ and parentheses; ``x / 2`` divides by a number; ``2**3`` is 8. Numbers
    are kept as typed.

    Parameters
    ----------
    text : str
        The formula: at most 500 characters, 40 nodes, 12 levels, powers up to 20, numbers up to 1e12.

    Returns
    -------
    Kernel
        The kernel of the formula.

    Raises
    ------
    KernelSyntaxError
        If the text cannot be read or exceeds a limit, if a number has more digits than a float holds (about 16), or for
        a quotient without a finite decimal such as 1/3. No other exception is raised.

    Examples
    --------
    >>> parse("rbf(2) + 0.5*poly(degree=2)")
    rbf(gamma=2) + 0.5*poly(degree=2, gamma=1, coef0=1)
    """
    kernel = _Reader(text).everything()
    full = str(kernel)
    try:
        if full != text:
            _Reader(full).everything()  # the full text may be longer than the typed text, and break a limit
    except KernelSyntaxError as problem:
        raise KernelSyntaxError(
            say("written out in full, {problem}", problem=problem.problem), text, len(text)
        ) from None
    return kernel


def kernel_words() -> dict[str, type[Kernel]]:
    """Return the kernel class of every word, such as rbf or exp."""
    found: dict[str, type[Kernel]] = {}
    todo = [Kernel]
    while todo:
        cls = todo.pop()
        todo += cls.__subclasses__()
        if cls.name:
            found[cls.name] = cls
    return dict(sorted(found.items()))


class _Reader(TokenReader):
    """Recursive-descent parser of the grammar."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.words = kernel_words()

    def everything(self) -> Kernel:
        if self.ended():
            raise self.fail(say("the text is empty: type a kernel such as rbf(gamma=1)"))
        kernel = self.sum()
        if not self.ended():
            raise self.fail(say("{text!r} is not expected here: join kernels with + - * ** or @", text=self.now.text))
        return kernel

    def sum(self) -> Kernel:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fail(say("nested deeper than {most} levels", most=DEEPEST))
        start = self.now
        terms = [self.chain()]
        while sign := self.accept("+", "-"):
            terms.append(self.chain(sign.text))
        self.depth -= 1
        return terms[0] if len(terms) == 1 else self.node(Sum, start, tuple(terms))

    def chain(self, sign: str = "+") -> Kernel:
        """Read a product of numbers and kernels.

        Bare numbers are multiplied into one factor in front, exactly. Kernels stay in order.
        """
        start = self.now
        scale = None if sign == "+" else Fraction(-1)
        while token := self.accept("-", "+"):
            if token.text == "-":
                scale = Fraction(-1) if scale is None else -scale
        factors: list[Kernel] = []
        while True:
            value = self.power()
            if isinstance(value, Fraction):
                scale = self.limited(value if scale is None else scale * value, start)
            else:
                factors.append(value)
            while operator := self.accept("/", "@"):
                if operator.text == "/":
                    scale = self.limited((1 if scale is None else scale) / self.divisor(), start)
                else:
                    body = self.together(scale, factors, start)
                    scale, factors = None, [self.node(Mapped, operator, body, self.function(MAPS, say("map")))]
            if not self.accept("*"):
                return self.together(scale, factors, start)

    def together(self, scale: Fraction | None, factors: list[Kernel], start: Token) -> Kernel:
        number = 1.0 if scale is None else self.as_float(scale, start)
        if not factors:
            return self.node(Constant, start, number)
        body = factors[0] if len(factors) == 1 else self.node(Product, start, tuple(factors))
        return body if scale is None else self.node(Scaled, start, number, body)

    def power(self) -> Kernel | Fraction:
        start = self.now
        base = self.primary()
        if not self.accept("**"):
            return base
        token = self.now
        if token.kind != "number" or token.value != int(token.value) or token.value > LARGEST_DEGREE:
            raise self.fail(
                say(
                    "the power after ** must be a whole number from 0 to {most}",
                    most=LARGEST_DEGREE,
                )
            )
        self.at += 1
        if self.now.text == "**":
            raise self.fail(say("write (k**2)**3 with parentheses"))
        n = int(token.value)
        if isinstance(base, Fraction):
            return self.limited(base**n, start)
        return self.node(Power, start, base, n)

    def primary(self) -> Kernel | Fraction:
        token = self.now
        if token.kind == "number":
            self.at += 1
            return decimal(token.value)
        if self.accept("("):
            inner = self.sum()
            self.expect(")", say("to close the bracket"))
            return inner
        if token.kind == "name":
            return self.call()
        if token.kind == "end":
            raise self.fail(say("the text ends where a kernel or a number should follow"))
        raise self.fail(say("{text!r} stands where a kernel or a number should be", text=token.text))

    def call(self) -> Kernel:
        token = self.now
        cls = self.words.get(token.text)
        if cls is None:
            raise self.unknown(token, {**self.words, **SCALAR_FUNCTIONS, **MAPS}, self.words, say("kernel"))
        self.at += 1
        return self.node(cls, token, **self.arguments(cls, token))

    def function(self, table: dict[str, Any], what: str) -> NamedFunction:
        token = self.now
        if token.kind != "name" or token.text not in table:
            raise self.unknown(token, table, table, what)
        self.at += 1
        return self.node(table[token.text], token, **self.arguments(table[token.text], token))

    def unknown(self, token: Token, near: dict[str, Any], right: dict[str, Any], what: str) -> KernelSyntaxError:
        close = [word for word in get_close_matches(token.text, near, n=3, cutoff=0.6) if word in right]
        hint = (
            say("did you mean {close}?", close=close[0]) if close else say("known are {words}", words=", ".join(right))
        )
        return self.fail(
            say("{text!r} is not the name of a {what}; {hint}", text=token.text[:40], what=what, hint=hint), token
        )

    def arguments(self, cls: type, call: Token) -> dict[str, Any]:
        items = {item.name: item for item in fields(cls)}
        given: dict[str, Any] = {}
        if not self.accept("("):
            return self.complete(cls, call, given)
        while not self.accept(")"):
            if given:
                self.expect(",", say("or ')' after an argument"))
            token = self.now
            if token.kind == "name" and self.tokens[self.at + 1].text == "=":
                name = token.text
                if name not in items:
                    raise self.fail(
                        say(
                            "{word} has no {name!r}; it has {arguments}",
                            word=call.text,
                            name=name[:40],
                            arguments=", ".join(items) or say("no arguments"),
                        ),
                        token,
                    )
                self.at += 2
            else:
                free = [n for n in items if n not in given]
                if not free:
                    takes = (
                        several(
                            len(items),
                            "takes {n} argument ({arguments})",
                            "takes {n} arguments ({arguments})",
                            arguments=", ".join(items),
                        )
                        if items
                        else say("takes no arguments")
                    )
                    raise self.fail(f"{call.text} {takes}", token)
                name = free[0]
            if name in given:
                raise self.fail(say("{name} is given twice", name=name), token)
            given[name] = self.argument(str(items[name].type), param_of(items[name]) is not None)
        return self.complete(cls, call, given)

    def complete(self, cls: type, call: Token, given: dict[str, Any]) -> dict[str, Any]:
        needed = [item.name for item in fields(cls) if param_of(item) is None]
        missing = [name for name in needed if name not in given]
        if missing:
            raise self.fail(
                say(
                    "{word} needs {missing}: {form}",
                    word=call.text,
                    missing=", ".join(missing),
                    form=f"{call.text}({', '.join(item.name for item in fields(cls))})",
                ),
                call,
            )
        return given

    def argument(self, kind: str, is_number: bool) -> Any:
        if is_number:
            return self.signed()
        if kind == ScalarFunction.__name__:
            return self.function(SCALAR_FUNCTIONS, say("function f"))
        if kind == PointMap.__name__:
            return self.function(MAPS, say("map"))
        return self.sum() if kind == "Kernel" else self.listed()


__all__ = ["KernelSyntaxError", "kernel_words", "parse"]
