"""Periodic kernel: exp of a sum of sin² over the coordinates.

This kernel is positive definite in every dimension.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, difference, exp, rational, sin_pi_squared, total
from kernviz.kernels.expr import Kernel, Show
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named._base import NamedKernel
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.point_maps import Circle
from kernviz.kernels.rules_and_premises import latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Periodic(NamedKernel):
    """Periodic kernel of period p and length ℓ.

    k(x, z) = exp(−2/ℓ² Σ sin²(π(xᵢ − zᵢ)/p)).
    This is a Gaussian after winding every coordinate round a unit circle, one turn for each period p.

    The sum over coordinates matters: sin² of the *distance* is not a kernel in ℝ² (see ``expsine``).

    Parameters
    ----------
    length : float, default=1.0
        Length ℓ, > 0.
    period : float, default=1.0
        Period p, > 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Periodic(period=2)([[0.0], [1.0], [2.0]], [[0.0]]).round(4).tolist()
    [[1.0], [0.1353], [1.0]]
    """

    length: float = number(1.0, "ℓ", phrase("length"), 1e-1, 1e2, log=True, above=0)
    period: float = number(1.0, "p", phrase("period"), 0.1, 100.0, log=True, above=0, length=1)
    name: ClassVar[str] = "periodic"
    title: ClassVar[str] = phrase("periodic")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    _opens: ClassVar[bool] = False  # multiplying out keeps this kernel whole
    note: ClassVar[str] = phrase("Repeats with period p in every coordinate.")

    def expand(self) -> Kernel:
        return Mapped(RBF(1 / (2 * self.length**2)), Circle(self.period))

    def _gram(self, X: Array, Z: Array) -> Array:
        total = np.zeros((len(X), len(Z)), dtype=X.dtype)
        for left, right in zip(np.fmod(X, self.period).T, np.fmod(Z, self.period).T, strict=True):
            total += np.sin(np.pi * (left[:, None] - right[None, :]) / self.period) ** 2
        return np.exp(-2 / self.length**2 * total)

    def _enclosed(self, x: Point, z: Point) -> Number:
        waves = total([sin_pi_squared(difference(a, b) / rational(self.period)) for a, b in zip(x, z, strict=True)])
        return exp(-2 * waves / rational(self.length) ** 2)

    def _latex(self, show: Show) -> str:
        front = latex_number(2 / self.length**2)
        return rf"e^{{-{front}\sum_i\sin^2(\pi(x_i-‹\z›_i)/{latex_number(self.period)})}}"
