r"""Closure rules that act on the inputs or on the size of features: f·k·f, normalising, k∘φ, Gaussian of features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from kernviz.kernels.algebra import Constant
from kernviz.kernels.bipolynomial import Bipolynomial
from kernviz.kernels.enclosure import ONE, ZERO, Number, Point, exp, rational, root, unknown
from kernviz.kernels.expr import ATOM, POWER, PRODUCT, SCALED, SUM, Array, Kernel, Show
from kernviz.kernels.facts import Rule, Space, latex_number, number
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.functions import Decay, ScalarFunction
from kernviz.kernels.kinds import Kind, precision
from kernviz.kernels.point_maps import PointMap
from kernviz.kernels.rules import LINEAR


@dataclass(frozen=True, repr=False)
class Weighted(Kernel):
    """k(x, z) = f(x)·k₁(x, z)·f(z) for any f: ℝᵈ → ℝ. Source: S0 Theorem 1 (4), S2 rule 6."""

    f: ScalarFunction = Decay()
    k: Kernel = LINEAR
    name: ClassVar[str] = "weight"
    title: ClassVar[str] = "f(x)·k·f(z)"
    latex_binds: ClassVar[int] = PRODUCT
    rule: ClassVar[Rule] = Rule(
        "weight",
        "f(x)·k(x,z)·f(z) is a kernel, for any function f",
        "uᵀ(DKD)u = (Du)ᵀK(Du) ≥ 0 with D = diag f(xᵢ); every φ(x) is stretched by f(x).",
        {"S0": "Theorem 1 (4)", "S2": "rule 6", "S4": "rule 2"},
    )

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        return self.k.kinds | {"vectors"}

    def check_kind(self) -> None:
        if not self.k.kinds <= {"vectors"}:
            raise ValueError(
                f"{self.f} is a function of points, and {self.k} compares no points: weight it before the map, as in "
                f"weight({self.f}, linear) @ ngrams(n=2), or divide by lengths with normalize({self.k})"
            )

    def _gram(self, X: Array, Z: Array) -> Array:
        return _framed(self.f(X), self.k._gram(X, Z), self.f(Z))

    def _diag(self, X: Array) -> Array:
        return self.f(X) ** 2 * self.k._diag(X)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return self.f.enclosed(x) * self.k._enclosed(x, z) * self.f.enclosed(z)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial | None:
        f = self.f.polynomial(d)
        return None if f is None else parts[0].weighted(f)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].weighted(self.f, str(self.f.says))

    def _text(self, show: Show) -> str:
        return f"weight({self.f}, {show(self.k, SUM)})"

    def _latex(self, show: Show) -> str:
        return rf"{self.f.latex('x')}\,{show(self.k, POWER)}\,{self.f.latex('z')}"


@dataclass(frozen=True, repr=False)
class Normalized(Kernel):
    """k(x, z)/√(k(x,x)·k(z,z)): rule 6 with f(x) = 1/√k(x,x); every image has length 1. Source: S2 rule 6."""

    k: Kernel = LINEAR
    name: ClassVar[str] = "normalize"
    title: ClassVar[str] = "normalised kernel"
    rule: ClassVar[Rule] = Rule(
        "normalise",
        "dividing by √(k(x,x)·k(z,z)) keeps a kernel a kernel",
        "It is f(x)·k·f(z) with f(x) = 1/√k(x,x), and f = 0 where k(x,x) = 0: every image is put on the unit sphere.",
        {"S0": "Theorem 1 (4)", "S2": "rule 6, f = 1/√k(x,x)", "S4": "rule 2"},
    )

    def _inverse_length(self, X: Array) -> Array:
        squared = self.k._diag(X)
        return np.where(squared > 0, 1 / np.sqrt(np.where(squared > 0, squared, 1)), 0)

    def _gram(self, X: Array, Z: Array) -> Array:
        left = self._inverse_length(X)
        return _framed(left, self.k._gram(X, Z), left if X is Z else self._inverse_length(Z))

    def _diag(self, X: Array) -> Array:
        squared = self.k._diag(X)
        return np.where(squared > 0, squared / np.where(squared > 0, squared, 1), 0)  # 1, or 0 where there is no length

    def _enclosed(self, x: Point, z: Point) -> Number:
        left, right = self.k._enclosed(x, x), self.k._enclosed(z, z)
        if left <= 0 or right <= 0:
            return ZERO
        if not (left > 0 and right > 0):
            return unknown()  # whether there is a length to divide by
        return ONE if x is z else self.k._enclosed(x, z) / root(left * right)

    def effort(self) -> int:
        return 3

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].weighted(self._inverse_length, "1/‖φ‖")

    def _latex(self, show: Show) -> str:
        body = show(self.k, SUM)
        return rf"\frac{{{body}}}{{\sqrt{{k(x,x)\,k(z,z)}}}}"


@dataclass(frozen=True, repr=False)
class Mapped(Kernel):
    """k(x, z) = k₁(φ(x), φ(z)) for any φ: A → ℝᵐ, written ``k @ phi``; A is ℝᵈ, or all words, sets, graphs.

    Source: S0 Theorem 1 (5).
    """

    k: Kernel = LINEAR
    phi: PointMap = None  # type: ignore[assignment]
    binds: ClassVar[int] = SCALED
    latex_binds: ClassVar[int] = ATOM
    title: ClassVar[str] = "a kernel after a map"
    rule: ClassVar[Rule] = Rule(
        "map the inputs",
        "k₁(φ(x), φ(z)) is a kernel, for any map φ",
        "Its Gram matrix is the Gram matrix of k₁ on the points φ(xᵢ).",
        {"S0": "Theorem 1 (5)"},
    )

    def __post_init__(self) -> None:
        if not isinstance(self.phi, PointMap):
            raise ValueError(f"k @ φ needs a map such as square or circle(period=2), got {self.phi!r}")

    def _gram(self, X: Array, Z: Array) -> Array:
        left, right = self.phi.pair(X, Z)
        return self.k._gram(left, right)

    def _diag(self, X: Array) -> Array:
        return self.k._diag(self.phi(X))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return self.k._enclosed(*self.phi.enclosed_pair(x, z))

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        return frozenset({self.phi.takes})

    def check_kind(self) -> None:
        self.phi.check(self.k)

    def child_space(self, space: Space) -> Space:
        return self.phi.onto(space)

    def child_points(self, X: Array) -> Array:
        return self.phi(X)

    def child_length(self, length: float) -> float:
        return self.phi.length_before(length)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial | None:
        images = self.phi.monomials(d)
        return None if images is None else parts[0].substituted(images, d)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].after(self.phi, lambda label: f"{label}∘{self.phi.name}")

    def _text(self, show: Show) -> str:
        return f"{show(self.k, POWER) if not isinstance(self.k, Constant) else f'({self.k})'} @ {self.phi}"

    def _latex(self, show: Show) -> str:
        return rf"\left[{show(self.k, SUM)}\right]_{{x\to {self.phi.latex('x')},\;z\to {self.phi.latex('z')}}}"


@dataclass(frozen=True, repr=False)
class GaussianOf(Kernel):
    """exp(−γ·(k(x,x) − 2k(x,z) + k(z,z))): the Gaussian kernel of the features k defines. Source: S0 Exercise.

    It is f(x)·exp(2γk(x,z))·f(z) with f(x) = exp(−γk(x,x)), so it is a kernel whenever k is one.
    """

    k: Kernel = LINEAR
    gamma: float = number(1.0, "γ", "width", 1e-3, 1e3, log=True, above=0, length=-0.5)
    name: ClassVar[str] = "gaussian_of"
    title: ClassVar[str] = "Gaussian of a kernel's features"
    latex_binds: ClassVar[int] = SUM
    rule: ClassVar[Rule] = Rule(
        "Gaussian of features",
        "exp(−γ‖φ(x) − φ(z)‖²) is a kernel, where φ is the feature map of k",
        "‖φ(x) − φ(z)‖² = k(x,x) − 2k(x,z) + k(z,z), so it is the Gaussian kernel after the map φ: "
        "f(x)·exp(2γk)·f(z) with f(x) = exp(−γk(x,x)).",
        {"S0": "Exercise, by Theorem 1 (5)", "S2": "rules 2, 7, 6"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        left = self.k._diag(X)
        lengths = (
            left[:, None] + (left if X is Z else self.k._diag(Z))[None, :]
        )  # added first: symmetric to the last bit
        return np.exp(-self.gamma * (lengths - 2 * self.k._gram(X, Z)))

    def _diag(self, X: Array) -> Array:
        return np.ones(len(X), dtype=precision(X))

    def _enclosed(self, x: Point, z: Point) -> Number:
        if x is z:
            return ONE
        apart = self.k._enclosed(x, x) - 2 * self.k._enclosed(x, z) + self.k._enclosed(z, z)
        return exp(-rational(self.gamma) * apart)

    def effort(self) -> int:
        return 3

    def _latex(self, show: Show) -> str:
        g = "" if self.gamma == 1 else latex_number(self.gamma)
        return rf"e^{{-{g}\|\phi(x)-\phi(z)\|^2}},\ \phi\cdot\phi={show(self.k, SUM)}"


def _framed(left: Array, K: Array, right: Array) -> Array:
    """left[i]·K[i, j]·right[j], symmetric to the last bit when K is: left and right are multiplied first, with their powers
    of two kept apart, because e^{-400}·e^{-400} alone would be 0."""
    (m, e), (p, q) = np.frexp(left), np.frexp(right)
    return np.ldexp(m[:, None] * p[None, :] * K, e[:, None] + q[None, :])
