"""Logarithm of 1 + (x·z)²."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, dot, log1p, power
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Show
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.normal_form import Form, Term
from kernviz.wording import phrase

MOST = 100  # largest exponent; (1 + u²)¹⁰⁰ has about a hundred terms


@lru_cache(maxsize=MOST + 1)
def _power(n: int) -> Form:
    """Return (1 + (x·z)²)ⁿ as a form.

    The form is expanded by the binomials.
    """
    powers = (Term(frozenset({(LINEAR, 2 * i)} if i else ())) for i in range(n + 1))
    return Form(frozenset((power, Exact.of(Fraction(math.comb(n, i)))) for i, power in enumerate(powers)))


@dataclass(frozen=True, repr=False)
class LogSquare(NamedKernel):
    """Logarithm k(x, z) = log(1 + (x·z)²), which is no kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.LogSquare()([[1.0]], [[2.0]]).round(4).tolist()
    [[1.6094]]
    >>> kv.judge(kv.LogSquare(), d=1).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    name: ClassVar[str] = "logsquare"
    title: ClassVar[str] = phrase("logarithm")
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("A concave function of a kernel: the series of log has negative coefficients.")

    @property
    def _diagonal_sign(self) -> int:
        return 1

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.log1p((X @ Z.T) ** 2)

    def _exponentiated(self, c: Fraction) -> Form | None:
        if c.denominator > 1 or not 0 <= c <= MOST:
            return None
        return _power(int(c))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return log1p(power(dot(x, z), 2))

    def _latex(self, show: Show) -> str:
        return r"\log(1+(‹\x\cdot z›)^2)"
