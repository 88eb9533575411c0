"""Number of Taylor terms needed for a radius."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.features import gaussian
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Picture, Table, paragraph
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short, spoken

TITLE = phrase("How many terms")
RADII = np.linspace(0.25, 6.0, 24)
TOLERANCES = {phrase("error ≤ 0.01"): 1e-2, phrase("error ≤ 1e-4"): 1e-4, phrase("error ≤ 1e-8"): 1e-8}


def blocks(state: State) -> tuple[Block, ...]:
    """Show the smallest T for a radius and a tolerance.

    T is shown along a curve at this γ. A table shows the cases of S1 and S3.
    """
    steps = _steps(state.gamma)
    cases = ((1.0, 0.5), (1.0, 1.0), (3.0, 1.0), (state.radius, state.gamma))
    rows: dict[str, list[object]] = {
        symbols("‖x‖, ‖‹z›‖ ≤"): [short(r) for r, _ in cases],
        symbols("‹γ›"): [short(g) for _, g in cases],
    }
    for name, tolerance in TOLERANCES.items():
        rows[say("T for {name}", name=name)] = [gaussian.terms_needed(r, g, tolerance) for r, g in cases]
    for T in (4, 8, 20, 30):
        rows[say("‹k›_T/‹k› at x = ‹z› on the rim, T = {T}", T=T)] = [
            short(1 - gaussian.worst(r, g, T), 3) for r, g in cases
        ]
    return (
        paragraph(
            "The Gaussian has infinitely many coordinates, but few count for points within a radius r. Their number "
            "is about ‹2γr²›, plus a few times the square root of ‹2γr²›. The worst pair is x = ‹z› on the rim, so "
            "the counts in the table are exact, in any number of dimensions."
        ),
        Picture(
            curve(RADII, steps, x_title=say("radius r"), y_title="T", x_range=(0, 6)),
            describe_curve(RADII, steps, x_title="r"),
            say("Terms needed at ‹γ=› = {gamma:γ}: they grow with r².", gamma=state.gamma),
            "needed",
            380,
            revision="needed",
        ),
        Table(
            rows,
            caption=say("At x = x′ = 3 with ‹γ=› = {one:γ}, twenty terms give 0.651 of 1 and thirty 0.994.", one=1.0),
        ),
    )


@shared(maxsize=64)
def _steps(gamma: float) -> dict[str, Array]:
    return {
        spoken(name): np.array([float(gaussian.terms_needed(r, gamma, tolerance)) for r in RADII])
        for name, tolerance in TOLERANCES.items()
    }
