"""Sine of the sum of coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.angle_reduction import angle_mod_2pi
from kernviz.kernels.ball_arithmetic import Number, Point, sin, total
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class SineSum(NamedKernel):
    """Sine of the coordinate sum: no kernel.

    k(x, z) = sin(Σ(xᵢ + zᵢ)).

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.judge(kv.SineSum(), d=1).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    name: ClassVar[str] = "sinesum"
    title: ClassVar[str] = phrase("sine of the sum")
    _within_one: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("Symmetric, bounded, and refuted.")

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.sin(np.sum(angle_mod_2pi(1.0, X), axis=1)[:, None] + np.sum(angle_mod_2pi(1.0, Z), axis=1)[None, :])

    def _enclosed(self, x: Point, z: Point) -> Number:
        return sin(total([*x, *z]))

    def _latex(self, show: Show) -> str:
        return r"\sin\textstyle\sum_i(x_i+‹\z›_i)"
