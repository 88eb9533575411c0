"""Arguments x and z of a kernel as arrows.

Both arrows start at the origin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, PAPER, axis, class_color, figure, plane_axes, point, token
from kernviz.symbols import symbols
from kernviz.wording import say

SHEETS = (3.0, 6.0, 12.0)  # possible ends of the axes, then ten times these, and so on


def reach(x: Array, z: Array) -> float:
    """Return the end of the axes, which run from −end to end.

    The end is one of few round numbers (`SHEETS`), so that it stays while a point is dragged.
    """
    far = float(max(np.abs(x).max(), np.abs(z).max()))
    power = 1.0
    while True:
        for sheet in SHEETS:
            if far <= sheet * power * 0.95:
                return sheet * power
        power *= 10.0


def two_points(x: Array, z: Array) -> Figure:
    """Draw the points x and z as arrows.

    Each is (1,) or (2,): on the line, or in the plane. In the plane one unit is equally long on
    both axes.
    """
    end = reach(x, z)
    traces: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    for i, (name, place) in enumerate((("x", x), (symbols("‹z›"), z))):
        across, up = float(place[0]), float(place[1]) if len(place) > 1 else 0.0
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "x": [0.0, across],
                "y": [0.0, up],
                "name": name,
                "line": {"width": 2.5, "color": class_color(i)},
                "marker": {
                    "symbol": "diamond",
                    "size": [0, 13],
                    "color": class_color(i),
                    "line": {"width": 2, "color": PAPER},
                },
                "hovertemplate": f"{name} = {point(place)}<extra></extra>",
                "showlegend": False,
            }
        )
        labels.append(
            {
                "x": across,
                "y": up,
                "text": f"<b>{name}</b>",
                "showarrow": False,
                "yshift": 18,
                "xshift": 12,
                "borderpad": 1,
                "font": {"size": 14, "color": INK},
                "bgcolor": token("paper", 0.85),
            }
        )
    if len(x) == 1:
        axes = {
            "xaxis": axis("", (-end, end)),
            "yaxis": axis("", (-1.0, 1.0), showticklabels=False, showgrid=False) | {"zeroline": True},
        }
    else:
        axes = plane_axes((-end, end), (-end, end), say("first coordinate"), say("second coordinate"))
    margin = {"l": 46, "r": 8, "t": 6, "b": 40}
    return figure(traces, annotations=labels, margin=margin, showlegend=False, **axes)
