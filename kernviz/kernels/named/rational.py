r"""The rational quadratic kernel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from flint import arb

from kernviz.kernels.ball_arithmetic import Number, Point, rational, real_power, squared
from kernviz.kernels.differences import SMOOTH
from kernviz.kernels.distances import squared_distances
from kernviz.kernels.exact_numbers import as_typed, ball
from kernviz.kernels.expr import Array, Kernel, Show
from kernviz.kernels.named._base import NamedKernel, times
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Rule, latex_number, number
from kernviz.kernels.spectral import BesselDensity, Density
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Rational(NamedKernel):
    """k(x, z) = (1 + γ‖x − z‖²)^{−p}, γ > 0, p > 0; p = γ = 1 is 1/(1 + ‖x − z‖²), the Cauchy kernel."""

    gamma: float = number(1.0, "γ", phrase("width"), 1e-3, 1e3, log=True, above=0, length=-0.5)
    p: float = number(1.0, "p", phrase("tail"), 0.05, 20.0, log=True, above=0)
    analytic: ClassVar[bool] = True
    name: ClassVar[str] = "rational"
    title: ClassVar[str] = phrase("rational quadratic")
    level: ClassVar[float | None] = 1.0
    differences: ClassVar[bool] = True
    radial: ClassVar[bool] = True
    convex: ClassVar[bool] = True
    mixes: ClassVar[bool] = True
    note: ClassVar[str] = phrase("Looks too slow to be a kernel, and is one: a mixture of Gaussians of every width.")
    rule: ClassVar[Rule] = Rule(
        phrase("Schoenberg: mixture of Gaussians"),
        phrase("(1 + γ‖x − z‖²)^{−p} is a kernel in every dimension, for γ > 0 and p > 0"),
        phrase(
            "It equals ∫ exp(−tγ‖x − z‖²)·t^{p−1}e^{−t}/Γ(p) dt over t > 0: a mixture of "
            "Gaussian kernels with weights that are not negative, so a limit of sums of kernels."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.exp(-self.p * np.log1p(self.gamma * squared_distances(X, Z)))

    def _diag(self, X: Array) -> Array:
        return np.ones(len(X), dtype=X.dtype)

    def _density(self, d: int) -> Density:
        return BesselDensity(d, decimal(self.gamma), decimal(self.p))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return real_power(1 + rational(self.gamma) * squared(x, z), -rational(self.p))

    def _moment(self, q: Fraction) -> arb | None:
        half, p = (q + 1) / 2, decimal(self.p)
        if p <= half:
            return None
        front = ball(half).gamma() * ball(p - half).gamma() / ball(p).gamma()
        return front / (2 * ball(decimal(self.gamma)) ** ball(half))

    def _over(self, other: Kernel) -> Kernel | None:
        if not isinstance(other, Rational) or other.gamma != self.gamma:
            return None
        less = as_typed(decimal(self.p) - decimal(other.p))
        return Rational(self.gamma, less) if less is not None and less > 0 else None

    def _roughness(self, d: int) -> float:
        return SMOOTH

    def _latex(self, show: Show) -> str:
        return rf"\left(1+{times(self.gamma)}\|x-z\|^2\right)^{{-{latex_number(self.p)}}}"
