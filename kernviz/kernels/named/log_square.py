r"""Logarithm."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kernviz.kernels.differences import Growth
from kernviz.kernels.enclosure import Number, Point, dot, log1p, power
from kernviz.kernels.expr import Array, Show
from kernviz.kernels.facts import Space
from kernviz.kernels.form import Form
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.rules import LINEAR

MOST = 100  # (1 + u²)¹⁰⁰ has as many terms


@dataclass(frozen=True, repr=False)
class LogSquare(NamedKernel):
    """k(x, z) = log(1 + (x·z)²)."""

    name: ClassVar[str] = "logsquare"
    title: ClassVar[str] = "logarithm"
    singular: ClassVar[str | None] = "transcendental"
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = "A concave function of a kernel: the series of log has negative coefficients."

    @property
    def diagonal_sign(self) -> int:
        return 1

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.log1p((X @ Z.T) ** 2)

    def _exponentiated(self, c: Fraction) -> Form | None:
        if c.denominator > 1 or not 0 <= c <= MOST:
            return None
        return (Form.number(1.0) + Form.piece(LINEAR).power(2)).power(int(c))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return log1p(power(dot(x, z), 2))

    def _far(self, space: Space) -> tuple[Growth, Form]:
        return (0, 1), Form.number(4.0)

    def _latex(self, show: Show) -> str:
        return r"\log(1+(x\cdot z)^2)"
