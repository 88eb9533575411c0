"""Closure rule for the weight f(x)·k·f(z)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import POWER, PRODUCT, SUM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.functions import Decay, ScalarFunction
from kernviz.kernels.label import coordinates
from kernviz.kernels.linear import LINEAR, SquaredNorms
from kernviz.kernels.normal_form import Form
from kernviz.kernels.object_types import Kind
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import SECOND, Rule, Space
from kernviz.wording import phrase, say


@dataclass(frozen=True, repr=False)
class Weighted(Kernel):
    """Closure rule: a kernel weighted by a function f.

    k(x, z) = f(x)·k₁(x, z)·f(z) for any f: ℝᵈ → ℝ. Source: S0 Theorem 1 (4), S2 rule 6.

    Parameters
    ----------
    f : function of a point, optional
        ``Decay``, ``Norm``, ``SquaredNorm`` or ``First``. The default is ``Decay(1)``.
    k : Kernel, optional
        Inner kernel k₁. The default is x·z.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Weighted(kv.Norm(), kv.Linear())([[3.0, 4.0]]).tolist()
    [[625.0]]
    """

    f: ScalarFunction = Decay()
    k: Kernel = LINEAR
    name: ClassVar[str] = "weight"
    title: ClassVar[str] = "f(x)·k·f(z)"
    _latex_binds: ClassVar[int] = PRODUCT
    rule: ClassVar[Rule] = Rule(
        phrase("weight"),
        phrase("f(x)·‹k›(x,‹z›)·f(‹z›) is a kernel, for any function f"),
        phrase("uᵀ(D‹K›D)u = (Du)ᵀ‹K›(Du) ≥ 0 with D = diag f(xᵢ); every ‹φ›(x) is stretched by f(x)."),
        {"S0": "Theorem 1 (4)", "S2": "rule 6", "S4": "rule 2"},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.f, ScalarFunction):
            raise ValueError(say("weight(f, k) needs a function such as norm or decay(gamma=2), got {f!r}", f=self.f))

    @cached_property
    def _kinds(self) -> frozenset[Kind]:
        return self.k._kinds | {"vectors"}

    def _check_kind(self) -> None:
        if not self.k._kinds <= {"vectors"}:
            raise ValueError(
                say(
                    "{f} is a function of points, and {k} compares no points: weight it before the map, "
                    "as in weight({f}, linear) @ ngrams(n=2), or divide by lengths with normalize({k})",
                    f=self.f,
                    k=self.k,
                )
            )

    @property
    def _diagonal_sign(self) -> int | None:
        return self.k._diagonal_sign

    def _positive_on(self, space: Space) -> Space:
        return self.k._positive_on(space)

    def _gram(self, X: Array, Z: Array) -> Array:
        return weighted_block(self.f(X), self.k._gram(X, Z), self.f(Z))

    def _diag(self, X: Array) -> Array:
        m, e = np.frexp(self.f(X))
        return np.ldexp(m * m * self.k._diag(X), 2 * e)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return self.f.enclosed(x) * self.k._enclosed(x, z) * self.f.enclosed(z)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial | None:
        f = self.f.polynomial(d)
        return None if f is None else parts[0].weighted(f)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].weighted(self.f, self.f.label(coordinates(d)))

    def _on_sphere(self, squared: int) -> Form | None:
        found = self.f.on_sphere(squared)
        return None if found is None or not isinstance(self.k, Constant) else Form.number(self.k.c * found)

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return parts[0] * self.f.squared_extent

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        if isinstance(self.f, Decay):  # exponents add up: rbf(γ) is written as weight(decay(γ), exp(2γ·linear))
            return Form.piece(SquaredNorms()).scaled(Exact.of(-self.f.gamma)).exponential() * parts[0]
        return Form.piece(Weighted(self.f, Constant(1.0))) * parts[0]

    def _text(self, show: Show) -> str:
        return f"weight({self.f}, {show(self.k, SUM)})"

    def _latex(self, show: Show) -> str:
        return rf"{self.f.latex('x')}\,{show(self.k, POWER)}\,{self.f.latex(SECOND)}"


def weighted_block(left: Array, K: Array, right: Array) -> Array:
    """Return the block with entries left[i]·K[i, j]·right[j].

    The block is exactly symmetric if K is.

    left and right are multiplied first, with their powers of two kept apart.
    The reason: e^{-400}·e^{-400} alone would be 0.
    """
    (m, e), (p, q) = np.frexp(left), np.frexp(right)
    return np.ldexp(m[:, None] * p[None, :] * K, e[:, None] + q[None, :])
