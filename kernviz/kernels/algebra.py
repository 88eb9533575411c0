"""Kernel nodes for scaling, sum, product and power.

The operators + * ** and numbers build these nodes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ONE, ZERO, Number, Point, power, product, rational, total
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent
from kernviz.kernels.diagonal_range import number as only
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import ATOM, POWER, PRODUCT, SCALED, SUM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.powers import whole_power
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, exact, latex_number, number
from kernviz.wording import phrase, say


@dataclass(frozen=True, repr=False)
class Scaled(Kernel):
    """Closure rule: a kernel times a number.

    k(x, z) = c·k₁(x, z), a kernel for c ≥ 0. Source: S0 Theorem 1 (2), S2 rule 2.

    Parameters
    ----------
    c : float, default=1.0
        Factor c.
    k : Kernel, optional
        Inner kernel k₁. The default is 1.

    Examples
    --------
    >>> import kernviz as kv
    >>> 0.5*kv.RBF(2)
    0.5*rbf(gamma=2)
    >>> kv.judge(-1*kv.RBF(2)).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    c: float = number(1.0, "c", phrase("factor"), -10.0, 10.0)
    k: Kernel = Constant(1.0)
    _binds: ClassVar[int] = SCALED
    _latex_binds: ClassVar[int] = SCALED
    title: ClassVar[str] = phrase("a number times a kernel")
    _of_values: ClassVar[bool] = True
    rule: ClassVar[Rule] = Rule(
        phrase("scaling"),
        phrase("a kernel times a number c ≥ 0 is a kernel"),
        phrase("uᵀ(c‹K›)u = c·uᵀ‹K›u ≥ 0; in feature space every vector is stretched by √c."),
        {"S0": "Theorem 1 (2)", "S2": "rule 2", "S4": "rule 1"},
    )
    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("scaling, conditionally"),
        phrase("a number c ≥ 0 times a conditionally positive definite function is one"),
        phrase("uᵀ(c‹K›)u = c·uᵀ‹K›u ≥ 0 where Σuᵢ = 0."),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return self.c * self.k._gram(X, Z)

    def _diag(self, X: Array) -> Array:
        return self.c * self.k._diag(X)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return rational(self.c) * self.k._enclosed(x, z) if self.c else ZERO

    def _positive_on(self, space: Space) -> Space:
        return self.k._positive_on(space) if self.c >= 0 else space

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return only(self.c) * parts[0]

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return (Premise("c ≥ 0", f"c = {exact(self.c)}", self.c >= 0),)

    def _conditional_premises(self, space: Space) -> tuple[Premise, ...]:
        return self.premises(space)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return parts[0].scaled(Exact.of(self.c))

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        return parts[0].scaled(self.c)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].scaled(self.c)

    def _text(self, show: Show) -> str:
        body = operand(self.k, show, PRODUCT)
        return f"-{body}" if self.c == -1 else f"{exact(self.c)}*{body}"

    def _latex(self, show: Show) -> str:
        body = show(self.k, PRODUCT)
        return f"-{body}" if self.c == -1 else rf"{latex_number(self.c)}\,{body}"


@dataclass(frozen=True, repr=False)
class _Nary(Kernel):
    """Common base class of the sum node and the product node.

    The node holds a tuple of operands, addressed 0, 1, 2, … in parameter paths.
    """

    terms: tuple[Kernel, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        # a node with one operand would print as that operand, and be read back as another kernel
        if len(self.terms) < 2:
            raise ValueError(
                say("{name} needs at least two operands, got {count}", name=type(self).__name__, count=len(self.terms))
            )

    def _child_items(self) -> Iterator[tuple[str, Kernel]]:
        for position, term in enumerate(self.terms):
            yield str(position), term

    def with_children(self, children: tuple[Kernel, ...]) -> Self:
        return replace(self, terms=children)


@dataclass(frozen=True, repr=False)
class Sum(_Nary):
    """Closure rule: the sum of kernels.

    k(x, z) = k₁(x, z) + k₂(x, z) + …; features are laid side by side.
    Source: S0 Theorem 1 (1), S2 rule 3.

    Parameters
    ----------
    terms : tuple of Kernel
        At least two kernels.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.RBF(1) + kv.Linear()
    rbf(gamma=1) + linear
    >>> kv.Sum((kv.RBF(1), kv.Linear()))([[1.0]]).tolist()
    [[2.0]]
    """

    _binds: ClassVar[int] = SUM
    _latex_binds: ClassVar[int] = SUM
    title: ClassVar[str] = phrase("sum of kernels")
    _of_values: ClassVar[bool] = True
    rule: ClassVar[Rule] = Rule(
        phrase("sum"),
        phrase("a sum of kernels is a kernel"),
        phrase("uᵀ(‹K›₁ + ‹K›₂)u = uᵀ‹K›₁u + uᵀ‹K›₂u, a sum of two numbers that are not negative."),
        {"S0": "Theorem 1 (1)", "S2": "rule 3", "S4": "rule 4"},
    )
    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("sum, conditionally"),
        phrase("a sum of conditionally positive definite functions is one"),
        phrase("uᵀ(‹K›₁ + ‹K›₂)u = uᵀ‹K›₁u + uᵀ‹K›₂u ≥ 0 where Σuᵢ = 0."),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        total = self.terms[0]._gram(X, Z).copy()
        for term in self.terms[1:]:
            total += term._gram(X, Z)
        return total

    def _diag(self, X: Array) -> Array:
        return np.sum([term._diag(X) for term in self.terms], axis=0)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return sum(parts[1:], start=parts[0])

    def _enclosed(self, x: Point, z: Point) -> Number:
        return total([term._enclosed(x, z) for term in self.terms])

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return sum(parts[1:], start=parts[0])

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        return total

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return FeatureMap.stacked(maps)

    def _text(self, show: Show) -> str:
        return joined(self.terms, lambda k: show(k, SCALED), lambda k: operand(k, show, PRODUCT), exact, "*")

    def _latex(self, show: Show) -> str:
        return joined(self.terms, lambda k: show(k, SCALED), lambda k: show(k, PRODUCT), latex_number, r"\,")


@dataclass(frozen=True, repr=False)
class Product(_Nary):
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

    def _gram(self, X: Array, Z: Array) -> Array:
        total = self.terms[0]._gram(X, Z).copy()
        for term in self.terms[1:]:
            total *= term._gram(X, Z)
        return total

    def _diag(self, X: Array) -> Array:
        return np.prod([term._diag(X) for term in self.terms], axis=0)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        total = parts[0]
        for part in parts[1:]:
            total = total * part
        return total

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

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return math.prod(parts[1:], start=parts[0])

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        total = parts[0]
        for part in parts[1:]:
            total = total * part
        return total

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
        phrase("a kernel to a whole power is a kernel"),
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


def operand(k: Kernel, show: Show, level: int) -> str:
    """Return the text of an operand of * or **.

    A constant kernel gets parentheses, because a bare number would read as a factor.
    """
    return f"({show(k, SUM)})" if isinstance(k, Constant) else show(k, level)


def joined(
    terms: tuple[Kernel, ...],
    plain: Callable[[Kernel], str],
    body: Callable[[Kernel], str],
    written: Callable[[float], str],
    times: str,
) -> str:
    """Join the summands to one text, with minus signs for subtractions.

    Example: a + b − 2*c. A negative constant or factor is written as a subtraction.
    """
    text = plain(terms[0])
    for term in terms[1:]:
        if isinstance(term, Constant) and term.c < 0:
            text += f" - {written(-term.c)}"
        elif isinstance(term, Scaled) and term.c < 0:
            text += f" - {'' if term.c == -1 else written(-term.c) + times}{body(term.k)}"
        else:
            text += f" + {plain(term)}"
    return text
