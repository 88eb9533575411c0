"""Upper bounds of the ratio of two spectral densities."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from kernviz.kernels.exact_numbers import ball
from kernviz.kernels.spectral import BesselDensity, CauchyDensity, Density, GaussianDensity, StudentDensity


def ratio_bound(upper: Density, lower: Density, start: arb) -> arb | None:
    """Return an upper bound of the ratio of two densities.

    The bound holds for upper(s)/lower(s) for all s ≥ start. None if no bound is known.
    """
    match upper, lower:
        case GaussianDensity(), GaussianDensity():
            return upper.at(start) / lower.at(start) if upper.gamma <= lower.gamma else None
        case GaussianDensity(), StudentDensity():
            # compares the slopes of −log S: 1/4γ is constant, q/(a + s) decreases
            steep = 1 / ball(4 * upper.gamma) >= ball(lower.power) / (ball(lower.a) + start)
            return upper.at(start) / lower.at(start) if steep else None
        case StudentDensity(), StudentDensity():
            return _of_students(upper, lower, start)
        # the quotient is a product over coordinates, each between γ_l/γ_u at ωᵢ = 0 and γ_u/γ_l for ωᵢ → ∞
        case CauchyDensity(), CauchyDensity():
            ratio = upper.gamma / lower.gamma
            return ball(max(ratio, 1 / ratio)) ** upper.d
        case GaussianDensity(), CauchyDensity():
            steep = 1 / ball(4 * upper.gamma) >= lower.d / (lower.d * ball(lower.gamma**2) + start)
            return upper.at(start) / lower.at(start) if steep else None
        case (GaussianDensity() | BesselDensity(), BesselDensity() | StudentDensity()):
            return upper.at(start) / lower.at(start) if _falls_faster(upper, lower, start) else None
    return None


def _of_students(upper: StudentDensity, lower: StudentDensity, start: arb) -> arb | None:
    """Return an upper bound of the ratio of two Student densities.

    The ratio is a factor times (b + s)^q/(a + s)^p with one extremum at most. None for p < q.
    """
    p, q = upper.power, lower.power
    if p < q:
        return None
    at_start = upper.at(start) / lower.at(start)
    if p == q:
        return at_start.max(_front(upper) / _front(lower))
    # beyond the stationary point the quotient decreases
    if start >= ball(max(Fraction(0), (q * upper.a - p * lower.a) / (p - q))):
        return at_start
    turn = ball((q * upper.a - p * lower.a) / (p - q))
    return upper.at(turn) / lower.at(turn)


def _front(density: StudentDensity) -> arb:
    """Return the constant factor S(s)·(a + s)^{ν + d/2} of a density."""
    return density.at(arb(0)) * ball(density.a) ** ball(density.power)


def _falls_faster(upper: Density, lower: Density, start: arb) -> bool:
    """Return True if the upper density falls at least as fast.

    The condition is that −(log S)′ of `upper` is at least that of `lower` for every s ≥ start.
    """
    if not start > 0:
        return _thinner_tail(upper, lower)
    omega = start.sqrt()
    match upper, lower:
        case GaussianDensity(), BesselDensity():
            # For a mixture of e^{−ts}, −(log S)′ decreases, so its value at the start bounds all later values.
            return bool(1 / ball(4 * upper.gamma) >= _slope(lower, omega)[1] / (2 * omega))
        case BesselDensity(), StudentDensity():
            # c·R(cω)/2ω ≥ q/(a + ω²) follows from c·R(cω)·ω ≥ 2q, since the lower bound of R increases with ω.
            return bool(_slope(upper, omega)[0] * omega >= 2 * ball(lower.power))
        case BesselDensity(), BesselDensity():
            return _thinner_tail(upper, lower) or bool(_slope(upper, omega)[0] >= _slope(lower, omega)[1])
    return False


def _thinner_tail(upper: Density, lower: Density) -> bool:
    """Return True for Bessel densities with equal γ and `upper.p ≤ lower.p`.

    K_{μ−1}/K_μ decreases in μ. So upper(s)/lower(s) decreases from s = 0 on.
    """
    match upper, lower:
        case BesselDensity(), BesselDensity():
            return upper.gamma == lower.gamma and upper.p <= lower.p
    return False


def _slope(density: BesselDensity, omega: arb) -> tuple[arb, arb]:
    """Return bounds on the logarithmic slope of a Bessel density.

    The slope is −d log S/dω = c·K_{μ−1}(x)/K_μ(x), x = cω, c = 1/√γ.
    The bounds hold for this ω and every larger one.

    Let h = |μ − ½| and t = x/(h + √(h² + x²)); t rises to 1.
    For μ ≥ ½: t ≤ K_{μ−1}/K_μ ≤ 1. For μ ≤ ½: 1 ≤ K_{μ−1}/K_μ ≤ 1/t.
    Source: Segura 2011, theorem 1, used for the order μ and, since K_{−ν} = K_ν, for the order 1 − μ.
    """
    c = 1 / ball(density.gamma).sqrt()
    x, h = c * omega, ball(abs(density.order - Fraction(1, 2)))
    t = x / (h + (h * h + x * x).sqrt())
    return (c * t, c) if density.order >= Fraction(1, 2) else (c, c / t)
