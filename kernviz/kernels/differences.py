r"""What a node states of itself as a function of x − z: its measure, how smooth it is, and what is left of it far out.

Folds in `mercer` decide by these facts and never name a node.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from flint import acb, arb

from kernviz.kernels.enclosure import ZERO, Number, Point, fraction, root
from kernviz.kernels.form import Form
from kernviz.kernels.spectral import Density
from kernviz.kernels.waves import Waves

if TYPE_CHECKING:
    from kernviz.kernels.expr import Kernel
    from kernviz.kernels.facts import Space

SMOOTH = math.inf
Growth = tuple[int, int]  # powers of t and of log t


class Differences:
    """Facts of a function of x − z, and what stands beside it."""

    differences: ClassVar[bool] = False  # whether k(x, z) hangs on x − z alone
    radial: ClassVar[bool] = False  # whether it hangs on ‖x − z‖ alone
    values: ClassVar[bool] = False  # whether it hangs on nothing but its children's k(x, z), k(x, x) and k(z, z)
    fades: ClassVar[bool] = False  # whether it goes to 0 as ‖x − z‖ grows
    convex: ClassVar[bool] = False  # whether it is a convex function of ‖x − z‖²
    framed: ClassVar[bool] = False  # whether it is its child's value times a smooth weight of x and one of z
    smooth: ClassVar[bool] = False  # whether it has derivatives of every order, off the axes
    within_one: ClassVar[bool] = False  # whether |k(x, x)| ≤ 1 for every x
    mixes: ClassVar[bool] = False  # whether it is a mixture of e^{−t‖x − z‖²}, t > 0, with weights ≥ 0
    sinks: ClassVar[bool] = False  # whether it goes to −∞
    # whether, given that its children are so, it is analytic on half-lines from 0: see `mercer.continued`
    analytic: ClassVar[bool] = False

    if TYPE_CHECKING:

        @property
        def children(self) -> tuple[Kernel, ...]: ...

        def _enclosed(self, x: Point, z: Point) -> Number: ...

    @cached_property
    def stationary(self) -> bool:
        """Whether k(x, z) hangs on x − z alone, as far as the nodes say."""
        return self.differences or (self.values and all(child.stationary for child in self.children))

    @cached_property
    def of_distance(self) -> bool:
        """Whether k(x, z) hangs on ‖x − z‖ alone, as far as the nodes say."""
        return self.radial or (self.values and all(child.of_distance for child in self.children))

    @cached_property
    def continues(self) -> bool:
        """Whether it is analytic there, as far as the nodes say."""
        return self.analytic and all(child.continues for child in self.children)

    def _density(self, d: int) -> Density | None:
        """The spectral density on ℝᵈ of a function of x − z, where one is written down."""
        return None

    def _waves(self, d: int) -> Waves | None:
        """The same for one that is a sum of waves."""
        return None

    def _profile(self, r: acb, analytic: bool) -> acb | None:
        """Its value at ‖x − z‖ = r, a complex ball; `analytic`: no number where it is not analytic in that ball."""
        return None

    def _moment(self, q: Fraction) -> arb | None:
        """∫ k(r)·r^q dr over r > 0 of a function of r = ‖x − z‖ that goes to 0, where that is finite and known."""
        return None

    def _over(self, other: Kernel) -> Kernel | None:
        """This divided by another of its kind, where that is a third."""
        return None

    def _roughness(self, d: int) -> float | None:
        """p, where near x = z, off the axes, it is a smooth function plus ‖x − z‖ᵖ times a function of ‖x − z‖² (∞:
        smooth), and elsewhere smooth but for `_edge`. None where it is not so, or not known. For `values` nodes that of
        their children.
        """
        return SMOOTH if self.smooth else None

    def _edge(self) -> tuple[Fraction, tuple[int, ...]] | None:
        """w and (a₀, a₁, …) where it is Σ aᵢtⁱ, t = 1 − ‖x − z‖/w, for ‖x − z‖ < w and 0 beyond."""
        return None

    def _of_sum(self, total: int) -> Form | None:
        """What it is where Σxᵢ = Σzᵢ is this number, if that hangs on no x and z."""
        return None

    def _on_sphere(self, squared: int) -> Form | None:
        """What it is where ‖x‖² = ‖z‖² is this number, if that hangs on no x and z."""
        return None

    def _within(self, squared: Fraction) -> Form | None:
        """What it is where no two points have ‖x − z‖² above this, if that is simpler."""
        return None

    def _mean(self, squared: Fraction) -> Number | None:
        """What the mean of its values is not below, where that of ‖x − z‖² is this; None where no such bound is
        known.
        """
        return self._enclosed((root(fraction(squared)),), (ZERO,)) if self.convex else None  # Jensen

    def _level(self, left: Number, right: Number) -> Number:
        """What stands for a child's k(x, x) and k(z, z) in `_combined` where they differ."""
        return (left + right) / 2

    def _frame(self, x: Point, z: Point) -> Number:
        """f(x)·f(z) where it is that times its child's value."""
        raise TypeError(f"{type(self).__name__} has no weight")

    def _combined(self, values: Sequence[Any], levels: Sequence[Any]) -> Any:
        """A `values` node's value from its children's, which may be series, and their k(x, x) = k(z, z); None
        for 1/0.
        """
        raise TypeError(f"{type(self).__name__} does not say what it makes of values")

    def _far(self, space: Space) -> tuple[Growth, Form] | None:
        """What k(x + te, z + te)/(tᵐ·logⁿ t) comes to as t → ∞, e = (1, …, 1), with (m, n); not 0. None where not
        known.
        """
        return ((0, 0), Form.piece(self)) if self.stationary else None  # type: ignore[arg-type]


def leaves(k: Kernel) -> Iterator[Kernel]:
    """What `values` nodes are built from, and what is framed by weights, down to what is none."""
    if k.values or k.framed:
        for child in k.children:
            yield from leaves(child)
    else:
        yield k


__all__ = ["SMOOTH", "Differences", "Growth", "leaves"]
