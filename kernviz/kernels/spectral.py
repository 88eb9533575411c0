"""Spectral densities of functions of x − z, in balls.

The density S satisfies k(x, z) = ∫ S(ω) e^{iω·(x−z)} dω/(2π)ᵈ. S is a function of s = ‖ω‖².

By Bochner's theorem a continuous function of x − z is a kernel on ℝᵈ if and only if its spectral measure is nowhere
negative.

Every monotone density here is a mixture of e^{−ts} with weights ≥ 0.
So it decreases in s, and −(log S)′ decreases, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from flint import arb

from kernviz.kernels.ball_arithmetic import fraction
from kernviz.kernels.bessel import bessel_k
from kernviz.kernels.exact_numbers import ball


@dataclass(frozen=True)
class Density:
    """Spectral density S of a function of x − z on ℝᵈ.

    The methods return values, bounds on an interval of s, and points s at which S may be negative.
    """

    d: int
    changes_sign: ClassVar[bool] = False
    falls: ClassVar[bool] = True  # True if the density is radial and decreasing in s
    effort: ClassVar[int] = 3  # cost of a value, see kernels/work_budget.py

    def at(self, s: arb) -> arb:
        """Return the density S at ‖ω‖² = s.

        The direction is (1, 1, …, 1) if the density is not radial.
        """
        raise NotImplementedError

    def curve(self) -> Callable[[arb], arb]:
        """Return the function `at` with precomputed constants, for many s."""
        return self.at

    def touches(self, far: bool = False) -> list[arb]:
        """Return some s at which S ≤ 0.

        With `far`, the list has larger and larger s, for sums whose sign only the tails decide.
        """
        return []

    def bounds(self, low: arb, high: arb) -> tuple[arb, arb]:
        """Return a lower and an upper bound of S on [low, high]."""
        return self.at(high), self.at(low)


@dataclass(frozen=True)
class GaussianDensity(Density):
    """Spectral density of the Gaussian kernel exp(−γr²).

    (π/γ)^{d/2}·e^{−s/4γ}.
    """

    gamma: Fraction

    def at(self, s: arb) -> arb:
        return self.curve()(s)

    def curve(self) -> Callable[[arb], arb]:
        front, slow = (arb.pi() / ball(self.gamma)) ** (arb(self.d) / 2), ball(4 * self.gamma)
        return lambda s: front * (-s / slow).exp()


@dataclass(frozen=True)
class StudentDensity(Density):
    """Spectral density of the Matérn kernel.

    S(s) = (4π)^{d/2}·Γ(ν + d/2)/Γ(ν)·a^ν·(a + s)^{−ν−d/2} with a = 2ν/ℓ².
    """

    nu: Fraction
    a: Fraction

    @property
    def power(self) -> Fraction:
        return self.nu + Fraction(self.d, 2)

    def at(self, s: arb) -> arb:
        return self.curve()(s)

    def curve(self) -> Callable[[arb], arb]:
        front = (4 * arb.pi()) ** (arb(self.d) / 2) * ball(self.power).gamma() / ball(self.nu).gamma()
        front, a, power = front * ball(self.a) ** ball(self.nu), ball(self.a), ball(-self.power)
        return lambda s: front * (a + s) ** power


MOST_KEPT = 4000
_KEPT: dict[tuple[object, ...], arb] = {}


@dataclass(frozen=True)
class BesselDensity(Density):
    """Spectral density of the rational quadratic kernel (1 + γr²)^{−p}.

    S(s) = (π/γ)^{d/2}/Γ(p)·2b^{μ/2}·K_μ(2√b), b = s/4γ, μ = p − d/2.
    """

    gamma: Fraction
    p: Fraction
    effort: ClassVar[int] = 20

    @property
    def order(self) -> Fraction:
        return self.p - Fraction(self.d, 2)

    def at(self, s: arb) -> arb:
        """Return the density S at s, cached.

        The value takes 20 ms for large s, and the same points recur.
        """
        key = (self, *s.mid().man_exp(), *s.rad().man_exp())
        if key not in _KEPT:
            if len(_KEPT) >= MOST_KEPT:
                _KEPT.clear()
            _KEPT[key] = self._at(s)
        return _KEPT[key]

    def _at(self, s: arb) -> arb:
        front = (arb.pi() / ball(self.gamma)) ** (arb(self.d) / 2) / ball(self.p).gamma()
        if s == 0:  # limit for s → 0: Γ(μ), or ∞ for μ ≤ 0
            return front * ball(self.order).gamma() if self.order > 0 else arb.pos_inf()
        b = s / ball(4 * self.gamma)
        return front * 2 * b ** ball(self.order / 2) * bessel_k(fraction(abs(self.order)), 2 * b.sqrt())


@dataclass(frozen=True)
class TriangleDensity(Density):
    """Spectral density of the triangle on the line.

    The density is w·(sin(wω/2)/(wω/2))², of max(0, 1 − |r|/w). The density touches 0.
    """

    width: Fraction
    falls: ClassVar[bool] = False

    def at(self, s: arb) -> arb:
        half = ball(self.width) * s.sqrt() / 2
        return ball(self.width) * half.sinc() ** 2

    def bounds(self, low: arb, high: arb) -> tuple[arb, arb]:
        width = ball(self.width)
        return arb(0), width.min(4 / (width * low)) if low > 0 else width

    def touches(self, far: bool = False) -> list[arb]:
        turns = (10**e for e in range(1, 61)) if far else (1, 2, 3)
        return [(2 * n * arb.pi() / ball(self.width)) ** 2 for n in turns]


@dataclass(frozen=True)
class BoxDensity(Density):
    """Spectral density of the box [r ≤ w].

    The density is (2πw/ω)^{d/2}·J_{d/2}(wω) and changes sign.
    """

    width: Fraction
    effort: ClassVar[int] = 8
    changes_sign: ClassVar[bool] = True
    falls: ClassVar[bool] = False

    def at(self, s: arb) -> arb:
        w, omega, half = ball(self.width), s.sqrt(), arb(self.d) / 2
        if s == 0:  # volume of the ball of radius w
            return (arb.pi() * w * w) ** half / (half + 1).gamma()
        return (2 * arb.pi() * w / omega) ** half * (w * omega).bessel_j(half)

    def bounds(self, low: arb, high: arb) -> tuple[arb, arb]:
        most = self.at(arb(0))
        return -most, most

    def touches(self, far: bool = False) -> list[arb]:
        """Return the centres of the negative lobes.

        J_ν is close to a cosine of wω − (2ν + 1)π/4.
        """
        phase = ball(Fraction(self.d + 5, 4))
        turns = (10**e for e in range(1, 61)) if far else (0, 1, 2)
        return [((2 * n + phase) * arb.pi() / ball(self.width)) ** 2 for n in turns]


@dataclass(frozen=True)
class CauchyDensity(Density):
    """Spectral density of the Laplacian kernel exp(−γ Σ|rᵢ|).

    The density is Π 2γ/(γ² + ωᵢ²).
    For one ‖ω‖ the density is largest along an axis and smallest along (1, 1, …, 1).
    """

    gamma: Fraction
    falls: ClassVar[bool] = False

    def at(self, s: arb) -> arb:
        return self.curve()(s)

    def curve(self) -> Callable[[arb], arb]:
        double, square = 2 * ball(self.gamma), ball(self.gamma**2)
        return lambda s: (double / (square + s / self.d)) ** self.d

    def bounds(self, low: arb, high: arb) -> tuple[arb, arb]:
        gamma = ball(self.gamma)
        return self.at(high), (2 / gamma) ** (self.d - 1) * 2 * gamma / (gamma**2 + low)
