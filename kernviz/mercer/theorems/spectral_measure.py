"""Bochner's theorem for functions of x − z.

Such a function is a kernel exactly when its spectral measure is nowhere negative.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Premise, Space
from kernviz.mercer.argument_rules import BOCHNER
from kernviz.mercer.spectral import Spectral, spectral
from kernviz.mercer.spectral_measure import mixture
from kernviz.mercer.theorems.theorem import Argument, Item, Known, Theorem
from kernviz.wording import say


@dataclass(frozen=True)
class SpectralEvidence:
    """Spectral measure of the whole kernel."""

    value: Spectral
    method: str = "spectral"

    @property
    def refutes(self) -> bool:
        """Return True if the measure is negative at some frequency."""
        return self.value.finding is not None and not self.value.finding.holds

    @property
    def reason(self) -> str:
        """Return the frequency and the negative weight or density, in words."""
        found = self.value.finding
        assert found is not None
        if not found.value and math.isfinite(found.times):  # the value is smaller than the smallest float
            return say(
                "its spectral density is below 0 at ‖ω‖ = {frequency}, where the terms with a minus sign are {ratio} "
                "times the others, and Bochner's theorem allows no negative value",
                frequency=found.omega,
                ratio=found.times,
            )
        there = {"frequency": found.omega, "value": found.words}
        if found.wave:
            return say(
                "the weight of the frequency {frequency} is {value}, below 0, and Bochner's theorem allows no "
                "negative value",
                **there,
            )
        return say(
            "its spectral density at ‖ω‖ = {frequency} is {value}, below 0, and Bochner's theorem allows no negative "
            "value",
            **there,
        )


def found_measure(k: Kernel, space: Space, known: Known) -> SpectralEvidence | None:
    """Return the spectral measure of k on one ℝᵈ.

    None if k is no function of x − z, or if the measure is unknown.
    """
    found = None if space.every else spectral(k, space, known)
    return None if found is None else SpectralEvidence(found)


def nowhere_negative(items: Sequence[Item], space: Space, proven: Sequence[bool]) -> Argument | None:
    """Return an argument that the spectral measure is ≥ 0.

    The measure is that of Σ c·k.
    """
    found = None if space.every else mixture(items, space.d, proven)
    decided = None if found is None else found.decided()
    if decided is None or not decided.holds:
        return None
    premise = Premise(say("the spectral measure is ≥ 0"), say("S(ω) ≥ 0 for every ω, with error bounds"), True)
    return Argument("spectral", BOCHNER, (premise,))


SPECTRAL_MEASURE = Theorem("spectral measure", "Bochner (1933)", cofactor=nowhere_negative, finds=found_measure)
