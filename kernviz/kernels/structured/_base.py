"""Base class of the named kernels of objects.

Each of these kernels is a dot product of counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, dot
from kernviz.kernels.expr import Kernel, Show
from kernviz.kernels.linear import Linear
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.rules_and_premises import SECOND
from kernviz.kernels.structured.counts import ObjectMap


@dataclass(frozen=True, repr=False)
class CountKernel(NamedKernel):
    """Kernel of objects by a dot product of counts.

    k(x, z) = φ(x)·φ(z). Source: S0 Theorem 1 (5), S2 rule 1.
    """

    family: ClassVar[Family] = "objects"

    def __post_init__(self) -> None:
        self.map()  # raises the errors of the map, which say more than those of a parameter
        super().__post_init__()

    def map(self) -> ObjectMap:
        """Return the feature map φ of this kernel, k(x, z) = φ(x)·φ(z)."""
        raise NotImplementedError

    def expand(self) -> Kernel:
        return Mapped(Linear(), self.map())

    def _gram(self, X: Array, Z: Array) -> Array:
        left, right = self.map().pair(X, Z)
        return left @ right.T

    def _enclosed(self, x: Any, z: Any) -> Number:
        return dot(*self.map().enclosed_pair(x, z))

    def _latex(self, show: Show) -> str:
        return rf"{self.map().latex('x')}\cdot {self.map().latex(SECOND)}"
