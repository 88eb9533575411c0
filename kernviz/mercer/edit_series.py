"""Kernels of words read as sums of exponentials of the edit distance.

The words are those of `theorems.edit_distance`. On them, counts of n-grams are equal or nearly so. There a kernel is
nearly one number, or a polynomial in counts, or κ·F(edit) + c with numbers κ ≠ 0 and c.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from kernviz.kernels.ball_arithmetic import rational
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent, extent
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.linear import LINEAR, Linear
from kernviz.kernels.linear_combinations import Scaled, Sum
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
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.polynomial_of import PolynomialOf
from kernviz.kernels.products import Power, Product
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.counts import COUNTS
from kernviz.kernels.structured.words import Edit, Gappy, NGrams
from kernviz.mercer.edit_series_arithmetic import (
    NEAR,
    ONE,
    CountPolynomial,
    Falling,
    NearlyConstant,
    Seen,
    constant,
    exponential,
    gaussian,
    normalized,
    plus,
    times,
)

MANY = Extent(low=arb(10) ** 6)  # φ(x)·φ(x) of counts for long words: beyond every bound
# functions of counts that change by as little as the counts do, up to a power of their size
UNIFORM: tuple[type[Kernel], ...] = (Box, Cosine, Laplacian, Linear, Matern, Minimum, Periodic, Polynomial)
UNIFORM += (PowerExponential, RBF, Rational, Sigmoid, Tent, Triangle)


def seen(k: Kernel) -> Seen | None:
    """Return k on the set of words above.

    None if k is none of the three kinds of functions, or if this is not certain.
    """
    match k:
        case Constant():
            return constant(k.c)
        case Edit():
            return Falling(decimal(k.gamma), ONE)
        case CountKernel() | Mapped():
            return _of_counts(k)
    below = [seen(child) for child in k.children]
    if isinstance(k, Power) and not k.n:
        return constant(1.0)
    if not below or None in below:
        return None
    first = below[0]
    assert first is not None
    match k:
        case Sum():
            return _folded(plus, below)
        case Product():
            return _folded(times, below)
        case Scaled():
            return times(constant(k.c), first)
        case Power():
            return _folded(times, below * k.n)
        case PolynomialOf():
            total: Seen | None = constant(0.0)
            for a in reversed(k.coefficients):
                total = plus(times(total, first), constant(a))
            return total
        case Exp():
            return exponential(first)
        case Normalized():
            return normalized(first, diagonal(k.k))
        case GaussianOf():
            return gaussian(first, k.gamma)
    return None


def _folded(join: Callable[[Seen | None, Seen | None], Seen | None], parts: list[Seen | None]) -> Seen | None:
    total = parts[0]
    for part in parts[1:]:
        total = join(total, part)
    return total


def diagonal(k: Kernel) -> Extent:
    """Return an interval containing k(x, x) for all words of the set."""
    if isinstance(k, CountKernel):
        return MANY
    if isinstance(k, Mapped):
        return _of_many(k.k)
    return k._extent(tuple(diagonal(child) for child in k.children), Space(1, kind="words"))


def _of_many(k: Kernel) -> Extent:
    """Return an interval containing k(c, c) for the counts of long words."""
    if isinstance(k, Linear | Minimum):  # Σc² and Σc
        return MANY
    expansion = k.expand()
    if expansion is not None:
        return _of_many(expansion)
    if k._child_space(COUNTS) != COUNTS:
        return extent(k, COUNTS)
    return k._extent(tuple(map(_of_many, k.children)), COUNTS)


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
