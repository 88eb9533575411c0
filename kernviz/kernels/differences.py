r"""Facts of a node as a function of x − z: spectral measure, smoothness, behaviour at infinity.

The arguments in `mercer` decide by these facts.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kernviz.kernels.ball_arithmetic import Number, Point
from kernviz.kernels.normal_form import Form

if TYPE_CHECKING:
    from kernviz.kernels.expr import Kernel

SMOOTH = math.inf


class Differences:
    """Facts of a function of x − z, overridden by the nodes that have them."""

    _differences: ClassVar[bool] = False  # k(x, z) depends on x − z alone
    _radial: ClassVar[bool] = False  # depends on ‖x − z‖ alone
    _of_values: ClassVar[bool] = False  # depends only on its children's k(x, z), k(x, x) and k(z, z)
    _within_one: ClassVar[bool] = False  # |k(x, x)| ≤ 1 for every x

    if TYPE_CHECKING:

        @property
        def children(self) -> tuple[Kernel, ...]: ...

        def _enclosed(self, x: Point, z: Point) -> Number: ...

    @cached_property
    def stationary(self) -> bool:
        """True if k(x, z) is known to depend on x − z alone."""
        return self._differences or (self._of_values and all(child.stationary for child in self.children))

    @cached_property
    def _of_distance(self) -> bool:
        """True if k(x, z) is known to depend on ‖x − z‖ alone."""
        return self._radial or (self._of_values and all(child._of_distance for child in self.children))

    def _edge(self) -> tuple[Fraction, tuple[int, ...]] | None:
        """w and (a₀, a₁, …) if it is Σ aᵢtⁱ, t = 1 − ‖x − z‖/w, for ‖x − z‖ < w and 0 beyond; else None."""
        return None

    def _of_sum(self, total: int) -> Form | None:
        """Form of it if Σxᵢ = Σzᵢ = total and this makes it independent of x and z; else None."""
        return None

    def _on_sphere(self, squared: int) -> Form | None:
        """Form of it if ‖x‖² = ‖z‖² = squared and this makes it independent of x and z; else None."""
        return None

    def _within(self, squared: Fraction) -> Form | None:
        """A simpler form of it, valid if no two points have ‖x − z‖² above `squared`; else None."""
        return None


__all__ = ["SMOOTH", "Differences"]
