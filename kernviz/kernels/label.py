"""Labels of feature coordinates as formulas.

Examples: ``√2·x₁x₂`` or ``‖x‖·(x₁+0.5·x₂)``. A label is ±√c times powers of factors.

All labels are written by this module, so brackets appear only if precedence requires them.
A label has the usual precedence: powers first, then · and / from left to right, then + and −.
Coordinates side by side are multiplied. A quotient by the length 0 is 0.
Equal factors are collected as powers.
So two labels with the same factors are equal functions up to the constant factor.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from operator import itemgetter

from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import exact, subscript
from kernviz.wording import superscript

_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹", 2 * "0123456789")

# precedence of a factor: in a product it must be above SUM, under a power above WORD
SUM, EXPONENTIAL, WORD, LETTER = 1, 2, 3, 4


@dataclass(frozen=True)
class Atom:
    """Factor of a label that is no product.

    ``full`` is the factor's text with all digits of its numbers, and identifies the factor.
    ``short`` may replace the full text if no other factor has the same short text.
    ``at`` writes the factor for other names of the coordinates.
    """

    full: str
    at: Callable[[Sequence[Label]], Label] = field(compare=False, repr=False)
    binds: int = field(default=WORD, compare=False)
    short: str = field(default="", compare=False)
    below: bool = False  # True if the factor stands below the fraction line

    def text(self, in_full: bool, power: int, alone: bool) -> str:
        written = self.full if in_full else self.short or self.full
        loose = self.binds < WORD if power != 1 else self.binds == SUM and not alone
        return (f"({written})" if loose else written) + (superscript(power) if power != 1 else "")


@dataclass(frozen=True)
class Label:
    """Formula of a coordinate: ±√|square| · Π atomᵉ.

    The sign is that of ``square``. The square is exact, so that √2·√2 is 2.
    """

    square: Fraction = Fraction(1)
    factors: tuple[tuple[Atom, int], ...] = ()

    def __mul__(self, other: Label) -> Label:
        if not self.square or not other.square:
            return Label(Fraction(0))
        powers = dict(self.factors)
        for atom, power in other.factors:
            powers[atom] = powers.get(atom, 0) + power
        return Label(self.square * other.square, tuple(powers.items()))

    def __pow__(self, n: int) -> Label:
        return math.prod((self,) * n, start=Label())

    def times(self, number: Fraction) -> Label:
        """Return this label times a number."""
        return self * Label(number * abs(number))

    def at(self, names: Sequence[Label]) -> Label:
        """Return the formula for other names of the coordinates.

        The coordinates have the given names: x₁ at |x₁| is |x₁|.
        """
        return math.prod((atom.at(names) ** power for atom, power in self.factors), start=Label(self.square))

    @property
    def key(self) -> frozenset[tuple[Atom, int]]:
        """Return the factors of the label, in no order.

        Labels with equal keys differ by a number only.
        """
        return frozenset(self.factors)

    def text(self, in_full: bool = False, full: frozenset[Atom] = frozenset()) -> str:
        """Return the formula of the label as text.

        Numbers have four digits and a length is ``‖φ‖``, unless ``in_full``. The factors in ``full`` are always
        in full.
        """
        alone = self.square == 1 and len(self.factors) == 1
        written, letter = root_text(abs(self.square), in_full), False
        for atom, power in self.factors:
            if not atom.below:
                dot = "" if not written or (letter and atom.binds == LETTER) else "·"
                written += dot + atom.text(in_full or atom in full, power, alone)
                letter = atom.binds == LETTER
        written = ("−" if self.square < 0 else "") + (written or "1")
        return written + "".join(
            "/" + atom.text(in_full or atom in full, power, False) for atom, power in self.factors if atom.below
        )


def short_texts(labels: Iterable[Label]) -> tuple[str, ...]:
    """Return the texts of the labels of one map.

    The texts are in short form, except for different factors with the same short text.
    """
    labels = tuple(labels)
    atoms = {atom for label in labels for atom, _ in label.factors}
    often = Counter((atom.short or atom.full, atom.below) for atom in atoms)
    alike = frozenset(atom for atom in atoms if often[atom.short or atom.full, atom.below] > 1)
    return tuple(label.text(full=alike) for label in labels)


def root_text(square: Fraction, in_full: bool = False) -> str:
    """Return the square root √square as text.

    The text is empty for 1, 2 for 4, and √2 for 2.
    The text is a decimal if the square is no small integer.
    """
    top, bottom = square.numerator, square.denominator
    root = math.isqrt(top)
    if bottom == 1 and root * root == top and root < 10**6:
        return "" if root == 1 else str(root)
    if bottom == 1 and root * root != top and top < 1000:
        return f"√{top}"
    value = float((Decimal(top) / Decimal(bottom)).sqrt())
    if not math.isfinite(value):
        return "∞"
    return exact(value) if in_full else f"{value:.4g}"


def latex_label(label: str) -> str:
    r"""Return the text of a label as LaTeX.

    √2·x₁x₂ -> \sqrt{2}\,x_{1}x_{2}, e^(−‖x‖²) -> e^{-\|x\|^{2}}
    """
    written = re.sub("[₀-₉]+", lambda low: f"_{{{low.group().translate(_DIGITS)}}}", label)
    written = re.sub("[⁰¹²³⁴-⁹]+", lambda high: f"^{{{high.group().translate(_DIGITS)}}}", written)
    written = re.sub(r"√(\d+)", r"\\sqrt{\1}", written)
    written = re.sub(r"(\d)e([+-])0*(\d+)", lambda ten: rf"{ten[1]}\cdot 10^{{{ten[2].strip('+')}{ten[3]}}}", written)
    written = re.sub(r"(cos|sin)\(", r"\\\1(", written)
    written = _raised(written)
    for mark, command in (("·", r"\,"), ("−", "-"), ("‖", r"\|"), ("π", r"\pi "), ("φ", r"\varphi ")):
        written = written.replace(mark, command)
    return written


def _raised(text: str) -> str:
    """Write the exponents of e^(…) in the braces of TeX.

    The braces replace the brackets, which may be nested.
    """
    before, found, rest = text.partition("e^(")
    depth = 1
    for place, mark in enumerate(rest):
        depth += (mark == "(") - (mark == ")")
        if not depth:
            return f"{before}e^{{{_raised(rest[:place])}}}{_raised(rest[place + 1 :])}"
    return before + found + rest


# ---- factors -------------------------------------------------------------------------------------------


def coordinate(i: int, d: int) -> str:
    """Return the name of a coordinate.

    The name is x in one dimension, and x₁, x₂, … in more.
    """
    return "x" if d == 1 else f"x{subscript(i + 1)}"


def coordinates(d: int) -> tuple[Label, ...]:
    """Return the names of the coordinates of ℝᵈ."""
    return tuple(_coordinate_label(i, d) for i in range(d))


def _coordinate_label(i: int, d: int) -> Label:
    return _single(coordinate(i, d), itemgetter(i), LETTER)


def monomial(exponents: Sequence[int]) -> Label:
    """Return the product of powers of the coordinate names."""
    d = len(exponents)
    return math.prod((_coordinate_label(i, d) ** e for i, e in enumerate(exponents) if e), start=Label())


def monomial_label(exponents: Sequence[int]) -> str:
    """Return the text of a monomial from its exponents.

    (2, 1) -> x₁²x₂, (0, 0) -> 1
    """
    return monomial(exponents).text()


def weighted_sum(terms: Iterable[tuple[Fraction, Label]]) -> Label:
    """Return the sum Σ weight·label as one factor.

    If only one weight is not 0, the result is this single term.
    """
    squares = [(weight, label) for weight, label in terms if weight and label.square]
    if len(squares) < 2:
        return squares[0][1].times(squares[0][0]) if squares else Label(Fraction(0))

    def written(in_full: bool) -> str:
        parts = [label.times(weight).text(in_full) for weight, label in squares]
        return parts[0] + "".join(part if part.startswith("−") else f"+{part}" for part in parts[1:])

    return _single(
        written(True),
        lambda names: weighted_sum((weight, label.at(names)) for weight, label in squares),
        SUM,
        written(False),
    )


def absolute(of: Label) -> Label:
    """Return the label of the absolute value |of|.

    The numeric factor of the label stands in front.
    """
    bare = Label(factors=of.factors)
    front = Label(abs(of.square))
    return front * _single(f"|{bare.text(True)}|", lambda names: absolute(bare.at(names))) if of.factors else front


def length(of: Sequence[Label]) -> Label:
    """Return the length ‖x‖ for these coordinates.

    A number common to all coordinates stands in front. The signs of coordinates do not matter.
    """
    squares = {abs(name.square) for name in of}
    scale = squares.pop() if len(squares) == 1 else Fraction(1)
    if not scale:
        return Label(Fraction(0))
    inside = tuple(Label(abs(name.square) / scale, name.factors) for name in of)
    listed = ", ".join(name.text(True) for name in inside)
    body = "x" if inside == coordinates(len(inside)) else listed if len(inside) == 1 else f"({listed})"
    return Label(scale) * _single(f"‖{body}‖", lambda names: length([name.at(names) for name in inside]))


def decayed(gamma: float, of: Sequence[Label]) -> Label:
    """Return the label e^(−γ‖x‖²) for these coordinates."""
    exponent = (length(of) ** 2).times(-decimal(gamma))
    if not exponent.square:
        return Label()
    return _single(f"e^({exponent.text(True)})", lambda names: decayed(gamma, [n.at(names) for n in of]), EXPONENTIAL)


def turned(name: str, of: Label, period: float) -> Label:
    """Return the label cos or sin of 2π·of/period."""
    if not of.square:
        return Label(Fraction(name == "cos"))
    angle = of.text(True)
    angle = angle if angle.startswith("x") else f"·({angle})" if of.square < 0 else f"·{angle}"
    over = "" if period == 1 else f"/{exact(period)}"
    return _single(f"{name}(2π{angle}{over})", lambda names: turned(name, of.at(names), period))


def inverse_length(of: Sequence[Label]) -> Label:
    """Return 1/‖φ‖ for these coordinates of φ.

    The value is 0 if the coordinates are all 0.
    """
    full = f"‖({', '.join(label.text(True) for label in of)})‖"
    written = Atom(full, lambda names: inverse_length([label.at(names) for label in of]), WORD, "‖φ‖", below=True)
    return Label(factors=((written, 1),))


def _single(full: str, at: Callable[[Sequence[Label]], Label], binds: int = WORD, short: str = "") -> Label:
    return Label(factors=((Atom(full, at, binds, short), 1),))
