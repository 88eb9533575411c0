"""Arithmetic of functions of the edit distance on a set of words.

The words are those of `theorems.edit_distance`. A function is nearly one number there, or a polynomial in counts, or
κ·F(edit) + c with numbers κ ≠ 0 and c. An operation on such functions gives such a function, or None if this is not
certain.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb

from kernviz.kernels.ball_arithmetic import rational
from kernviz.kernels.diagonal_range import Extent, one_value

EXACT, NEAR, RELATIVE = "exact", "near", "relative"  # errors of a function that has one value on the words of a set
ONE, ZERO = arb(1), arb(0)


@dataclass(frozen=True)
class NearlyConstant:
    """Function with one value on all words of the set, nearly.

    The words and their run length g are those of theorems/edit_distance.py. The value lies in `range`. `value` is its
    limit for g → ∞, None if the limit depends on the words. `error`: none, an error that tends to 0 as g grows, or a
    relative error. `large`: the value may outgrow every power of g.
    """

    range: Extent
    value: arb | None = None
    error: str = EXACT
    large: bool = False


@dataclass(frozen=True)
class CountPolynomial:
    """Polynomial in counts of subsequences.

    The weights ±1 on blocks of words make it vanish (theorems/edit_distance.py).
    """


@dataclass(frozen=True)
class Falling:
    """Function κ·(limit + front·e^{−rate·edit} + terms of larger rates) + c.

    `own` is the value in brackets for edit = 0, None if it is not known. If `limit` is None, too, c is not known.
    Otherwise c = 0. `removed`: c is a polynomial in counts, not only a number. `scaled`: κ is some number ≠ 0;
    otherwise κ = 1. `small`: κ may tend to 0 as g grows. `large`: c may outgrow every power of g.
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


def constant(value: float) -> NearlyConstant:
    return NearlyConstant(one_value(value), arb(rational(value)))


def plus(a: Seen | None, b: Seen | None) -> Seen | None:
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


def times(a: Seen | None, b: Seen | None) -> Seen | None:
    match a, b:
        case (NearlyConstant() as c, NearlyConstant() | CountPolynomial() | Falling()) | (
            CountPolynomial() | Falling(),
            NearlyConstant() as c,
        ) if _is_zero(c):
            return constant(0.0)
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
            return _scaled(f, c)
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


def _scaled(f: Falling, c: NearlyConstant) -> Falling | None:
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
    """Return `of` with the smallest rate and the sum of its fronts.

    ``shares`` are pairs (rate, front). The result is None if this sum may be 0.
    """
    rate = min(own for own, _ in shares)
    front = sum((a for own, a in shares if own == rate), ZERO)
    return replace(of, rate=rate, front=front) if front != 0 else None


def exponential(f: Seen) -> Seen | None:
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


def normalized(f: Seen, own: Extent) -> Seen | None:
    """Return f divided by k(x, x), which is nearly constant here."""
    if isinstance(f, CountPolynomial) or (isinstance(f, Falling) and f.removed):
        return None
    if own.high <= 0:
        return constant(0.0)
    if isinstance(f, NearlyConstant):
        return replace(constant(1.0), error=EXACT if f.error == EXACT else NEAR) if own.low > 0 else None
    positive = own.low > 0 or (not f.scaled and f.own is not None and f.own > 0)
    if not positive:
        return None
    if f.limit is not None and f.own is not None and not f.own.contains(0):
        return Falling(f.rate, f.front / f.own, f.limit / f.own, ONE)
    return replace(f, scaled=True, own=None, small=f.small or not own.bounded)


def gaussian(f: Seen, gamma: float) -> Seen | None:
    """Return the Gaussian kernel of f's features.

    It is e^{2γ(f − k(x, x))} where k(x, x) is nearly constant.
    """
    match f:
        case NearlyConstant():
            return None if f.error == RELATIVE else replace(constant(1.0), error=f.error)
        case Falling() if not f.scaled and not f.removed:
            twice = 2 * arb(rational(gamma))
            if f.limit is None or f.own is None:
                return Falling(f.rate, f.front * twice, ONE, None, scaled=True)
            factor = (twice * (f.limit - f.own)).exp()
            return Falling(f.rate, f.front * twice * factor, factor, ONE)
    return None
