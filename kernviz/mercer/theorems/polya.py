r"""Pólya's criterion on the line: e^{−h(r)}·Π max(0, 1 − r/wᵢ), r = |x − z|, if convex and falling to 0.

Such a function is a mixture of triangles (Pólya 1949). With g = −log of it, g′ = h′ + Σ 1/(wᵢ − r), and convexity
means g′² ≥ g″. Here h = Σ a·r^p, and each power is monotone, so between two values of r every part is bounded by its
values at the ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from flint import arb

from kernviz.kernels.algebra import Product
from kernviz.kernels.exact_numbers import ball
from kernviz.kernels.expr import Kernel
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.named.power_exponential import PowerExponential
from kernviz.kernels.named.triangle import Triangle
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.kernels.work_budget import charge
from kernviz.mercer.proof import Proof
from kernviz.mercer.spectral_measure import factors
from kernviz.mercer.theorems.beside import beside
from kernviz.mercer.theorems.theorem import Prover, Theorem
from kernviz.wording import phrase, say

CONVEX = Rule(
    phrase("Pólya: convex"),
    phrase("a function of |x − z| that falls to 0 in a convex curve is a kernel on the line"),
    phrase("It is a mixture of triangles max(0, 1 − |x − z|/w), w > 0, with weights w·f″(w) ≥ 0."),
    {"theory": "Pólya (1949)"},
)
FINEST = 160  # cells per factor of ten
LEAST, MOST = -6, 6  # powers of ten, in units of the smallest width or of 1/slope
Powers = list[tuple[arb, arb]]  # a and p of each a·r^p


def falls_convexly(k: Kernel, space: Space) -> tuple[Premise, list[Kernel]] | None:
    """Premise that the exponentials and triangles of a product are together convex, and the other factors.

    On the line only; the other factors must be kernels. None if convexity is not shown.
    """
    every = list(factors(k)) if isinstance(k, Product) and space.line and space.kind == "vectors" else []
    found = [(factor, _exponent(factor)) for factor in every]
    powers = [own for _, own in found if own is not None]
    widths = [decimal(factor.width) for factor in every if isinstance(factor, Triangle)]
    rest = [factor for factor, own in found if own is None and not isinstance(factor, Triangle)]
    # without any p > 2 every factor is a kernel; 1 < p < 2, or no slope at 0, breaks convexity at 0
    if all(p <= 2 for _, p in powers) or any(1 < p < 2 for _, p in powers) or not (widths or _slope(powers)):
        return None
    if not _convex([(ball(a), ball(p)) for a, p in powers], widths, _slope(powers)):
        return None
    return Premise("f″ ≥ 0", say("worked out with error bounds"), True), rest


def _slope(powers: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """Slope of h at 0, without powers below 1 (and above: theirs is 0)."""
    return sum((a for a, p in powers if p == 1), Fraction(0))


def _exponent(k: Kernel) -> tuple[Fraction, Fraction] | None:
    """(a, p) such that k = e^{−a·r^p}; None for other kernels."""
    match k:
        case PowerExponential():
            return decimal(k.gamma), decimal(k.p)
        case Laplacian():
            return decimal(k.gamma), Fraction(1)
        case RBF():
            return decimal(k.gamma), Fraction(2)
    return None


def _convex(powers: Powers, widths: Sequence[Fraction], slope: Fraction) -> bool:
    """True if g′² ≥ g″ for every r from 0 to the smallest width, or to ∞."""
    end = min(widths, default=None)
    unit = end if end is not None else 1 / slope
    top = 0 if end is not None else MOST
    steps = range(LEAST * FINEST, top * FINEST + 1)
    places = [arb(0), *(ball(unit) * arb(10) ** (arb(i) / FINEST) for i in steps)]
    charge(len(places) * len(powers))
    if end is None and not _holds_beyond(powers, places[-1]):
        return False
    return all(_holds(powers, widths, low, high) for low, high in pairwise(places))


def _holds(powers: Powers, widths: Sequence[Fraction], low: arb, high: arb) -> bool:
    own = sum((a * p * (low if p >= 1 else high) ** (p - 1) for a, p in powers), arb(0))
    bends = sum((a * p * (p - 1) * high ** (p - 2) for a, p in powers if p >= 2), arb(0))
    steep = [1 / (ball(w) - low) for w in widths]  # their squares cancel against those in g″
    total = sum(steep, arb(0))
    pairs = sum((a * b for i, a in enumerate(steep) for j, b in enumerate(steep) if i != j), arb(0))
    return bool(own * own + 2 * own * total + pairs >= bends)


def _holds_beyond(powers: Powers, start: arb) -> bool:
    """True if for every r ≥ start ≥ 1 the squared slope of the largest power exceeds h″."""
    a, p = max(powers, key=lambda pair: float(pair[1]))
    bends = sum((b * q * (q - 1) for b, q in powers if q >= 2), arb(0))
    return bool(start >= 1) and bool((a * p) ** 2 * start**p >= bends)


def proof(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Proof of a product by this criterion, the other factors being kernels."""
    return beside(k, space, by, CONVEX, falls_convexly(k, space))


POLYA = Theorem(
    "Pólya: convex",
    CONVEX.says,
    "Pólya (1949)",
    "its exponent as a power of the distance",
    proves=proof,
)

__all__ = ["POLYA", "falls_convexly"]
