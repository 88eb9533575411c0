"""Kernel nodes for product and power.

The operators * and ** build these nodes.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ONE, Number, Point, power, product
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent
from kernviz.kernels.expr import ATOM, POWER, PRODUCT, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.nary import Nary, V, operand
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.powers import whole_power
from kernviz.kernels.rules_and_premises import Rule, Space, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Product(Nary):
    """Closure rule: the product of kernels.

    k(x, z) = k₁(x, z)·k₂(x, z)·…; features are all products of features.
    Source: S0 Theorem 1 (3), S2 rule 5.

    Parameters
    ----------
    terms : tuple of Kernel
        At least two kernels.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.RBF(1)*kv.Linear()
    rbf(gamma=1)*linear
    >>> kv.Product((kv.RBF(1), kv.Linear()))([[2.0]]).tolist()
    [[4.0]]
    """

    _binds: ClassVar[int] = PRODUCT
    _latex_binds: ClassVar[int] = PRODUCT
    title: ClassVar[str] = phrase("product of kernels")
    _of_values: ClassVar[bool] = True
    rule: ClassVar[Rule] = Rule(
        phrase("product"),
        phrase("a product of kernels is a kernel"),
        phrase(
            "Schur's product theorem: with ‹K›₁ = Σ aₚaₚᵀ and ‹K›₂ = Σ b_q b_qᵀ, the entrywise "
            "product is Σ (aₚ∘b_q)(aₚ∘b_q)ᵀ, a sum of squares."
        ),
        {"S0": "Theorem 1 (3)", "S2": "rule 5", "S4": "rule 5"},
    )

    def _joined(self, parts: Iterable[V]) -> V:
        return reduce(operator.imul, parts)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return product([term._enclosed(x, z) for term in self.terms])

    def _positive_on(self, space: Space) -> Space:
        """Return a space that contains every point with k(x, x) > 0.

        A factor restricts the space only if all other factors are nowhere negative on the diagonal.
        Otherwise two negative factors could have a positive product.
        """
        for i, term in enumerate(self.terms):
            if all(other._diagonal_sign == 1 for j, other in enumerate(self.terms) if j != i):
                space = term._positive_on(space)
        return space

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return FeatureMap.multiplied(maps)

    def _text(self, show: Show) -> str:
        return "*".join(operand(term, show, POWER) for term in self.terms)

    def _latex(self, show: Show) -> str:
        return r"\cdot ".join(show(term, POWER) for term in self.terms)


@dataclass(frozen=True, repr=False)
class Power(Kernel):
    """Closure rule: a whole power of a kernel.

    k(x, z) = k₁(x, z)ⁿ for a whole n ≥ 0: the product rule n − 1 times, or the constant 1 for n = 0.
    Source: S0 Theorem 1 (3), S2 rules 4 and 5.

    Parameters
    ----------
    k : Kernel, optional
        Inner kernel k₁. The default is 1.
    n : int, default=2
        Whole power n from 0 to 20.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Linear()**3
    linear**3
    >>> kv.Power(kv.Linear(), 3)([[2.0]]).tolist()
    [[64.0]]
    """

    k: Kernel = Constant(1.0)
    n: int = number(2, "n", phrase("power"), 1, 8, whole=True)
    _binds: ClassVar[int] = POWER
    _latex_binds: ClassVar[int] = POWER
    title: ClassVar[str] = phrase("power of a kernel")
    _of_values: ClassVar[bool] = True
    rule: ClassVar[Rule] = Rule(
        phrase("power"),
        phrase("a kernel to the power of a whole number n ≥ 0 is a kernel"),
        phrase("It is the product rule used n − 1 times; for n = 0 it is the constant 1."),
        {"S0": "Theorem 1 (3)", "S2": "rule 4, g = uⁿ", "S4": "rule 5"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return whole_power(self.k._gram(X, Z), self.n)

    def _diag(self, X: Array) -> Array:
        return whole_power(self.k._diag(X), self.n)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return parts[0].power(self.n)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return power(self.k._enclosed(x, z), self.n) if self.n else ONE

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return parts[0].power(self.n)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        return parts[0].power(self.n)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return FeatureMap.multiplied(maps * self.n) if self.n else FeatureMap.constant(1.0)

    def _text(self, show: Show) -> str:
        return f"{operand(self.k, show, ATOM)}**{self.n}"

    def _latex(self, show: Show) -> str:
        return f"{show(self.k, ATOM)}^{{{self.n}}}"
