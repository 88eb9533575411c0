r"""Functions of the dot product, decided by their power series: Σ aₙ(x·z)ⁿ is a kernel exactly if no aₙ is negative.

aₙ ≥ 0 makes a sum of kernels (x·z)ⁿ. If aₙ < 0, differences of order n at 0 (points 0, h, …, nh on a line, weights the
binomial coefficients with signs) leave aₙ·(n!)²·h²ⁿ and terms of higher order: below 0 for small h. Source: Schoenberg
(1942).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial

from flint import arb

from kernviz.kernels.exact_numbers import ZERO, Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import Form, Term
from kernviz.kernels.work_budget import charge

LONGEST_RATE = 100  # bits of a number in an exponent, as its 60th power is computed
LONGEST = 60  # coefficients checked before the question is left open


@dataclass(frozen=True)
class Summand:
    """c·uᵐ·e^{P(u)}, P = Σ pⱼuʲ over j ≥ 1."""

    c: Exact
    m: int
    exponent: tuple[tuple[int, Fraction], ...] = ()

    def series(self, n: int) -> list[Fraction]:
        """The first n coefficients of uᵐ·e^{P(u)}: of e^P by i·eᵢ = Σ j·pⱼ·eᵢ₋ⱼ."""
        e = [Fraction(1)]
        for i in range(1, n):
            e.append(sum((j * p * e[i - j] for j, p in self.exponent if j <= i), Fraction(0)) / i)
        return ([Fraction(0)] * self.m + e)[:n]

    @property
    def rising(self) -> bool:
        """True if P shows that no coefficient of uᵐ·e^{P(u)} is negative."""
        return all(p > 0 for _, p in self.exponent)

    @property
    def rate(self) -> Fraction | None:
        """b if the summand is c·uᵐ·e^{bu} (0 without an exponential); else None."""
        if not self.exponent:
            return Fraction(0)
        return self.exponent[0][1] if len(self.exponent) == 1 and self.exponent[0][0] == 1 else None


@dataclass(frozen=True)
class Series:
    """f(u) = Σ summands, u = x·z unless another kernel is given."""

    summands: tuple[Summand, ...]

    @cached_property
    def coefficients(self) -> tuple[Exact, ...]:
        """a₀, a₁, …, a₅₉, exact."""
        total = [ZERO] * LONGEST
        for s in self.summands:
            charge(LONGEST / 2 * (1 + len(s.exponent) + max(len(a.terms) for a in total)))
            total = [a + s.c * Exact.of(e) if e else a for a, e in zip(total, s.series(LONGEST), strict=True)]
        return tuple(total)

    @cached_property
    def negative(self) -> int | None:
        """The first n with aₙ < 0 among the computed coefficients; None without one."""
        return next((n for n, a in enumerate(self.coefficients) if a.sign == -1), None)

    @cached_property
    def holds(self) -> bool:
        """True if aₙ ≥ 0 for every n: computed up to LONGEST, then because the positive
        summands outgrow the negative.
        """
        signs = [a.sign for a in self.coefficients]
        return self.negative is None and None not in signs and self._later()

    def _later(self) -> bool:
        down = [s for s in self.summands if s.c.sign != 1 or not s.rising]
        if any(s.rate is None or s.c.sign is None for s in down):
            return False
        down = [s for s in down if s.exponent or s.m >= LONGEST]
        if not down:
            return True
        up = [s for s in self.summands if s.c.sign == 1 and s.rising and s.rate is not None]
        return any(self._outgrows(s, down) for s in up)

    def _outgrows(self, up: Summand, down: Sequence[Summand]) -> bool:
        """True if `up` outgrows `down` from n = LONGEST − 1 on.

        Each ratio of |c|·bⁿ⁻ᵐ/(n−m)! to the same of `up` must fall from there on.
        """
        n, B, total = LONGEST - 1, up.rate or Fraction(0), arb(0)
        for s in down:
            b = abs(s.rate or Fraction(0))
            # the next share over this one is b(n + 1 − m_up)/(B(n + 1 − m)): at most 1 here, and it is nearer b/B ≤ 1
            # later (of u^m with m > n there is no share yet)
            if s.m > n or b > B or b * (n + 1 - up.m) > B * (n + 1 - s.m):
                return False
            own, its = up.series(n + 1)[n], abs(s.series(n + 1)[n])
            if not own:
                return False
            total += abs(s.c.ball()) * Exact.of(its / own).ball()
        return bool(total <= up.c.ball())

    def value(self, n: int) -> float:
        """aₙ as a float."""
        return float(self.coefficients[n])

    def scaled(self, n: int) -> float:
        """n!·aₙ, which is 1 for e^u, so that the bars of a plot are comparable."""
        return float(self.coefficients[n] * Exact.of(Fraction(factorial(n))))


def power_series(form: Form, u: Kernel = LINEAR) -> Series | None:
    """A form as a power series in u, by default x·z; None if it is none, or an exponent is no polynomial in u.

    For another u, aₙ ≥ 0 for all n still proves a kernel, but aₙ < 0 shows nothing.
    """
    summands = [_summand(term, c, u) for term, c in form.items]
    known = [s for s in summands if s is not None]
    return Series(tuple(sorted(known, key=repr))) if len(known) == len(summands) else None


def series_of_exponent(form: Form) -> tuple[Form, Series] | None:
    """(E, power series in E) if the form is Σ c·e^{mE}, m ≥ 0, with one form E; else None."""
    exponents = [term.exponent for term, _ in form.items if term.exponent is not None]
    if not exponents or any(term.pieces for term, _ in form.items):
        return None
    base = exponents[0]
    found: list[Summand] = []
    for term, c in form.items:
        m = Fraction(0) if term.exponent is None else _times(term.exponent, base)
        if m is None or m < 0:
            return None
        found.append(Summand(c, 0, ((1, m),) if m else ()))
    return base, Series(tuple(sorted(found, key=repr)))


def _times(form: Form, base: Form) -> Fraction | None:
    """m such that form = m·base; None without one."""
    term, c = next(iter(base.items))
    own, inverse = form.terms.get(term), c.inverse()
    m = None if own is None or inverse is None else (own * inverse).fraction
    return m if m is not None and base.scaled(Exact.of(m)) == form else None


def _summand(term: Term, c: Exact, u: Kernel) -> Summand | None:
    if any(piece != u for piece, _ in term.pieces):
        return None
    m = sum(n for _, n in term.pieces)
    exponent: list[tuple[int, Fraction]] = []
    for inner, p in () if term.exponent is None else term.exponent.items:
        power = sum(n for _, n in inner.pieces)
        if (
            inner.exponent is not None
            or p.fraction is None
            or p.bits > LONGEST_RATE
            or not power
            or any(k != u for k, _ in inner.pieces)
        ):
            return None
        exponent.append((power, p.fraction))
    return Summand(c, m, tuple(sorted(exponent)))


__all__ = ["LONGEST", "Series", "Summand", "power_series"]
