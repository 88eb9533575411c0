"""Triangle function of the distance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ZERO, Number, Point, distance, largest, rational
from kernviz.kernels.distances import distances
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel, one_dimension
from kernviz.kernels.named.tent import Tent
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Triangle(NamedKernel):
    """Triangle function k(x, z) = max(0, 1 − ‖x − z‖/w).

    The triangle is a kernel on the line, not in the plane.

    Parameters
    ----------
    width : float, default=1.0
        Width w, > 0: the distance from which on the value is 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> [kv.judge(kv.Triangle(1), d=d).verdict.value for d in (1, 2)]
    ['proven', 'refuted']
    """

    width: float = number(1.0, "w", phrase("width"), 0.1, 100.0, log=True, above=0, length=1)

    name: ClassVar[str] = "triangle"
    title: ClassVar[str] = phrase("triangle")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("A kernel on the line (two boxes convolved), not in the plane.")
    rule: ClassVar[Rule] = Rule(
        phrase("Bochner: triangle"),
        phrase("max(0, 1 − |x − ‹z›|/w) is a kernel on the line"),
        phrase(
            "It is a box convolved with itself. For w = 2 its Fourier transform is 2·(sin ω/ω)², and it is never "
            "negative for any w. In ℝᵈ with d ≥ 2 only powers of at least (d + 1)/2 of this function are kernels "
            "(Askey)."
        ),
        {"theory": "Bochner (1933), Askey (1973)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.maximum(0, 1 - distances(X, Z) / self.width)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return largest(ZERO, 1 - distance(x, z) / rational(self.width))

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return one_dimension(space)

    def _within(self, squared: Fraction) -> Form | None:
        return Form.piece(Tent(self.width)) if squared <= decimal(self.width) ** 2 else None

    def _edge(self) -> tuple[Fraction, tuple[int, ...]]:
        return decimal(self.width), (0, 1)

    def _latex(self, show: Show) -> str:
        return rf"\max(0,\,1-\|x-‹\z›\|/{latex_number(self.width)})"
