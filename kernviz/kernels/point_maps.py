"""Named maps φ: ℝᵈ → ℝᵐ for ``k @ φ``.

The maps are hashable, and their only state is numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Point, absolute, cos_pi, dot, power, rational, root, sin_pi
from kernviz.kernels.label import Label, length, turned
from kernviz.kernels.label import absolute as size_of
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.polynomial_in_x_and_z import Exponents, decimal, unit
from kernviz.kernels.rules_and_premises import LARGEST_DEGREE, Space, latex_number, number, whole
from kernviz.wording import phrase, say, several


@dataclass(frozen=True, repr=False)
class Square(PointMap):
    """Coordinate squares φ(x) = (x₁², x₂², …).

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Square()(kv.toy("xor").X[:1]).tolist()
    [[1.0, 1.0]]
    >>> kv.Linear() @ kv.Square()
    linear @ square
    """

    name: ClassVar[str] = "square"
    squares: ClassVar[bool] = True
    says: ClassVar[str] = "(x₁², x₂², …)"

    def __call__(self, X: Array) -> Array:
        return X * X

    def enclosed(self, x: Point) -> Point:
        return tuple(power(a, 2) for a in x)

    def latex(self, point: str) -> str:
        return f"{point}^{{(2)}}"

    def labels(self, names: Sequence[Label]) -> tuple[Label, ...]:
        return tuple(name**2 for name in names)

    def covers(self, space: Space) -> bool:
        return True

    def onto(self, space: Space) -> Space:
        return replace(space, nonnegative=True)

    def length_before(self, length: float) -> float:
        return math.sqrt(length)

    def monomials(self, d: int) -> list[tuple[Fraction, Exponents]]:
        return [(Fraction(1), tuple(2 * e for e in unit(d, i))) for i in range(d)]


@dataclass(frozen=True, repr=False)
class Absolute(PointMap):
    """Absolute values of coordinates φ(x) = (|x₁|, |x₂|, …).

    Examples
    --------
    >>> import kernviz as kv
    >>> (kv.Linear() @ kv.Absolute())([[-2.0, 3.0]], [[1.0, -1.0]]).tolist()
    [[5.0]]
    """

    name: ClassVar[str] = "abs"
    says: ClassVar[str] = "(|x₁|, |x₂|, …)"

    def __call__(self, X: Array) -> Array:
        return np.abs(X)

    def enclosed(self, x: Point) -> Point:
        return tuple(map(absolute, x))

    def latex(self, point: str) -> str:
        return f"|{point}|"

    def labels(self, names: Sequence[Label]) -> tuple[Label, ...]:
        return tuple(size_of(name) for name in names)

    def covers(self, space: Space) -> bool:
        return True

    def onto(self, space: Space) -> Space:
        return replace(space, nonnegative=True)


@dataclass(frozen=True, repr=False)
class Stretch(PointMap):
    """Scaling φ(x) = s·x.

    Parameters
    ----------
    s : float, default=1.0
        Factor s.

    Examples
    --------
    >>> import kernviz as kv
    >>> (kv.Linear() @ kv.Stretch(3))([[1.0]], [[2.0]]).tolist()
    [[18.0]]
    """

    s: float = number(1.0, "s", phrase("stretch"), 0.01, 100.0, log=True)
    name: ClassVar[str] = "stretch"
    says: ClassVar[str] = "s·x"

    def __call__(self, X: Array) -> Array:
        return self.s * X

    def enclosed(self, x: Point) -> Point:
        return tuple(rational(self.s) * a for a in x)

    def latex(self, point: str) -> str:
        return rf"{latex_number(self.s)}\,{point}"

    def labels(self, names: Sequence[Label]) -> tuple[Label, ...]:
        return tuple(name.times(decimal(self.s)) for name in names)

    def onto(self, space: Space) -> Space:
        return replace(space, nonnegative=self.s == 0 or (space.nonnegative and self.s > 0))

    def factor(self, space: Space) -> Fraction:
        return decimal(self.s)

    def length_before(self, length: float) -> float:
        return length / abs(self.s) if self.s else length

    def monomials(self, d: int) -> list[tuple[Fraction, Exponents]]:
        return [(decimal(self.s), unit(d, i)) for i in range(d)]


@dataclass(frozen=True, repr=False)
class Coordinate(PointMap):
    """Coordinate map φ(x) = xᵢ.

    The kernel depends on one column only (i = 1 is the first).

    Parameters
    ----------
    i : int, default=1
        Number of the column, from 1.

    Examples
    --------
    >>> import kernviz as kv
    >>> (kv.Linear() @ kv.Coordinate(2))([[1.0, 5.0]], [[7.0, 2.0]]).tolist()
    [[10.0]]
    """

    i: int = number(1, "i", phrase("column"), 1, 10, whole=True)
    name: ClassVar[str] = "column"
    says: ClassVar[str] = phrase("xᵢ, one column")

    def __post_init__(self) -> None:
        whole("i", self.i, 1, LARGEST_DEGREE, say("the first column is 1"))
        super().__post_init__()

    def _index(self, d: int) -> int:
        if not 1 <= self.i <= d:
            raise ValueError(
                several(
                    d,
                    "column i = {i} must be from 1 to {n}: the points have {n} column",
                    "column i = {i} must be from 1 to {n}: the points have {n} columns",
                    i=self.i,
                )
            )
        return self.i - 1

    def __call__(self, X: Array) -> Array:
        index = self._index(X.shape[1])
        return X[:, index : index + 1]

    def enclosed(self, x: Point) -> Point:
        return (x[self._index(len(x))],)

    def latex(self, point: str) -> str:
        return f"{point}_{{{self.i}}}"

    def labels(self, names: Sequence[Label]) -> tuple[Label, ...]:
        return (names[self._index(len(names))],)

    def covers(self, space: Space) -> bool:
        return True

    def onto(self, space: Space) -> Space:
        if not space.every:
            self._index(space.d)
        return Space(1, space.nonnegative)

    def factor(self, space: Space) -> Fraction | None:
        return Fraction(1) if space.line else None

    def monomials(self, d: int) -> list[tuple[Fraction, Exponents]]:
        return [(Fraction(1), unit(d, self._index(d)))]


@dataclass(frozen=True, repr=False)
class Radius(PointMap):
    """Radius map φ(x) = ‖x‖ with one coordinate.

    The kernel depends on the points' distances from the origin only.

    Examples
    --------
    >>> import kernviz as kv
    >>> (kv.Linear() @ kv.Radius())([[3.0, 4.0]]).tolist()
    [[25.0]]
    """

    of_length: ClassVar[bool] = True
    name: ClassVar[str] = "radius"
    says: ClassVar[str] = "‖x‖"

    def __call__(self, X: Array) -> Array:
        return np.sqrt(np.sum(X * X, axis=1, keepdims=True))

    def enclosed(self, x: Point) -> Point:
        return (root(dot(x, x)),)

    def latex(self, point: str) -> str:
        return rf"\|{point}\|"

    def labels(self, names: Sequence[Label]) -> tuple[Label, ...]:
        return (length(names),)

    def covers(self, space: Space) -> bool:
        return True

    def onto(self, space: Space) -> Space:
        return Space(1, nonnegative=True)


@dataclass(frozen=True, repr=False)
class Circle(PointMap):
    """Circle map with a cosine and a sine for every coordinate.

    φ(x) = (cos 2πxᵢ/p, sin 2πxᵢ/p)ᵢ: every coordinate is wound round a circle of period p.

    Parameters
    ----------
    period : float, default=1.0
        Period p, > 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> (kv.Linear() @ kv.Circle(24))([[0.0], [12.0], [24.0]], [[0.0]]).round(6).tolist()
    [[1.0], [-1.0], [1.0]]
    """

    period: float = number(1.0, "p", phrase("period"), 0.1, 100.0, log=True, above=0, length=1)
    name: ClassVar[str] = "circle"
    says: ClassVar[str] = "(cos 2πxᵢ/p, sin 2πxᵢ/p)"

    def __call__(self, X: Array) -> Array:
        angle = 2 * np.pi * (np.fmod(X, self.period) / self.period)  # the remainder is exact, a product would not be
        return np.hstack([np.cos(angle), np.sin(angle)])

    def enclosed(self, x: Point) -> Point:
        turns = [2 * a / rational(self.period) for a in x]
        return (*map(cos_pi, turns), *map(sin_pi, turns))

    def latex(self, point: str) -> str:
        return rf"\operatorname{{circ}}_{{{latex_number(self.period)}}}({point})"

    def labels(self, names: Sequence[Label]) -> tuple[Label, ...]:
        return tuple(turned(word, name, self.period) for word in ("cos", "sin") for name in names)

    def onto(self, space: Space) -> Space:
        return replace(space, d=2 * space.d, nonnegative=False)

    def on_sphere(self, d: int) -> int:
        return d

    def length_before(self, length: float) -> float:
        return length * self.period / (2 * math.pi)


POINT_MAPS: dict[str, type[PointMap]] = {m.name: m for m in (Square, Absolute, Stretch, Coordinate, Radius, Circle)}
