"""Base class of the maps φ: ℝᵈ → ℝᵐ for ``k @ φ``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Point
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import NamedFunction
from kernviz.kernels.label import Label
from kernviz.kernels.object_types import Kind
from kernviz.kernels.polynomial_in_x_and_z import Exponents
from kernviz.kernels.rules_and_premises import Space
from kernviz.wording import say


class PointMap(NamedFunction):
    """Named map φ: ℝᵈ → ℝᵐ, applied to rows.

    Shapes: (n, d) -> (n, m).
    """

    of_length: ClassVar[bool] = False  # φ(x) = ‖x‖
    squares: ClassVar[bool] = False  # Σφ(x)ᵢ = ‖x‖²
    symbol: ClassVar[str] = r"‹\varphi›"
    takes: ClassVar[Kind] = "vectors"

    def __call__(self, X: Array) -> Array:
        raise NotImplementedError

    def pair(self, X: Array, Z: Array) -> tuple[Array, Array]:
        """Return the images φ(X) and φ(Z) with the same columns.

        The result is one array where X is Z.
        """
        left = self(X)
        return left, left if X is Z else self(Z)

    def enclosed(self, x: Point) -> Point:
        """Return the image φ(x) of one point in ball arithmetic.

        See `kernels.ball_arithmetic`.
        """
        raise NotImplementedError

    def enclosed_pair(self, x: Any, z: Any) -> tuple[Point, Point]:
        """Return φ(x) and φ(z) in ball arithmetic, with the same coordinates.

        The result is the same object twice if x is z.
        """
        left = self.enclosed(x)
        return left, left if x is z else self.enclosed(z)

    def check(self, k: Kernel) -> None:
        """Check that the kernel k can compare images of φ.

        Raises ValueError for k @ φ if k cannot.
        """
        if not k._kinds <= {"vectors"}:
            raise ValueError(
                say(
                    "{k} does not compare points, but the map {map} makes points: leave out @ {map}",
                    k=k,
                    map=self,
                )
            )

    def latex(self, point: str) -> str:
        raise NotImplementedError

    def labels(self, names: Sequence[Label]) -> tuple[Label, ...]:
        """Return the formula of every coordinate of the image.

        The coordinates of the point have the given names.
        """
        raise NotImplementedError

    def onto(self, space: Space) -> Space:
        """Return a space that contains φ(x) for every x of `space`."""
        raise NotImplementedError

    def factor(self, space: Space) -> Fraction | None:
        """Return the factor s if φ(x) = s·x on this space.

        None for any other map.
        """
        return None

    def on_sphere(self, d: int) -> int | None:
        """Return the constant squared length ‖φ(x)‖² of all images.

        None if ‖φ(x)‖² is not the same for every x ∈ ℝᵈ.
        """
        return None

    def covers(self, space: Space) -> bool:
        """Return True if φ maps `space` onto all of `onto(space)`."""
        return False

    def length_before(self, length: float) -> float:
        """Return the approximate distance of points whose images have the distance `length`."""
        return length

    def monomials(self, d: int) -> list[tuple[Fraction, Exponents]] | None:
        """Return every coordinate of the image as one monomial.

        A monomial is (coefficient, exponents). None if some coordinate is no monomial.
        """
        return None
