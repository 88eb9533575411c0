r"""Cosine of the distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.angle_reduction import NEAR, angle_mod_2pi, far_distances
from kernviz.kernels.ball_arithmetic import Number, Point, cos, distance, rational
from kernviz.kernels.distances import distances
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel, one_dimension
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, latex_factor, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Cosine(NamedKernel):
    """Cosine of the distance: k(x, z) = cos(ω‖x − z‖).

    The cosine is a kernel on the line, where it is cos·cos + sin·sin.
    In the plane the cosine is no kernel.

    Parameters
    ----------
    omega : float, default=1.0
        Frequency ω.

    Examples
    --------
    >>> import kernviz as kv
    >>> [kv.judge(kv.Cosine(1), d=d).verdict.value for d in (1, 2)]
    ['proven', 'refuted']
    """

    omega: float = number(1.0, "ω", phrase("frequency"), 0.01, 100.0, log=True, above=0, length=-1)

    name: ClassVar[str] = "cosine"
    title: ClassVar[str] = phrase("cosine of the distance")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("A kernel on the line, but not in the plane. Four libraries offered it there.")
    rule: ClassVar[Rule] = Rule(
        phrase("addition theorem"),
        phrase("cos(ω|x − ‹z›|) is a kernel on the line"),
        phrase(
            "cos(ωx − ω‹z›) = cos ωx·cos ω‹z› + sin ωx·sin ω‹z›, the dot product of two points on a "
            "circle. In ℝ² the distance is not a difference of two numbers, and the argument "
            "fails."
        ),
        {"theory": phrase("addition theorem of the cosine")},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        if X.shape[1] == 1:
            X, Z = angle_mod_2pi(self.omega, X), angle_mod_2pi(self.omega, Z)
            return np.cos(X - Z.T)
        r = distances(X, Z)
        if not self.omega * r.max(initial=0.0) > NEAR:
            return np.cos(self.omega * r)
        high, low = far_distances(X, Z)
        return np.cos(angle_mod_2pi(self.omega, high) + self.omega * low)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return cos(rational(self.omega) * distance(x, z))

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return one_dimension(space)

    def _latex(self, show: Show) -> str:
        return rf"\cos({latex_factor(self.omega)}\|x-‹\z›\|)"
