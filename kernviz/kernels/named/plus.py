r"""Sum of coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, total
from kernviz.kernels.diagonal_range import NOT_NEGATIVE, Extent
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import SUM, Show
from kernviz.kernels.linear import OF_THE_ENDS
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial, unit
from kernviz.kernels.rules_and_premises import Rule, Space
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Plus(NamedKernel):
    """Sum of coordinates: k(x, z) = Σ (xᵢ + zᵢ).

    The function is symmetric, but no kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Plus()([[1.0, 2.0]], [[3.0, 4.0]]).tolist()
    [[10.0]]
    >>> kv.judge(kv.Plus(), d=1).witness.points.ravel().tolist()
    [-1.0]
    """

    name: ClassVar[str] = "plus"
    title: ClassVar[str] = phrase("sum of coordinates")
    _latex_binds: ClassVar[int] = SUM
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("Symmetric and simple, and refuted by the points 0 and 1.")

    _conditional_rule: ClassVar[Rule] = OF_THE_ENDS

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.sum(X, axis=1)[:, None] + np.sum(Z, axis=1)[None, :]

    def _diagonal_sum(self) -> Form:
        return Form.piece(self).scaled(Exact.of(2))

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        still, one = (0,) * d, Fraction(1)
        return Bipolynomial(d, {pair: one for i in range(d) for pair in ((unit(d, i), still), (still, unit(d, i)))})

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return NOT_NEGATIVE if space.nonnegative else Extent()

    def _enclosed(self, x: Point, z: Point) -> Number:
        return total([*x, *z])

    def _of_sum(self, total: int) -> Form:
        return Form.number(2.0 * total)

    def _latex(self, show: Show) -> str:
        return r"\textstyle\sum_i (x_i+‹\z›_i)"
