"""Independent reader of labels: evaluates a coordinate's text at a point, without the code of kernviz.

    sum      ::= ["−"] product (("+" | "−") product)*
    product  ::= power (("·" | "/") power | power)*      side by side only: a number, π and coordinates, as in 2πx₁x₂
    power    ::= one [superscripts]
    one      ::= number | "√" digits | "π" | coordinate | "(" sum ")" | "|" sum "|" | "e^(" sum ")" | ("cos" | "sin")
    "(" sum ")"
               | "‖x‖" | "‖φ‖" | "‖" sum "‖" | "‖(" sum ("," sum)* ")‖"

A number has four digits, so it carries half a unit of the fourth as its error; inside a function it is exact. x/0 is 0.
Raises Unreadable for a text that the grammar does not have, and for superfluous brackets.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle import EPS, Approx, exp, root, steady, to_the, total

HIGH = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", range(10), strict=True))
LOW = dict(zip("₀₁₂₃₄₅₆₇₈₉", range(10), strict=True))
NUMBER = re.compile(r"\d+(\.\d+)?(e[+-]\d+)?")
SUM, PRODUCT, EXPONENTIAL, WORD = 1, 2, 3, 4  # binding strengths of an expression


class Unreadable(ValueError):
    """Error for a text that is no label."""


@dataclass
class Read:
    value: Approx
    level: int
    beside: str = ""  # "number", "π" or "letter": kind of a factor that may stand beside another without a dot
    bracketed: int | None = None  # binding strength inside its brackets; None without brackets, or with a power


def evaluate(label: str, x: Sequence[float], phi: Approx | None = None) -> Approx:
    """Return the value of a label at the point x, with the error of its digits.

    phi  the value of ‖φ‖
    """
    reader = _Reader(label, [Approx(v) for v in x], phi)
    found = reader.sum()
    if reader.at != len(label):
        raise reader.fail("the label goes on")
    return found.value


class _Reader:
    def __init__(self, text: str, x: list[Approx], phi: Approx | None) -> None:
        self.text, self.x, self.phi = text, x, phi
        self.at = 0
        self.inside = 0  # number of functions whose argument is being read

    def fail(self, why: str) -> Unreadable:
        return Unreadable(f"{why} at {self.text[self.at :]!r} of {self.text!r}")

    def accept(self, mark: str) -> bool:
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            raise self.fail(f"{mark!r} is missing")

    def sum(self) -> Read:
        negative = self.accept("−")
        first = self.product()
        if not negative and self.text[self.at : self.at + 1] not in ("+", "−"):
            return first
        terms = [-1.0 * first.value if negative else first.value]
        while self.text[self.at : self.at + 1] in ("+", "−"):
            sign = 1.0 if self.accept("+") else -1.0 * self.accept("−")
            terms.append(sign * self.product().value)
        return Read(total(terms), SUM)

    def product(self) -> Read:
        found = self.power()
        if self.text[self.at : self.at + 1] in ("", *"+−),|‖"):
            if found.bracketed is not None:
                raise self.fail("brackets nobody needs")
            return found
        factors, value = [found], found.value
        while self.text[self.at : self.at + 1] not in ("", *"+−),|‖"):
            over, dot = self.accept("/"), self.accept("·")
            other = self.power()
            pair = factors[-1].beside, other.beside
            if not (over or dot) and pair not in {("number", "π"), ("π", "letter"), ("letter", "letter")}:
                raise self.fail("a dot is missing")
            zero = over and other.value.value == 0
            value = Approx(0.0) if zero else value / other.value if over else value * other.value
            factors.append(other)
        if any(factor.bracketed not in (None, SUM) for factor in factors):
            raise self.fail("brackets nobody needs")
        return Read(value, PRODUCT)

    def power(self) -> Read:
        found = self.one()
        start = self.at
        while self.text[self.at : self.at + 1] in HIGH and self.at < len(self.text):
            self.at += 1
        if self.at == start:
            return found
        holds = found.level if found.bracketed is None else found.bracketed
        if (found.bracketed is None) != (holds == WORD):
            raise self.fail("a power of what needs brackets, or has brackets it does not need")
        n = int("".join(str(HIGH[c]) for c in self.text[start : self.at]))
        return Read(to_the(found.value, n), PRODUCT, found.beside)

    def one(self) -> Read:
        if number := NUMBER.match(self.text, self.at):
            self.at = number.end()
            value = float(number[0])
            digits = 0.0 if self.inside or not value else 0.5 * 10.0 ** (math.floor(math.log10(value)) - 3)
            return Read(Approx(value, digits), WORD, "number")
        if self.accept("√"):
            digits = re.compile(r"\d+").match(self.text, self.at)
            if digits is None:
                raise self.fail("√ of what")
            self.at = digits.end()
            return Read(root(Approx(float(digits[0]))), WORD)
        if self.accept("π"):
            return Read(Approx(math.pi, EPS * math.pi), WORD, "π")
        if self.accept("x"):
            return Read(self.x[self.index()], WORD, "letter")
        if self.accept("("):
            found = self.sum()
            self.expect(")")
            return Read(found.value, WORD, "", found.level)
        if self.accept("|"):
            value = self.argument("|")
            return Read(Approx(abs(value.value), value.error), WORD)
        if self.accept("e^("):
            return Read(exp(self.argument(")")), EXPONENTIAL)
        for word, f in (("cos(", math.cos), ("sin(", math.sin)):
            if self.accept(word):
                return Read(steady(f, self.argument(")")), WORD)
        if self.accept("‖"):
            return Read(self.length(), WORD)
        raise self.fail("nothing that a label may hold")

    def index(self) -> int:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in LOW:
            self.at += 1
        written = "".join(str(LOW[c]) for c in self.text[start : self.at])
        if bool(written) == (len(self.x) == 1):
            raise self.fail("x on the line has no number, and every other has one")
        return int(written) - 1 if written else 0

    def argument(self, end: str) -> Approx:
        self.inside += 1
        found = self.sum()
        self.inside -= 1
        if found.bracketed is not None:
            raise self.fail("brackets nobody needs")
        self.expect(end)
        return found.value

    def length(self) -> Approx:
        if self.accept("x‖"):
            return norm(self.x)
        if self.accept("φ‖"):
            if self.phi is None:
                raise self.fail("‖φ‖, and there is no φ")
            return self.phi
        if not self.accept("("):
            value = self.argument("‖")
            return Approx(abs(value.value), value.error)
        self.inside += 1
        items = [self.sum().value]
        while self.accept(", "):
            items.append(self.sum().value)
        self.inside -= 1
        self.expect(")‖")
        return norm(items)


def norm(x: Sequence[Approx]) -> Approx:
    """Return √Σx²."""
    return root(total([v * v for v in x]))
