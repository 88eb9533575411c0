"""Exponential that grows with the squared distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, exp, rational, squared
from kernviz.kernels.distances import squared_distances
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.negative_distances import minus_distance
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Space, latex_factor, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Growing(NamedKernel):
    """Growing exponential k(x, z) = exp(+γ‖x − z‖²).

    The value grows with the distance. Two points refute this function as a kernel.

    Parameters
    ----------
    gamma : float, default=1.0
        Factor γ of the squared distance, > 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.judge(kv.Growing(1), d=1).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    gamma: float = number(1.0, "γ", phrase("rate"), 1e-3, 10.0, log=True, above=0, length=-0.5)

    name: ClassVar[str] = "growing"
    title: ClassVar[str] = phrase("growing exponential")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("The Gaussian with the wrong sign: two points suffice to refute it.")

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.exp(self.gamma * squared_distances(X, Z))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return minus_distance(2).scaled(Exact.of(-self.gamma)).exponential()

    def _enclosed(self, x: Point, z: Point) -> Number:
        return exp(rational(self.gamma) * squared(x, z))

    def _latex(self, show: Show) -> str:
        return rf"e^{{+{latex_factor(self.gamma)}\|x-‹\z›\|^2}}"
