r"""Polynomial kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, dot, power, rational
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel, Show
from kernviz.kernels.linear import Linear
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.powers import whole_power
from kernviz.kernels.products import Power
from kernviz.kernels.rules_and_premises import latex_factor, latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Polynomial(NamedKernel):
    """Polynomial kernel k(x, z) = (γ x·z + c)^d.

    The parameters have scikit-learn's names: degree, gamma, coef0 (c in S0, S4; ζ in S3).

    The function is a kernel for every whole degree when γ ≥ 0 and c ≥ 0.
    (x·z − 1)² is not a kernel (S3 Fun Time 4).
    Raises ValueError for a degree that is not a whole number.
    The reason: (1 + x·z)^{1.5} has negative eigenvalues.

    Parameters
    ----------
    degree : int, default=2
        Whole degree d from 0 to 20.
    gamma : float, default=1.0
        Factor γ of x·z.
    coef0 : float, default=1.0
        Offset c.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Polynomial(degree=2)([[1.0, 2.0]], [[3.0, 4.0]]).tolist()
    [[144.0]]
    >>> kv.judge(kv.Polynomial(degree=2, coef0=-1), d=1).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    degree: int = number(2, "d", phrase("degree"), 1, 10, whole=True, idea="degree")
    gamma: float = number(1.0, "γ", phrase("slope"), -10.0, 10.0, length=-0.5)
    coef0: float = number(1.0, "c", phrase("offset"), -3.0, 3.0, idea="offset")
    name: ClassVar[str] = "poly"
    title: ClassVar[str] = phrase("polynomial")
    family: ClassVar[Family] = "everyday"

    def _base(self) -> Kernel:
        dot: Kernel = Linear() if self.gamma == 1 else Scaled(self.gamma, Linear())
        return Sum((dot, Constant(self.coef0))) if self.coef0 else dot

    def expand(self) -> Kernel:
        return Power(self._base(), self.degree)

    def _gram(self, X: Array, Z: Array) -> Array:
        block = X @ Z.T
        block *= self.gamma
        block += self.coef0
        return whole_power(block, self.degree)

    def _diag(self, X: Array) -> Array:
        return whole_power(self._base()._diag(X), self.degree)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return power(rational(self.gamma) * dot(x, z) + rational(self.coef0), self.degree)

    def _latex(self, show: Show) -> str:
        base = (
            ("-" if self.gamma == -1 else latex_factor(self.gamma)) + r"\,‹\x\cdot z›"
            if self.gamma != 1
            else r"‹\x\cdot z›"
        )
        if self.coef0:
            base += f" {'+' if self.coef0 > 0 else '-'} {latex_number(abs(self.coef0))}"
        return rf"\left({base}\right)^{{{self.degree}}}"
