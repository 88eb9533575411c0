r"""Decide p(min(x, z)) on the line, p a non-decreasing polynomial, as min(p(x), p(z)).

Such functions are conditionally positive definite, and kernels if p is nowhere negative.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb, fmpq, fmpq_poly, fmpz_poly

from kernviz.kernels.algebra import Scaled
from kernviz.kernels.ball_arithmetic import fraction
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.inputs import Normalized
from kernviz.kernels.named.maximum import Maximum
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.normal_form import UNIT, form
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.kernels.work_budget import charge
from kernviz.mercer.proof import Proof
from kernviz.mercer.theorems.theorem import Prover, Theorem
from kernviz.wording import phrase, say

RISING = Rule(
    phrase("a rising function of the minimum"),
    phrase(
        "p(min(x, z)) is min(p(x), p(z)) where p never falls: conditionally positive definite, and a kernel where p ≥ 0"
    ),
    phrase("min(a, b) = (a + b − |a − b|)/2, and for a, b ≥ 0 it is ∫ [t ≤ a]·[t ≤ b] dt."),
    {"theory": phrase("Brownian motion's covariance, its time changed")},
)

BACK = fmpq_poly([0, -1])  # −t
STURM = 500  # n³ per unit of work for a polynomial of degree n, see `kernels.work`


def of_the_minimum(k: Kernel, space: Space) -> tuple[Premise, ...] | None:
    """Premises p′ ≥ 0 and p ≥ 0 on this line, decided exactly; None if k is no p(min(x, z)) of degree ≥ 2.

    The maximum is covered as −min(−x, −z).
    """
    p, turned = _polynomial(k, space), False
    if p is None:
        p, turned = _of_the_maximum(k, space), True
    if p is None or p.degree() < 2:  # lower degrees have rules of their own
        return None
    slope, low = p.derivative(), fmpq(0) if space.nonnegative else None
    if turned and space.nonnegative:  # −x and −z lie on (−∞, 0]
        p, slope = p(BACK), slope(BACK)
    where = ("on [0, ∞)" if not turned else "on (−∞, 0]") if space.nonnegative else "on ℝ"
    return (
        Premise("p′ ≥ 0", say("{domain}, by its roots, counted exactly", domain=where), not_negative(slope, low)),
        Premise("p ≥ 0", say("{domain}, by its roots, counted exactly", domain=where), not_negative(p, low)),
    )


def normalized(k: Kernel, space: Space) -> tuple[Premise, ...] | None:
    """Premise p′ ≥ 0 wherever p > 0, for p(min(x, z)) normalised: there it is min(p(x), p(z)), and elsewhere 0."""
    p = _polynomial(k.k, space) if isinstance(k, Normalized) else None
    if p is None or p.degree() < 1:
        return None
    holds = rises_where_positive(p, fmpq(0) if space.nonnegative else None)
    return (Premise("p′ ≥ 0 wherever p > 0", say("by the signs of both between their roots"), holds),)


def _polynomial(k: Kernel, space: Space) -> fmpq_poly | None:
    """p if k is p(min(x, z)); else None."""
    f = form(k, space) if space.line and space.kind == "vectors" else None
    coefficients: dict[int, Fraction] = {}
    for term, c in () if f is None else f.items:
        ((piece, n),) = term.pieces if len(term.pieces) == 1 else ((None, 0),)
        if (term != UNIT and piece != Minimum()) or term.exponent is not None or c.fraction is None:
            return None
        coefficients[n] = c.fraction
    if not coefficients:
        return None
    return fmpq_poly([fraction(coefficients.get(n, Fraction(0))) for n in range(max(coefficients) + 1)])


def _of_the_maximum(k: Kernel, space: Space) -> fmpq_poly | None:
    """p if k is p(min(−x, −z)); else None."""
    leaves = {leaf for leaf in k.walk() if not leaf.children}
    if Maximum() not in leaves or Minimum() in leaves:
        return None
    turned = _with_minimum(k)
    return None if turned is None else _polynomial(turned, space)


def _with_minimum(k: Kernel) -> Kernel | None:
    """k with max replaced by −min; None if k depends on more than the values of its children."""
    if k == Maximum():
        return Scaled(-1.0, Minimum())
    if not k.children:
        return k if isinstance(k, Constant) else None
    below = [_with_minimum(child) for child in k.children] if k.values else [None]
    known = tuple(child for child in below if child is not None)
    return k.with_children(known) if len(known) == len(k.children) else None


def rises_where_positive(p: fmpq_poly, low: fmpq | None) -> bool:
    """True if p′(t) ≥ 0 for every t ≥ low (every t without `low`) with p(t) > 0."""
    slope = p.derivative()
    charge((2 * p.degree()) ** 3 / STURM)
    found: list[Any] = _primitive(p * slope).complex_roots()  # a real root has an imaginary part of exactly 0
    roots = sorted((r.real for r, _ in found if r.imag.is_zero()), key=float)
    inside = [r for r in roots if low is None or r > low]
    if any(not a < b for a, b in pairwise(inside)):
        return False
    ends = [arb(low) if low is not None else inside[0] - 1 if inside else arb(0), *inside]
    places = [(a.upper() + b.lower()) / 2 for a, b in pairwise(ends)] + [ends[-1] + 1]
    if low is None:
        places.append(ends[0] - 1)
    return all(p(t) <= 0 or slope(t) >= 0 for t in map(_exactly, places))


def _exactly(t: arb) -> fmpq:
    """Midpoint of a ball as a fraction."""
    man, exp = t.mid().man_exp()
    return fmpq(int(man)) * fmpq(2) ** int(exp)


def not_negative(p: fmpq_poly, low: fmpq | None) -> bool:
    """True if p(t) ≥ 0 for every t ≥ low (every t without `low`), by the number of sign-changing roots
    and the leading sign.
    """
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
    """Number of distinct real roots beyond `low` of a squarefree p: Sturm (1829)."""
    chain = [_primitive(p), _primitive(p.derivative())]
    while chain[-1].degree() > 0:
        chain.append(_primitive(-(fmpq_poly(chain[-2]) % fmpq_poly(chain[-1]))))
    far = [(q[q.degree()] > 0) - (q[q.degree()] < 0) for q in chain]
    if low is None:
        start = [sign * (-1) ** q.degree() for sign, q in zip(far, chain, strict=True)]
    else:
        start = [(q(low) > 0) - (q(low) < 0) for q in chain]
    return _sign_changes(start) - _sign_changes(far)


def _primitive(p: fmpq_poly) -> fmpz_poly:
    """p times a positive number, as integer coefficients without a common factor; the signs are those of p."""
    whole = p.numer()
    return whole // whole.content() if whole else whole


def _sign_changes(signs: list[int]) -> int:
    kept = [sign for sign in signs if sign]
    return sum(a != b for a, b in pairwise(kept))


def by_rising(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Proof of p(min(x, z)), plain or normalised."""
    found = normalized(k, space) or of_the_minimum(k, space)
    return Proof(k, space, "rule", RISING, found, ()) if found and all(p.holds for p in found) else None


def conditionally_rising(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Proof that p(min(x, z)) is conditionally positive definite."""
    found = of_the_minimum(k, space)
    return Proof(k, space, "conditional", RISING, found[:1], ()) if found and found[0].holds else None


MONOTONE_POLYNOMIAL = Theorem(
    "rising polynomial of the minimum",
    RISING.says,
    "Brownian motion's covariance, its time changed",
    "its polynomial in min(x, z) or max(x, z)",
    proves=by_rising,
    conditionally=conditionally_rising,
)

__all__ = ["MONOTONE_POLYNOMIAL", "normalized", "not_negative", "of_the_minimum", "rises_where_positive"]
