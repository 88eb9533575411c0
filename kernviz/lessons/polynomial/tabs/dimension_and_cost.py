"""How many coordinates, at what cost."""

from __future__ import annotations

from timeit import repeat

import numpy as np

from kernviz.compute import shared
from kernviz.features.monomials import Dimensions
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.lesson import Block, Number, Numbers, Picture, Text, short
from kernviz.lessons.polynomial.state import State

MOST_MEASURED = 300_000  # coordinates built for a measurement: 2.4 MB, well under a millisecond


def blocks(state: State) -> tuple[Block, ...]:
    """The three counts for (m, k), the cost of the kernel against them, and what a clock says."""
    sizes = Dimensions(state.size_m, state.size_k)
    m = np.arange(1.0, 51.0)
    counted = [Dimensions(int(i), state.size_k) for i in m]
    lines = {
        "all tuples, (m+1)ᵏ": np.array([float(s.with_ones) for s in counted]),
        "every order, Σ mʳ": np.array([float(s.repeated) for s in counted]),
        "distinct, C(m+k, k)": np.array([float(s.distinct) for s in counted]),
        "cost of k(x, z), m + k": np.array([float(s.kernel_cost) for s in counted]),
    }
    top = float(np.log10(max(line.max() for line in lines.values()))) + 0.2
    mark = (float(state.size_m), float(sizes.distinct)) if state.size_m <= 50 else None
    figure = curve(
        m,
        lines,
        x_title="m, coordinates of a point",
        y_title="number",
        mark=mark,
        log_y=True,
        x_range=(0, 51),
        y_range=(0, top),
    )
    return (
        Text(f"Points with **m = {sizes.m}** coordinates, polynomials of degree **k = {sizes.k}** (set both above)."),
        Numbers(
            (
                Number(
                    "(m + 1)^k",
                    _count(sizes.with_ones),
                    "all tuples J ∈ [0:m]^k with x₀ = 1, S1's expansion of the kernel",
                ),
                Number("Σ m^r", _count(sizes.repeated), "every order counts, x₁x₂ and x₂x₁ both: S1's p_k, S3's Φ₂"),
                Number("C(m+k, k)", _count(sizes.distinct), "distinct monomials: what the explicit map really needs"),
                Number("cost of k", _count(sizes.kernel_cost), "multiplications: m for x·z, then γ and the power"),
            )
        ),
        Picture(
            figure,
            describe_curve(m, lines, x_title="m"),
            f"Straight down at m = {sizes.m}: {_count(sizes.distinct)} coordinates against {sizes.kernel_cost}"
            " multiplications. The axis is in powers of ten.",
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
            f"**Measured:** the explicit map is not tried: {_count(sizes.with_ones)} coordinates would take"
            f" {short(memory, 2)} GB a point. The kernel takes {short(1e6 * _seconds(sizes.m, sizes.k, False), 2)} µs."
        )
    fast, slow = _seconds(sizes.m, sizes.k, False), _seconds(sizes.m, sizes.k, True)
    return Text(
        f"**Measured on this computer**, one k(x, z): closed form {short(1e6 * fast, 2)} µs, features and their dot"
        f" product over all {_count(sizes.with_ones)} tuples {short(1e6 * slow, 2)} µs, {short(slow / fast, 2)} times"
        " as long. Both give the same number."
    )


@shared(maxsize=256)
def _seconds(m: int, k: int, explicit: bool) -> float:
    """Seconds for one (1 + x·z)^k, the best of five; over all tuples by repeated outer products if ``explicit``."""
    x, z = np.linspace(0.1, 0.9, m), np.linspace(-0.5, 0.5, m)

    def closed() -> float:
        return float((1.0 + x @ z) ** k)

    def features() -> float:
        left, right = np.ones(1), np.ones(1)
        ones_x, ones_z = np.append(1.0, x), np.append(1.0, z)
        for _ in range(k):
            left, right = np.outer(left, ones_x).ravel(), np.outer(right, ones_z).ravel()
        return float(left @ right)

    runs = 3 if explicit else 200
    return min(repeat(features if explicit else closed, number=runs, repeat=5)) / runs
