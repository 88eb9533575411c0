"""Exponential of a power of the distance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, exp, rational, real_power, squared
from kernviz.kernels.distances import distances
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.negative_distances import minus_distance
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import NumberSpec, Premise, Rule, Space, latex_factor, latex_power, number
from kernviz.wording import all_digits, phrase


@dataclass(frozen=True, repr=False)
class PowerExponential(NamedKernel):
    """Power exponential k(x, z) = exp(−γ‖x − z‖^p).

    This is a kernel for 0 < p ≤ 2 in every dimension, and never for p > 2.

    Parameters
    ----------
    p : float, default=3.0
        Power p of the distance, > 0.
    gamma : float, default=1.0
        Inverse width γ, > 0: a larger γ is a narrower kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> [kv.judge(kv.PowerExponential(p), d=1).verdict.value for p in (1, 2, 3)]
    ['proven', 'proven', 'refuted']
    """

    p: float = number(3.0, "p", phrase("power"), 0.1, 4.0, above=0)
    gamma: float = number(1.0, "γ", phrase("inverse width"), 1e-3, 1e3, log=True, above=0)

    name: ClassVar[str] = "expower"
    title: ClassVar[str] = phrase("exponential of a power")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("A kernel for p ≤ 2, and none for p > 2. With p = 2 it is the Gaussian.")
    rule: ClassVar[Rule] = Rule(
        phrase("Schoenberg: powers of the distance"),
        phrase("exp(−γ‖x − ‹z›‖^p) is a kernel in every dimension, for γ > 0 and 0 < p ≤ 2"),
        phrase(
            "−‖x − ‹z›‖^p is conditionally positive definite in every dimension, if 0 < p ≤ 2. e to the power of γ "
            "times such a function is a kernel for every γ > 0."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def param_specs(self) -> dict[str, NumberSpec]:
        specs = super().param_specs()
        return specs | {"gamma": replace(specs["gamma"], length=-1 / self.p)}

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.exp(-self.gamma * distances(X, Z) ** self.p)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return exp(-rational(self.gamma) * real_power(squared(x, z), rational(self.p) / 2))

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return (Premise("p ≤ 2", f"p = {all_digits(self.p)}", self.p <= 2),)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return minus_distance(self.p).scaled(Exact.of(self.gamma)).exponential()

    def _latex(self, show: Show) -> str:
        distance = latex_power(r"\|x-‹\z›\|", self.p)
        return f"e^{{-{latex_factor(self.gamma)}{distance}}}"
