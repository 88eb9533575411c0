"""Bar chart of two costs of working with many features.

The costs are that of the direct computation and that of the lecture's shortcut.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, axis, class_color, figure, number
from kernviz.wording import say, spoken

LEAST, MOST = 0.3, 1e13  # ends of the axis; a longer bar is open at its end
BESIDE = 76  # pixels at the right of the frame for the number of an open bar
OPEN = "\u2192 "
THICK, APART = 0.42, 0.5  # thickness of a bar, and further distance between two quantities; a row is 1 high
PALE = 0.45  # opacity of an open bar, whose end is not the number


@dataclass(frozen=True)
class Cost:
    """Cost of a computation, drawn as one bar.

    ``of`` is the counted quantity, ``by`` its formula, and ``value`` its number (nan: unknown).
    ``way_out`` is True for the shortcut.
    """

    of: str
    by: str
    value: float
    way_out: bool = False

    @property
    def text(self) -> str:
        """Return the value of the cost as text."""
        return say("not known here") if math.isnan(self.value) else number(self.value)


def cost_bars(costs: Sequence[Cost]) -> Figure:
    """Draw the costs as bars on a logarithmic axis.

    The bars are horizontal. The formula of a cost stands above its bar, so that the bars have the whole width, and the
    name of a quantity above its first bar. A cost beyond the axis, such as ∞, has a pale bar up to the end of the axis,
    and an arrow before its number.
    """
    heads = [not i or cost.of != costs[i - 1].of for i, cost in enumerate(costs)]
    rows = [i + APART * (sum(heads[: i + 1]) - 1) for i in range(len(costs))]
    lengths = [LEAST if math.isnan(cost.value) else min(max(cost.value, LEAST), MOST) for cost in costs]
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": rows,
        "x": lengths,
        "width": THICK,
        "text": [f"{OPEN if cost.value > MOST else ''}{cost.text}" for cost in costs],
        "textposition": "outside",
        "cliponaxis": False,
        "marker": {
            "color": [class_color(0 if cost.way_out else 1) for cost in costs],
            "opacity": [PALE if cost.value > MOST else 1.0 for cost in costs],
            "line": {"width": 0},
        },
        "customdata": [f"{spoken(cost.of)}, {cost.by}" for cost in costs],
        "hovertemplate": "%{customdata}: %{text}<extra></extra>",
    }
    scale = axis(say("number, in powers of ten"), (math.log10(LEAST), math.log10(MOST)), type="log", dtick=4)
    words = [
        f"<b>{spoken(cost.of)}</b><br>{cost.by}" if head else cost.by for cost, head in zip(costs, heads, strict=True)
    ]
    return figure(
        [bars],
        showlegend=False,
        annotations=[_above(row, text) for row, text in zip(rows, words, strict=True)],
        margin={"l": 8, "r": BESIDE, "t": 8, "b": 44},
        xaxis=scale | {"exponentformat": "power"},
        yaxis=axis("", (rows[-1] + THICK, -1.0 - APART), showgrid=False, showticklabels=False),
    )


def _above(row: float, text: str) -> dict[str, Any]:
    """Return the words above the bar of a row."""
    return {
        "xref": "x domain",
        "x": 0,
        "xanchor": "left",
        "y": row - THICK / 2,
        "yanchor": "bottom",
        "text": text,
        "align": "left",
        "showarrow": False,
        "borderpad": 0,
        "font": {"size": 12, "color": INK},
    }


def describe_costs(costs: Sequence[Cost]) -> str:
    """Describe the bars of the costs in words."""
    return say("Bars: {listed}.", listed="; ".join(f"{cost.of}, {cost.by}: {cost.text}" for cost in costs))
