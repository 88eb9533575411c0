r"""Cosine of the distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.kernels.bipolynomial import decimal
from kernviz.kernels.differences import SMOOTH
from kernviz.kernels.distances import distances
from kernviz.kernels.enclosure import Number, Point, cos, distance, rational
from kernviz.kernels.expr import Array, Show
from kernviz.kernels.facts import Premise, Rule, Space, number
from kernviz.kernels.named._base import Family, NamedKernel, one_dimension, times
from kernviz.kernels.waves import OneWave, Waves


@dataclass(frozen=True, repr=False)
class Cosine(NamedKernel):
    """k(x, z) = cos(ω‖x − z‖): a kernel on the line, where it is cos·cos + sin·sin, and not in the plane."""

    omega: float = number(1.0, "ω", "frequency", 0.01, 100.0, log=True, above=0, length=-1)

    name: ClassVar[str] = "cosine"
    title: ClassVar[str] = "cosine of the distance"
    level: ClassVar[float | None] = 1.0
    differences: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = "A kernel on the line, not in the plane: four libraries shipped it there."
    rule: ClassVar[Rule] = Rule(
        "addition theorem",
        "cos(ω|x − z|) is a kernel on the line",
        "cos(ωx − ωz) = cos ωx·cos ωz + sin ωx·sin ωz, the dot product of two points on a circle. In ℝ² the distance is not a "
        "difference of two numbers, and the argument fails.",
        {"theory": "addition theorem of the cosine"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.cos(self.omega * distances(X, Z))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return cos(rational(self.omega) * distance(x, z))

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return one_dimension(space)

    def _waves(self, d: int) -> Waves | None:
        return OneWave(decimal(self.omega)) if d == 1 else None

    def _roughness(self, d: int) -> float:
        return SMOOTH

    def _latex(self, show: Show) -> str:
        return rf"\cos({times(self.omega)}\|x-z\|)"
