"""Box function of the distance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, rational, squared, step
from kernviz.kernels.distances import distances
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Box(NamedKernel):
    """Box function of the distance, which is no kernel.

    k(x, z) = 1 if ‖x − z‖ ≤ w, else 0. Nearness is not transitive, so three points refute the box.

    Parameters
    ----------
    width : float, default=1.0
        Width w, > 0: the value is 1 up to this distance, and 0 beyond.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.judge(kv.Box(1), d=1).witness.points.ravel().tolist()
    [1.0, -1.0, 0.0]
    """

    width: float = number(1.0, "w", phrase("width"), 0.1, 100.0, log=True, above=0, length=1)

    name: ClassVar[str] = "box"
    title: ClassVar[str] = phrase("box")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    _idempotent: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("Three points refute it: x is near y, and y is near ‹z›, but x is far from ‹z›.")

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.where(distances(X, Z) <= self.width, X.dtype.type(1), X.dtype.type(0))

    def _enclosed(self, x: Point, z: Point) -> Number:
        squared_distance, reach = squared(x, z), rational(self.width) ** 2
        return step(squared_distance <= reach, squared_distance > reach)

    def _within(self, squared: Fraction) -> Form | None:
        return Form.number(1.0) if squared <= decimal(self.width) ** 2 else None

    def _edge(self) -> tuple[Fraction, tuple[int, ...]]:
        return decimal(self.width), (1,)

    def _latex(self, show: Show) -> str:
        return rf"[\,\|x-‹\z›\|\le {latex_number(self.width)}\,]"
