r"""Refute a kernel with a jump by three points, two of them closer than floats can resolve.

By Cauchy and Schwarz for Φ(x) and Φ(z) − Φ(z′) a kernel has (k(x, z) − k(x, z′))² ≤ k(x, x)·(k(z, z) + k(z′, z′) −
2k(z, z′)) (Kreĭn's inequality). The right-hand side goes to 0 as z′ → z, if k is continuous at z = z′; the left-hand
side does not if ‖x − z‖ is the width of a box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from kernviz.kernels.ball_arithmetic import ZERO, Point, fraction, nearest
from kernviz.kernels.expr import Kernel
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Space, rounded
from kernviz.kernels.work_budget import charge
from kernviz.mercer.search_budget import cost
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.wording import say

DIGITS = (2, 5, 10, 20, 40)  # z′ = z + width·10^−digits: no finer than balls resolve
STARTS = (Fraction(0), Fraction(1, 4), Fraction(1), Fraction(-1, 2))  # positions of x, in widths


@dataclass(frozen=True)
class Edge:
    """x and z on the first axis, and the distance `gap` of the third point beyond z."""

    x: fmpq
    z: fmpq
    gap: fmpq


def edge(k: Kernel, space: Space) -> Edge | None:
    """Three points that certainly refute k; None if none of those tried do."""
    if space.kind != "vectors" or space.every:
        return None
    for width in widths(k):
        for start in STARTS:
            if start < 0 and space.nonnegative:
                continue
            x, z = fraction(start * width), fraction((start + 1) * width)
            for digits in DIGITS:
                charge(6 * cost(k))
                gap = fraction(width) / fmpq(10) ** digits
                if _refute(k, *((v, *(ZERO,) * (space.d - 1)) for v in (x, z, z + gap))):
                    return Edge(x, z, gap)
    return None


def _refute(k: Kernel, x: Point, z: Point, beyond: Point) -> bool:
    def value(a: Point, b: Point) -> arb:
        return arb(k._enclosed(a, b))

    jump = value(x, z) - value(x, beyond)
    if not jump * jump > 0:
        return False
    apart = value(z, z) + value(beyond, beyond) - 2 * value(z, beyond)
    return bool(jump * jump > value(x, x) * apart)


def widths(k: Kernel) -> list[Fraction]:
    """Distances in input space at which leaves of k jump."""
    return list(dict.fromkeys(_widths(k)))


def _widths(k: Kernel) -> Iterator[Fraction]:
    own = k._edge()
    if own is not None and own[1][0]:
        yield own[0]
    for child in k.children:
        yield from (decimal(k.child_length(float(width))) for width in _widths(child))


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Refutation of k by three points at a jump."""
    three = edge(k, space)
    if three is None:
        return None
    return Flaw(
        say(
            "it jumps where z passes {z} while x stays at {x} on the first axis, more than at z itself: these "
            "two and a point {gap} beyond z refute it",
            x=rounded(nearest(three.x)),
            z=rounded(nearest(three.z)),
            gap=rounded(nearest(three.gap)),
        ),
        say("Krein's inequality"),
    )


KREIN = Theorem(
    "Kreĭn's inequality",
    "a kernel has (k(x, z) − k(x, z′))² ≤ k(x, x)·(k(z, z) + k(z′, z′) − 2k(z, z′))",
    "Kreĭn",
    "its edge",
    refutes=refuted,
)

__all__ = ["KREIN", "STARTS", "Edge", "edge", "widths"]
