r"""Rational quadratic kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, rational, real_power, squared
from kernviz.kernels.distances import squared_distances
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import NamedKernel
from kernviz.kernels.rules_and_premises import Rule, latex_factor, latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Rational(NamedKernel):
    """Rational quadratic kernel k(x, z) = (1 + γ‖x − z‖²)^{−p}.

    Here γ > 0 and p > 0. For p = γ = 1 the kernel is 1/(1 + ‖x − z‖²), the Cauchy kernel.

    Parameters
    ----------
    gamma : float, default=1.0
        Inverse width γ, > 0: a larger γ is a narrower kernel.
    p : float, default=1.0
        Power p, > 0: a smaller p falls more slowly.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Rational()([[0.0], [1.0], [3.0]], [[0.0]]).tolist()
    [[1.0], [0.5], [0.09999999999999998]]
    """

    gamma: float = number(1.0, "γ", phrase("inverse width"), 1e-3, 1e3, log=True, above=0, length=-0.5)
    p: float = number(1.0, "p", phrase("tail"), 0.05, 20.0, log=True, above=0)
    name: ClassVar[str] = "rational"
    title: ClassVar[str] = phrase("rational quadratic")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    note: ClassVar[str] = phrase("It falls slowly, and yet it is a kernel: a mixture of Gaussians of every width.")
    rule: ClassVar[Rule] = Rule(
        phrase("Schoenberg: mixture of Gaussians"),
        phrase("(1 + γ‖x − ‹z›‖²)^{−p} is a kernel in every dimension, for γ > 0 and p > 0"),
        phrase(
            "It equals ∫ exp(−tγ‖x − ‹z›‖²)·t^{p−1}e^{−t}/Γ(p) dt over t > 0: a mixture of "
            "Gaussian kernels with weights that are not negative, so a limit of sums of kernels."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.exp(-self.p * np.log1p(self.gamma * squared_distances(X, Z)))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return real_power(1 + rational(self.gamma) * squared(x, z), -rational(self.p))

    def _latex(self, show: Show) -> str:
        return rf"\left(1+{latex_factor(self.gamma)}\|x-‹\z›\|^2\right)^{{-{latex_number(self.p)}}}"
