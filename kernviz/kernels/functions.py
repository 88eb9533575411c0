"""Named functions f: ℝᵈ → ℝ for ``weight(f, k)``.

The functions are hashable, and their only state is numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
from flint import arb

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, dot, exp, rational, root
from kernviz.kernels.diagonal_range import NOT_NEGATIVE, Extent
from kernviz.kernels.label import Label, decayed, length
from kernviz.kernels.node import check_fields, params, reduced
from kernviz.kernels.polynomial_in_x_and_z import Exponents, unit
from kernviz.kernels.rules_and_premises import NumberSpec, exact, latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True)
class NamedFunction:
    """Function with a name in the text language, and adjustable numbers."""

    name: ClassVar[str] = ""
    says: ClassVar[str] = ""

    def __post_init__(self) -> None:
        check_fields(self)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return reduced(self)

    def param_specs(self) -> dict[str, NumberSpec]:
        return params(self)

    def __str__(self) -> str:
        values = [f"{name}={exact(getattr(self, name))}" for name in self.param_specs()]
        return f"{self.name}({', '.join(values)})" if values else self.name

    __repr__ = __str__

    def with_number(self, name: str, value: float) -> Self:
        return type(self)(**{**{n: getattr(self, n) for n in self.param_specs()}, name: value})


class ScalarFunction(NamedFunction):
    """Named function f: ℝᵈ → ℝ, applied to rows.

    Shapes: (n, d) -> (n,).
    If k is a kernel, f(x)·k(x,z)·f(z) is a kernel for every f.
    """

    squared_extent: ClassVar[Extent] = NOT_NEGATIVE  # range of f(x)²

    def __call__(self, X: Array) -> Array:
        raise NotImplementedError

    def enclosed(self, x: Point) -> Number:
        """Return f at one point in ball arithmetic.

        See `kernels.ball_arithmetic`.
        """
        raise NotImplementedError

    def latex(self, point: str) -> str:
        """Return the TeX formula of f at a point, for instance ``x``."""
        raise NotImplementedError

    def label(self, names: Sequence[Label]) -> Label:
        """Return the formula of f for display, in terms of coordinate names."""
        raise NotImplementedError

    def polynomial(self, d: int) -> dict[Exponents, Fraction] | None:
        """Return the function f as a polynomial.

        None if f is no polynomial.
        """
        return None

    def on_sphere(self, squared: int) -> int | None:
        """Return f(x)² on a sphere, as an integer.

        The sphere is ‖x‖² = squared. None if f(x)² is not one integer there.
        """
        return None


@dataclass(frozen=True, repr=False)
class Decay(ScalarFunction):
    """Exponential decay f(x) = exp(−γ‖x‖²).

    The function f turns exp(2γ·x·z) into the Gaussian kernel. Source: S2 Quiz 1.

    Parameters
    ----------
    gamma : float, default=1.0
        Rate γ, > 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Weighted(kv.Decay(1), kv.Constant(1))([[0.0], [1.0]], [[0.0]]).round(4).tolist()
    [[1.0], [0.3679]]
    """

    gamma: float = number(1.0, "γ", phrase("rate"), 1e-3, 1e3, log=True, above=0, length=-0.5)
    squared_extent: ClassVar[Extent] = Extent(arb(0), arb(1))
    name: ClassVar[str] = "decay"
    says: ClassVar[str] = "exp(−γ‖x‖²)"

    def __call__(self, X: Array) -> Array:
        return np.exp(-self.gamma * np.sum(X * X, axis=1))

    def enclosed(self, x: Point) -> Number:
        return exp(-rational(self.gamma) * dot(x, x))

    def latex(self, point: str) -> str:
        return rf"e^{{-{'' if self.gamma == 1 else latex_number(self.gamma)}\|{point}\|^2}}"

    def label(self, names: Sequence[Label]) -> Label:
        return decayed(self.gamma, names)


@dataclass(frozen=True, repr=False)
class Norm(ScalarFunction):
    """Euclidean norm f(x) = ‖x‖.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Weighted(kv.Norm(), kv.Constant(1))([[3.0, 4.0]]).tolist()
    [[25.0]]
    """

    name: ClassVar[str] = "norm"
    says: ClassVar[str] = "‖x‖"

    def __call__(self, X: Array) -> Array:
        return np.sqrt(np.sum(X * X, axis=1))

    def enclosed(self, x: Point) -> Number:
        return root(dot(x, x))

    def on_sphere(self, squared: int) -> int:
        return squared

    def latex(self, point: str) -> str:
        return rf"\|{point}\|"

    def label(self, names: Sequence[Label]) -> Label:
        return length(names)


@dataclass(frozen=True, repr=False)
class SquaredNorm(ScalarFunction):
    """Squared norm f(x) = ‖x‖², a polynomial.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Weighted(kv.SquaredNorm(), kv.Constant(1))([[1.0, 2.0]]).tolist()
    [[25.0]]
    """

    name: ClassVar[str] = "sqnorm"
    says: ClassVar[str] = "‖x‖²"

    def __call__(self, X: Array) -> Array:
        return np.sum(X * X, axis=1)

    def enclosed(self, x: Point) -> Number:
        return dot(x, x)

    def on_sphere(self, squared: int) -> int:
        return squared * squared

    def latex(self, point: str) -> str:
        return rf"\|{point}\|^2"

    def label(self, names: Sequence[Label]) -> Label:
        return length(names) ** 2

    def polynomial(self, d: int) -> dict[Exponents, Fraction]:
        return {tuple(2 * e for e in unit(d, i)): Fraction(1) for i in range(d)}


@dataclass(frozen=True, repr=False)
class First(ScalarFunction):
    """First coordinate f(x) = x₁.

    This f changes sign, which the rule for weights allows.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Weighted(kv.First(), kv.Constant(1))([[2.0, 9.0]], [[3.0, 9.0]]).tolist()
    [[6.0]]
    """

    name: ClassVar[str] = "first"
    says: ClassVar[str] = "x₁"

    def __call__(self, X: Array) -> Array:
        return X[:, 0].copy()

    def enclosed(self, x: Point) -> Number:
        return x[0]

    def latex(self, point: str) -> str:
        return f"{point}_1"

    def label(self, names: Sequence[Label]) -> Label:
        return names[0]

    def polynomial(self, d: int) -> dict[Exponents, Fraction]:
        return {unit(d, 0): Fraction(1)}


SCALAR_FUNCTIONS: dict[str, type[ScalarFunction]] = {f.name: f for f in (Decay, Norm, SquaredNorm, First)}
