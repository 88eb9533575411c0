"""Closure rules on inputs or on feature lengths.

The rules are the weight f·k·f, normalisation, and the Gaussian of features.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ONE, ZERO, Number, Point, exp, rational, root, unknown
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent, extent, one_value, with_zero
from kernviz.kernels.exact_numbers import ONE as ONE_EXACT
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import POWER, PRODUCT, SUM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.form_writer import Unwritable, exactly_written, mirrored, written_term
from kernviz.kernels.functions import Decay, ScalarFunction
from kernviz.kernels.label import coordinates, inverse_length
from kernviz.kernels.linear import LINEAR, SquaredNorms
from kernviz.kernels.norm_weight import ExpNormWeight
from kernviz.kernels.normal_form import UNIT, Form, Term
from kernviz.kernels.object_types import Kind
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial, decimal
from kernviz.kernels.rules_and_premises import SECOND, Rule, Space, number
from kernviz.kernels.widths import decaying
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
        return _weighted_block(self.f(X), self.k._gram(X, Z), self.f(Z))

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


@dataclass(frozen=True, repr=False)
class Normalized(Kernel):
    """Normalised kernel k(x, z)/√(k(x,x)·k(z,z)).

    The kernel is rule 6 with f(x) = 1/√k(x,x); every image has length 1. Source: S2 rule 6.

    Parameters
    ----------
    k : Kernel, optional
        Inner kernel. The default is x·z.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Normalized(kv.Linear())([[3.0, 4.0], [4.0, 3.0]]).round(2).tolist()
    [[1.0, 0.96], [0.96, 1.0]]
    """

    k: Kernel = LINEAR
    name: ClassVar[str] = "normalize"
    title: ClassVar[str] = phrase("normalised kernel")
    _of_values: ClassVar[bool] = True
    rule: ClassVar[Rule] = Rule(
        phrase("normalise"),
        phrase("dividing by √(‹k›(x,x)·‹k›(‹z›,‹z›)) keeps a kernel a kernel"),
        phrase(
            "It is f(x)·‹k›·f(‹z›) with f(x) = 1/√‹k›(x,x), and f = 0 where ‹k›(x,x) = 0: every image is "
            "put on the unit sphere."
        ),
        {"S0": "Theorem 1 (4)", "S2": "rule 6, f = 1/√k(x,x)", "S4": "rule 2"},
    )

    def _child_space(self, space: Space) -> Space:
        return self.k._positive_on(space)

    def _parts(self, X: Array) -> tuple[Kernel, Array]:
        """Return the kernel without factors e^{−γ‖x‖²}, and its k(x, x).

        Such factors cancel, but far out they are 0 in floats.
        """
        k = self.k
        while isinstance(k, Weighted) and isinstance(k.f, Decay):
            k = k.k
        return k, k._diag(X)

    def _gram(self, X: Array, Z: Array) -> Array:
        k, squared = self._parts(X)
        left = _inverse_root(squared)
        return _weighted_block(left, k._gram(X, Z), left if X is Z else _inverse_root(k._diag(Z)))

    def _diag(self, X: Array) -> Array:
        _, squared = self._parts(X)
        # 1, or 0 for points whose image has length 0
        return np.where(squared > 0, squared / np.where(squared > 0, squared, 1), 0)

    def _enclosed(self, x: Point, z: Point) -> Number:
        left, right = self.k._enclosed(x, x), self.k._enclosed(z, z)
        if left <= 0 or right <= 0:
            return ZERO
        if not (left > 0 and right > 0):
            return unknown()  # unknown if the length, by which the value is divided, is 0
        return ONE if x is z else self.k._enclosed(x, z) / root(left * right)

    @property
    def _diagonal_sign(self) -> int:
        return 1

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return with_zero(one_value(0.0 if parts[0].high <= 0 else 1.0))

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].weighted(lambda X: _inverse_root(self.k._diag(X)), inverse_length(maps[0].formulas))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form of the normalised kernel.

        The form is k/v if k(x, x) is one number v for every x, or 0 if v ≤ 0.
        Otherwise the form is one piece.
        """
        diagonal = parts[0].diagonal()
        value = diagonal.value
        if value is None:
            value = self.k._on_diagonal().value
        if value is None and (
            -1 in (parts[0]._diagonal_sign, diagonal._diagonal_sign) or extent(self.k, space).high <= 0
        ):
            return Form()
        if value is None or value.sign is None:
            return self._simpler(parts[0], space)
        if value.sign <= 0:
            return Form()
        inverse = value.inverse()
        return Form.piece(self) if inverse is None else parts[0].scaled(inverse)

    def _simpler(self, below: Form, space: Space) -> Form:
        """Simplify the inner kernel of the normalisation.

        A factor > 0 of the inner kernel is dropped. A factor e^E becomes the Gaussian of E's features, as
        e^{E(x,z)}/√(e^{E(x,x)}·e^{E(z,z)}) = e^{E(x,z) − ½E(x,x) − ½E(z,z)}. −max(x, z) is written as min(−x, −z).
        """
        reflected = mirrored(below) if space.line else None
        if reflected is not None:
            return Form.piece(reflected)
        ((term, c),) = below.items if len(below.items) == 1 else ((UNIT, ONE_EXACT),)
        if c.sign != 1 or (c == ONE_EXACT and term.exponent is None):
            return Form.piece(self)
        try:
            bare = written_term(Term(term.pieces))
            smooth = Form.number(1.0)
            if term.exponent is not None:
                smooth = GaussianOf(exactly_written(term.exponent), 0.5)._form((term.exponent,), space)
        except Unwritable:
            return Form.piece(self)
        return smooth if bare is None else Form.piece(Normalized(bare)) * smooth

    def _latex(self, show: Show) -> str:
        body = show(self.k, SUM)
        return rf"\frac{{{body}}}{{\sqrt{{‹\k›(x,x)\,‹\k›(‹\z›,‹\z›)}}}}"


@dataclass(frozen=True, repr=False)
class GaussianOf(Kernel):
    """Gaussian kernel of the features that k defines.

    The value is exp(−γ·(k(x,x) − 2k(x,z) + k(z,z))). Source: S0 Exercise.

    The value equals f(x)·exp(2γk(x,z))·f(z) with f(x) = exp(−γk(x,x)).
    So the result is a kernel whenever k is one.

    Parameters
    ----------
    k : Kernel, optional
        Kernel of the features. The default is x·z.
    gamma : float, default=1.0
        Inverse width γ, > 0: a larger γ is a narrower kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.GaussianOf(kv.Polynomial(2), gamma=0.1)([[0.0], [1.0]], [[0.0]]).round(4).tolist()
    [[1.0], [0.7408]]
    """

    k: Kernel = LINEAR
    gamma: float = number(1.0, "γ", phrase("inverse width"), 1e-3, 1e3, log=True, above=0, length=-0.5, idea="width")
    name: ClassVar[str] = "gaussian_of"
    title: ClassVar[str] = phrase("Gaussian of a kernel's features")
    _of_values: ClassVar[bool] = True
    _level: ClassVar[float | None] = 1.0
    _latex_binds: ClassVar[int] = SUM
    rule: ClassVar[Rule] = Rule(
        phrase("Gaussian of features"),
        phrase("exp(−‹γ‖φ(x) − φ(z)‖²›) is a kernel, where ‹φ› is the feature map of ‹k›"),
        phrase(
            "‖‹φ›(x) − ‹φ›(‹z›)‖² = ‹k›(x,x) − 2‹k›(x,‹z›) + ‹k›(‹z›,‹z›), so it is the Gaussian kernel after the "
            "map ‹φ›: f(x)·exp(‹2γ›‹k›)·f(‹z›) with f(x) = exp(−‹γ›‹k›(x,x))."
        ),
        {"S0": phrase("Exercise, by Theorem 1 (5)"), "S2": "rules 2, 7, 6"},
    )
    _schoenberg: ClassVar[Rule] = Rule(
        phrase("Gaussian of a conditionally positive definite function"),
        phrase(
            "exp(−‹γ›(‹k›(x,x) − 2‹k›(x,‹z›) + ‹k›(‹z›,‹z›))) is a kernel where ‹k› is conditionally positive definite"
        ),
        phrase(
            "Let ‹k›₀(x,‹z›) = ‹k›(x,‹z›) − ‹k›(x,o) − ‹k›(o,‹z›) + ‹k›(o,o), for any point o. ‹k›₀ is a kernel, and "
            "it gives the same ‹k›(x,x) − 2‹k›(x,‹z›) + ‹k›(‹z›,‹z›). So this number is ‖‹φ›₀(x) − ‹φ›₀(‹z›)‖²."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        left = self.k._diag(X)
        lengths = (
            left[:, None] + (left if X is Z else self.k._diag(Z))[None, :]
        )  # this sum first, so that the matrix is exactly symmetric
        return np.exp(-self.gamma * (lengths - 2 * self.k._gram(X, Z)))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form of the Gaussian of features.

        The form is e^{γ(2k − k(x,x) − k(z,z))} with known diagonals inserted.
        Terms f(x) + f(z) in k cancel there, and so do numbers in k.
        """
        exponent, expanding, rest = Form(), Form(), Form()
        for term, c in parts[0].items:
            part = Form(frozenset({(term, c)}))
            apart = part.negative_squared_distance(space)
            if apart is not None:
                exponent = exponent + apart
            elif part.scaled(Exact.of(2 * decimal(self.gamma))).exponential().plain:
                expanding = expanding + part
            else:
                rest = rest + part
        gamma = Exact.of(self.gamma)
        opened = exponent.scaled(gamma).exponential()
        try:
            if expanding:  # f(x)·e^{2γk}·f(z): e^{2γk} is expanded into a polynomial, f is kept
                lengths = Form.piece(ExpNormWeight(exactly_written(expanding), self.gamma))
                opened = opened * lengths * (expanding + expanding).scaled(gamma).exponential()
            if rest:
                opened = opened * Form.piece(GaussianOf(exactly_written(rest), self.gamma))
        except Unwritable:
            return Form.piece(self)
        return opened

    def _enclosed(self, x: Point, z: Point) -> Number:
        if x is z:
            return ONE
        apart = self.k._enclosed(x, x) - 2 * self.k._enclosed(x, z) + self.k._enclosed(z, z)
        return exp(-rational(self.gamma) * apart)

    def _latex(self, show: Show) -> str:
        exponent = decaying(self.gamma, r"\|‹\varphi›(x)-‹\varphi›(‹\z›)\|^2")
        return rf"e^{{{exponent}}},\ ‹\varphi›\cdot‹\varphi›={show(self.k, SUM)}"


def _inverse_root(squared: Array) -> Array:
    """Return 1/√k(x, x), the inverse lengths of images.

    The value is 0 where k(x, x) ≤ 0. An infinite k(x, x) gives nan, which callers report.
    """
    inverse = np.where(squared > 0, 1 / np.sqrt(np.where(squared > 0, squared, 1)), 0)
    return np.where(np.isinf(squared), np.nan, inverse)


def _weighted_block(left: Array, K: Array, right: Array) -> Array:
    """Return the block with entries left[i]·K[i, j]·right[j].

    The block is exactly symmetric if K is.

    left and right are multiplied first, with their powers of two kept apart.
    The reason: e^{-400}·e^{-400} alone would be 0.
    """
    (m, e), (p, q) = np.frexp(left), np.frexp(right)
    return np.ldexp(m[:, None] * p[None, :] * K, e[:, None] + q[None, :])
