r"""Closure rules that act on the inputs or on the size of features: f·k·f, normalising, k∘φ, Gaussian of features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from kernviz.kernels.algebra import Constant
from kernviz.kernels.bipolynomial import Bipolynomial
from kernviz.kernels.enclosure import ONE, ZERO, Number, Point, exp, rational, root, unknown
from kernviz.kernels.ends import SquaredNorms
from kernviz.kernels.exact import Exact
from kernviz.kernels.expr import ATOM, POWER, PRODUCT, SCALED, SUM, Array, Kernel, Show
from kernviz.kernels.facts import Rule, Space, latex_number, number
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.form import Form, Term, TooMany
from kernviz.kernels.functions import Decay, ScalarFunction
from kernviz.kernels.kinds import Kind, precision
from kernviz.kernels.label import coordinates, inverse_length
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

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.f, ScalarFunction):
            raise ValueError(f"weight(f, k) needs a function such as norm or decay(gamma=2), got {self.f!r}")

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
        return maps[0].weighted(self.f, self.f.label(coordinates(d)))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        if isinstance(self.f, Decay):  # exponents meet: this is how rbf(γ) is weight(decay(γ), exp(2γ·linear))
            return Form.piece(SquaredNorms()).scaled(Exact.of(-self.f.gamma)).exponential() * parts[0]
        return Form.piece(Weighted(self.f, Constant(1.0))) * parts[0]

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

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].weighted(self._inverse_length, inverse_length(maps[0].formulas))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Where k(x, x) is one number v for every x: k/v, or 0 where v ≤ 0."""
        value = parts[0].diagonal().value
        if value is None or value.sign is None:
            return Form.piece(self)
        if value.sign <= 0:
            return Form()
        inverse = value.inverse()
        return Form.piece(self) if inverse is None else parts[0].scaled(inverse)

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
    conditional: ClassVar[Rule] = Rule(
        "map the inputs, conditionally",
        "k₁(φ(x), φ(z)) is conditionally positive definite where k₁ is, for any map φ",
        "Its Gram matrix is the Gram matrix of k₁ on the points φ(xᵢ).",
        {"theory": "Schoenberg (1938)"},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
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

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """The map goes to every piece: a stretch into its numbers where it has any, all other maps stay beside it."""
        return parts[0].replaced_terms(lambda term: self._form_of(term, space))

    def _form_of(self, term: Term, space: Space) -> Form:
        s = self.phi.factor(space)
        if s is not None:
            try:
                return term.replaced(lambda piece: _or_stop(piece._stretch(s)))
            except _CannotStretch:
                pass
        rest = Form.number(1.0)
        for piece, n in term.pieces:
            rest = rest * Form.piece(Mapped(piece, self.phi)).power(n)
        if term.exponent is None:
            return rest
        from kernviz.kernels.written import Unwritable, written_term

        try:
            body = written_term(Term(frozenset(), term.exponent))
        except Unwritable:
            raise TooMany from None
        return rest * Form.piece(Mapped(body or Constant(1.0), self.phi))

    def _on_diagonal(self) -> Form:
        return Form.piece(self) if self.k.level is None else Form.number(self.k.level)

    def _ends(self) -> Form | None:
        return None if self.k.level is None else Form.number(2 * self.k.level)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial | None:
        images = self.phi.monomials(d)
        return None if images is None else parts[0].substituted(images, d)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].after(self.phi, self.phi.labels(coordinates(d)))

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
    gamma: float = number(1.0, "γ", "width", 1e-3, 1e3, log=True, above=0)
    name: ClassVar[str] = "gaussian_of"
    title: ClassVar[str] = "Gaussian of a kernel's features"
    level: ClassVar[float | None] = 1.0
    latex_binds: ClassVar[int] = SUM
    rule: ClassVar[Rule] = Rule(
        "Gaussian of features",
        "exp(−γ‖φ(x) − φ(z)‖²) is a kernel, where φ is the feature map of k",
        "‖φ(x) − φ(z)‖² = k(x,x) − 2k(x,z) + k(z,z), so it is the Gaussian kernel after the map φ: "
        "f(x)·exp(2γk)·f(z) with f(x) = exp(−γk(x,x)).",
        {"S0": "Exercise, by Theorem 1 (5)", "S2": "rules 2, 7, 6"},
    )
    schoenberg: ClassVar[Rule] = Rule(
        "Gaussian of a conditionally positive definite function",
        "exp(−γ(k(x,x) − 2k(x,z) + k(z,z))) is a kernel where k is conditionally positive definite",
        "k(x,x) − 2k(x,z) + k(z,z) is the same for k₀(x,z) = k(x,z) − k(x,o) − k(o,z) + k(o,o), and k₀ is a kernel for any point o: "
        "it is ‖φ₀(x) − φ₀(z)‖².",
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        left = self.k._diag(X)
        lengths = (
            left[:, None] + (left if X is Z else self.k._diag(Z))[None, :]
        )  # added first: symmetric to the last bit
        return np.exp(-self.gamma * (lengths - 2 * self.k._gram(X, Z)))

    def _diag(self, X: Array) -> Array:
        return np.ones(len(X), dtype=precision(X))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """e^{γ(2k − k(x,x) − k(z,z))}, with what k(x,x) is where that is known; f(x) + f(z) and numbers in k go away."""
        exponent, rest = Form(), Form()
        for term, c in parts[0].items:
            one = Form(frozenset({(term, c)}))
            ends = one.ends()
            if ends is None:
                rest = rest + one
            else:
                exponent = exponent + one + one - ends
        opened = exponent.scaled(Exact.of(self.gamma)).exponential()
        if not rest:
            return opened
        from kernviz.kernels.written import Unwritable, written

        try:
            return opened * Form.piece(GaussianOf(written(rest, exactly=True), self.gamma))
        except Unwritable:
            return Form.piece(self)

    def _enclosed(self, x: Point, z: Point) -> Number:
        if x is z:
            return ONE
        apart = self.k._enclosed(x, x) - 2 * self.k._enclosed(x, z) + self.k._enclosed(z, z)
        return exp(-rational(self.gamma) * apart)

    def _latex(self, show: Show) -> str:
        g = "" if self.gamma == 1 else latex_number(self.gamma)
        return rf"e^{{-{g}\|\phi(x)-\phi(z)\|^2}},\ \phi\cdot\phi={show(self.k, SUM)}"


class _CannotStretch(Exception):
    """A piece whose numbers do not say what k(s·x, s·z) is, or say it only rounded."""


def _or_stop(stretched: Form | None) -> Form:
    if stretched is None:
        raise _CannotStretch
    return stretched


def _framed(left: Array, K: Array, right: Array) -> Array:
    """left[i]·K[i, j]·right[j], symmetric to the last bit when K is: left and right are multiplied first, with their powers
    of two kept apart, because e^{-400}·e^{-400} alone would be 0."""
    (m, e), (p, q) = np.frexp(left), np.frexp(right)
    return np.ldexp(m[:, None] * p[None, :] * K, e[:, None] + q[None, :])
