"""Bilinear kernel xᵀAz."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, rational, total
from kernviz.kernels.diagonal_range import NOT_NEGATIVE, NOT_POSITIVE, Extent
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import PRODUCT, Kernel, Show
from kernviz.kernels.ldl import eliminated
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial, decimal
from kernviz.kernels.rules_and_premises import (
    Premise,
    Rule,
    Space,
    as_number,
    exact,
    latex_number,
)
from kernviz.wording import listed, phrase, say, short, superscript


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
