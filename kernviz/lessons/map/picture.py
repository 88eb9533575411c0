"""The picture of the map: two costs, each with its way out."""

from __future__ import annotations

from collections.abc import Sequence

from kernviz.figures.bars.two_costs import Cost, cost_bars, describe_costs
from kernviz.lessons.lesson import Picture
from kernviz.lessons.map.state import State
from kernviz.wording import say


def picture(state: State, costs: Sequence[Cost]) -> Picture:
    """Four bars, and what to notice."""
    dimension, margin, features, kernel = costs
    work = say(
        "And they cost much work, {said} multiplications a pair, unless a kernel does it in {said_2}.",
        said=features.said,
        said_2=kernel.said,
    )
    words = f"{_examples(dimension, margin)} {work}"
    return Picture(cost_bars(costs), describe_costs(costs), words, "costs", 330, revision="costs")


def _examples(dimension: Cost, margin: Cost) -> str:
    many = say("Many features need many examples, {said} by their number", said=dimension.said)
    if margin.value < dimension.value:
        return say(
            "{many}, unless the margin is large: then {said} will do, up to a factor.", many=many, said=margin.said
        )
    if margin.value >= dimension.value:
        return say("{many}. Here the margin is too small to do better: {said} by it.", many=many, said=margin.said)
    return f"{many}."
