r"""Functions p(min(x, z)) on the line, p a polynomial that never falls: they are min(p(x), p(z)).

So they are conditionally positive definite, and kernels where p is nowhere negative.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from flint import fmpq, fmpq_poly, fmpz_poly

from kernviz.kernels.enclosure import fraction
from kernviz.kernels.expr import Kernel
from kernviz.kernels.facts import Premise, Rule, Space
from kernviz.kernels.form import UNIT, form
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.work import charge

RISING = Rule(
    "a rising function of the minimum",
    "p(min(x, z)) is min(p(x), p(z)) where p never falls: conditionally positive definite, and a kernel where p ≥ 0",
    "min(a, b) = (a + b − |a − b|)/2, and for a, b ≥ 0 it is ∫ [t ≤ a]·[t ≤ b] dt.",
    {"theory": "Brownian motion's covariance, its time changed"},
)

STURM = 500  # n³ of a polynomial of degree n for what is charged as one value, see `kernels.work`


def of_the_minimum(k: Kernel, space: Space) -> tuple[Premise, ...] | None:
    """p′ ≥ 0 and p ≥ 0 on this line, decided exactly; None where k is no polynomial of the minimum of two numbers."""
    f = form(k, space) if space.line and space.kind == "vectors" else None
    coefficients: dict[int, Fraction] = {}
    for term, c in () if f is None else f.items:
        ((piece, n),) = term.pieces if len(term.pieces) == 1 else ((None, 0),)
        if (term != UNIT and piece != Minimum()) or term.exponent is not None or c.fraction is None:
            return None
        coefficients[n] = c.fraction
    if not coefficients or max(coefficients) < 2:  # the rest has rules of its own
        return None
    p = fmpq_poly([fraction(coefficients.get(n, Fraction(0))) for n in range(max(coefficients) + 1)])
    low = fmpq(0) if space.nonnegative else None
    where = "on [0, ∞)" if space.nonnegative else "on ℝ"
    return (
        Premise("p′ ≥ 0", f"{where}, by its roots, counted exactly", not_negative(p.derivative(), low)),
        Premise("p ≥ 0", f"{where}, by its roots, counted exactly", not_negative(p, low)),
    )


def not_negative(p: fmpq_poly, low: fmpq | None) -> bool:
    """Whether p(t) ≥ 0 for every t ≥ low, or every t: no root of odd multiplicity inside, and not negative far out."""
    if p.degree() < 1:
        return bool(p[0] >= 0)
    odd = fmpq_poly([1])
    charge(p.degree() ** 3 / STURM)
    for factor, n in p.factor()[1]:
        if n % 2:
            odd *= fmpq_poly(factor)
    if p[p.degree()] < 0 or (low is None and p.degree() % 2):
        return False
    return _roots_beyond(odd, low) == 0


def _roots_beyond(p: fmpq_poly, low: fmpq | None) -> int:
    """How many different real roots p, which has no double ones, has beyond low: Sturm (1829)."""
    chain = [_short(p), _short(p.derivative())]
    while chain[-1].degree() > 0:
        chain.append(_short(-(fmpq_poly(chain[-2]) % fmpq_poly(chain[-1]))))
    far = [(q[q.degree()] > 0) - (q[q.degree()] < 0) for q in chain]
    if low is None:
        start = [sign * (-1) ** q.degree() for sign, q in zip(far, chain, strict=True)]
    else:
        start = [(q(low) > 0) - (q(low) < 0) for q in chain]
    return _changes(start) - _changes(far)


def _short(p: fmpq_poly) -> fmpz_poly:
    """p times a number > 0, in whole numbers without a common factor: the signs are p's."""
    whole = p.numer()
    return whole // whole.content() if whole else whole


def _changes(signs: list[int]) -> int:
    kept = [sign for sign in signs if sign]
    return sum(a != b for a, b in pairwise(kept))


__all__ = ["RISING", "not_negative", "of_the_minimum"]
