r"""Modified Bessel function K_ν(s) of the second kind in ball arithmetic."""

from __future__ import annotations

from flint import arb, ctx, fmpq

from kernviz.kernels.ball_arithmetic import hull

FAR = 50  # from s = FAR + ν on, the error s^ν/(2^{ν−1}Γ(ν))·e^{−s}·e^{−2s} of a Matérn value is below 10⁻⁶⁴
LARGEST_ORDER = 150  # for larger orders the terms of the expansion grow before they decrease


def bessel_k(nu: fmpq, s: arb) -> arb:
    """Return the modified Bessel function K_ν(s) in ball arithmetic.

    The order is ν ≥ 0 and s > 0. For large s the value comes from the asymptotic series.
    Otherwise it comes from Arb.
    """
    return _asymptotic_series(nu, s) if s > FAR + nu and nu <= LARGEST_ORDER else s.bessel_k(nu)


def _asymptotic_series(nu: fmpq, s: arb) -> arb:
    """Return K_ν(s) by its asymptotic series, with an error bound.

    K_ν(s) = √(π/2s)·e^{−s}·Σ aⱼ(ν)/sʲ.
    From j ≥ ν − ½ on the error is below the next term. The smallest term is about e^{−2s}.
    For such s Arb's own function takes a hundred times as long.
    Source: DLMF 10.40.2 and 10.40(ii).
    """
    value, term, j = arb(0), arb(1), 0
    while True:
        value += term
        j += 1
        following = term * (4 * nu * nu - (2 * j - 1) ** 2) / (8 * j * s)
        if 2 * j >= 2 * nu - 1 and not (abs(following) < abs(term) and abs(following) > value * arb(2) ** -ctx.prec):
            break
        term = following
    value += hull(-abs(following), abs(following))
    return (arb.pi() / (2 * s)).sqrt() * (-s).exp() * value
