"""Sine of the difference of coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.angle_reduction import angle_mod_2pi
from kernviz.kernels.ball_arithmetic import Number, Point, difference, sin, total
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.normal_form import Form
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class SineDifference(NamedKernel):
    """Sine of the coordinate difference: k(x, z) = sin(Σ(xᵢ − zᵢ)).

    The function is not symmetric, and so no kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.judge(kv.SineDifference(), d=1).witness
    <Witness of 2 points: the matrix is not symmetric>
    """

    name: ClassVar[str] = "sinediff"
    title: ClassVar[str] = phrase("sine of the difference")
    _level: ClassVar[float | None] = 0.0
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("‹k›(x, ‹z›) = −‹k›(‹z›, x): the first thing to check is symmetry.")

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.sin(np.sum(angle_mod_2pi(1.0, X), axis=1)[:, None] - np.sum(angle_mod_2pi(1.0, Z), axis=1)[None, :])

    def _enclosed(self, x: Point, z: Point) -> Number:
        return sin(total([difference(a, b) for a, b in zip(x, z, strict=True)]))

    def _of_sum(self, total: int) -> Form:
        return Form()

    def _latex(self, show: Show) -> str:
        return r"\sin\textstyle\sum_i(x_i-‹\z›_i)"
