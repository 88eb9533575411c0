r"""Sum of coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.kernels.enclosure import Number, Point, total
from kernviz.kernels.expr import SUM, Array, Show
from kernviz.kernels.named._base import Family, NamedKernel


@dataclass(frozen=True, repr=False)
class Plus(NamedKernel):
    """k(x, z) = Σ (xᵢ + zᵢ): symmetric, linear, and not an inner product."""

    name: ClassVar[str] = "plus"
    title: ClassVar[str] = "sum of coordinates"
    latex_binds: ClassVar[int] = SUM
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = "Symmetric and simple, and refuted by the points 0 and 1."

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.sum(X, axis=1)[:, None] + np.sum(Z, axis=1)[None, :]

    def _enclosed(self, x: Point, z: Point) -> Number:
        return total([*x, *z])

    def _latex(self, show: Show) -> str:
        return r"\textstyle\sum_i (x_i+z_i)"
