"""Number of coordinates of φ, and multiplications for a kernel value."""

from __future__ import annotations

import numpy as np

from kernviz.features.monomials import Dimensions
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.lesson import Block, Numbers, Picture, Readout, paragraph
from kernviz.lessons.polynomial.state import State
from kernviz.wording import phrase, say, several, short


def blocks(state: State) -> tuple[Block, ...]:
    """Show three counts of coordinates, and the multiplications per kernel value.

    The counts are those for (m, k).
    """
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
        paragraph(
            "Points with **m = {m}** coordinates, polynomials of degree **k = {k}** (set both above).",
            m=sizes.m,
            k=sizes.k,
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
                "{where} m = {m}: {count} coordinate against {kernel_cost} multiplications. The axis is in powers of "
                "ten.",
                "{where} m = {m}: {count} coordinates against {kernel_cost} multiplications. The axis is in powers of "
                "ten.",
                where=say("On the vertical line at") if mark else say("At"),
                m=sizes.m,
                count=_count(sizes.distinct),
                kernel_cost=sizes.kernel_cost,
            ),
            "sizes",
            400,
            revision=str(state.size_k),
        ),
    )


def _count(n: int) -> str:
    return f"{n:,}".replace(",", "\u202f") if n < 10**9 else short(n, 2)
