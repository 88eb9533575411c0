"""Facts of a kernel node as a function of x − z.

The facts are: stationary, zero beyond a distance, and simpler forms for points with a fixed coordinate
sum, points on one sphere, and points at bounded distances. Normal forms and the theorems in `mercer` use
these facts.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kernviz.kernels.ball_arithmetic import Number, Point
from kernviz.kernels.normal_form import Form

SMOOTH = math.inf


class Differences:
    """Facts of a function of x − z.

    The nodes that have such facts override these members.
    """

    _differences: ClassVar[bool] = False  # k(x, z) depends on x − z only
    _of_values: ClassVar[bool] = False  # k depends on its children's k(x, z), k(x, x) and k(z, z) only
    _within_one: ClassVar[bool] = False  # |k(x, x)| ≤ 1 for every x

    if TYPE_CHECKING:

        @property
        def children(self) -> tuple[Differences, ...]: ...

        def _enclosed(self, x: Point, z: Point) -> Number: ...

    @cached_property
    def stationary(self) -> bool:
        """Return True if the node is known to be stationary.

        A stationary k(x, z) depends on x − z alone.
        """
        return self._differences or (self._of_values and all(child.stationary for child in self.children))

    def _edge(self) -> tuple[Fraction, tuple[int, ...]] | None:
        """Return (w, (a₀, a₁, …)) for a node vanishing beyond distance w.

        For ‖x − z‖ < w the node is Σ aᵢtⁱ with t = 1 − ‖x − z‖/w. None for any other node.
        """
        return None

    def _of_sum(self, total: int) -> Form | None:
        """Return the node's form for points with a fixed coordinate sum.

        The condition is Σxᵢ = Σzᵢ = total.
        None if this condition does not make the node independent of x and z.
        """
        return None

    def _on_sphere(self, squared: int) -> Form | None:
        """Return the node's form for points on one sphere.

        The condition is ‖x‖² = ‖z‖² = squared.
        None if this condition does not make the node independent of x and z.
        """
        return None

    def _within(self, squared: Fraction) -> Form | None:
        """Return a simpler form of the node for bounded distances.

        The form is valid if no two points have ‖x − z‖² above `squared`.
        None if there is no simpler form.
        """
        return None
