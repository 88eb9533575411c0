"""Power series of functions of the dot product, with their sign.

Σ aₙ(x·z)ⁿ is a kernel exactly if no aₙ is negative.

aₙ ≥ 0 makes a sum of kernels (x·z)ⁿ. Suppose aₙ < 0, and take differences of order n at 0. Their
points are 0, h, …, nh on a line, their weights the binomial coefficients with signs. They leave
aₙ·(n!)²·h²ⁿ and terms of higher order: below 0 for small h. Source: Schoenberg (1942).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial

from flint import arb, fmpq

from kernviz.kernels.exact_numbers import ZERO, Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import Form, Term
from kernviz.kernels.work_budget import charge

LONGEST_RATE = 100  # bits of a number in an exponent, as its 60th power is computed
LONGEST = 60  # coefficients checked before the question is left open
HIGHEST_POWER = 200  # highest power of u in one summand


@dataclass(frozen=True)
class Summand:
    """Summand c·uᵐ·e^{P(u)} of a power series.

    P is the polynomial Σ pⱼuʲ over j ≥ 1.
    """

    c: Exact
    m: int
    exponent: tuple[tuple[int, Fraction], ...] = ()

    def series(self, n: int) -> list[Fraction]:
        """Return the first n coefficients of uᵐ·e^{P(u)}.

        The coefficients eᵢ of e^P follow from i·eᵢ = Σ j·pⱼ·eᵢ₋ⱼ. FLINT's fractions are ten times as fast as
        Python's.
        """
        rates = [(j, j * fmpq(p.numerator, p.denominator)) for j, p in self.exponent]
        e = [fmpq(1)]
        for i in range(1, n - self.m):
            e.append(sum((p * e[i - j] for j, p in rates if j <= i), fmpq(0)) / i)
        return ([Fraction(0)] * self.m + [Fraction(int(q.p), int(q.q)) for q in e])[:n]

    @property
    def rising(self) -> bool:
        """Return True if every coefficient of P is > 0.

        Then no coefficient of uᵐ·e^{P(u)} is negative.
        """
        return all(p > 0 for _, p in self.exponent)

    @property
    def rate(self) -> Fraction | None:
        """Return the rate b of a summand c·uᵐ·e^{bu}.

        The rate is 0 without an exponential. None for any other summand.
        """
        if not self.exponent:
            return Fraction(0)
        return self.exponent[0][1] if len(self.exponent) == 1 and self.exponent[0][0] == 1 else None


@dataclass(frozen=True)
class Series:
    """Power series f(u) = Σ summands.

    u is x·z unless another kernel is given.
    """

    summands: tuple[Summand, ...]

    @cached_property
    def coefficients(self) -> tuple[Exact, ...]:
        """Return the exact coefficients a₀, a₁, …, a₅₉ of the power series."""
        total = [ZERO] * LONGEST
        for s in self.summands:
            charge(_cost(s, max(len(a.terms) for a in total)))
            total = [a + s.c * Exact.of(e) if e else a for a, e in zip(total, s.series(LONGEST), strict=True)]
        return tuple(total)

    @property
    def plainly_positive(self) -> bool:
        """Return True for a single summand without a negative coefficient.

        Its coefficients need not be computed to know their signs.
        """
        return len(self.summands) == 1 and self.summands[0].rising and self.summands[0].c.sign == 1

    def pay(self) -> None:
        """Charge the cost of the coefficients, and compute them if needed.

        Those of a plainly positive series are computed when they are shown.
        """
        if self.plainly_positive:
            charge(_cost(self.summands[0], 0))
        else:
            self.coefficients  # noqa: B018  the property keeps them

    @cached_property
    def negative(self) -> int | None:
        """Return the first n with aₙ < 0 among the computed coefficients.

        None if there is no such n.
        """
        if self.plainly_positive:
            return None
        return next((n for n, a in enumerate(self.coefficients) if a.sign == -1), None)

    @cached_property
    def holds(self) -> bool:
        """Return True if aₙ ≥ 0 is shown for every n.

        The first LONGEST coefficients are computed. For later n, a positive summand must outweigh the others.
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
        """Return True if `up` outweighs all summands of `down` together.

        The n-th coefficients are compared, for every n ≥ LONGEST − 1. This is checked at n = LONGEST − 1. From
        there on the ratio of |c|·bⁿ⁻ᵐ/(n−m)! to the same value of `up` must not rise, for each summand of `down`.
        """
        n, B, total = LONGEST - 1, up.rate or Fraction(0), arb(0)
        for s in down:
            b = abs(s.rate or Fraction(0))
            # Ratio of the next two shares: b(n + 1 − m_up)/(B(n + 1 − m)). If it is at most 1 here, it stays so, as it
            # tends to b/B ≤ 1. A summand u^m with m > n has no share yet.
            if s.m > n or b > B or b * (n + 1 - up.m) > B * (n + 1 - s.m):
                return False
            own, its = up.series(n + 1)[n], abs(s.series(n + 1)[n])
            if not own:
                return False
            total += abs(s.c.ball()) * Exact.of(its / own).ball()
        return bool(total <= up.c.ball())

    def value(self, n: int) -> float:
        """Return the coefficient aₙ as a float."""
        return float(self.coefficients[n])

    def scaled(self, n: int) -> float:
        """Return n!·aₙ, the coefficient relative to that of e^u.

        The value is 1 for e^u, so the bars of a plot are comparable.
        """
        return float(self.coefficients[n] * Exact.of(Fraction(factorial(n))))


def _cost(s: Summand, length: int) -> float:
    """Return the cost of adding the coefficients of a summand.

    `length` is that of the longest coefficient so far.
    """
    return LONGEST / 2 * (1 + len(s.exponent) + length)


def power_series(form: Form, u: Kernel | Term = LINEAR) -> Series | None:
    """Return a form as a power series in u, by default x·z.

    u is a piece of the form or a whole term, such as the e^{−‖x − z‖²} in exp(rbf). None if the form is no such
    series, or if an exponent is no polynomial in u.

    For another u than x·z, aₙ ≥ 0 for all n still proves a kernel, but aₙ < 0 shows nothing.
    """
    base = u if isinstance(u, Term) else Term(frozenset({(u, 1)}))
    summands = [summand(term, c, base) for term, c in form.items]
    known = [s for s in summands if s is not None]
    return Series(tuple(sorted(known, key=repr))) if len(known) == len(summands) else None


def series_of_exponent(form: Form) -> tuple[Form, Series] | None:
    """Return (E, power series in E) for a form Σ c·e^{mE}.

    All m are ≥ 0, and E is a single form. None for any other form.
    """
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
    """Return the factor m such that form = m·base.

    None if there is no such factor.
    """
    term, c = next(iter(base.items))
    own, inverse = form.terms.get(term), c.inverse()
    m = None if own is None or inverse is None else (own * inverse).fraction
    return m if m is not None and base.scaled(Exact.of(m)) == form else None


def summand(term: Term, c: Exact, u: Term) -> Summand | None:
    """Return c·term as a summand c·uᵐ·e^{P(u)} with a polynomial P.

    None if the term is no such function of u.
    """
    split = _split(term, u)
    if split is None or (split[0] > HIGHEST_POWER and u.exponent is not None):
        return None
    m, rest = split
    exponent: list[tuple[int, Fraction]] = []
    for inner, p in rest.items:
        power = _split(inner, u)
        if p.fraction is None or p.bits > LONGEST_RATE or power is None or not power[0] or power[1]:
            return None
        exponent.append((power[0], p.fraction))
    return Summand(c, m, tuple(sorted(exponent)))


def _split(term: Term, u: Term) -> tuple[int, Form] | None:
    """Return (m, E) such that the term is uᵐ·e^E.

    None if the term has other pieces than a power of u.
    """
    own, base = dict(term.pieces), dict(u.pieces)
    exponent, of_u = term.exponent or Form(), u.exponent or Form()
    if base:
        piece, n = next(iter(base.items()))
        m = Fraction(own.get(piece, 0), n)
    else:
        inner, c = next(iter(of_u.items))
        whole, inverse = exponent.terms.get(inner, ZERO), c.inverse()
        found = None if inverse is None else (whole * inverse).fraction
        if found is None:
            return None
        m = found
    if m < 0 or m.denominator > 1 or own != {piece: n * m for piece, n in base.items() if m}:
        return None
    return int(m), exponent - of_u.scaled(Exact.of(m))
