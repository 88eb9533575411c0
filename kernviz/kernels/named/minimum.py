"""Minimum kernel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, least, total
from kernviz.kernels.diagonal_range import NOT_NEGATIVE, Extent
from kernviz.kernels.distances import sum_over_coordinates
from kernviz.kernels.expr import SUM, Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.negative_distances import minus_manhattan
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.wording import phrase, say


@dataclass(frozen=True, repr=False)
class Minimum(NamedKernel):
    """Minimum kernel k(x, z) = Σ min(xᵢ, zᵢ).

    The minimum is a kernel on points without negative coordinates, known as the histogram intersection.
    On all of ℝᵈ it is no kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Minimum()([[1.0], [3.0]]).tolist()
    [[1.0, 1.0], [1.0, 3.0]]
    >>> [kv.judge(kv.Minimum(), d=1, nonnegative=only).verdict.value for only in (True, False)]
    ['proven', 'refuted']
    """

    name: ClassVar[str] = "minimum"
    title: ClassVar[str] = phrase("minimum")
    _latex_binds: ClassVar[int] = SUM
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase(
        "A kernel on [0, ∞), where it is the overlap of two intervals. On all of ℝ it is no kernel."
    )
    rule: ClassVar[Rule] = Rule(
        phrase("overlap of intervals"),
        phrase("min(x, ‹z›) is a kernel on [0, ∞)"),
        phrase(
            "min(x, ‹z›) = ∫ [t ≤ x]·[t ≤ ‹z›] dt over t ≥ 0: the inner product of the indicator functions of [0, x] "
            "and [0, ‹z›]. With more coordinates it is a sum of such kernels."
        ),
        {"theory": phrase("Brownian motion's covariance")},
    )

    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("half of a sum less a distance"),
        phrase("Σ min(xᵢ, ‹z›ᵢ) is conditionally positive definite on all of ℝᵈ"),
        phrase(
            "min(x, ‹z›) = (x + ‹z› − |x − ‹z›|)/2. If Σuᵢ = 0, the part x + ‹z› adds 0 to the sum, and −|x − ‹z›| "
            "is conditionally positive definite. With more coordinates it is a sum of such functions."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return sum_over_coordinates(np.minimum, X, Z)

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return NOT_NEGATIVE if space.nonnegative else Extent()

    def _enclosed(self, x: Point, z: Point) -> Number:
        return total([least(a, b) for a, b in zip(x, z, strict=True)])

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return (
            Premise(
                say("no coordinate is negative"), say("the points live in {space}", space=space), space.nonnegative
            ),
        )

    def _negative_distance(self, space: Space) -> Form:
        return minus_manhattan(space)

    def _positive_on(self, space: Space) -> Space:
        return replace(space, nonnegative=True) if space.line else space

    def _latex(self, show: Show) -> str:
        return r"\textstyle\sum_i\min(x_i,‹\z›_i)"
