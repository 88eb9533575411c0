"""Polynomial kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, dot, power, rational
from kernviz.kernels.expr import Kernel, Show
from kernviz.kernels.linear_combinations import affine_dot_product
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.powers import whole_power
from kernviz.kernels.products import Power
from kernviz.kernels.rules_and_premises import number
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

    def expand(self) -> Kernel:
        return Power(affine_dot_product(self.gamma, self.coef0), self.degree)

    def _gram(self, X: Array, Z: Array) -> Array:
        block = X @ Z.T
        block *= self.gamma
        block += self.coef0
        return whole_power(block, self.degree)

    def _diag(self, X: Array) -> Array:
        return self.expand()._diag(X)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return power(rational(self.gamma) * dot(x, z) + rational(self.coef0), self.degree)

    def _latex(self, show: Show) -> str:
        return self.expand()._latex(show)
