r"""Exponential sine of the distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.angle_reduction import NEAR, far_distances
from kernviz.kernels.ball_arithmetic import Number, Point, distance, exp, rational, sin_pi_squared
from kernviz.kernels.distances import distances
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel, one_dimension
from kernviz.kernels.named.periodic import Periodic
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class ExpSine(NamedKernel):
    """Exponential sine of the distance ‖x − z‖.

    k(x, z) = exp(−2 sin²(π‖x − z‖/p)/ℓ²).
    On the line this function is a kernel, the periodic kernel. In the plane it is no kernel.

    Parameters
    ----------
    length : float, default=1.0
        Length ℓ, > 0.
    period : float, default=1.0
        Period p, > 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> [kv.judge(kv.ExpSine(), d=d).verdict.value for d in (1, 2)]
    ['proven', 'refuted']
    """

    length: float = number(1.0, "ℓ", phrase("length"), 0.1, 100.0, log=True, above=0)
    period: float = number(1.0, "p", phrase("period"), 0.1, 100.0, log=True, above=0, length=1)

    name: ClassVar[str] = "expsine"
    title: ClassVar[str] = phrase("exponential sine of the distance")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase(
        "The periodic kernel as several libraries write it: right on the line, wrong in the plane."
    )
    rule: ClassVar[Rule] = Rule(
        phrase("Gaussian on a circle"),
        phrase("exp(−2 sin²(π|x − ‹z›|/p)/ℓ²) is a kernel on the line"),
        phrase(
            "On the line 4 sin²(π(x − ‹z›)/p) is the squared distance of two points on a circle, "
            "so it is a Gaussian after that map."
        ),
        {"theory": "MacKay (1998)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        # whole periods are subtracted before points are compared; fmod is exact for large coordinates, too
        if X.shape[1] == 1:
            X, Z = np.fmod(X, self.period), np.fmod(Z, self.period)
        r = distances(X, Z)
        if X.shape[1] > 1 and np.pi * r.max(initial=0.0) > NEAR * self.period:
            high, low = far_distances(X, Z)
            r = np.fmod(high, self.period) + low
        return np.exp(-2 * (np.sin(np.pi * r / self.period) / self.length) ** 2)

    def _enclosed(self, x: Point, z: Point) -> Number:
        wave = sin_pi_squared(distance(x, z) / rational(self.period))
        return exp(-2 * wave / rational(self.length) ** 2)

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return one_dimension(space)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        # on the line, this kernel and `Periodic` are the same function
        return Form.piece(Periodic(self.length, self.period) if space.line else self)

    def _latex(self, show: Show) -> str:
        return rf"e^{{-{latex_number(2 / self.length**2)}\sin^2(\pi\|x-‹\z›\|/{latex_number(self.period)})}}"
