r"""Maximum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.kernels.differences import Growth
from kernviz.kernels.enclosure import Number, Point, largest, total
from kernviz.kernels.expr import SUM, Array, Show
from kernviz.kernels.facts import Space
from kernviz.kernels.form import Form
from kernviz.kernels.named._base import Family, NamedKernel


@dataclass(frozen=True, repr=False)
class Maximum(NamedKernel):
    """k(x, z) = Σ max(xᵢ, zᵢ)."""

    name: ClassVar[str] = "maximum"
    title: ClassVar[str] = "maximum"
    latex_binds: ClassVar[int] = SUM
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = "Where the minimum is a kernel, the maximum is not."

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.sum(np.maximum(X[:, None, :], Z[None, :, :]), axis=2)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return total([largest(a, b) for a, b in zip(x, z, strict=True)])

    def _far(self, space: Space) -> tuple[Growth, Form]:
        return (1, 0), Form.number(float(space.d))

    def _latex(self, show: Show) -> str:
        return r"\textstyle\sum_i\max(x_i,z_i)"
