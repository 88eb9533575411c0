r"""Minus a power of the distance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, rational, real_power, squared
from kernviz.kernels.distances import distances
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import SUM, Show
from kernviz.kernels.linear import minus_squared_distance
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, latex_power, number
from kernviz.wording import all_digits, phrase


@dataclass(frozen=True, repr=False)
class MinusDistance(NamedKernel):
    """Negative power of the distance: k(x, z) = −‖x − z‖^p.

    This is no kernel, as k(x, x) = 0, but conditionally positive definite for 0 < p ≤ 2.

    So for these p its exponential is a kernel (Schoenberg). Raises ValueError for p ≤ 0.

    Parameters
    ----------
    p : float, default=1.0
        Power p of the distance, > 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.MinusDistance(1)([[0.0], [2.0]]).tolist()
    [[-0.0, -2.0], [-2.0, -0.0]]
    >>> kv.judge(kv.exp(kv.MinusDistance(1)), d=3).verdict
    <Verdict.PROVEN: 'proven'>
    """

    p: float = number(1.0, "p", phrase("power"), 0.1, 4.0, above=0)

    name: ClassVar[str] = "negdistance"
    title: ClassVar[str] = phrase("minus a power of the distance")
    _latex_binds: ClassVar[int] = SUM
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase(
        "Not a kernel: ‹k›(x, x) = 0, but ‹k›(x, ‹z›) < 0 for x ≠ ‹z›. For p ≤ 2, exp(t·‹k›) is a kernel for every t "
        "> 0; for p > 2 it is not."
    )
    _level: ClassVar[float | None] = 0.0
    _differences: ClassVar[bool] = True
    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("powers of the distance"),
        phrase("−‖x − ‹z›‖^p is conditionally positive definite in every dimension, for 0 < p ≤ 2"),
        phrase(
            "For p = 2 it is 2‹x·z› − ‖x‖² − ‖‹z›‖². For p < 2, ‖x‖^p is a positive factor times ∫ "
            "(1 − e^{−t‖x‖²})·t^{−1−p/2} dt, and each e^{−t‖x − ‹z›‖²} − 1 is a kernel less a "
            "number."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return -(distances(X, Z) ** self.p)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return -real_power(squared(x, z), rational(self.p) / 2)

    def _conditional_premises(self, space: Space) -> tuple[Premise, ...]:
        return (Premise("p ≤ 2", f"p = {all_digits(self.p)}", self.p <= 2),)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return minus_squared_distance() if self.p == 2 else Form.piece(self)

    def _stretch(self, s: Fraction) -> Form | None:
        whole = int(self.p)
        return Form.piece(self).scaled(Exact.of(abs(s) ** whole)) if whole == self.p else None

    def _latex(self, show: Show) -> str:
        return latex_power(r"-\|x-‹\z›\|", self.p)
