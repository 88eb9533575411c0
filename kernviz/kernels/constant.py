r"""Constant kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, rational
from kernviz.kernels.expr import ATOM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.normal_form import Form
from kernviz.kernels.object_types import Kind, precision
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, exact, latex_number, number
from kernviz.wording import all_digits, phrase


@dataclass(frozen=True, repr=False)
class Constant(Kernel):
    """Constant kernel k(x, z) = c.

    The feature map is the single number √c. Source: S2 rule 4 with g = c.

    Parameters
    ----------
    c : float, default=1.0
        Value c of the kernel. A kernel for c ≥ 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Constant(2)([[0.0], [5.0]]).tolist()
    [[2.0, 2.0], [2.0, 2.0]]
    >>> kv.RBF(1) + 2
    rbf(gamma=1) + 2
    """

    c: float = number(1.0, "c", phrase("constant"), -10.0, 10.0)
    title: ClassVar[str] = phrase("constant")
    _of_values: ClassVar[bool] = True
    _latex_binds: ClassVar[int] = ATOM
    _takes: ClassVar[Kind | None] = None  # every kind of object
    rule: ClassVar[Rule] = Rule(
        phrase("constant"),
        phrase("a number c ≥ 0 is a kernel"),
        phrase("The Gram matrix is c·11ᵀ, and uᵀ(c·11ᵀ)u = c·(Σuᵢ)² ≥ 0."),
        {"S0": "Theorem 1 (4), f = √c", "S2": "rule 4, g = c"},
    )
    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("any number"),
        phrase("a number, of either sign, is conditionally positive definite"),
        "uᵀ(c·11ᵀ)u = c·(Σuᵢ)² = 0 where Σuᵢ = 0.",
        {"theory": "Schoenberg (1938)"},
    )

    @property
    def _level(self) -> float:  # type: ignore[override]
        return self.c

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.full((len(X), len(Z)), self.c, dtype=precision(X))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return rational(self.c)

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return (Premise("c ≥ 0", f"c = {all_digits(self.c)}", self.c >= 0),)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return Form.number(self.c)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        return Bipolynomial.constant(d, self.c)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return FeatureMap.constant(self.c)

    def _text(self, show: Show) -> str:
        return exact(self.c)

    def _latex(self, show: Show) -> str:
        return latex_number(self.c)
