r"""Triangle."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kernviz.kernels.ball_arithmetic import ZERO, Number, Point, distance, largest, rational
from kernviz.kernels.distances import distances
from kernviz.kernels.expr import Array, Show
from kernviz.kernels.named._base import Family, NamedKernel, one_dimension
from kernviz.kernels.named.tent import Tent
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, latex_number, number, rounded
from kernviz.kernels.spectral import Density, TriangleDensity
from kernviz.wording import phrase, say

ASKEY = Rule(
    phrase("Askey: powers of the triangle"),
    phrase("max(0, 1 − ‖x − z‖/w)ⁿ is a kernel on ℝᵈ exactly for n ≥ (d + 1)/2"),
    phrase(
        "Its Fourier transform is a positive factor times ∫ (1 − t)ⁿ·t^{d/2}·J_{d/2−1}(ωt) "
        "dt, which is never negative for these n."
    ),
    {"theory": "Askey (1973)"},
)

CIRCLE = Rule(
    phrase("Pólya on a circle"),
    phrase("max(0, 1 − ‖x − z‖/w) is a kernel on a circle, for every w"),
    phrase(
        "Between 0 and π a chord 2R·sin(θ/2) bends down as the angle θ grows, so f(θ), which falls with it, "
        "bends up: −f′ ≥ 0 falls. In aₙ = (2/πn)·∫ −f′(θ)·sin nθ dθ every half wave above 0 then outweighs the "
        "one below 0 that follows it. The mean is ≥ 0, as nothing of f is negative."
    ),
    {"theory": "Pólya (1949), Schoenberg (1942)"},
)


@dataclass(frozen=True, repr=False)
class Triangle(NamedKernel):
    """k(x, z) = max(0, 1 − ‖x − z‖/w): a kernel on the line, not in the plane."""

    width: float = number(1.0, "w", phrase("width"), 0.1, 100.0, log=True, above=0, length=1)

    name: ClassVar[str] = "triangle"
    title: ClassVar[str] = phrase("triangle")
    level: ClassVar[float | None] = 1.0
    differences: ClassVar[bool] = True
    radial: ClassVar[bool] = True
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase("A kernel on the line (two boxes convolved), not in the plane.")
    rule: ClassVar[Rule] = Rule(
        phrase("Bochner: triangle"),
        phrase("max(0, 1 − |x − z|/w) is a kernel on the line"),
        phrase(
            "It is a box convolved with itself; its Fourier transform (sin ω/ω)² is never "
            "negative. In ℝᵈ with d ≥ 2 it would need the power (d + 1)/2 (Askey)."
        ),
        {"theory": "Bochner (1933), Askey (1973)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return np.maximum(0, 1 - distances(X, Z) / self.width)

    def _enclosed(self, x: Point, z: Point) -> Number:
        return largest(ZERO, 1 - distance(x, z) / rational(self.width))

    def premises(self, space: Space) -> tuple[Premise, ...]:
        return one_dimension(space)

    def _density(self, d: int) -> Density | None:
        return TriangleDensity(d, decimal(self.width)) if d == 1 else None

    def power_rule(self, n: int, space: Space) -> tuple[Rule, tuple[Premise, ...]]:
        least = math.inf if space.every else (space.d + 1) / 2
        return ASKEY, (
            Premise(
                "n ≥ (d + 1)/2",
                say("n = {n} and (d + 1)/2 = {least} on {space}", n=n, least=rounded(least), space=space),
                n >= least,
            ),
        )

    def sphere_rule(self, squared: int, conditional: bool = False) -> tuple[Rule, tuple[Premise, ...]]:
        """Rule on a circle of one angle, R = 1; several angles give a torus, with R² their number."""
        return CIRCLE, (Premise(say("one angle"), say("there are {squared}", squared=squared), squared == 1),)

    def _roughness(self, d: int) -> float:
        return 1.0

    def _within(self, squared: Fraction) -> Form | None:
        return Form.piece(Tent(self.width)) if squared <= decimal(self.width) ** 2 else None

    def _edge(self) -> tuple[Fraction, tuple[int, ...]]:
        return decimal(self.width), (0, 1)

    def _latex(self, show: Show) -> str:
        return rf"\max(0,\,1-\|x-z\|/{latex_number(self.width)})"
