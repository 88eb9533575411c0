"""Cosine of the sum of coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.angle_reduction import angle_mod_2pi
from kernviz.kernels.ball_arithmetic import Number, Point, cos, total
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class CosineSum(NamedKernel):
    """Cosine of the coordinate sum: no kernel.

    k(x, z) = cos(Σ(xᵢ + zᵢ)).

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.judge(kv.CosineSum(), d=1).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    name: ClassVar[str] = "cosinesum"
    title: ClassVar[str] = phrase("cosine of the sum")
    _within_one: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("cos(x − ‹z›) is a kernel on the line; with a plus it is not.")

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.cos(np.sum(angle_mod_2pi(1.0, X), axis=1)[:, None] + np.sum(angle_mod_2pi(1.0, Z), axis=1)[None, :])

    def _enclosed(self, x: Point, z: Point) -> Number:
        return cos(total([*x, *z]))

    def _latex(self, show: Show) -> str:
        return r"\cos\textstyle\sum_i(x_i+‹\z›_i)"
