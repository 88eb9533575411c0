r"""The closure rules that are not operators: exp, polynomials with chosen coefficients, f·k·f, xᵀAz, k∘φ, Gaussian of features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.kernels.algebra import Constant
from kernviz.kernels.bipolynomial import Bipolynomial
from kernviz.kernels.expr import ATOM, POWER, PRODUCT, SCALED, SUM, Array, Kernel, Show
from kernviz.kernels.facts import LARGEST_DEGREE, Premise, Rule, Space, exact, latex_number, number
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.functions import Decay, PointMap, ScalarFunction


@dataclass(frozen=True, repr=False)
class Linear(Kernel):
    """k(x, z) = x·z, the dot product; φ is the identity. Source: S0 (first example), S2 rule 1."""

    name: ClassVar[str] = "linear"
    title: ClassVar[str] = "linear"
    latex_binds: ClassVar[int] = PRODUCT
    rule: ClassVar[Rule] = Rule(
        "dot product",
        "the dot product is a kernel, with φ(x) = x",
        "uᵀ(XXᵀ)u = ‖Xᵀu‖² ≥ 0.",
        {"S0": "first example", "S2": "rule 1", "S4": "rule 6, A = I"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return X @ Z.T

    def _diag(self, X: Array) -> Array:
        return np.sum(X * X, axis=1)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        return Bipolynomial.dot(d)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap:
        return FeatureMap.identity(d)

    def _latex(self, show: Show) -> str:
        return r"x\cdot z"


LINEAR = Linear()


@dataclass(frozen=True, repr=False)
class Exp(Kernel):
    """k(x, z) = exp(k₁(x, z)); its feature space has infinitely many coordinates. Source: S0 Corollary 1 (1), S2 rule 7."""

    k: Kernel = LINEAR
    name: ClassVar[str] = "exp"
    title: ClassVar[str] = "exponential of a kernel"
    rule: ClassVar[Rule] = Rule(
        "exponential",
        "e to the power of a kernel is a kernel",
        "exp(K) = Σ Kⁿ/n! entry by entry: sums and products of kernels with coefficients 1/n! > 0, and limits of kernels "
        "are kernels.",
        {"S0": "Corollary 1 (1)", "S2": "rule 7", "S4": "rule 3"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.exp(self.k._gram(X, Z))

    def _diag(self, X: Array) -> Array:
        return np.exp(self.k._diag(X))

    def _latex(self, show: Show) -> str:
        return f"e^{{{show(self.k, SUM)}}}"


@dataclass(frozen=True, repr=False)
class PolynomialOf(Kernel):
    """k(x, z) = a₀ + a₁k₁ + a₂k₁² + …, a kernel when every aᵢ ≥ 0. Source: S2 rule 4 (⚠ E20), missing from S0 (⚠ E3)."""

    k: Kernel = LINEAR
    coefficients: tuple[float, ...] = (0.0, 1.0)
    name: ClassVar[str] = "polynomial"
    title: ClassVar[str] = "polynomial of a kernel"
    latex_binds: ClassVar[int] = ATOM
    rule: ClassVar[Rule] = Rule(
        "polynomial",
        "a polynomial of a kernel with coefficients ≥ 0 is a kernel",
        "Powers are products, and the sum of aᵢ·k₁ⁱ is a sum of scaled kernels.",
        {"S0": "Corollary 1, p(K)", "S2": "rule 4"},
    )

    def __post_init__(self) -> None:
        if any(isinstance(a, tuple) for a in self.coefficients):
            raise ValueError("coefficients are one list of numbers, [a0, a1, …]")
        values = tuple(float(a) + 0.0 for a in self.coefficients)
        if not 1 <= len(values) <= LARGEST_DEGREE + 1:
            raise ValueError(f"{len(values)} coefficients: a polynomial needs from 1 to {LARGEST_DEGREE + 1}, a₀ first")
        if not np.isfinite(values).all():
            raise ValueError(f"coefficients {values} must all be finite numbers")
        object.__setattr__(self, "coefficients", values)

    def _of(self, values: Array) -> Array:
        total = np.full_like(values, self.coefficients[-1])
        for a in reversed(self.coefficients[:-1]):  # Horner
            total = total * values + a
        return total

    def _gram(self, X: Array, Z: Array) -> Array:
        return self._of(self.k._gram(X, Z))

    def _diag(self, X: Array) -> Array:
        return self._of(self.k._diag(X))

    def premises(self, space: Space) -> tuple[Premise, ...]:
        worst = min(self.coefficients)
        place = self.coefficients.index(worst)
        return (Premise("every coefficient ≥ 0", f"smallest is a{place} = {exact(worst)}", worst >= 0),)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        total = Bipolynomial.constant(d, 0.0)
        for a in reversed(self.coefficients):
            total = total * parts[0] + Bipolynomial.constant(d, a)
        return total

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        terms: list[FeatureMap] = []
        for power, a in enumerate(self.coefficients):
            block = FeatureMap.multiplied(maps * power) if power else FeatureMap.constant(d, 1.0)
            block = block.scaled(a) if block is not None and a else None
            if a and block is None:
                return None
            terms += [block] if block is not None else []
        return FeatureMap.stacked(terms) if terms else FeatureMap.constant(d, 0.0)

    def _text(self, show: Show) -> str:
        return f"polynomial({show(self.k, SUM)}, [{', '.join(map(exact, self.coefficients))}])"

    def _latex(self, show: Show) -> str:
        base = show(self.k, ATOM)
        terms = [(a, "" if i == 0 else base if i == 1 else f"{base}^{{{i}}}") for i, a in enumerate(self.coefficients)]
        written = ""
        for a, body in terms:
            if a:
                size = latex_number(abs(a)) if abs(a) != 1 or not body else ""
                written += (" - " if a < 0 else " + " if written else "") + size + body
        return rf"\left[{written or '0'}\right]"


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

    def _gram(self, X: Array, Z: Array) -> Array:
        return _framed(self.f(X), self.k._gram(X, Z), self.f(Z))

    def _diag(self, X: Array) -> Array:
        return self.f(X) ** 2 * self.k._diag(X)

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

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].weighted(self._inverse_length, "1/‖φ‖")

    def _latex(self, show: Show) -> str:
        body = show(self.k, SUM)
        return rf"\frac{{{body}}}{{\sqrt{{k(x,x)\,k(z,z)}}}}"


@dataclass(frozen=True, repr=False)
class Bilinear(Kernel):
    """k(x, z) = xᵀAz, a kernel when A is symmetric with no negative eigenvalue. Source: S2 rule 8, S4 rule 6."""

    A: tuple[tuple[float, ...], ...] = ((1.0, 0.0), (0.0, 1.0))
    name: ClassVar[str] = "bilinear"
    title: ClassVar[str] = "xᵀAz"
    latex_binds: ClassVar[int] = PRODUCT
    rule: ClassVar[Rule] = Rule(
        "bilinear form",
        "xᵀAz is a kernel when A is symmetric and positive semi-definite",
        "A = LLᵀ, so xᵀAz = (Lᵀx)·(Lᵀz): the dot product after the linear map Lᵀ.",
        {"S2": "rule 8", "S4": "rule 6"},
    )

    def __post_init__(self) -> None:
        if not all(isinstance(row, tuple | list) for row in self.A):
            raise ValueError(f"A = {list(self.A)} must be a list of rows, such as [[2, 1], [1, 2]]")
        rows = tuple(tuple(float(v) + 0.0 for v in row) for row in self.A)
        if not rows or len(rows) > 10 or any(len(row) != len(rows) for row in rows):
            raise ValueError(
                f"A must be a square matrix of at most 10 rows, got rows of length {[len(r) for r in rows]}"
            )
        if not np.isfinite(rows).all():
            raise ValueError(f"A = {rows} must hold finite numbers only")
        object.__setattr__(self, "A", rows)

    def _matrix(self, d: int, dtype: object = np.float64) -> Array:
        if len(self.A) != d:
            raise ValueError(f"A is {len(self.A)}×{len(self.A)} but the points have {d} columns: give a {d}×{d} matrix")
        return np.array(self.A, dtype=dtype)  # type: ignore[call-overload]

    def _gram(self, X: Array, Z: Array) -> Array:
        A = self._matrix(X.shape[1], X.dtype)
        block = X @ A @ Z.T
        return (block + block.T) / 2 if X is Z and (A == A.T).all() else block

    def _diag(self, X: Array) -> Array:
        return np.sum(X @ self._matrix(X.shape[1], X.dtype) * X, axis=1)

    def premises(self, space: Space) -> tuple[Premise, ...]:
        A = self._matrix(space.d)
        smallest = float(np.linalg.eigvalsh((A + A.T) / 2)[0])
        # eigvalsh is exact to about n·eps·‖A‖; an eigenvalue within that of 0 is 0
        floor = -4 * len(A) * np.finfo(float).eps * float(np.abs(A).max())
        return (
            Premise("A = Aᵀ", "A is symmetric" if (A == A.T).all() else "A is not symmetric", bool((A == A.T).all())),
            Premise("smallest eigenvalue of A ≥ 0", f"λ_min = {smallest:.4g}", bool(smallest >= floor)),
        )

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        self._matrix(d)
        return Bipolynomial.bilinear(self.A)

    def _text(self, show: Show) -> str:
        return f"bilinear([{', '.join('[' + ', '.join(map(exact, row)) + ']' for row in self.A)}])"

    def _latex(self, show: Show) -> str:
        rows = r"\\".join("&".join(map(latex_number, row)) for row in self.A)
        return rf"x^\top\!\begin{{bmatrix}}{rows}\end{{bmatrix}}z"


@dataclass(frozen=True, repr=False)
class Mapped(Kernel):
    """k(x, z) = k₁(φ(x), φ(z)) for any φ: ℝᵈ → ℝᵐ, written ``k @ phi``. Source: S0 Theorem 1 (5)."""

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
        left = self.phi(X)
        return self.k._gram(left, left if X is Z else self.phi(Z))

    def _diag(self, X: Array) -> Array:
        return self.k._diag(self.phi(X))

    def child_space(self, space: Space) -> Space:
        return self.phi.onto(space)

    def child_points(self, X: Array) -> Array:
        return self.phi(X)

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
    gamma: float = number(1.0, "γ", "width", 1e-3, 1e3, log=True, above=0)
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
        return np.ones(len(X), dtype=X.dtype)

    def _latex(self, show: Show) -> str:
        g = "" if self.gamma == 1 else latex_number(self.gamma)
        return rf"e^{{-{g}\|\phi(x)-\phi(z)\|^2}},\ \phi\cdot\phi={show(self.k, SUM)}"


def _framed(left: Array, K: Array, right: Array) -> Array:
    """left[i]·K[i, j]·right[j], symmetric to the last bit when K is: left and right are multiplied first, with their powers
    of two kept apart, because e^{-400}·e^{-400} alone would be 0."""
    (m, e), (p, q) = np.frexp(left), np.frexp(right)
    return np.ldexp(m[:, None] * p[None, :] * K, e[:, None] + q[None, :])


__all__ = ["Bilinear", "Exp", "GaussianOf", "Linear", "Mapped", "Normalized", "PolynomialOf", "Weighted"]
