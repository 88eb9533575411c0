r"""Laplacian kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, exp, rational
from kernviz.kernels.ball_arithmetic import manhattan as manhattan_ball
from kernviz.kernels.distances import manhattan
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import NamedKernel
from kernviz.kernels.negative_distances import minus_manhattan
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Rule, Space, latex_factor, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Laplacian(NamedKernel):
    """Laplacian kernel k(x, z) = exp(−γ Σ|xᵢ − zᵢ|).

    Here γ > 0, as in scikit-learn. The kernel is a product of one-dimensional kernels.

    Parameters
    ----------
    gamma : float, default=1.0
        Inverse width γ, > 0: a larger γ is a narrower kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Laplacian(1)([[0.0, 0.0], [1.0, 1.0]], [[0.0, 0.0]]).round(4).tolist()
    [[1.0], [0.1353]]
    """

    gamma: float = number(1.0, "γ", phrase("inverse width"), 1e-3, 1e3, log=True, above=0, length=-1)
    name: ClassVar[str] = "laplacian"
    title: ClassVar[str] = phrase("Laplacian")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    note: ClassVar[str] = phrase("Sharper than the Gaussian: it has a corner at x = ‹z›.")
    rule: ClassVar[Rule] = Rule(
        phrase("Bochner: Laplacian"),
        phrase("exp(−γ Σ|xᵢ − ‹z›ᵢ|) is a kernel in every dimension, for γ > 0"),
        phrase(
            "On the line its Fourier transform is 2γ/(γ² + ω²). This is the Cauchy density times a number, and it is "
            "never negative. In ℝᵈ the kernel is a product of d such kernels, one for each coordinate."
        ),
        {"theory": "Bochner (1933)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.exp(-self.gamma * manhattan(X, Z))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return minus_manhattan(space).scaled(Exact.of(self.gamma)).exponential()

    def _enclosed(self, x: Point, z: Point) -> Number:
        return exp(-rational(self.gamma) * manhattan_ball(x, z))

    def _latex(self, show: Show) -> str:
        return rf"e^{{-{latex_factor(self.gamma)}\|x-‹\z›\|_1}}"
