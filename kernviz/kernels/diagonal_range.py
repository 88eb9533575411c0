"""Range of the diagonal values k(x, x) over a space of points.

The range of a node is an interval, computed from the intervals of its children by interval arithmetic.
Ends are rounded outward, so the interval certainly contains all values. An end may be infinite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from flint import arb

from kernviz.kernels.ball_arithmetic import Number, fraction, rational
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import cached

PIECES = 32  # subintervals on which the sign of a polynomial is checked
INFINITE = arb.pos_inf()


@dataclass(frozen=True)
class Extent:
    """Interval from `low` to `high`."""

    low: arb = -INFINITE
    high: arb = INFINITE

    @classmethod
    def of(cls, value: Number) -> Extent:
        return cls(arb(value).lower(), arb(value).upper())

    @property
    def bounded(self) -> bool:
        return bool(self.low.is_finite() and self.high.is_finite())

    def __add__(self, other: Extent) -> Extent:
        return Extent((self.low + other.low).lower(), (self.high + other.high).upper())

    def __mul__(self, other: Extent) -> Extent:
        corners = [_times(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return _hull([Extent.of(c) if c.is_finite() else Extent(c, c) for c in corners])

    def power(self, n: int) -> Extent:
        if n == 0:
            return Extent.of(arb(1))
        ends = [arb(1), arb(1)]
        for _ in range(n):
            ends = [_times(ends[0], self.low), _times(ends[1], self.high)]
        low, high = ends[0], ends[1]
        if n % 2 == 0 and self.low < 0:
            low, high = (high, low) if self.high <= 0 else (arb(0), low.max(high) if self.bounded else INFINITE)
        return Extent(low.lower() if low.is_finite() else low, high.upper() if high.is_finite() else high)

    def exp(self) -> Extent:
        low = self.low.exp().lower() if self.low.is_finite() else arb(0)
        return Extent(low, self.high.exp().upper() if self.high.is_finite() else INFINITE)

    def polynomial(self, coefficients: Sequence[float]) -> Extent:
        """Return the range of a polynomial on this interval.

        The polynomial is a₀ + a₁u + …. The interval is subdivided as far as a bound on all roots.
        Beyond this bound the leading coefficient decides the sign.
        """
        exact = [decimal(a) for a in coefficients]
        while exact and not exact[-1]:
            exact.pop()
        if len(exact) < 2:
            return Extent.of(fraction(exact[0] if exact else Fraction(0)))
        beyond = arb(fraction(1 + max(map(abs, exact[:-1])) / abs(exact[-1])))  # Cauchy's bound on the roots
        found: list[Extent] = []
        for end, sign in ((self.high, 1), (-self.low, -1)):
            if not end.is_finite():
                rising = (exact[-1] > 0) == (sign == 1 or len(exact) % 2 == 1)
                found.append(Extent(arb(0), INFINITE) if rising else Extent(-INFINITE, arb(0)))
        low = self.low if self.low.is_finite() else -beyond
        high = self.high if self.high.is_finite() else beyond
        steps = [(low + (high - low) * i / PIECES).mid() for i in range(1, PIECES)]
        ends = [low, *steps, high]
        # u^first is factored out, so that its zero at u = 0 does not hide the sign
        first = next(i for i, c in enumerate(exact) if c)
        for a, b in pairwise(ends):
            u, value = a.union(b), arb(0)
            for c in reversed(exact[first:]):
                value = value * u + fraction(c)
            found.append(Extent(a, b).power(first) * Extent.of(value))
        return _hull(found)


def _times(a: arb, b: arb) -> arb:
    return arb(0) if a == 0 or b == 0 else a * b


def _hull(found: Sequence[Extent]) -> Extent:
    low, high = found[0].low, found[0].high
    for one in found[1:]:
        low = low if low < one.low else one.low
        high = high if high > one.high else one.high
    return Extent(low, high)


def with_zero(extent: Extent) -> Extent:
    return _hull([extent, Extent.of(arb(0))])


class Ranged(Protocol):
    """Kernel as `extent` sees it.

    The range of a node follows from the ranges of its children.

    `kernels.expr.Kernel` documents the members.
    """

    @property
    def children(self) -> tuple[Ranged, ...]: ...

    def expand(self) -> Ranged | None: ...

    def _child_space(self, space: Space) -> Space: ...

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent: ...


@cached(4096)
def extent(k: Ranged, space: Space) -> Extent:
    """Return an interval that contains `k(x, x)` for every x of a space."""
    expansion = k.expand()
    if expansion is not None:
        return extent(expansion, space)
    below = k._child_space(space)
    return k._extent(tuple(extent(child, below) for child in k.children), space)


NOT_NEGATIVE, NOT_POSITIVE = Extent(low=arb(0)), Extent(high=arb(0))
WITHIN_ONE = Extent(arb(-1), arb(1))


def one_value(value: float) -> Extent:
    """Return the range of a diagonal that is constant."""
    return Extent.of(rational(value))
