"""Sign of the spectral density of a sum of Gaussian kernels.

The density is a sum of Gaussian functions of ‖ω‖.

The module also has `Finding`, the result of a decision about the sign of a spectral measure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb

from kernviz.kernels.exact_numbers import Exact, ball, rational_root
from kernviz.kernels.spectral import GaussianDensity
from kernviz.kernels.work_budget import charge
from kernviz.wording import displayed, short

MARGIN = ball(Fraction(101, 100))  # ratio of negative to positive terms required, so that digits show the sign
STEPS = 6  # halvings towards the frequency where a sum of Gaussians turns negative


@dataclass(frozen=True)
class Finding:
    """Result of a decision about the sign of a spectral measure.

    Either the measure is ≥ 0 everywhere (`holds`), or ``omega`` is a frequency where the measure is negative. Then
    ``value`` is the density or the weight there.
    """

    holds: bool
    omega: float = 0.0
    value: float = 0.0  # 0 or −∞ beyond floats; then see `times` and `written`
    wave: bool = False  # the weight of a single frequency, not the density
    times: float = 1.0  # negative terms divided by the positive ones there, in absolute value; ∞ beyond floats
    written: str = ""  # four digits of a value beyond floats, as Python writes them

    @property
    def words(self) -> str:
        """Return the negative value as text, also beyond the range of floats.

        Examples are −0.1, −1.5·10⁶⁹⁹ and −∞.
        """
        return displayed(self.written) if self.written else short(self.value)


def below(s: arb, value: arb, times: float = 1.0) -> Finding:
    """Return the finding of a negative density at ‖ω‖² = s."""
    number = float(value.mid())
    written = value.mid().str(4, radius=False)
    beyond = value.is_finite() and not 0 < abs(number) < math.inf
    return Finding(False, float(s.sqrt().mid()), number, times=times, written=written if beyond else "")


def of_gaussians(parts: Sequence[tuple[Exact, GaussianDensity]]) -> Finding | None:
    """Decide the sign of Σ cᵢ(π/γᵢ)^{d/2}e^{−s/4γᵢ} for s ≥ 0.

    None if undecided.

    The terms are sorted by falling γ, the slowest decay first. The sum has at most as many zeros as its
    coefficients have sign changes (Descartes' rule for exponents). So with one sign change the two ends decide. As
    s → ∞ the sign is that of the slowest term. At s = 0 the sum is a sum of square roots, whose sign is decided by
    `_is_zero` if balls do not suffice.
    """
    parts = sorted(parts, key=lambda part: -part[1].gamma)
    signs = [c.sign for c, _ in parts]
    if signs[0] == -1:  # negative from some frequency on
        return _negative_frequency(parts)
    if sum(a != b for a, b in pairwise(signs)) > 1:
        return None
    at_zero = sum((c.ball() * S.at(arb(0)) for c, S in parts), arb(0))
    if at_zero < 0:
        return below(arb(0), at_zero)
    return Finding(True) if at_zero >= 0 or _is_zero(parts) else None


def _negative_frequency(parts: Sequence[tuple[Exact, GaussianDensity]]) -> Finding | None:
    """Return a finding: a frequency where a sum of Gaussians is negative.

    The slowest term is negative. If a float cannot show the value, a frequency nearer to the zero of the sum is taken,
    where the absolute value is larger. None if no frequency up to ‖ω‖² = 10¹² is found.
    """
    at: Callable[[arb], arb] = lambda s: sum((c.ball() * S.at(s) for c, S in parts), arb(0))  # noqa: E731
    s = arb(1)
    while not _balance(parts, s) > MARGIN:
        s *= 2
        if s > ball(10) ** 12:
            return None
    low = s / 2
    for _ in range(0 if float(at(s).mid()) else STEPS):
        middle = (low + s) / 2
        low, s = (low, middle) if _balance(parts, middle) > MARGIN else (middle, s)
    return below(s, at(s), float(_balance(parts, s).mid()))


def _balance(parts: Sequence[tuple[Exact, GaussianDensity]], s: arb) -> arb:
    """Return the ratio of negative to positive terms at s.

    The terms are taken in absolute value. The ratio is ∞ without a positive term.
    """
    charge(3 * len(parts))
    sizes = [c.ball() * S.at(s) for c, S in parts]
    added = sum((v for v in sizes if v > 0), arb(0))
    return -sum((v for v in sizes if v < 0), arb(0)) / added if added > 0 else arb("inf")


def _is_zero(parts: Sequence[tuple[Exact, GaussianDensity]]) -> bool:
    """Return True if Σ cᵢ·γᵢ^{−d/2} is exactly 0.

    For odd d this is a sum of square roots. They are linearly independent over the fractions unless
    their radicands differ by a square.
    """
    groups: list[tuple[Fraction, Exact]] = []
    for c, S in parts:
        whole = S.gamma ** (-(S.d // 2))
        radicand = 1 / S.gamma if S.d % 2 else Fraction(1)
        for i, (other, total) in enumerate(groups):
            root = rational_root(radicand / other)
            if root is not None:
                groups[i] = (other, total + c * Exact.of(whole * root))
                break
        else:
            groups.append((radicand, c * Exact.of(whole)))
    return all(not total for _, total in groups)
