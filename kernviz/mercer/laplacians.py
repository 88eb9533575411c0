"""Sign of the spectral density of a sum of Laplacian kernels.

The function is Σ c·e^{−γΣ|xᵢ − zᵢ|} on ℝᵈ. Its density is a sum of products over coordinates. The
density is bounded from below on boxes. A box is halved as long as its bound is not positive.

Let γ₀ be the smallest γ, and uᵢ = ωᵢ²/(γ₀² + ωᵢ²), from 0 to 1. The sum is divided by the product that
belongs to γ₀. Then the factor of a coordinate is γγ₀/(γ²(1 − uᵢ) + γ₀²uᵢ), which rises with uᵢ. So on
a box of (u₁, …, u_d) every product lies between its values at two corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import arb

from kernviz.kernels.exact_numbers import ball
from kernviz.kernels.spectral import CauchyDensity
from kernviz.kernels.work_budget import charge

MOST_BOXES = 2000  # boxes examined before the question is left open
Box = tuple[tuple[Fraction, Fraction], ...]


def nowhere_negative(densities: Sequence[tuple[arb, CauchyDensity]]) -> bool:
    """Return True if Σ c·S is certainly > 0 for every ω.

    False also if this is not decided.
    """
    d, least = densities[0][1].d, min(S.gamma for _, S in densities)
    todo: list[Box] = [((Fraction(0), Fraction(1)),) * d]
    for _ in range(MOST_BOXES):
        if not todo:
            return True
        box = todo.pop()
        charge(len(densities) * d / 4)
        total = arb(0)
        for c, S in densities:
            total += c * math.prod(_ratio(S.gamma, least, low if c > 0 else high) for low, high in box)
        if not total > 0:
            todo += _halved(box)
    return False


@lru_cache(maxsize=4096)
def _ratio(gamma: Fraction, least: Fraction, u: Fraction) -> arb:
    return ball(gamma * least / (gamma**2 * (1 - u) + least**2 * u))


def _halved(box: Box) -> list[Box]:
    """Return the halves of the box, split along its longest edge.

    The sum is symmetric in the coordinates, so points with u₁ ≤ u₂ ≤ … ≤ u_d suffice. A half is dropped if it has
    uᵢ ≥ uᵢ₊₁ everywhere for some i.
    """
    i = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
    low, high = box[i]
    halves = [(*box[:i], part, *box[i + 1 :]) for part in ((low, (low + high) / 2), ((low + high) / 2, high))]
    return [half for half in halves if all(a[0] < b[1] for a, b in pairwise(half))]
