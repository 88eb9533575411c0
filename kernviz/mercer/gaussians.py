r"""Sums of Gaussians, decided by their spectral densities, which are Gaussians too; and what a decision is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from flint import arb

from kernviz.kernels.exact import Exact, ball
from kernviz.kernels.spectral import GaussianDensity
from kernviz.kernels.work import charge

LARGEST = sys.float_info.max
MARGIN = ball(Fraction(101, 100))  # by how much more than is added is taken away there, so that digits show it
STEPS = 6  # halvings towards the frequency where a sum of Gaussians turns negative


@dataclass(frozen=True)
class Finding:
    """What decides: S ≥ 0 everywhere (`holds`), or the frequency where it is negative and by how much."""

    holds: bool
    omega: float = 0.0
    value: float = 0.0  # 0 where no float shows it: then `times` says it
    wave: bool = False  # a single frequency, and not the density
    times: float = 1.0  # what is taken away there, as a multiple of what is added


def shown(value: arb) -> float:
    """For reading; what is beyond a float is shown as the largest."""
    return max(-LARGEST, min(LARGEST, float(value.mid())))


def of_gaussians(parts: Sequence[tuple[Exact, GaussianDensity]]) -> Finding | None:
    """Σ cᵢ(π/γᵢ)^{d/2}e^{−s/4γᵢ} for s ≥ 0, in order of γ falling: the slowest first. It has no more zeros than its
    coefficients change sign (Descartes' rule for exponents), so with one change the ends decide: the limit's sign is
    the slowest one's, and s = 0 is a sum of square roots.
    """
    parts = sorted(parts, key=lambda part: -part[1].gamma)
    signs = [c.sign for c, _ in parts]
    if signs[0] == -1:  # from some frequency on
        return _turned(parts)
    if sum(a != b for a, b in pairwise(signs)) > 1:
        return None
    at_zero = sum((c.ball() * S.at(arb(0)) for c, S in parts), arb(0))
    if at_zero < 0:
        return Finding(False, 0.0, shown(at_zero))
    return Finding(True) if at_zero >= 0 or _is_zero(parts) else None


def _turned(parts: Sequence[tuple[Exact, GaussianDensity]]) -> Finding | None:
    """A frequency from which on a sum of Gaussians is negative; nearer to where it turns, where no float shows its
    value.
    """
    at: Callable[[arb], float] = lambda s: float(sum((c.ball() * S.at(s) for c, S in parts), arb(0)).mid())  # noqa: E731
    s = arb(1)
    while not _balance(parts, s) > MARGIN:
        s *= 2
        if s > ball(10) ** 12:
            return None
    low = s / 2
    for _ in range(0 if at(s) else STEPS):
        middle = (low + s) / 2
        low, s = (low, middle) if _balance(parts, middle) > MARGIN else (middle, s)
    value = max(-LARGEST, at(s))
    return Finding(False, float(s.sqrt().mid()), value, times=shown(_balance(parts, s)))


def _balance(parts: Sequence[tuple[Exact, GaussianDensity]], s: arb) -> arb:
    """What is taken away at s, as a multiple of what is added; LARGEST where nothing is."""
    charge(3 * len(parts))
    sizes = [c.ball() * S.at(s) for c, S in parts]
    added = sum((v for v in sizes if v > 0), arb(0))
    return -sum((v for v in sizes if v < 0), arb(0)) / added if added > 0 else arb(LARGEST)


def _is_zero(parts: Sequence[tuple[Exact, GaussianDensity]]) -> bool:
    """Whether Σ cᵢ·γᵢ^{−d/2} is 0 exactly: for odd d a sum of square roots, independent over the fractions unless their
    radicands differ by a square."""
    groups: list[tuple[Fraction, Exact]] = []
    for c, S in parts:
        whole = S.gamma ** (-(S.d // 2))
        radicand = 1 / S.gamma if S.d % 2 else Fraction(1)
        for i, (other, total) in enumerate(groups):
            root = _root(radicand / other)
            if root is not None:
                groups[i] = (other, total + c * Exact.of(whole * root))
                break
        else:
            groups.append((radicand, c * Exact.of(whole)))
    return all(not total for _, total in groups)


def _root(q: Fraction) -> Fraction | None:
    a, b = isqrt(q.numerator), isqrt(q.denominator)
    return Fraction(a, b) if a * a == q.numerator and b * b == q.denominator else None


__all__ = ["Finding", "of_gaussians", "shown"]
