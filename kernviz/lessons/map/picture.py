"""Pictures of the Map page.

They are one plane for each kernel, and the costs of many features.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from kernviz.figures.bars.two_costs import Cost, cost_bars, describe_costs
from kernviz.figures.panels import side_by_side
from kernviz.figures.plane.marks import NO_MARKS
from kernviz.lessons.lesson import Picture
from kernviz.lessons.map.machines import Compared
from kernviz.lessons.map.state import State
from kernviz.lessons.shared.small_plane import small_plane
from kernviz.lessons.shared.training import Training
from kernviz.wording import listed, say

HEIGHT = 620
COLUMNS = 2  # of panels, on a phone; a wide window has the number of columns that makes the panels largest
GAP = 0.03  # of the width, between two panels
SMALLER = 0.7  # diameter of a point in a panel, as a share of that in a large picture


def planes(state: State, machines: Sequence[Compared]) -> Picture:
    """Draw the decision functions of the compared kernels as panels.

    All have the same points.
    """
    results = [comparison.result if isinstance(comparison.result, Training) else None for comparison in machines]
    drawn = [small_plane(state.data, result, NO_MARKS) for result in results]
    words = [_title(comparison) for comparison in machines]
    figure = side_by_side([part for part, _ in drawn], words, columns=COLUMNS, gap=GAP, scale=SMALLER)
    alt = " ".join(f"{word}: {part}" for word, (_, part) in zip(words, drawn, strict=True))
    return Picture(
        figure, alt, _caption(machines, state.data.n), "kernels", HEIGHT, revision=f"{state.data.key}{len(machines)}"
    )


def _title(comparison: Compared) -> str:
    if not isinstance(comparison.result, Training):
        return say("{name}: no machine", name=comparison.name)
    return say("{name}: {support} SV", name=comparison.name, support=len(comparison.result.machine.support_))


def _caption(machines: Sequence[Compared], n: int) -> str:
    """Return the caption: the kernels with the fewest support vectors."""
    trained = [
        (len(comparison.result.machine.support_), comparison.name)
        for comparison in machines
        if isinstance(comparison.result, Training)
    ]
    if not trained:
        return say("No kernel of this page has a machine on these points.")
    fewest = min(count for count, _ in trained)
    return say(
        "The same points and the same C, another kernel in each plane. Fewest support vectors (SV): {fewest} of {n}, "
        "with {names}.",
        fewest=fewest,
        n=n,
        names=listed([name for count, name in trained if count == fewest]),
    )


def bars(costs: Sequence[Cost], height: int) -> Picture:
    """Draw the four costs as bars, with a caption."""
    dimension, margin, features, kernel = costs
    work = say(
        "Many features also take much work: {cost} multiplications for a pair of points. A kernel takes {kernel_cost}.",
        cost=features.text,
        kernel_cost=kernel.text,
    )
    words = f"{_examples(dimension, margin)} {work}"
    return Picture(cost_bars(costs), describe_costs(costs), words, "costs", height, revision="costs")


def _examples(dimension: Cost, margin: Cost) -> str:
    many = (
        say(
            "Many features need many examples: counting features, about {examples} are needed.", examples=dimension.text
        )
        if math.isfinite(dimension.value)
        else say("Infinitely many features need infinitely many examples, if features are counted.")
    )
    if not math.isfinite(margin.value):
        return many
    bound = (
        say("The margin bound asks for {examples}, up to a factor: here the large margin helps.", examples=margin.text)
        if margin.value < dimension.value
        else say(
            "The margin bound asks for {examples}, up to a factor: here the margin does not help.", examples=margin.text
        )
    )
    return f"{many} {bound}"
