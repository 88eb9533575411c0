r"""Two functions that occur in exponents of the normal form, without a text: ‖x‖² + ‖z‖² and −Σ|xᵢ − zᵢ|."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kernviz.kernels.ball_arithmetic import Number, Point, dot
from kernviz.kernels.ball_arithmetic import manhattan as city_block
from kernviz.kernels.distances import manhattan
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import SUM, Array, Kernel, Show
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Rule, Space
from kernviz.wording import phrase

OF_THE_ENDS = Rule(
    "f(x) + f(z)",
    phrase("f(x) + f(z) is conditionally positive definite, for any function f"),
    "Σᵢⱼ uᵢuⱼ(f(xᵢ) + f(xⱼ)) = 2·(Σuᵢ)·(Σuⱼf(xⱼ)) = 0 where Σuᵢ = 0.",
    {"theory": "Schoenberg (1938)"},
)


@dataclass(frozen=True, repr=False)
class SquaredNorms(Kernel):
    """k(x, z) = ‖x‖² + ‖z‖², so that −γ‖x − z‖² = 2γ·x·z − γ·k."""

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
        from kernviz.kernels.rules import LINEAR

        return Form.piece(LINEAR).scaled(Exact.of(2))

    def _ends(self) -> Form:
        return Form.piece(self).scaled(Exact.of(2))

    def _on_sphere(self, squared: int) -> Form:
        return Form.number(2.0 * squared)

    def _stretch(self, s: Fraction) -> Form:
        return Form.piece(self).scaled(Exact.of(s * s))

    def _text(self, show: Show) -> str:
        return "(‖x‖² + ‖z‖²)"

    def _latex(self, show: Show) -> str:
        return r"\|x\|^2+\|z\|^2"


@dataclass(frozen=True, repr=False)
class MinusManhattan(Kernel):
    """k(x, z) = −Σ|xᵢ − zᵢ|: its exponential is the Laplacian kernel."""

    _latex_binds: ClassVar[int] = SUM
    _level: ClassVar[float | None] = 0.0
    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("minus the city-block distance"),
        phrase("−Σ|xᵢ − zᵢ| is conditionally positive definite in every dimension"),
        phrase("−|x − z| is, on the line; coordinates add."),
        {"theory": "Schoenberg (1938)"},
    )
    _differences: ClassVar[bool] = True

    def _gram(self, X: Array, Z: Array) -> Array:
        return -manhattan(X, Z)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return -city_block(x, z)

    def _stretch(self, s: Fraction) -> Form:
        return Form.piece(self).scaled(Exact.of(abs(s)))

    def _text(self, show: Show) -> str:
        return "(−‖x−z‖₁)"

    def _latex(self, show: Show) -> str:
        return r"-\|x-z\|_1"


def minus_distance(space: Space, p: float) -> Form:
    """−‖x − z‖^p as a form: a polynomial for p = 2, and p = 0.5, 1, … a piece."""
    from kernviz.kernels.named.minus_distance import MinusDistance
    from kernviz.kernels.rules import LINEAR

    if p == 2:
        return Form.piece(LINEAR).scaled(Exact.of(2)) - Form.piece(SquaredNorms())
    return Form.piece(MinusDistance(p))


def minus_manhattan(space: Space) -> Form:
    """−Σ|xᵢ − zᵢ|, which on the line is −|x − z|."""
    return minus_distance(space, 1.0) if space.line else Form.piece(MinusManhattan())
