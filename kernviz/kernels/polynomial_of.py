"""Closure rule for polynomials of a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, polynomial
from kernviz.kernels.diagonal_range import Extent
from kernviz.kernels.expr import ATOM, SUM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import (
    LARGEST_DEGREE,
    Premise,
    Rule,
    Space,
    as_number,
    exact,
    latex_number,
)
from kernviz.wording import all_digits, phrase, say


@dataclass(frozen=True, repr=False)
class PolynomialOf(Kernel):
    """Closure rule: a polynomial of a kernel.

    k(x, z) = a₀ + a₁k₁ + a₂k₁² + …, a kernel if every aᵢ ≥ 0.

    Source: S2 rule 4 (⚠ E20), missing from S0 (⚠ E3).

    Parameters
    ----------
    k : Kernel, optional
        Inner kernel k₁. The default is x·z.
    coefficients : tuple of float, default=(0.0, 1.0)
        Coefficients a₀, a₁, a₂, …, at most 21.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.PolynomialOf(kv.Linear(), (1, 0, 3))([[2.0]]).tolist()
    [[49.0]]
    """

    k: Kernel = LINEAR
    coefficients: tuple[float, ...] = (0.0, 1.0)
    name: ClassVar[str] = "polynomial"
    title: ClassVar[str] = phrase("polynomial of a kernel")
    _of_values: ClassVar[bool] = True
    _latex_binds: ClassVar[int] = ATOM
    rule: ClassVar[Rule] = Rule(
        phrase("polynomial"),
        phrase("a polynomial of a kernel with coefficients ≥ 0 is a kernel"),
        phrase("Powers are products, and the sum of aᵢ·‹k›₁ⁱ is a sum of scaled kernels."),
        {"S0": "Corollary 1, p(K)", "S2": "rule 4"},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            values = tuple(as_number(f"a{i}", a) + 0.0 for i, a in enumerate(self.coefficients))
        except (TypeError, ValueError):
            raise ValueError(say("coefficients are one list of numbers, [a0, a1, …]")) from None
        if not 1 <= len(values) <= LARGEST_DEGREE + 1:
            raise ValueError(
                say(
                    "{count} coefficients: a polynomial needs from 1 to {most}, a₀ first",
                    count=len(values),
                    most=LARGEST_DEGREE + 1,
                )
            )
        if not np.isfinite(values).all():
            raise ValueError(say("coefficients {values} must all be finite numbers", values=values))
        object.__setattr__(self, "coefficients", values)

    def _of(self, values: Array) -> Array:
        total = np.full_like(values, self.coefficients[-1])
        for a in reversed(self.coefficients[:-1]):  # Horner's scheme
            total = total * values + a
        return total

    def _gram(self, X: Array, Z: Array) -> Array:
        return self._of(self.k._gram(X, Z))

    def _diag(self, X: Array) -> Array:
        return self._of(self.k._diag(X))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return polynomial(self.coefficients, self.k._enclosed(x, z))

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return parts[0].polynomial(self.coefficients)

    def premises(self, space: Space) -> tuple[Premise, ...]:
        worst = min(self.coefficients)
        place = self.coefficients.index(worst)
        return (
            Premise(
                say("every coefficient ≥ 0"),
                say("smallest is a{index} = {value}", index=place, value=all_digits(worst)),
                worst >= 0,
            ),
        )

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        total = Form()
        for a in reversed(self.coefficients):
            total = total * parts[0] + Form.number(a)
        return total

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        total = Bipolynomial.constant(d, 0.0)
        for a in reversed(self.coefficients):
            total = total * parts[0] + Bipolynomial.constant(d, a)
        return total

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        terms: list[FeatureMap] = []
        for power, a in enumerate(self.coefficients):
            block = FeatureMap.multiplied(maps * power) if power else FeatureMap.constant(1.0)
            block = block.scaled(a) if block is not None and a else None
            if a and block is None:
                return None
            terms += [block] if block is not None else []
        return FeatureMap.stacked(terms) if terms else FeatureMap.constant(0.0)

    def _text(self, show: Show) -> str:
        return f"polynomial({show(self.k, SUM)}, [{', '.join(map(exact, self.coefficients))}])"

    def _latex(self, show: Show) -> str:
        base = show(self.k, ATOM)
        terms = [(a, "" if i == 0 else base if i == 1 else f"{base}^{{{i}}}") for i, a in enumerate(self.coefficients)]
        written = ""
        for a, body in terms:
            if a:
                size = latex_number(abs(a)) if abs(a) != 1 or not body else ""
                written += (" - " if a < 0 else " + " if written else "") + size + body
        return rf"\left[{written or '0'}\right]"
