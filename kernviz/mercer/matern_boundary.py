"""Sign of sums of Matérn spectral densities with a common ν.

The sum Σ c·(density of a Matérn kernel) is decided by the signs of a polynomial's coefficients.

The densities are front·a^ν/(a + s)^q with one front > 0, s = ‖ω‖² and q = ν + d/2. For an integer
q the sum over one denominator is a polynomial in s. Without a negative coefficient the polynomial
is ≥ 0 for every s ≥ 0. This includes sums that are 0 at s = 0 or tend to 0 faster than each term.
Intervals cannot decide such sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kernviz.kernels.exact_numbers import ZERO, Exact, rational_root
from kernviz.kernels.spectral import StudentDensity
from kernviz.kernels.work_budget import charge

MOST_FACTORS = 40  # largest degree of the common denominator


def nowhere_below(densities: Sequence[tuple[Exact, StudentDensity]]) -> bool:
    """Return True if a polynomial shows that Σ c·S ≥ 0.

    The inequality holds for every ω. Else False.
    """
    first = densities[0][1]
    if first.power.denominator > 1 or any(S.nu != first.nu for _, S in densities):
        return False
    q = int(first.power)
    charge((len(densities) * q) ** 2)
    shares = [_power(S.a / first.a, first.nu) for _, S in densities]
    if len(densities) * q > MOST_FACTORS:
        return False
    total = [ZERO] * (q * (len(densities) - 1) + 1)
    for i, ((c, _), share) in enumerate(zip(densities, shares, strict=True)):
        if share is None:
            return False
        product = [share]  # coefficients, lowest power first, of the product of (a + s)^q over the other densities
        for j, (_, T) in enumerate(densities):
            for _ in range(0 if j == i else q):
                product = [T.a * u + v for u, v in zip([*product, Fraction(0)], [Fraction(0), *product], strict=True)]
        total = [known + c * Exact.of(u) for known, u in zip(total, product, strict=True)]
    return all(coefficient.sign in (0, 1) for coefficient in total)


def _power(r: Fraction, nu: Fraction) -> Fraction | None:
    """Return r^ν for an integer or half-integer ν.

    None if the power is not a fraction.
    """
    if nu.denominator == 1:
        return r ** int(nu)
    root = rational_root(r) if nu.denominator == 2 else None
    return None if root is None else root ** int(2 * nu)
