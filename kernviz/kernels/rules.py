"""Closure rules that work on kernel values.

The rules are exp, polynomials with chosen coefficients, and xᵀAz.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, exp, polynomial, rational, total
from kernviz.kernels.diagonal_range import NOT_NEGATIVE, NOT_POSITIVE, Extent
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import ATOM, PRODUCT, SUM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.ldl import eliminated
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial, decimal
from kernviz.kernels.rules_and_premises import (
    LARGEST_DEGREE,
    Premise,
    Rule,
    Space,
    as_number,
    exact,
    latex_number,
)
from kernviz.wording import all_digits, listed, phrase, say, short, superscript


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


@dataclass(frozen=True, repr=False)
class PolynomialOf(Kernel):
    """Closure rule: a polynomial of a kernel.

    k(x, z) = a₀ + a₁k₁ + a₂k₁² + …, a kernel if every aᵢ ≥ 0.

    Source: S2 rule 4 (⚠ E20), missing from S0 (⚠ E3).

    Parameters
    ----------
    k : Kernel, optional
        Inner kernel k₁. The default is x·z.
    coefficients : tuple of float, default=(0.0, 1.0)
        Coefficients a₀, a₁, a₂, …, at most 21.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.PolynomialOf(kv.Linear(), (1, 0, 3))([[2.0]]).tolist()
    [[49.0]]
    """

    k: Kernel = LINEAR
    coefficients: tuple[float, ...] = (0.0, 1.0)
    name: ClassVar[str] = "polynomial"
    title: ClassVar[str] = phrase("polynomial of a kernel")
    _of_values: ClassVar[bool] = True
    _latex_binds: ClassVar[int] = ATOM
    rule: ClassVar[Rule] = Rule(
        phrase("polynomial"),
        phrase("a polynomial of a kernel with coefficients ≥ 0 is a kernel"),
        phrase("Powers are products, and the sum of aᵢ·‹k›₁ⁱ is a sum of scaled kernels."),
        {"S0": "Corollary 1, p(K)", "S2": "rule 4"},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            values = tuple(as_number(f"a{i}", a) + 0.0 for i, a in enumerate(self.coefficients))
        except (TypeError, ValueError):
            raise ValueError(say("coefficients are one list of numbers, [a0, a1, …]")) from None
        if not 1 <= len(values) <= LARGEST_DEGREE + 1:
            raise ValueError(
                say(
                    "{count} coefficients: a polynomial needs from 1 to {most}, a₀ first",
                    count=len(values),
                    most=LARGEST_DEGREE + 1,
                )
            )
        if not np.isfinite(values).all():
            raise ValueError(say("coefficients {values} must all be finite numbers", values=values))
        object.__setattr__(self, "coefficients", values)

    def _of(self, values: Array) -> Array:
        total = np.full_like(values, self.coefficients[-1])
        for a in reversed(self.coefficients[:-1]):  # Horner's scheme
            total = total * values + a
        return total

    def _gram(self, X: Array, Z: Array) -> Array:
        return self._of(self.k._gram(X, Z))

    def _diag(self, X: Array) -> Array:
        return self._of(self.k._diag(X))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return polynomial(self.coefficients, self.k._enclosed(x, z))

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return parts[0].polynomial(self.coefficients)

    def premises(self, space: Space) -> tuple[Premise, ...]:
        worst = min(self.coefficients)
        place = self.coefficients.index(worst)
        return (
            Premise(
                say("every coefficient ≥ 0"),
                say("smallest is a{index} = {value}", index=place, value=all_digits(worst)),
                worst >= 0,
            ),
        )

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        total = Form()
        for a in reversed(self.coefficients):
            total = total * parts[0] + Form.number(a)
        return total

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        total = Bipolynomial.constant(d, 0.0)
        for a in reversed(self.coefficients):
            total = total * parts[0] + Bipolynomial.constant(d, a)
        return total

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        terms: list[FeatureMap] = []
        for power, a in enumerate(self.coefficients):
            block = FeatureMap.multiplied(maps * power) if power else FeatureMap.constant(1.0)
            block = block.scaled(a) if block is not None and a else None
            if a and block is None:
                return None
            terms += [block] if block is not None else []
        return FeatureMap.stacked(terms) if terms else FeatureMap.constant(0.0)

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
class Bilinear(Kernel):
    """Bilinear kernel k(x, z) = xᵀAz.

    The function is a kernel when A is symmetric with no negative eigenvalue.
    Source: S2 rule 8, S4 rule 6.

    Parameters
    ----------
    A : tuple of tuple of float, or array-like of shape (d, d)
        Square matrix A with at most ten rows. The default is the identity of the plane.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Bilinear([[2, 1], [1, 2]])([[1.0, 0.0]], [[0.0, 1.0]]).tolist()
    [[1.0]]
    >>> kv.judge(kv.Bilinear([[1, 2], [2, 1]])).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    A: tuple[tuple[float, ...], ...] = ((1.0, 0.0), (0.0, 1.0))
    name: ClassVar[str] = "bilinear"
    title: ClassVar[str] = phrase("xᵀAz")
    _latex_binds: ClassVar[int] = PRODUCT
    rule: ClassVar[Rule] = Rule(
        phrase("bilinear form"),
        phrase("xᵀAz is a kernel when A is symmetric and positive semi-definite"),
        phrase("A = LLᵀ, so xᵀAz = (Lᵀx)·(Lᵀ‹z›): the dot product after the linear map Lᵀ."),
        {"S2": "rule 8", "S4": "rule 6"},
    )

    def __post_init__(self) -> None:
        given: Any = self.A
        if isinstance(given, np.ndarray) and given.ndim == 2 and given.dtype.kind in "biuf":
            object.__setattr__(self, "A", tuple(map(tuple, given.astype(np.float64).tolist())))
        if not isinstance(self.A, tuple | list) or not all(isinstance(row, tuple | list) for row in self.A):
            raise ValueError(say("A = {A!r} must be a list of rows, such as [[2, 1], [1, 2]]", A=self.A))
        rows = tuple(
            tuple(as_number(f"A[{i}][{j}]", v) + 0.0 for j, v in enumerate(row)) for i, row in enumerate(self.A)
        )
        if not rows or len(rows) > 10 or any(len(row) != len(rows) for row in rows):
            raise ValueError(
                say(
                    "A must be a square matrix of at most 10 rows, got rows of length {lengths}",
                    lengths=[len(r) for r in rows],
                )
            )
        if not np.isfinite(rows).all():
            raise ValueError(say("A = {rows} must hold finite numbers only", rows=rows))
        object.__setattr__(self, "A", rows)

    def _matrix(self, d: int, dtype: object = np.float64) -> Array:
        if len(self.A) != d:
            raise ValueError(
                say("A is {size}×{size} but the points have {d} columns: give a {d}×{d} matrix", size=len(self.A), d=d)
            )
        return np.array(self.A, dtype=dtype)  # type: ignore[call-overload]

    def _gram(self, X: Array, Z: Array) -> Array:
        A = self._matrix(X.shape[1], X.dtype)
        block = X @ A @ Z.T
        return (block + block.T) / 2 if X is Z and (A == A.T).all() else block

    def _diag(self, X: Array) -> Array:
        return np.sum(X @ self._matrix(X.shape[1], X.dtype) * X, axis=1)

    def _enclosed(self, x: Point, z: Point) -> Number:
        self._matrix(len(x))
        return total([x[i] * rational(a) * z[j] for i, row in enumerate(self.A) for j, a in enumerate(row) if a])

    def premises(self, space: Space) -> tuple[Premise, ...]:
        if space.every:
            n = len(self.A)
            raise ValueError(
                say(
                    "A is {n}×{n}: xᵀAz is a question about ℝ{power} only, so choose that space",
                    n=n,
                    power=superscript(n),
                )
            )
        A = self._matrix(space.d)
        exact = {(i, j): decimal(v) for i, row in enumerate(self.A) for j, v in enumerate(row) if v}
        symmetric = all(exact.get((j, i)) == value for (i, j), value in exact.items())
        # These eigenvalues are for display. Their signs are decided in fractions, as beside 10¹² an eigenvalue −0.001
        # is lost in roundoff.
        found = np.linalg.eigvalsh((A + A.T) / 2)
        smallest = float(found[0])
        holds = symmetric and not eliminated(range(len(A)), exact).negative
        every = listed([short(v) for v in found.round(12).tolist()])
        value = (
            say("λₘᵢₙ = {smallest:.4} of {every}", smallest=smallest, every=every)
            if holds == (smallest >= 0)
            else say("by elimination in fractions")
        )
        return (
            Premise("A = Aᵀ", say("A is symmetric") if symmetric else say("A is not symmetric"), symmetric),
            Premise(say("smallest eigenvalue of A ≥ 0"), value, holds),
        )

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form of the bilinear kernel.

        The form is a times the dot product for A = a·I. Otherwise the form is one piece.
        """
        front = self.A[0][0]
        identity = all(v == (front if i == j else 0) for i, row in enumerate(self.A) for j, v in enumerate(row))
        return Form.piece(LINEAR).scaled(Exact.of(front)) if identity else Form.piece(self)

    @property
    def _diagonal_sign(self) -> int | None:
        size = range(len(self.A))
        both = {(i, j): decimal(self.A[i][j]) + decimal(self.A[j][i]) for i in size for j in size}
        signed = ((sign, {pair: sign * v for pair, v in both.items()}) for sign in (1, -1))
        return next((sign for sign, entries in signed if not eliminated(size, entries).negative), None)

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        """Return the range of xᵀAx over the space.

        If no coordinate is negative, the signs of A's entries decide the sign.
        """
        entries = [v for row in self.A for v in row] if space.nonnegative else []
        if entries and (max(entries) <= 0 or min(entries) >= 0):
            return NOT_POSITIVE if max(entries) <= 0 else NOT_NEGATIVE
        return super()._extent(parts, space)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        self._matrix(d)
        return Bipolynomial.bilinear(self.A)

    def _text(self, show: Show) -> str:
        return f"bilinear([{', '.join('[' + ', '.join(map(exact, row)) + ']' for row in self.A)}])"

    def _latex(self, show: Show) -> str:
        rows = r"\\".join("&".join(map(latex_number, row)) for row in self.A)
        return rf"x^\top\!\begin{{bmatrix}}{rows}\end{{bmatrix}}‹\z›"
