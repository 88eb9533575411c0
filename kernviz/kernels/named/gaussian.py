r"""The Gaussian (RBF) kernel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from flint import arb

from kernviz.kernels.algebra import Scaled
from kernviz.kernels.ball_arithmetic import Number, Point, exp, rational, squared
from kernviz.kernels.differences import SMOOTH
from kernviz.kernels.distances import squared_distances
from kernviz.kernels.exact_numbers import Exact, as_typed, ball
from kernviz.kernels.expr import Array, Kernel, Show
from kernviz.kernels.functions import Decay
from kernviz.kernels.inputs import Weighted
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules import Exp, Linear
from kernviz.kernels.rules_and_premises import Space, number
from kernviz.kernels.spectral import Density, GaussianDensity
from kernviz.kernels.squared_norms import minus_distance
from kernviz.kernels.widths import decaying
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class RBF(NamedKernel):
    r"""k(x, z) = exp(−γ‖x − z‖²), γ > 0. In the notes γ is 1/σ² (S0, S2), ½ (S1), γ (S3), 1/(2σ²) (S4).

    It is f(x)·exp(2γ x·z)·f(z) with f(x) = exp(−γ‖x‖²): that expansion is its proof (S2 Quiz 1, S0 Corollary 1 (2)).
    Raises ValueError for γ ≤ 0.
    """

    gamma: float = number(
        1.0,
        "γ",
        phrase("width"),
        1e-3,
        1e3,
        log=True,
        above=0,
        length=-0.5,
        idea="width",
        hint=phrase("exp(+‖x−z‖²) is not a kernel, see growing(gamma=1)"),
    )
    analytic: ClassVar[bool] = True
    name: ClassVar[str] = "rbf"
    title: ClassVar[str] = phrase("Gaussian (RBF)")
    level: ClassVar[float | None] = 1.0
    differences: ClassVar[bool] = True
    radial: ClassVar[bool] = True
    convex: ClassVar[bool] = True
    mixes: ClassVar[bool] = True
    family: ClassVar[Family] = "everyday"

    def of_squares(self, squares: Array) -> Array:
        """Values of the kernel for given ‖x − z‖²."""
        return np.exp(-self.gamma * squares)

    def _gram(self, X: Array, Z: Array) -> Array:
        return self.of_squares(squared_distances(X, Z))

    def _diag(self, X: Array) -> Array:
        return np.ones(len(X), dtype=X.dtype)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return exp(-rational(self.gamma) * squared(x, z))

    def expand(self) -> Kernel:
        return Weighted(Decay(self.gamma), Exp(Scaled(2 * self.gamma, Linear())))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return minus_distance(space, 2).scaled(Exact.of(self.gamma)).exponential()

    def _density(self, d: int) -> Density:
        return GaussianDensity(d, decimal(self.gamma))

    def _moment(self, q: Fraction) -> arb:
        half = ball((q + 1) / 2)
        return half.gamma() / (2 * ball(decimal(self.gamma)) ** half)

    def _over(self, other: Kernel) -> Kernel | None:
        less = as_typed(decimal(self.gamma) - decimal(other.gamma)) if isinstance(other, RBF) else None
        return RBF(less) if less is not None and less > 0 else None

    def _roughness(self, d: int) -> float:
        return SMOOTH

    def _latex(self, show: Show) -> str:
        exponent = decaying(self.gamma, r"\|x-z\|^2")
        return rf"e^{{{exponent}}}"
