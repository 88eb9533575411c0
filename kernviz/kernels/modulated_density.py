r"""Spectral densities on ℝ³ of cos(ω‖x − z‖)·k₁(x, z), a wave of the distance times a kernel of density S₁.

cos(ωr) is the derivative by ω of ω·(sin ωr)/(ωr), and (sin ωr)/(ωr) the mean of e^{iωθ·(x−z)} over unit vectors θ
of ℝ³ (DLMF 10.49, 10.54). So S(q) is the derivative by ω of ω times the mean of S₁(q − ωθ), in closed form for
the two densities below.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import ClassVar

from flint import arb

from kernviz.kernels.exact_numbers import ball
from kernviz.kernels.spectral import Density, GaussianDensity, StudentDensity

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class RingingGaussian(Density):
    """(π/γ)^{3/2}·e^{−(s + ω²)/4γ}·(cosh u − ω²/2γ·(sinh u)/u), u = ω√s/2γ, of cos(ωr)·e^{−γr²}.

    Below 0 at s = 0, and only then anywhere, where ω² > 2γ: u/tanh u is least at 0, where it is 1.
    """

    gamma: Fraction
    omega: Fraction
    falls: ClassVar[bool] = False

    @property
    def changes_sign(self) -> bool:  # type: ignore[override]
        return self.omega**2 > 2 * self.gamma

    def at(self, s: arb) -> arb:
        g, w = ball(self.gamma), ball(self.omega)
        u = w * s.nonnegative_part().sqrt() / (2 * g)
        front = (arb.pi() / g) ** (arb(3) / 2) * (-(s + w * w) / (4 * g)).exp()
        return front * (u.cosh() - w * w / (2 * g) * _sinh_over(u))

    def bounds(self, low: arb, high: arb) -> tuple[arb, arb]:
        value = self.at(low.union(high))
        return value.lower(), value.upper()


@dataclass(frozen=True)
class RingingExponential(Density):
    """8πa·((s + m)² − 4ω²m)/((s + m)² − 4ω²s)², m = a² + ω², of cos(ωr)·e^{−ar}: below 0 where a² < 3ω²."""

    a: Fraction
    omega: Fraction
    falls: ClassVar[bool] = False

    @property
    def changes_sign(self) -> bool:  # type: ignore[override]
        return self.a**2 < 3 * self.omega**2

    def at(self, s: arb) -> arb:
        return 8 * arb.pi() * ball(self.a) * self._numerator(s) / self._denominator_root(s) ** 2

    def bounds(self, low: arb, high: arb) -> tuple[arb, arb]:
        """Bounds of S: the numerator rises with s; the denominator is smallest at s = ω² − a²."""
        turn = low.max(high.min(ball(self.omega**2 - self.a**2)))
        least, most = (
            self._denominator_root(turn) ** 2,
            self._denominator_root(low).max(self._denominator_root(high)) ** 2,
        )
        front, bottom, top = 8 * arb.pi() * ball(self.a), self._numerator(low), self._numerator(high)
        return front * (bottom / least).min(bottom / most), front * (top / least).max(top / most)

    def _numerator(self, s: arb) -> arb:
        m = self.a**2 + self.omega**2
        return (s + ball(m)) ** 2 - ball(4 * self.omega**2 * m)

    def _denominator_root(self, s: arb) -> arb:
        turned = s + ball(self.a**2 - self.omega**2)
        return turned * turned + ball(4 * self.a**2 * self.omega**2)  # a power of a ball around 0 would be no number


def ringing(omega: Fraction, beside: Density | None) -> Density | None:
    """Density on ℝ³ of cos(ω‖x − z‖) times a kernel of this density; None without a closed form."""
    match beside:
        case GaussianDensity(d=3, gamma=gamma):
            return RingingGaussian(3, gamma, omega)
        case StudentDensity(d=3, a=a) if beside.nu == HALF and (root := _root(a)) is not None:
            return RingingExponential(3, root, omega)
    return None


def _sinh_over(u: arb) -> arb:
    """(sinh u)/u, which rises from 1, for u ≥ 0."""
    if u > 0:
        return u.sinh() / u
    return arb(1).union(top.sinh() / top) if (top := u.upper()) > 0 else arb(1)


def _root(a: Fraction) -> Fraction | None:
    """√a if it is a fraction, else None."""
    root = Fraction(isqrt(a.numerator), isqrt(a.denominator))
    return root if root**2 == a else None


__all__ = ["RingingExponential", "RingingGaussian", "ringing"]
