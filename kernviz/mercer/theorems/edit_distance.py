"""Refutation of functions of the edit distance, for every width γ.

Let k = κ·F(edit(x, z)) + c on sets of words, with numbers κ ≠ 0 and c for each set and F(t) = Σ a·e^{−λt} over rates
λ ≥ 0, Σ|a| < ∞. Let λ₁ be the smallest rate > 0 with a ≠ 0. Such a k is no kernel.

Words. x is a filler, y and s are two more letters, and "|" is a run of s, longer than g and than three times the edit
distances below. Put p = (xᵍy)ⁿxᵍ | x^{(n+2)g} | xᵍ. For u_i, the i-th y of p becomes x, and of the second part the
letter after x^{ig} becomes y. For r, one x moves from the second part of p to the third. An alignment of two such words
matches some s of each run with an s of the same run, and without the letters s no distance grows: so the distances of
the parts add up. Hence edit(p, u_i) = 2, edit(u_i, u_j) = 4, edit(p, r) = 2, and edit(r, u_i) = 3 < 2 + 2, as the
second part of u_i is that of r with y inserted. Put q = e^{−λ₁}. With the best weights for p and r and weight 1 for
each u_i, uᵀKu of e^{−λ₁·edit} is n(1 − q⁴) − n²(q³ − q⁴)²/(1 − q⁴), below 0 for large n.

Counts. All these words have the same letters and the same runs of up to g letters, each as often. So counts of n-grams
are equal. Weighted counts of subsequences with a decay λ < 1 differ by O(gᵃλᵍ), which tends to 0 as g grows; their
size O(gᵇ) does not undo this. A function of counts is then nearly one number: with an error that tends to 0, or, for an
exponential that grows, a relative error.

Blocks. Append |B₀|B₁|…|B_M where each block is one of xᵍcxᵍdxᵍ and xᵍdxᵍcxᵍ, at edit distance 2. Weights 1 and −1 for
B₀ remove the number c. Several such blocks, one more than a polynomial in counts has letters, remove this polynomial.
Weights 1 and 1 for each other block multiply the share of the rate λ by 2(1 + e^{−2λ}). This is largest for λ₁, so for
large M the share of λ₁ decides the sign. With the weights above it is negative for κa > 0. With weight 1 for p alone
it is negative for κa < 0.
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
from kernviz.kernels.rules_and_premises import Space, rounded
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.counts import COUNTS
from kernviz.kernels.structured.words import Edit, Gappy, NGrams
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.wording import say

MANY = Extent(low=arb(10) ** 6)  # φ(x)·φ(x) of counts for long words: beyond every bound
ONE, ZERO = arb(1), arb(0)


EXACT, NEAR, RELATIVE = "exact", "near", "relative"  # errors of a function that has one value on the words of a set
UNIFORM = (
    Box,
    Cosine,
    Laplacian,
    Linear,
    Matern,
    Minimum,
    Periodic,
    Polynomial,
    PowerExponential,
    RBF,
    Rational,
    Sigmoid,
    Tent,
    Triangle,
)  # functions of counts that change by as little as the counts do, up to a power of their size


@dataclass(frozen=True)
class Flat:
    """Function with one value on all words of the set, up to an error.

    The value lies in `range`. It is `value` if its limit is the same for all sets. `error`: none, an error that tends
    to 0 as g grows, or a relative error. `large`: the value may outgrow every power of g.
    """

    range: Extent
    value: arb | None = None
    error: str = EXACT
    large: bool = False


@dataclass(frozen=True)
class Counted:
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


Seen = Flat | Counted | Falling


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


def _number(value: float) -> Flat:
    return Flat(number(value), arb(rational(value)))


def _of_counts(k: CountKernel | Mapped) -> Seen | None:
    phi, of = (k.map(), LINEAR) if isinstance(k, CountKernel) else (k.phi, k.k)
    value = None if of._level is None else arb(rational(of._level))
    if isinstance(phi, NGrams) or (isinstance(phi, Gappy) and phi.n == 1):
        return Flat(diagonal(k), value)
    if not isinstance(phi, Gappy):
        return None
    if phi.decay < 1:
        return Flat(diagonal(k), value, NEAR) if isinstance(of, UNIFORM) else None
    return Counted() if isinstance(of, Linear) else None


def _sum(a: Seen | None, b: Seen | None) -> Seen | None:
    match a, b:
        case Flat(), Flat():
            if RELATIVE in (a.error, b.error):
                return None
            value = None if a.value is None or b.value is None else a.value + b.value
            return Flat(a.range + b.range, value, _worse(a, b), a.large or b.large)
        case (Counted(), Counted()):
            return Counted()
        case (Counted(), Flat() as c) | (Flat() as c, Counted()):
            return Counted() if c.error == EXACT else None
        case (Falling() as f, Counted()) | (Counted(), Falling() as f):
            return replace(f, limit=None, own=None, removed=True)
        case (Falling() as f, Flat() as c) | (Flat() as c, Falling() as f):
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


def _worse(a: Flat, b: Flat) -> str:
    return next(error for error in (RELATIVE, NEAR, EXACT) if error in (a.error, b.error))


def _product(a: Seen | None, b: Seen | None) -> Seen | None:
    match a, b:
        case (Flat() as c, Flat() | Counted() | Falling()) | (Counted() | Falling(), Flat() as c) if _is_zero(c):
            return _number(0.0)
        case Flat(), Flat():
            value = None if a.value is None or b.value is None else a.value * b.value
            error, large = _worse(a, b), a.large or b.large
            if error == RELATIVE or (error == NEAR and large):
                if not all(c.error in (RELATIVE, EXACT) or _away_from_zero(c) for c in (a, b)):
                    return None
                error = RELATIVE
            return Flat(a.range * b.range, value, error, large)
        case (Counted(), Counted()):
            return Counted()
        case (Counted(), Flat() as c) | (Flat() as c, Counted()):
            return Counted() if c.error == EXACT else None
        case (Falling() as f, Flat() as c) | (Flat() as c, Falling() as f):
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


def _is_zero(c: Flat) -> bool:
    return c.value is not None and c.error == EXACT and bool(c.value.is_zero())


def _away_from_zero(c: Flat) -> bool:
    return bool(c.range.low > 0 or c.range.high < 0)


def _times(f: Falling, c: Flat) -> Falling | None:
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
        case Flat():
            bounded = bool(f.range.high.is_finite())
            if f.error == RELATIVE and not (bounded and f.range.low.is_finite()):
                return None
            error = f.error if f.error == EXACT else NEAR if bounded else RELATIVE
            return Flat(f.range.exp(), None if f.value is None else f.value.exp(), error, not bounded)
        case Falling() if not f.scaled and not f.removed:
            if f.limit is None or f.own is None:  # e^c is a factor that is not known, and e^F is not known at 0
                return Falling(f.rate, f.front, ONE, None, scaled=True, small=True)
            return Falling(f.rate, f.front * f.limit.exp(), f.limit.exp(), f.own.exp())
    return None


def _normalized(f: Seen, own: Extent) -> Seen | None:
    """Return f divided by its value k(x, x), which is nearly the same for all words of the set."""
    if isinstance(f, Counted) or (isinstance(f, Falling) and f.removed):
        return None
    if own.high <= 0:
        return _number(0.0)
    if isinstance(f, Flat):
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
        case Flat():
            return None if f.error == RELATIVE else replace(_number(1.0), error=f.error)
        case Falling() if not f.scaled and not f.removed:
            twice = 2 * arb(rational(gamma))
            if f.limit is None or f.own is None:
                return Falling(f.rate, f.front * twice, ONE, None, scaled=True)
            factor = (twice * (f.limit - f.own)).exp()
            return Falling(f.rate, f.front * twice * factor, factor, ONE)
    return None


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Return the refutation of k on words by the edit distance, or None."""
    found = seen(k) if space.kind == "words" else None
    if not isinstance(found, Falling):
        return None
    return Flaw(
        say(
            "on words that its other parts cannot tell apart it is a sum of exponentials of the edit distance, the "
            "slowest exp(−{rate}·edit), times a number and plus a number. Each of them is refuted by enough words; "
            "this one by aⁿ, aⁿ⁻¹ and the words of one b among n − 1 letters a, for n > (1 + exp({rate}))²",
            rate=rounded(float(found.rate)),
        ),
        "Cauchy, Schwarz",
    )


EDIT_DISTANCE = Theorem(
    "edit distance",
    "no sum of exponentials of the edit distance, other than a number, is a kernel on words",
    "Cauchy, Schwarz",
    "whether it is a function of the edit distance and of counts",
    refutes=refuted,
)

__all__ = ["EDIT_DISTANCE", "Falling", "seen"]
