r"""Gaussian (RBF) kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, exp, rational, squared
from kernviz.kernels.distances import squared_distances
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel, Show
from kernviz.kernels.functions import Decay
from kernviz.kernels.linear import Linear
from kernviz.kernels.linear_combinations import Scaled
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.negative_distances import minus_distance
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Space, number
from kernviz.kernels.weighted import Weighted
from kernviz.kernels.widths import decaying
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class RBF(NamedKernel):
    """Gaussian kernel k(x, z) = exp(−γ‖x − z‖²) with γ > 0.

    In the notes γ is 1/σ² (S0, S2), ½ (S1), γ (S3), 1/(2σ²) (S4).

    The kernel is f(x)·exp(2γ x·z)·f(z) with f(x) = exp(−γ‖x‖²).
    This expansion is the proof (S2 Quiz 1, S0 Corollary 1 (2)).
    Raises ValueError for γ ≤ 0.

    Parameters
    ----------
    gamma : float, default=1.0
        Inverse width γ, > 0: a larger γ is a narrower kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.RBF(1)([[0.0], [1.0]], [[0.0]]).round(4).tolist()
    [[1.0], [0.3679]]
    """

    gamma: float = number(
        1.0,
        "γ",
        phrase("inverse width"),
        1e-3,
        1e3,
        log=True,
        above=0,
        length=-0.5,
        idea="width",
        hint=phrase("exp(+‖x−z‖²) is not a kernel, see growing(gamma=1)"),
    )
    name: ClassVar[str] = "rbf"
    title: ClassVar[str] = phrase("Gaussian (RBF)")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    family: ClassVar[Family] = "everyday"

    def _of_squares(self, squares: Array) -> Array:
        """Return the values of the kernel for given ‖x − z‖²."""
        return np.exp(-self.gamma * squares)

    def _gram(self, X: Array, Z: Array) -> Array:
        return self._of_squares(squared_distances(X, Z))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return exp(-rational(self.gamma) * squared(x, z))

    def expand(self) -> Kernel:
        return Weighted(Decay(self.gamma), Exp(Scaled(2 * self.gamma, Linear())))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return minus_distance(2).scaled(Exact.of(self.gamma)).exponential()

    def _latex(self, show: Show) -> str:
        exponent = decaying(self.gamma, r"\|x-‹\z›\|^2")
        return rf"e^{{{exponent}}}"
