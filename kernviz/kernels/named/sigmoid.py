r"""Sigmoid (tanh)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from flint import arb

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, dot, rational, tanh
from kernviz.kernels.diagonal_range import Extent
from kernviz.kernels.expr import Show
from kernviz.kernels.linear import OF_THE_ENDS
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, latex_factor, latex_number, number
from kernviz.wording import all_digits, phrase


@dataclass(frozen=True, repr=False)
class Sigmoid(NamedKernel):
    """Sigmoid function k(x, z) = tanh(γ x·z + c).

    The sigmoid is known as the neural-network kernel.
    It is no kernel on ℝᵈ, except for γ = 0 and c ≥ 0, where it is a constant.

    Parameters
    ----------
    gamma : float, default=1.0
        Slope γ.
    coef0 : float, default=-1.0
        Offset c.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Sigmoid()([[1.0]], [[2.0]]).round(4).tolist()
    [[0.7616]]
    >>> kv.judge(kv.Sigmoid(), d=1).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    gamma: float = number(1.0, "γ", phrase("slope"), -10.0, 10.0, length=-0.5)
    coef0: float = number(-1.0, "c", phrase("offset"), -3.0, 3.0)

    name: ClassVar[str] = "sigmoid"
    title: ClassVar[str] = phrase("sigmoid (tanh)")
    _within_one: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase(
        "Many libraries offer it, but it is no kernel: tanh(γ·u + c) has a negative Taylor coefficient."
    )

    rule: ClassVar[Rule] = Rule(
        phrase("a number"),
        phrase("without ‹x·z› in it, tanh(c) is a number, and a number ≥ 0 is a kernel"),
        phrase("For γ > 0 the Taylor series of tanh(γu + c) has a negative coefficient, whatever c is."),
        {"S0": "Theorem 1 (4)", "S2": "rule 4, g = c"},
    )

    @property
    def _diagonal_sign(self) -> int | None:
        """Return the sign of the diagonal value tanh(γ‖x‖² + c).

        The sign is known if γ and c have the same sign; else None.
        """
        return 1 if min(self.gamma, self.coef0) >= 0 else -1 if max(self.gamma, self.coef0) <= 0 else None

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        """Return the range of the sigmoid on the diagonal.

        tanh is increasing, so its range starts at tanh(c) for γ ≥ 0.
        """
        start = arb(tanh(rational(self.coef0)))
        return Extent(start.lower(), arb(1)) if self.gamma >= 0 else Extent(arb(-1), start.upper())

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.tanh(self.gamma * (X @ Z.T) + self.coef0)

    @property
    def _conditional_rule(self) -> Rule | None:  # type: ignore[override]
        return None if self.gamma else OF_THE_ENDS

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return (
            Premise("γ = 0", f"γ = {all_digits(self.gamma)}", self.gamma == 0),
            Premise("c ≥ 0", f"c = {all_digits(self.coef0)}", self.coef0 >= 0),
        )

    def _enclosed(self, x: Point, z: Point) -> Number:
        return tanh(rational(self.gamma) * dot(x, z) + rational(self.coef0))

    def _latex(self, show: Show) -> str:
        sign = "-" if self.coef0 < 0 else "+"
        return rf"\tanh({latex_factor(self.gamma)}\,‹\x\cdot z› {sign} {latex_number(abs(self.coef0))})"
