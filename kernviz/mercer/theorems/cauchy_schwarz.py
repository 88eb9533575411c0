"""Refutation by the Cauchy–Schwarz inequality at two points.

The points have k(x, z)² > k(x, x)·k(z, z). Ball arithmetic covers values beyond the range of
floats.

Source: a 2×2 Gram matrix has the determinant k(x, x)·k(z, z) − k(x, z)² ≥ 0 (Cauchy and Schwarz).
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb, fmpq

from kernviz.kernels.ball_arithmetic import ZERO, Point
from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import charge
from kernviz.mercer.search_budget import cost
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.wording import enumerated, listed, say, short

# up to 10⁸ every power of ten, then far points, for a function that outgrows a large number only there
SIZES = [fmpq(10) ** e for e in (*range(-4, 9), 12, 16, 24, 32, 64)]
MOST = 30  # largest cost of one value of k


def pair(k: Kernel, space: Space) -> tuple[Point, Point] | None:
    """Return two points that certainly refute k.

    They lie on the first axis or on the diagonal. None if no points that were tried refute k.
    """
    if space.kind != "vectors" or space.every or cost(k) > MOST:
        return None
    for x, z in _pairs(space):
        charge(3 * cost(k))
        both, left, right = (arb(k._enclosed(a, b)) for a, b in ((x, z), (x, x), (z, z)))
        if both.is_finite() and left >= 0 and right >= 0 and both * both > left * right:
            return x, z
    return None


def _pairs(space: Space) -> Iterator[tuple[Point, Point]]:
    origin: Point = (ZERO,) * space.d
    for size in SIZES:
        first: Point = (size, *origin[1:])
        yield first, origin
        yield (size,) * space.d, first
        yield (2 * size, *origin[1:]), first
        if not space.nonnegative:
            yield first, (-size, *origin[1:])


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Return the refutation of k by two points, or None."""
    two = pair(k, space)
    if two is None:
        return None
    names = enumerated([f"({listed([short(float(v)) for v in point])})" for point in two])
    return Flaw(
        say(
            "for the points {names}, ‹k›(x, ‹z›)² exceeds ‹k›(x, x)·‹k›(‹z›, ‹z›)",
            names=names,
        ),
        "Cauchy, Schwarz",
    )


CAUCHY_SCHWARZ = Theorem("Cauchy and Schwarz", "Cauchy, Schwarz", refutes=refuted)
