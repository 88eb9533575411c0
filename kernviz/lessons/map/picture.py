"""Picture of the Map page: two costs of many features, with remedies."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kernviz.figures.bars.two_costs import Cost, cost_bars, describe_costs
from kernviz.lessons.lesson import Picture
from kernviz.lessons.map.state import State
from kernviz.wording import say


def picture(state: State, costs: Sequence[Cost]) -> Picture:
    """Draw the four costs as bars, with a caption."""
    dimension, margin, features, kernel = costs
    work = say(
        "They also take much work, {cost} multiplications for a pair of points. A kernel takes {kernel_cost}.",
        cost=features.text,
        kernel_cost=kernel.text,
    )
    words = f"{_examples(dimension, margin)} {work}"
    return Picture(cost_bars(costs), describe_costs(costs), words, "costs", 330, revision="costs")


def _examples(dimension: Cost, margin: Cost) -> str:
    many = say(
        "Many features need many examples: counting features, about {examples} are needed.", examples=dimension.text
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
