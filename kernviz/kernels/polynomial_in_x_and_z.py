"""Polynomials in (x, z) with exact rational coefficients.

A polynomial is Σ M[a, b] xᵃ zᵇ over exponent tuples a, b.

Numbers are read as the decimals a person typed (0.1 is 1/10, not the nearest binary fraction).
So the decision whether a polynomial is a kernel is exact for the numbers that were written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from kernviz.kernels.work_budget import charge
from kernviz.wording import say

Exponents = tuple[int, ...]
Pair = tuple[Exponents, Exponents]

LARGEST_PRODUCT = 100_000  # largest number of multiplications of terms, about half a second
MOST_MONOMIALS = 2000  # largest number of monomials; the matrix of more does not fit on a page


class TooLarge(ValueError):
    """Error for a polynomial with too many terms for exact computation."""


@dataclass(frozen=True)
class Bipolynomial:
    """Polynomial Σ M[a, b] xᵃ zᵇ on ℝᵈ.

    Zero coefficients are not stored.
    """

    d: int
    terms: Mapping[Pair, Fraction]

    @classmethod
    def constant(cls, d: int, c: float) -> Bipolynomial:
        zero = (0,) * d
        return cls(d, _kept({(zero, zero): decimal(c)}))

    @classmethod
    def bilinear(cls, matrix: Iterable[Iterable[float]]) -> Bipolynomial:
        """Return the bilinear polynomial xᵀ A z."""
        rows = [list(row) for row in matrix]
        d = len(rows)
        return cls(
            d, _kept({(unit(d, i), unit(d, j)): decimal(v) for i, row in enumerate(rows) for j, v in enumerate(row)})
        )

    @classmethod
    def dot(cls, d: int) -> Bipolynomial:
        """Return the dot product x·z as a polynomial."""
        return cls(d, {(unit(d, i), unit(d, i)): Fraction(1) for i in range(d)})

    def __add__(self, other: Bipolynomial) -> Bipolynomial:
        total = defaultdict(Fraction, self.terms)
        for pair, value in other.terms.items():
            total[pair] += value
        return Bipolynomial(self.d, _kept(total))

    def __mul__(self, other: Bipolynomial) -> Bipolynomial:
        if len(self.terms) * len(other.terms) > LARGEST_PRODUCT:
            raise TooLarge(say("this polynomial takes more than {most} products of terms", most=LARGEST_PRODUCT))
        charge(len(self.terms) * len(other.terms) * (0.3 + 0.1 * self.d))
        total: dict[Pair, Fraction] = defaultdict(Fraction)
        for (a, b), value in self.terms.items():
            for (p, q), factor in other.terms.items():
                total[_plus(a, p), _plus(b, q)] += value * factor
        if len({a for a, _ in total}) > MOST_MONOMIALS:
            raise TooLarge(say("this polynomial has more than {most} monomials", most=MOST_MONOMIALS))
        return Bipolynomial(self.d, _kept(total))

    def scaled(self, c: float) -> Bipolynomial:
        return Bipolynomial(self.d, _kept({pair: value * decimal(c) for pair, value in self.terms.items()}))

    def power(self, n: int) -> Bipolynomial:
        result = Bipolynomial.constant(self.d, 1.0)
        for _ in range(n):
            result = result * self
        return result

    def weighted(self, f: Mapping[Exponents, Fraction]) -> Bipolynomial:
        """Return the product f(x)·k·f(z) for a polynomial f."""
        if len(f) ** 2 > LARGEST_PRODUCT:
            raise TooLarge(say("this weight takes more than {most} products of terms", most=LARGEST_PRODUCT))
        charge(len(f) ** 2)
        both = {(a, b): u * v for a, u in f.items() for b, v in f.items()}
        return self * Bipolynomial(self.d, both)

    def substituted(self, images: list[tuple[Fraction, Exponents]], d: int) -> Bipolynomial:
        """Return the polynomial k(φ(x), φ(z)) for a monomial map φ.

        The coordinates of φ are single monomials, given as (coefficient, exponents).
        """

        def through(exponents: Exponents) -> tuple[Fraction, Exponents]:
            factor, total = Fraction(1), (0,) * d
            for times, (c, image) in zip(exponents, images, strict=True):
                factor *= c**times
                total = tuple(t + times * e for t, e in zip(total, image, strict=True))
            return factor, total

        charge(len(self.terms) * len(images) * (0.2 + d / 50))
        result: dict[Pair, Fraction] = defaultdict(Fraction)
        for (a, b), value in self.terms.items():
            (ca, ea), (cb, eb) = through(a), through(b)
            result[ea, eb] += value * ca * cb
        return Bipolynomial(d, _kept(result))

    @property
    def degree(self) -> int:
        """Return the highest degree in x or in z."""
        return max((max(sum(a), sum(b)) for a, b in self.terms), default=0)

    def monomials(self) -> list[Exponents]:
        """Return the distinct monomials that occur, highest degree first.

        The order is that of S0: x₁², x₁x₂, x₂², x₁, x₂, 1.
        """
        return sorted({e for pair in self.terms for e in pair}, key=lambda e: (-sum(e), tuple(-v for v in e)))


def decimal(value: float) -> Fraction:
    """Return the decimal of a number as an exact fraction.

    The decimal is the number as it is written: 0.1 is exactly 1/10.
    """
    return Fraction(repr(float(value)))


def unit(d: int, i: int) -> Exponents:
    charge(d / 100)  # cost of the tuple, noticeable for d = 1000
    return (0,) * i + (1,) + (0,) * (d - i - 1)


def _plus(a: Exponents, b: Exponents) -> Exponents:
    return tuple(u + v for u, v in zip(a, b, strict=True))


def _kept(terms: Mapping[Pair, Fraction]) -> dict[Pair, Fraction]:
    return {pair: value for pair, value in terms.items() if value}
