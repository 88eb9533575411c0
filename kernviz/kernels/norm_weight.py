"""Rank-one factor f(x)·f(z) with f(x) = e^{−γ·k(x, x)}.

Multiplying out a Gaussian of features produces this factor. The text language has no word for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, exp, rational
from kernviz.kernels.expr import PRODUCT, SUM, Kernel, Show
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.rules_and_premises import Rule, exact, latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class ExpNormWeight(Kernel):
    """Rank-one weight f(x)·f(z) of squared feature lengths.

    k(x, z) = f(x)·f(z) with f(x) = exp(−γ·k₁(x, x)).
    This is the weight of exp(2γk₁) in the Gaussian of the features of k₁.
    """

    k: Kernel = LINEAR
    gamma: float = number(1.0, "γ", phrase("inverse width"), 1e-3, 1e3, log=True, above=0)
    _latex_binds: ClassVar[int] = PRODUCT
    rule: ClassVar[Rule] = Rule(
        phrase("f(x)·f(‹z›)"),
        phrase("f(x)·f(‹z›) is a kernel, for any function f"),
        "uᵀ(ffᵀ)u = (Σuᵢf(xᵢ))² ≥ 0.",
        {"S0": "Theorem 1 (4)", "S2": "rule 6, k = 1"},
    )

    @property
    def children(self) -> tuple[Kernel, ...]:
        return ()  # no children for a proof, since this function is a kernel for every k₁

    @property
    def _diagonal_sign(self) -> int:
        return 1

    def _gram(self, X: Array, Z: Array) -> Array:
        f, g = self.k._diag(X), self.k._diag(Z)
        return np.exp(-self.gamma * (f[:, None] + g[None, :]))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return exp(-rational(self.gamma) * (self.k._enclosed(x, x) + self.k._enclosed(z, z)))

    def _text(self, show: Show) -> str:
        return f"f(x)·f(z), f = exp(−{exact(self.gamma)}·k(x,x)), k = {show(self.k, SUM)}"

    def _latex(self, show: Show) -> str:
        g = "" if self.gamma == 1 else latex_number(self.gamma)
        return rf"f(x)\,f(‹\z›),\ f(x)=e^{{-{g}‹\k›(x,x)}},\ ‹\k›={show(self.k, SUM)}"
