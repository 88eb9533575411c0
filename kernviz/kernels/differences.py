r"""Facts of a node as a function of x − z: spectral measure, smoothness, behaviour at infinity.

The arguments in `mercer` decide by these facts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from flint import arb

from kernviz.kernels.ball_arithmetic import ZERO, Number, Point, fraction, root
from kernviz.kernels.line_spectrum import Waves
from kernviz.kernels.normal_form import Form
from kernviz.kernels.spectral import Density

if TYPE_CHECKING:
    from kernviz.kernels.expr import Kernel

SMOOTH = math.inf


class Differences:
    """Facts of a function of x − z, overridden by the nodes that have them."""

    differences: ClassVar[bool] = False  # k(x, z) depends on x − z alone
    radial: ClassVar[bool] = False  # depends on ‖x − z‖ alone
    values: ClassVar[bool] = False  # depends only on its children's k(x, z), k(x, x) and k(z, z)
    convex: ClassVar[bool] = False  # is a convex function of ‖x − z‖²
    framed: ClassVar[bool] = False  # is its child's value times smooth weights f(x)·f(z)
    smooth: ClassVar[bool] = False  # has derivatives of every order, off the axes
    within_one: ClassVar[bool] = False  # |k(x, x)| ≤ 1 for every x
    mixes: ClassVar[bool] = False  # is a mixture of e^{−t‖x − z‖²}, t > 0, with weights ≥ 0
    # is analytic on half-lines from 0 if its children are: see `mercer.continued`
    analytic: ClassVar[bool] = False

    if TYPE_CHECKING:

        @property
        def children(self) -> tuple[Kernel, ...]: ...

        def _enclosed(self, x: Point, z: Point) -> Number: ...

    @cached_property
    def stationary(self) -> bool:
        """True if k(x, z) is known to depend on x − z alone."""
        return self.differences or (self.values and all(child.stationary for child in self.children))

    @cached_property
    def of_distance(self) -> bool:
        """True if k(x, z) is known to depend on ‖x − z‖ alone."""
        return self.radial or (self.values and all(child.of_distance for child in self.children))

    @cached_property
    def continues(self) -> bool:
        """True if it is known to be analytic on half-lines from 0, see `analytic`."""
        return self.analytic and all(child.continues for child in self.children)

    def _density(self, d: int) -> Density | None:
        """Spectral density on ℝᵈ of a function of x − z, if known."""
        return None

    def _waves(self, d: int) -> Waves | None:
        """Spectral measure of a sum of waves (a line spectrum), if it is one."""
        return None

    def _moment(self, q: Fraction) -> arb | None:
        """∫ k(r)·r^q dr over r > 0 for a function of r = ‖x − z‖ that goes to 0; None if infinite or unknown."""
        return None

    def _over(self, other: Kernel) -> Kernel | None:
        """Quotient of this and another kernel, if it is a kernel of the same family."""
        return None

    def _roughness(self, d: int) -> float | None:
        """p such that near x = z, off the axes, it is smooth plus ‖x − z‖ᵖ times a function of ‖x − z‖².

        ∞: smooth. Elsewhere it must be smooth but for `_edge`. None if it is not so, or not known. Not asked of
        `values` nodes: their leaves count.
        """
        return SMOOTH if self.smooth else None

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

    def _mean(self, squared: Fraction) -> Number | None:
        """A lower bound of its mean value, given the mean of ‖x − z‖²; None if no such bound is known."""
        return self._enclosed((root(fraction(squared)),), (ZERO,)) if self.convex else None  # Jensen

    def _level(self, left: Number, right: Number) -> Number:
        """Replacement for a child's k(x, x) and k(z, z) in `_combined` if they differ."""
        return (left + right) / 2

    def _frame(self, x: Point, z: Point) -> Number:
        """f(x)·f(z) if it is this weight times its child's value."""
        raise TypeError(f"{type(self).__name__} has no weight")

    def _combined(self, values: Sequence[Any], levels: Sequence[Any]) -> Any:
        """Value of a `values` node from its children's values (numbers or series) and their k(x, x) = k(z, z).

        None for 1/0.
        """
        raise TypeError(f"{type(self).__name__} does not say what it makes of values")


def leaves(k: Kernel) -> Iterator[Kernel]:
    """The nodes below all `values` and `framed` nodes."""
    if k.values or k.framed:
        for child in k.children:
            yield from leaves(child)
    else:
        yield k


__all__ = ["SMOOTH", "Differences", "leaves"]
