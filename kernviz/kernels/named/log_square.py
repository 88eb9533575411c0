r"""Logarithm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.kernels.enclosure import Number, Point, dot, log1p, power
from kernviz.kernels.expr import Array, Show
from kernviz.kernels.named._base import Family, NamedKernel


@dataclass(frozen=True, repr=False)
class LogSquare(NamedKernel):
    """k(x, z) = log(1 + (x·z)²)."""

    name: ClassVar[str] = "logsquare"
    title: ClassVar[str] = "logarithm"
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = "A concave function of a kernel: the series of log has negative coefficients."

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.log1p((X @ Z.T) ** 2)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return log1p(power(dot(x, z), 2))

    def _latex(self, show: Show) -> str:
        return r"\log(1+(x\cdot z)^2)"
