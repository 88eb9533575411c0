"""Scatter plots of two components for each of two kernels.

The plots are side by side and show the same points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.panels import ids
from kernviz.figures.plane.points import class_traces, groups, size_for
from kernviz.figures.theme import axis, figure
from kernviz.ranges import square
from kernviz.wording import say

ROOM = 0.06  # margin around the points, as a share of the longer side


def scatter_pair(
    left: Array,
    right: Array,
    titles: tuple[str, str],
    labels: ArrayLike | None,
    *,
    numbers: tuple[tuple[int, int], tuple[int, int]],
    classes: Sequence[str] | None,
) -> Figure:
    """Draw the same points in two scatter plots side by side.

    The columns of ``left`` and ``right`` (n, 2) are the components across and up. ``numbers``: the
    numbers of the components, for the left plot and for the right plot.
    """
    members, size = groups(labels, len(left), classes), size_for(len(left))
    traces: list[dict[str, Any]] = []
    layout: dict[str, Any] = {}
    for i, Z in enumerate((left, right)):
        axes = (say("component {n}", n=numbers[i][0]), say("component {n}", n=numbers[i][1]))
        drawn = class_traces(Z, members, size=size, axes=axes)
        traces += [t | ids(i) for t in drawn[: members.count]] + (drawn[members.count :] if i == 0 else [])
        name = "" if i == 0 else "2"
        span = [0.0, 0.45] if i == 0 else [0.55, 1.0]
        x_range, y_range = square(Z, ROOM)  # equal units on both axes: the lengths show the components' variances
        layout[f"xaxis{name}"] = axis(axes[0], x_range, domain=span, anchor=f"y{name}", nticks=5, constrain="domain")
        layout[f"yaxis{name}"] = axis(
            axes[1] if i == 0 else "",
            y_range,
            domain=[0, 0.93],
            anchor=f"x{name}",
            nticks=6,
            constrain="domain",
            constraintoward="top",
            scaleanchor=f"x{name}",
        )
    notes = [
        {
            "text": f"<b>{title}</b>",
            "xref": "paper",
            "yref": "paper",
            "x": x,
            "y": 0.95,
            "xanchor": "center",
            "yanchor": "bottom",
            "showarrow": False,
            "font": {"size": 13},
        }
        for title, x in zip(titles, (0.225, 0.775), strict=True)
    ]
    return figure(traces, annotations=notes, showlegend=members.count > 1, **layout)
