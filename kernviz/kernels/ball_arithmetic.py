"""Ball arithmetic with exact fractions, for certain kernel values.

Numbers are exact fractions as long as possible, then balls [mid ± rad].
A ball contains the true value.

`Kernel._enclosed` returns the value of a kernel at one pair of points in these numbers.
So rounding cannot cause a refutation: if a ball lies below 0, the true value is below 0.
Numbers are read as the decimals that are displayed, 0.7 as 7/10.
If a comparison is undecided, the result is the hull of both possible values.
If nothing is known, the result is the ball nan. Comparisons with nan are False.

One object stands for one number: ``a is b`` means that a and b are equal.
This holds even for a wide ball, whose numbers could not be compared otherwise.
Source: Johansson (2017), Arb: efficient arbitrary-precision midpoint-radius interval arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from kernviz.kernels.polynomial_in_x_and_z import decimal

# 120 digits. Twelve points close together lose up to a hundred of them to cancellation under a Gaussian kernel. Most
# operations take no longer than with 100 bits. The precision holds for the whole process and is never changed.
ctx.prec = 400

Number = arb | fmpq
Point = tuple[Number, ...]

LONGEST = 4000  # bits of a fraction; a ball replaces a longer one, and is as good and far shorter
ZERO, ONE, HALF = fmpq(0), fmpq(1), fmpq(1, 2)
# values of cos πq where they are rational for a rational q (Niven's theorem), by q in [0, 2)
NIVEN = {
    fmpq(0): fmpq(1),
    fmpq(1, 3): HALF,
    HALF: ZERO,
    fmpq(2, 3): -HALF,
    fmpq(1): fmpq(-1),
    fmpq(4, 3): -HALF,
    fmpq(3, 2): ZERO,
    fmpq(5, 3): HALF,
}


@lru_cache(maxsize=20_000)
def rational(value: float) -> fmpq:
    """Return the decimal a person typed as an exact fraction.

    Example: 0.1 is 1/10.
    """
    return fraction(decimal(value))


def unknown() -> Number:
    """Return a new ball without information.

    Each call makes a new object, since ``a is b`` means equality.
    """
    return arb.nan()


def fraction(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def exactly(X: NDArray[Any]) -> list[Any]:
    """Return the rows of X (n, d) as tuples of exact fractions.

    Equal rows become the same object. The entries of an object array (n,) are not converted.
    """
    seen: dict[Any, Any] = {}
    rows = X if X.dtype == object else [tuple(map(rational, row)) for row in X.tolist()]
    return [seen.setdefault(row, row) for row in rows]


def nearest(u: Number) -> float:
    """Return the float nearest to a fraction or a ball.

    For a ball this is the float nearest to its middle.
    The result is infinite beyond the largest float.
    """
    if isinstance(u, arb):
        return float(u)
    try:
        return int(u.p) / int(u.q)  # Python rounds this quotient correctly
    except OverflowError:
        return float("inf") if u > 0 else float("-inf")


# ---- parts of formulas -----------------------------------------------------------------------------------------------


def total(terms: Iterable[Number]) -> Number:
    result: Number = ZERO
    for term in terms:
        result = result + term
    return result


def product(factors: Iterable[Number]) -> Number:
    result: Number = ONE
    for factor in factors:
        result = result * factor
    return result


def polynomial(coefficients: Sequence[float], u: Number) -> Number:
    """Return the value of a polynomial at u.

    The polynomial is a₀ + a₁u + a₂u² + …
    """
    u = shortened(u, len(coefficients))
    result: Number = ZERO
    for a in reversed(coefficients):
        result = result * u + rational(a)
    return result


def dot(x: Point, z: Point) -> Number:
    """Return the dot product x·z."""
    return total([a * b for a, b in zip(x, z, strict=True)])


def difference(a: Number, b: Number) -> Number:
    return ZERO if a is b else a - b


def manhattan(x: Point, z: Point) -> Number:
    """Return the Manhattan distance Σ|xᵢ − zᵢ|."""
    return total([absolute(difference(a, b)) for a, b in zip(x, z, strict=True)])


def squared(x: Point, z: Point) -> Number:
    """Return the squared distance ‖x − z‖²."""
    return total([power(difference(a, b), 2) for a, b in zip(x, z, strict=True)])


def distance(x: Point, z: Point) -> Number:
    """Return the Euclidean distance ‖x − z‖.

    The distance is a fraction where its value is rational.
    """
    return root(squared(x, z))


def power(u: Number, n: int) -> Number:
    """Return uⁿ for a whole exponent n.

    The exponent may also be negative where u > 0.
    """
    if n == 0:
        return ONE
    if isinstance(u, fmpq):
        u = shortened(u, abs(n))
    if n > 0 and isinstance(u, arb) and u.mid() == 0:
        return product([u] * n)  # u**n would be nan
    return u**n


def shortened(u: Number, factor: int = 1) -> Number:
    """Return u, or a ball around u to save digits.

    The ball is taken if u is a fraction, and `factor` times its bits are more than `LONGEST`.
    """
    return arb(u) if isinstance(u, fmpq) and u.height_bits() * factor > LONGEST else u


def root(u: Number) -> Number:
    """Return the square root √u.

    The number u is known to be ≥ 0, even if its ball reaches below 0.
    """
    if isinstance(u, fmpq):
        return _root(int(u.p), int(u.q))
    if u > 0:
        return u.sqrt()
    return hull(ZERO, u.upper().sqrt()) if u.upper() > 0 else ZERO if u.is_zero() else unknown()


@lru_cache(maxsize=4096)  # cached, so that equal roots are the same object and known to be equal
def _root(p: int, q: int) -> Number:
    if p < 0:
        return unknown()
    a, b = math.isqrt(p), math.isqrt(q)
    return fmpq(a, b) if a * a == p and b * b == q else arb(fmpq(p, q)).sqrt()


def real_power(u: Number, q: fmpq) -> Number:
    """Return u^q for a fraction q.

    The number u is known to be ≥ 0, even if its ball reaches below 0.
    For q > 0 the value of 0^q is 0.
    """
    if q.q == 1:
        return power(u, int(q.p))
    if isinstance(u, fmpq) and u == 0:
        return ZERO if q > 0 else unknown()
    ball = arb(u)
    if ball > 0:
        return ball**q
    return hull(ZERO, ball.upper() ** q) if q > 0 and ball.upper() > 0 else unknown()


def hull(a: Number, b: Number) -> Number:
    """Return a ball that contains both a and b."""
    return arb(a).union(b)


def exp(u: Number) -> Number:
    return ONE if isinstance(u, fmpq) and u == 0 else arb(u).exp()


def cos(u: Number) -> Number:
    return ONE if isinstance(u, fmpq) and u == 0 else arb(u).cos()


def sin(u: Number) -> Number:
    return ZERO if isinstance(u, fmpq) and u == 0 else arb(u).sin()


def tanh(u: Number) -> Number:
    return ZERO if isinstance(u, fmpq) and u == 0 else arb(u).tanh()


def log1p(u: Number) -> Number:
    return ZERO if isinstance(u, fmpq) and u == 0 else arb(u).log1p()


def cos_pi(u: Number) -> Number:
    """Return cos πu.

    The cosine is a fraction where its value is rational.
    """
    return _cos_pi(int(u.p), int(u.q)) if isinstance(u, fmpq) else u.cos_pi()


def sin_pi(u: Number) -> Number:
    """Return sin πu."""
    return cos_pi(u - HALF) if isinstance(u, fmpq) else u.sin_pi()


def sin_pi_squared(u: Number) -> Number:
    """Return sin² πu.

    The formula is (1 − cos 2πu)/2, which is a fraction more often than the sine.
    """
    return (1 - cos_pi(2 * u)) / 2 if isinstance(u, fmpq) else power(u.sin_pi(), 2)


@lru_cache(maxsize=4096)
def _cos_pi(p: int, q: int) -> Number:
    turned = fmpq(p % (2 * q), q)
    exact = NIVEN.get(turned)
    return arb.cos_pi_fmpq(turned) if exact is None else exact


# ---- comparisons -----------------------------------------------------------------------------------------------------


def least(a: Number, b: Number) -> Number:
    """Return the minimum min(a, b)."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return a if a <= b else b
    return a if a is b else arb(a).min(b)


def absolute(u: Number) -> Number:
    """Return the absolute value |u|."""
    return u if u >= 0 else -u if u <= 0 else abs(arb(u))


def largest(a: Number, b: Number) -> Number:
    """Return the maximum max(a, b)."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return a if a >= b else b
    return a if a is b else arb(a).max(b)


def step(certainly: bool, certainly_not: bool) -> Number:
    """Return the indicator of a condition: 1, 0, or the hull.

    The value is 1 if the condition holds and 0 if it does not.
    If balls cannot tell, the value is the hull of both.
    """
    return ONE if certainly else ZERO if certainly_not else hull(ZERO, ONE)


def overlap(a: Number, b: Number) -> bool:
    """Return True if a and b may be the same number.

    The result is True, too, if nothing is known about a and b.
    """
    return a == b if isinstance(a, fmpq) and isinstance(b, fmpq) else not (a < b or a > b)
