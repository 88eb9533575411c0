"""Line spectra of functions of x − z.

The spectral measure of such a function is concentrated on single frequencies.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from kernviz.kernels.exact_numbers import ball

# ("ω", a) stands for a, ("2π", a) for 2π·a; they differ unless both are 0, as π is irrational
Frequency = tuple[str, Fraction]
STILL: Frequency = ("ω", Fraction(0))  # frequency of a constant


@dataclass(frozen=True)
class Waves:
    """Sum of cosines with non-negative weights.

    k(r) = Σ weight(ω)·cos(ωr) over frequencies ω ≥ 0, no weight negative.
    """

    def weight(self, frequency: Frequency) -> arb:
        """Return the weight of a frequency.

        The weight is 0 if the frequency does not occur.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class OneWave(Waves):
    """Single cosine wave cos(ωr) on the line."""

    omega: Fraction

    def weight(self, frequency: Frequency) -> arb:
        return arb(1) if frequency == ("ω", self.omega) else arb(0)


@dataclass(frozen=True)
class Overtones(Waves):
    """Line spectrum of the periodic kernel: waves with their overtones.

    exp(−2u sin²(πr/p)) = e^{−u}·(I₀(u) + 2 Σ Iₙ(u)·cos(2πnr/p)).

    In ℝᵈ the function is a product over coordinates. For d > 1 only the weight at frequency 0 is given.
    u is 1/ℓ² of the periodic kernel. In a product of such functions the numbers u add up.
    """

    d: int
    u: Fraction
    period: Fraction

    def weight(self, frequency: Frequency) -> arb:
        unit, a = frequency
        n = a * self.period
        if (self.d > 1 and a) or (a and unit != "2π") or n.denominator > 1:
            return arb(0)
        u = ball(self.u)
        one = (2 if n else 1) * (-u).exp() * u.bessel_i(ball(n))
        return one**self.d
