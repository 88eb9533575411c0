"""Kernels of words read as sums of exponentials of the edit distance.

The words are those of `theorems.edit_distance`. On them, counts of n-grams are equal or nearly so. There a kernel is
nearly one number, or a polynomial in counts, or κ·F(edit) + c with numbers κ ≠ 0 and c.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb

from kernviz.kernels.algebra import Power, Product, Scaled, Sum
from kernviz.kernels.ball_arithmetic import rational
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent, extent, number
from kernviz.kernels.expr import Kernel
from kernviz.kernels.inputs import GaussianOf, Normalized
from kernviz.kernels.linear import LINEAR, Linear
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named.box import Box
from kernviz.kernels.named.cosine import Cosine
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.named.matern import Matern
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.periodic import Periodic
from kernviz.kernels.named.polynomial import Polynomial
from kernviz.kernels.named.power_exponential import PowerExponential
from kernviz.kernels.named.rational import Rational
from kernviz.kernels.named.sigmoid import Sigmoid
from kernviz.kernels.named.tent import Tent
from kernviz.kernels.named.triangle import Triangle
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules import Exp, PolynomialOf
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.counts import COUNTS
from kernviz.kernels.structured.words import Edit, Gappy, NGrams

MANY = Extent(low=arb(10) ** 6)  # φ(x)·φ(x) of counts for long words: beyond every bound
ONE, ZERO = arb(1), arb(0)


EXACT, NEAR, RELATIVE = "exact", "near", "relative"  # errors of a function that has one value on the words of a set
# functions of counts that change by as little as the counts do, up to a power of their size
UNIFORM: tuple[type[Kernel], ...] = (Box, Cosine, Laplacian, Linear, Matern, Minimum, Periodic, Polynomial)
UNIFORM += (PowerExponential, RBF, Rational, Sigmoid, Tent, Triangle)


@dataclass(frozen=True)
class NearlyConstant:
    """Function with one value on all words of the set, up to an error.

    The value lies in `range`. It is `value` if its limit is the same for all sets. `error`: none, an error that tends
    to 0 as g grows, or a relative error. `large`: the value may outgrow every power of g.
    """

    range: Extent
    value: arb | None = None
    error: str = EXACT
    large: bool = False


@dataclass(frozen=True)
class CountPolynomial:
    """Polynomial in counts of subsequences, which alternating weights of enough blocks remove."""


@dataclass(frozen=True)
class Falling:
    """Function κ·(limit + front·e^{−rate·edit} + terms of larger rates) + c.

    `own` is the value in brackets for edit = 0. `limit` and `own` None: c is not known. Otherwise c = 0. `removed`: c
    is a polynomial in counts, not only a number. `scaled`: κ ≠ 0 is not known; otherwise κ = 1. `small`: κ may tend
    to 0 as g grows. `large`: c may outgrow every power of g.
    """

    rate: Fraction
    front: arb
    limit: arb | None = ZERO
    own: arb | None = ONE
    scaled: bool = False
    removed: bool = False
    small: bool = False
    large: bool = False


Seen = NearlyConstant | CountPolynomial | Falling


def seen(k: Kernel) -> Seen | None:
    """Return k on the set of words above.

    None if k is none of the three kinds of functions, or if this is not certain.
    """
    match k:
        case Constant():
            return _number(k.c)
        case Edit():
            return Falling(decimal(k.gamma), ONE)
        case CountKernel() | Mapped():
            return _of_counts(k)
    below = [seen(child) for child in k.children]
    if isinstance(k, Power) and not k.n:
        return _number(1.0)
    if not below or None in below:
        return None
    first = below[0]
    assert first is not None
    match k:
        case Sum():
            return _folded(_sum, below)
        case Product():
            return _folded(_product, below)
        case Scaled():
            return _product(_number(k.c), first)
        case Power():
            return _folded(_product, below * k.n)
        case PolynomialOf():
            total: Seen | None = _number(0.0)
            for a in reversed(k.coefficients):
                total = _sum(_product(total, first), _number(a))
            return total
        case Exp():
            return _exponential(first)
        case Normalized():
            return _normalized(first, diagonal(k.k))
        case GaussianOf():
            return _gaussian(first, k.gamma)
    return None


def _folded(join: Callable[[Seen | None, Seen | None], Seen | None], parts: list[Seen | None]) -> Seen | None:
    total = parts[0]
    for part in parts[1:]:
        total = join(total, part)
    return total


def diagonal(k: Kernel) -> Extent:
    """Return an interval that contains k(x, x) for the words x of the set."""
    if isinstance(k, CountKernel):
        return MANY
    if isinstance(k, Mapped):
        return _of_many(k.k)
    return k._extent(tuple(diagonal(child) for child in k.children), Space(1, kind="words"))


def _of_many(k: Kernel) -> Extent:
    """Return an interval that contains k(c, c) for the counts c of long words."""
    if isinstance(k, Linear | Minimum):  # Σc² and Σc
        return MANY
    expansion = k.expand()
    if expansion is not None:
        return _of_many(expansion)
    if k._child_space(COUNTS) != COUNTS:
        return extent(k, COUNTS)
    return k._extent(tuple(map(_of_many, k.children)), COUNTS)


def _number(value: float) -> NearlyConstant:
    return NearlyConstant(number(value), arb(rational(value)))


def _of_counts(k: CountKernel | Mapped) -> Seen | None:
    phi, of = (k.map(), LINEAR) if isinstance(k, CountKernel) else (k.phi, k.k)
    value = None if of._level is None else arb(rational(of._level))
    if isinstance(phi, NGrams) or (isinstance(phi, Gappy) and phi.n == 1):
        return NearlyConstant(diagonal(k), value)
    if not isinstance(phi, Gappy):
        return None
    if phi.decay < 1:
        return NearlyConstant(diagonal(k), value, NEAR) if isinstance(of, UNIFORM) else None
    return CountPolynomial() if isinstance(of, Linear) else None


def _sum(a: Seen | None, b: Seen | None) -> Seen | None:
    match a, b:
        case NearlyConstant(), NearlyConstant():
            if RELATIVE in (a.error, b.error):
                return None
            value = None if a.value is None or b.value is None else a.value + b.value
            return NearlyConstant(a.range + b.range, value, _worse(a, b), a.large or b.large)
        case (CountPolynomial(), CountPolynomial()):
            return CountPolynomial()
        case (CountPolynomial(), NearlyConstant() as c) | (NearlyConstant() as c, CountPolynomial()):
            return CountPolynomial() if c.error == EXACT else None
        case (Falling() as f, CountPolynomial()) | (CountPolynomial(), Falling() as f):
            return replace(f, limit=None, own=None, removed=True)
        case (Falling() as f, NearlyConstant() as c) | (NearlyConstant() as c, Falling() as f):
            if c.error == RELATIVE or (c.error == NEAR and f.small):
                return None
            if f.scaled or f.limit is None or f.own is None or c.value is None:
                return replace(f, limit=None, own=None, large=f.large or c.large)
            return replace(f, limit=f.limit + c.value, own=f.own + c.value)
        case Falling(), Falling() if not a.scaled and not b.scaled:
            known = None not in (a.limit, b.limit)
            limit, own = (a.limit + b.limit, a.own + b.own) if known else (None, None)  # type: ignore[operator]
            whole = Falling(a.rate, ONE, limit, own, removed=a.removed or b.removed, large=a.large or b.large)
            return _slowest([(a.rate, a.front), (b.rate, b.front)], whole)
    return None


def _worse(a: NearlyConstant, b: NearlyConstant) -> str:
    return next(error for error in (RELATIVE, NEAR, EXACT) if error in (a.error, b.error))


def _product(a: Seen | None, b: Seen | None) -> Seen | None:
    match a, b:
        case (NearlyConstant() as c, NearlyConstant() | CountPolynomial() | Falling()) | (
            CountPolynomial() | Falling(),
            NearlyConstant() as c,
        ) if _is_zero(c):
            return _number(0.0)
        case NearlyConstant(), NearlyConstant():
            value = None if a.value is None or b.value is None else a.value * b.value
            error, large = _worse(a, b), a.large or b.large
            if error == RELATIVE or (error == NEAR and large):
                if not all(c.error in (RELATIVE, EXACT) or _away_from_zero(c) for c in (a, b)):
                    return None
                error = RELATIVE
            return NearlyConstant(a.range * b.range, value, error, large)
        case (CountPolynomial(), CountPolynomial()):
            return CountPolynomial()
        case (CountPolynomial(), NearlyConstant() as c) | (NearlyConstant() as c, CountPolynomial()):
            return CountPolynomial() if c.error == EXACT else None
        case (Falling() as f, NearlyConstant() as c) | (NearlyConstant() as c, Falling() as f):
            return _times(f, c)
        case Falling(), Falling() if (
            a.limit is not None and b.limit is not None and a.own is not None and b.own is not None
        ):
            shares = [(a.rate + b.rate, a.front * b.front)]
            for limit, other in ((a.limit, b), (b.limit, a)):
                if not limit.is_zero():
                    shares.append((other.rate, limit * other.front))
            scaled, small = a.scaled or b.scaled, a.small or b.small
            both = Falling(a.rate, ONE, a.limit * b.limit, a.own * b.own, scaled, small=small)
            return _slowest(shares, both)
    return None


def _is_zero(c: NearlyConstant) -> bool:
    return c.value is not None and c.error == EXACT and bool(c.value.is_zero())


def _away_from_zero(c: NearlyConstant) -> bool:
    return bool(c.range.low > 0 or c.range.high < 0)


def _times(f: Falling, c: NearlyConstant) -> Falling | None:
    if c.error != EXACT and (f.removed or f.large):
        return None
    large = f.large or (f.limit is None and c.large)
    if c.value is not None and c.error != RELATIVE:
        if c.value.contains(0):
            return None
        limit, own = (None if value is None else value * c.value for value in (f.limit, f.own))
        return replace(f, front=f.front * c.value, limit=limit, own=own, large=large)
    return replace(f, scaled=True, large=large) if _away_from_zero(c) else None


def _slowest(shares: list[tuple[Fraction, arb]], of: Falling) -> Falling | None:
    """Return the function whose smallest rate is that of the shares; None if its factor may be 0."""
    rate = min(own for own, _ in shares)
    front = sum((a for own, a in shares if own == rate), ZERO)
    return replace(of, rate=rate, front=front) if front != 0 else None


def _exponential(f: Seen) -> Seen | None:
    match f:
        case NearlyConstant():
            bounded = bool(f.range.high.is_finite())
            if f.error == RELATIVE and not (bounded and f.range.low.is_finite()):
                return None
            error = f.error if f.error == EXACT else NEAR if bounded else RELATIVE
            return NearlyConstant(f.range.exp(), None if f.value is None else f.value.exp(), error, not bounded)
        case Falling() if not f.scaled and not f.removed:
            if f.limit is None or f.own is None:  # e^c is a factor that is not known, and e^F is not known at 0
                return Falling(f.rate, f.front, ONE, None, scaled=True, small=True)
            return Falling(f.rate, f.front * f.limit.exp(), f.limit.exp(), f.own.exp())
    return None


def _normalized(f: Seen, own: Extent) -> Seen | None:
    """Return f divided by its value k(x, x), which is nearly the same for all words of the set."""
    if isinstance(f, CountPolynomial) or (isinstance(f, Falling) and f.removed):
        return None
    if own.high <= 0:
        return _number(0.0)
    if isinstance(f, NearlyConstant):
        return replace(_number(1.0), error=EXACT if f.error == EXACT else NEAR) if own.low > 0 else None
    positive = own.low > 0 or (not f.scaled and f.own is not None and f.own > 0)
    if not positive:
        return None
    if f.limit is not None and f.own is not None and not f.own.contains(0):
        return Falling(f.rate, f.front / f.own, f.limit / f.own, ONE)
    return replace(f, scaled=True, own=None, small=f.small or not own.bounded)


def _gaussian(f: Seen, gamma: float) -> Seen | None:
    """Return e^{2γ(f − k(x, x))}, as k(x, x) is nearly the same for all words of the set."""
    match f:
        case NearlyConstant():
            return None if f.error == RELATIVE else replace(_number(1.0), error=f.error)
        case Falling() if not f.scaled and not f.removed:
            twice = 2 * arb(rational(gamma))
            if f.limit is None or f.own is None:
                return Falling(f.rate, f.front * twice, ONE, None, scaled=True)
            factor = (twice * (f.limit - f.own)).exp()
            return Falling(f.rate, f.front * twice * factor, factor, ONE)
    return None


__all__ = ["CountPolynomial", "Falling", "NearlyConstant", "seen"]
