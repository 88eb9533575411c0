"""Linear kernel x·z, and the squared norms ‖x‖² + ‖z‖².

−‖x − z‖² is 2x·z minus these squared norms.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, dot
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import PRODUCT, SUM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import Rule
from kernviz.wording import phrase

OF_THE_ENDS = Rule(
    phrase("f(x) + f(‹z›)"),
    phrase("f(x) + f(‹z›) is conditionally positive definite, for any function f"),
    phrase("Σᵢⱼ uᵢuⱼ(f(xᵢ) + f(xⱼ)) = 2·(Σuᵢ)·(Σuⱼf(xⱼ)) = 0 where Σuᵢ = 0."),
    {"theory": "Schoenberg (1938)"},
)


@dataclass(frozen=True, repr=False)
class SquaredNorms(Kernel):
    """Sum of squared norms k(x, z) = ‖x‖² + ‖z‖².

    With this k, −γ‖x − z‖² = 2γ·x·z − γ·k(x, z).
    """

    _latex_binds: ClassVar[int] = SUM
    _conditional_rule: ClassVar[Rule] = OF_THE_ENDS

    @property
    def _diagonal_sign(self) -> int:
        return 1

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.sum(X * X, axis=1)[:, None] + np.sum(Z * Z, axis=1)[None, :]

    def _enclosed(self, x: Point, z: Point) -> Number:
        return dot(x, x) + dot(z, z)

    def _on_diagonal(self) -> Form:
        return Form.piece(LINEAR).scaled(Exact.of(2))

    def _diagonal_sum(self) -> Form:
        return Form.piece(self).scaled(Exact.of(2))

    def _on_sphere(self, squared: int) -> Form:
        return Form.number(2.0 * squared)

    def _stretch(self, s: Fraction) -> Form:
        return Form.piece(self).scaled(Exact.of(s * s))

    def _text(self, show: Show) -> str:
        return "(‖x‖² + ‖z‖²)"

    def _latex(self, show: Show) -> str:
        return r"\|x\|^2+\|‹\z›\|^2"


@dataclass(frozen=True, repr=False)
class Linear(Kernel):
    """Linear kernel k(x, z) = x·z, the dot product.

    The feature map φ is the identity. Source: S0 (first example), S2 rule 1.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Linear()([[1.0, 2.0]], [[3.0, 4.0]]).tolist()
    [[11.0]]
    """

    name: ClassVar[str] = "linear"
    title: ClassVar[str] = "linear"
    _latex_binds: ClassVar[int] = PRODUCT
    rule: ClassVar[Rule] = Rule(
        phrase("dot product"),
        phrase("the dot product is a kernel, with ‹φ›(x) = x"),
        "uᵀ(XXᵀ)u = ‖Xᵀu‖² ≥ 0.",
        {"S0": phrase("first example"), "S2": "rule 1", "S4": "rule 6, A = I"},
    )

    @property
    def _diagonal_sign(self) -> int:
        return 1

    def _gram(self, X: Array, Z: Array) -> Array:
        return X @ Z.T

    def _diag(self, X: Array) -> Array:
        return np.sum(X * X, axis=1)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return dot(x, z)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        return Bipolynomial.dot(d)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap:
        return FeatureMap.identity(d)

    def _diagonal_sum(self) -> Form:
        return Form.piece(SquaredNorms())

    def _stretch(self, s: Fraction) -> Form:
        return Form.piece(self).scaled(Exact.of(s * s))

    def _latex(self, show: Show) -> str:
        return r"‹\x\cdot z›"


LINEAR = Linear()


def minus_squared_distance() -> Form:
    """Return the negative squared distance −‖x − z‖² as a form."""
    return Form.piece(LINEAR).scaled(Exact.of(2)) - Form.piece(SquaredNorms())
