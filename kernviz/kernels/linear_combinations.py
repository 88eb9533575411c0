"""Kernel nodes for scaling and sum.

The operators + and - and numbers build these nodes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ZERO, Number, Point, rational, total
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent, one_value
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import PRODUCT, SCALED, SUM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.nary import Nary, V, operand
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, exact, latex_number, number
from kernviz.wording import all_digits, phrase


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

    def expand(self) -> Kernel | None:
        """Return the constant 0 for c = 0, otherwise None.

        0·k is 0 for every k.
        """
        return None if self.c else Constant(0.0)

    def _gram(self, X: Array, Z: Array) -> Array:
        return self.c * self.k._gram(X, Z)

    def _diag(self, X: Array) -> Array:
        return self.c * self.k._diag(X)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return rational(self.c) * self.k._enclosed(x, z) if self.c else ZERO

    def _positive_on(self, space: Space) -> Space:
        return self.k._positive_on(space) if self.c >= 0 else space

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return one_value(self.c) * parts[0]

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return (Premise("c ≥ 0", f"c = {all_digits(self.c)}", self.c >= 0),)

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
class Sum(Nary):
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

    def _joined(self, parts: Iterable[V]) -> V:
        return reduce(operator.iadd, parts)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return total([term._enclosed(x, z) for term in self.terms])

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return FeatureMap.stacked(maps)

    def _text(self, show: Show) -> str:
        return joined(self.terms, lambda k: show(k, SCALED), lambda k: operand(k, show, PRODUCT), exact, "*")

    def _latex(self, show: Show) -> str:
        return joined(self.terms, lambda k: show(k, SCALED), lambda k: show(k, PRODUCT), latex_number, r"\,")


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


def affine_dot_product(gamma: float, c: float) -> Kernel:
    """Return the function γ x·z + c as an expression."""
    scaled: Kernel = LINEAR if gamma == 1 else Scaled(gamma, LINEAR)
    return Sum((scaled, Constant(c))) if c else scaled
