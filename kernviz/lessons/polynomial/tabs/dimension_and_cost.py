"""Number of coordinates of φ, and the cost compared with the kernel."""

from __future__ import annotations

from timeit import repeat

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.features.monomials import Dimensions
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.lesson import Block, Numbers, Picture, Readout, Text
from kernviz.lessons.polynomial.state import State
from kernviz.wording import phrase, say, several

MOST_PAIRS, MOST_AT_ONCE = 1000, 300_000  # largest number of pairs of points, and of coordinates, computed at once
MOST_MEASURED = 300_000  # largest number of coordinates built for a measurement: 2.4 MB, well under a millisecond


def blocks(state: State) -> tuple[Block, ...]:
    """Show three counts of coordinates, and the multiplications per kernel value."""
    sizes = Dimensions(state.size_m, state.size_k)
    m = np.arange(1.0, 51.0)
    counted = [Dimensions(int(i), state.size_k) for i in m]
    lines = {
        say("all tuples, (m+1)ᵏ"): np.array([float(s.with_ones) for s in counted]),
        say("every order, Σ mʳ"): np.array([float(s.repeated) for s in counted]),
        say("distinct, C(m+k, k)"): np.array([float(s.distinct) for s in counted]),
        say("cost of ‹k›(x, ‹z›), m + k"): np.array([float(s.kernel_cost) for s in counted]),
    }
    top = float(np.log10(max(line.max() for line in lines.values()))) + 0.2
    mark = (float(state.size_m), float(sizes.distinct)) if state.size_m <= 50 else None
    figure = curve(
        m,
        lines,
        x_title=say("m, coordinates of a point"),
        y_title=say("number"),
        mark=mark,
        y_axis="log",
        x_range=(0, 51),
        y_range=(0, top),
    )
    return (
        Text(
            say(
                "Points with **m = {m}** coordinates, polynomials of degree **k = {k}** (set both above).",
                m=sizes.m,
                k=sizes.k,
            )
        ),
        Numbers(
            (
                Readout(
                    "(m + 1)^k",
                    _count(sizes.with_ones),
                    say("all tuples J ∈ [0:m]^k with x₀ = 1, S1's expansion of the kernel"),
                ),
                Readout(
                    "Σ m^r", _count(sizes.repeated), say("every order counts, x₁x₂ and x₂x₁ both: S1's p_k, S3's Φ₂")
                ),
                Readout(
                    "C(m+k, k)", _count(sizes.distinct), say("distinct monomials: what the explicit map really needs")
                ),
                Readout(
                    phrase("cost of k"),
                    _count(sizes.kernel_cost),
                    say("multiplications: m for ‹x·z›, then γ and the power"),
                ),
            )
        ),
        Picture(
            figure,
            describe_curve(m, lines, x_title="m"),
            several(
                sizes.distinct,
                "Straight down at m = {m}: {count} coordinate against {kernel_cost} multiplications. The axis "
                "is in powers of ten.",
                "Straight down at m = {m}: {count} coordinates against {kernel_cost} multiplications. The axis "
                "is in powers of ten.",
                m=sizes.m,
                count=_count(sizes.distinct),
                kernel_cost=sizes.kernel_cost,
            ),
            "sizes",
            400,
            revision=str(state.size_k),
        ),
        _measured(sizes),
    )


def _count(n: int) -> str:
    return f"{n:,}".replace(",", "\u202f") if n < 10**9 else f"{n:.2g}".replace("e+", "e")


def _measured(sizes: Dimensions) -> Block:
    if sizes.with_ones > MOST_MEASURED:
        memory = 8 * sizes.with_ones / 1e9
        return Text(
            say(
                "**Measured:** the explicit map is not tried: {count} coordinates would take "
                "{memory:.2} GB a point. The kernel takes {seconds:.2} µs.",
                count=_count(sizes.with_ones),
                memory=memory,
                seconds=1000000.0 * _seconds(sizes.m, sizes.k, False),
            )
        )
    fast, slow = _seconds(sizes.m, sizes.k, False), _seconds(sizes.m, sizes.k, True)
    return Text(
        say(
            "**Measured on this computer**, one ‹k›(x, ‹z›): closed form {closed_form:.2} µs, features and "
            "their dot product over all {count} tuples {features:.2} µs, {ratio:.2} times as long. Both "
            "give the same number.",
            closed_form=1000000.0 * fast,
            count=_count(sizes.with_ones),
            features=1000000.0 * slow,
            ratio=slow / fast,
        )
    )


@shared(maxsize=256)
def _seconds(m: int, k: int, explicit: bool) -> float:
    """Return the seconds for a single (1 + x·z)^k.

    The time is the best of five. If ``explicit``, the features of all tuples are computed, by
    repeated outer products. Many pairs are computed at once, so that the cost of calling a function
    does not count.
    """
    pairs = max(1, min(MOST_PAIRS, MOST_AT_ONCE // (m + 1) ** k)) if explicit else MOST_PAIRS
    x, z = np.tile(np.linspace(0.1, 0.9, m), (pairs, 1)), np.tile(np.linspace(-0.5, 0.5, m), (pairs, 1))

    def closed() -> Array:
        return np.asarray((1.0 + np.einsum("ij,ij->i", x, z)) ** k)

    def features() -> Array:
        left, right = np.ones((pairs, 1)), np.ones((pairs, 1))
        ones_x, ones_z = (np.column_stack([np.ones(pairs), points]) for points in (x, z))
        for _ in range(k):
            left, right = (
                (f[:, :, None] * ones[:, None, :]).reshape(pairs, -1) for f, ones in ((left, ones_x), (right, ones_z))
            )
        return np.asarray(np.einsum("ij,ij->i", left, right))

    runs = 1 if explicit else 5
    return min(repeat(features if explicit else closed, number=runs, repeat=5)) / runs / pairs
