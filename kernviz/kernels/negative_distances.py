"""Negative powers of distances as normal forms, for exponents.

The functions are −‖x − z‖^p, and −Σ|xᵢ − zᵢ|, for which the text language has no word.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point
from kernviz.kernels.ball_arithmetic import manhattan as city_block
from kernviz.kernels.distances import manhattan
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import SUM, Kernel, Show
from kernviz.kernels.linear import minus_squared_distance
from kernviz.kernels.named.minus_distance import MinusDistance
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Rule, Space
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class MinusManhattan(Kernel):
    """Negative Manhattan distance k(x, z) = −Σ|xᵢ − zᵢ|.

    The exponential of this function is the Laplacian kernel.
    """

    _latex_binds: ClassVar[int] = SUM
    _level: ClassVar[float | None] = 0.0
    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("minus the city-block distance"),
        phrase("−Σ|xᵢ − ‹z›ᵢ| is conditionally positive definite in every dimension"),
        phrase(
            "On the line −|x − ‹z›| is conditionally positive definite. This is a sum of such functions, one for "
            "each coordinate."
        ),
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
        return r"-\|x-‹\z›\|_1"


def minus_distance(p: float) -> Form:
    """Return −‖x − z‖^p as a form.

    For p = 2 the form is 2x·z − (‖x‖² + ‖z‖²). For any other p it is a single piece.
    """
    return minus_squared_distance() if p == 2 else Form.piece(MinusDistance(p))


def minus_manhattan(space: Space) -> Form:
    """Return the negative Manhattan distance −Σ|xᵢ − zᵢ| as a form.

    On the line the distance is −|x − z|.
    """
    return minus_distance(1.0) if space.line else Form.piece(MinusManhattan())
