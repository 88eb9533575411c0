"""Exact numbers with fractions and powers of e.

A number is Σ aᵢ·e^{qᵢ} with fractions a and q.
Multiplying out a kernel text produces such numbers.

The powers e^q of different fractions q are linearly independent over the fractions.
This is the theorem of Lindemann and Weierstrass.
So such a sum is 0 only if every aᵢ is, and enough digits decide its sign.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from kernviz.kernels.ball_arithmetic import fraction, nearest
from kernviz.kernels.polynomial_in_x_and_z import decimal

LARGEST_EXPONENT = 1000  # e^1000 exceeds every float; kernels that people type have smaller exponents


@dataclass(frozen=True)
class Exact:
    """Exact number Σ aᵢ·e^{qᵢ}.

    The number is stored as ((qᵢ, aᵢ), …) in order of q, with no aᵢ = 0.
    """

    terms: tuple[tuple[Fraction, Fraction], ...] = ()

    @classmethod
    def of(cls, value: float | Fraction) -> Exact:
        """Return the exact number of a decimal as typed.

        Example: 0.1 is 1/10.
        """
        fraction = value if isinstance(value, Fraction) else decimal(value)
        return cls(((Fraction(0), fraction),)) if fraction else cls()

    @classmethod
    def power_of_e(cls, q: Fraction) -> Exact:
        """Return the number e^q."""
        return cls(((q, Fraction(1)),))

    @classmethod
    def collected(cls, terms: Iterable[tuple[Fraction, Fraction]]) -> Exact:
        total: dict[Fraction, Fraction] = defaultdict(Fraction)
        for q, a in terms:
            total[q] += a
        return cls(tuple(sorted((q, a) for q, a in total.items() if a)))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: Exact) -> Exact:
        if not self.terms or not other.terms:
            return self if self.terms else other
        return Exact.collected((*self.terms, *other.terms))

    def __neg__(self) -> Exact:
        return Exact(tuple((q, -a) for q, a in self.terms))

    def __sub__(self, other: Exact) -> Exact:
        return self + -other

    def __mul__(self, other: Exact) -> Exact:
        if self == ONE or other == ONE:  # shortcut for the most frequent case
            return other if self == ONE else self
        return Exact.collected((p + q, a * b) for p, a in self.terms for q, b in other.terms)

    def inverse(self) -> Exact | None:
        """Return the inverse 1/self of a single a·e^q.

        None for any other number.
        """
        if len(self.terms) != 1:
            return None
        ((q, a),) = self.terms
        return Exact(((-q, 1 / a),))

    @property
    def bits(self) -> int:
        """Return the length in bits of the longest fraction in the number."""
        return max((bits(part) for pair in self.terms for part in pair), default=0)

    @property
    def fraction(self) -> Fraction | None:
        """Return the number as a fraction.

        None if the number contains a power of e.
        """
        if not self.terms:
            return Fraction(0)
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    def ball(self) -> arb:
        """Return a ball (an interval, `flint.arb`) that contains the number."""
        return sum((ball(a) * ball(q).exp() if q else ball(a) for q, a in self.terms), arb(0))

    @property
    def sign(self) -> int | None:
        """Return the sign −1, 0 or 1 of the number.

        None if the working precision does not decide.
        """
        if not self.terms:
            return 0
        if all(a > 0 for _, a in self.terms):
            return 1
        value = self.ball()
        return 1 if value > 0 else -1 if value < 0 else None

    def __float__(self) -> float:
        """Return the nearest float, infinite beyond the largest float."""
        return nearest(self.ball() if self.fraction is None else fraction(self.fraction))


def bits(value: Fraction) -> int:
    """Return the bit length of the longer of numerator and denominator."""
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def rational_root(value: Fraction) -> Fraction | None:
    """Return the square root of a fraction ≥ 0 as a fraction.

    None if the root is irrational.
    """
    root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
    return root if root**2 == value else None


def ball(value: Fraction | int) -> arb:
    """Return a ball (an interval, `flint.arb`) that contains the fraction.

    The working precision applies. Results are cached, since a curve needs the same few fractions at every point.
    """
    return _ball(value, ctx.prec)


@lru_cache(maxsize=4096)
def _ball(value: Fraction | int, precision: int) -> arb:
    return arb(fraction(Fraction(value)))


def as_typed(value: Fraction) -> float | None:
    """Return the float whose shortest text is this fraction.

    None if there is no such float, as for 1/3 and 10⁻⁴⁰⁰.
    """
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if decimal(number) == value else None


ZERO, ONE = Exact(), Exact.of(Fraction(1))
