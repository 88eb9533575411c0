"""Maximum of coordinates as a function of two points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, largest, total
from kernviz.kernels.diagonal_range import NOT_NEGATIVE, Extent
from kernviz.kernels.distances import sum_over_coordinates
from kernviz.kernels.expr import SUM, Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.plus import Plus
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Space
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Maximum(NamedKernel):
    """Sum of coordinate maxima, no kernel: k(x, z) = Σ max(xᵢ, zᵢ).

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Maximum()([[0.0], [3.0]]).tolist()
    [[0.0, 3.0], [3.0, 3.0]]
    >>> kv.judge(kv.Maximum(), d=1, nonnegative=True).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    name: ClassVar[str] = "maximum"
    title: ClassVar[str] = phrase("maximum")
    _latex_binds: ClassVar[int] = SUM
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("On [0, ∞) the minimum is a kernel. The maximum is not.")

    def _gram(self, X: Array, Z: Array) -> Array:
        return sum_over_coordinates(np.maximum, X, Z)

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return NOT_NEGATIVE if space.nonnegative else Extent()

    def _enclosed(self, x: Point, z: Point) -> Number:
        return total([largest(a, b) for a, b in zip(x, z, strict=True)])

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form of the maximum.

        max(a, b) = a + b − min(a, b)
        """
        return Form.piece(Plus()) - Form.piece(Minimum())

    def _latex(self, show: Show) -> str:
        return r"\textstyle\sum_i\max(x_i,‹\z›_i)"
