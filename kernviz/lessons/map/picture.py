"""The picture of the map: two costs, each with its way out."""

from __future__ import annotations

from collections.abc import Sequence

from kernviz.figures.bars.two_costs import Cost, cost_bars, describe_costs
from kernviz.lessons.lesson import Picture
from kernviz.lessons.map.state import State


def picture(state: State, costs: Sequence[Cost]) -> Picture:
    """Four bars, and what to notice."""
    dimension, margin, features, kernel = costs
    work = f"And they cost much work, {features.said} multiplications a pair, unless a kernel does it in {kernel.said}."
    words = f"{_examples(dimension, margin)} {work}"
    return Picture(cost_bars(costs), describe_costs(costs), words, "costs", 330, revision="costs")


def _examples(dimension: Cost, margin: Cost) -> str:
    many = f"Many features need many examples, {dimension.said} by their number"
    if margin.value < dimension.value:
        return f"{many}, unless the margin is large: then {margin.said} will do, up to a factor."
    if margin.value >= dimension.value:
        return f"{many}. Here the margin is too small to do better: {margin.said} by it."
    return f"{many}."
