"""Closure rule for the exponential of a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, exp
from kernviz.kernels.diagonal_range import Extent
from kernviz.kernels.expr import SUM, Kernel, Show
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import (
    Rule,
    Space,
)
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Exp(Kernel):
    """Closure rule: the exponential of a kernel.

    k(x, z) = exp(k₁(x, z)), with infinitely many features. Source: S0 Corollary 1 (1), S2 rule 7.

    Parameters
    ----------
    k : Kernel, optional
        Kernel in the exponent. The default is x·z.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.exp(kv.Linear())([[1.0]], [[2.0]]).round(4).tolist()
    [[7.3891]]
    >>> kv.judge(kv.exp(kv.Linear())).verdict
    <Verdict.PROVEN: 'proven'>
    """

    k: Kernel = LINEAR
    name: ClassVar[str] = "exp"
    title: ClassVar[str] = phrase("exponential of a kernel")
    _of_values: ClassVar[bool] = True
    rule: ClassVar[Rule] = Rule(
        phrase("exponential"),
        phrase("e to the power of a kernel is a kernel"),
        phrase(
            "exp(‹K›) = Σ ‹K›ⁿ/n! entry by entry: sums and products of kernels with coefficients "
            "1/n! > 0, and limits of kernels are kernels."
        ),
        {"S0": "Corollary 1 (1)", "S2": "rule 7", "S4": "rule 3"},
    )

    _schoenberg: ClassVar[Rule] = Rule(
        phrase("Schoenberg's exponential"),
        phrase("e to the power of a conditionally positive definite function is a kernel"),
        phrase(
            "Let ‹k›₀(x,‹z›) = ‹k›(x,‹z›) − ‹k›(x,o) − ‹k›(o,‹z›) + ‹k›(o,o), for any point o. ‹k›₀ is a kernel, and "
            "e^‹k› = f(x)·e^{‹k›₀}·f(‹z›) with f(x) = e^{‹k›(x,o) − ‹k›(o,o)/2}. By rules 7 and 6 this is a kernel. "
            "e^{t·‹k›} is a kernel for every t > 0 exactly when ‹k› is conditionally positive definite."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.exp(self.k._gram(X, Z))

    def _diag(self, X: Array) -> Array:
        return np.exp(self.k._diag(X))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return parts[0].exponential()

    def _enclosed(self, x: Point, z: Point) -> Number:
        return exp(self.k._enclosed(x, z))

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return parts[0].exp()

    def _latex(self, show: Show) -> str:
        return f"e^{{{show(self.k, SUM)}}}"
