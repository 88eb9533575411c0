"""Plot of the sorted distances of all points from a centre.

The radius is a horizontal line. The plot shows a sphere in a feature space of any dimension.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.plane.ball import YOURS, BallMarks, point_marks
from kernviz.figures.plane.points import Groups, class_traces, size_for
from kernviz.figures.theme import ACCENT, INK, PAPER, axis, figure, number, token
from kernviz.figures.traces import horizontal_trace, marker_trace
from kernviz.ranges import spread
from kernviz.wording import say, several


def distance_dots(
    distances: Array,
    r: float,
    members: Groups,
    marks: BallMarks,
    *,
    second: tuple[Array, float, str] | None = None,
    probe: float | None = None,
    details: Sequence[str] | None = None,
) -> Figure:
    """Draw sorted distances from the centre as dots.

    Dots are at (place in order, distance) for ``distances`` (n,). The picture also has the line
    ``r`` and rings for the support vectors.

    ``second``: distances (n,) from another centre, the largest of them, and the name of that radius.
    Distances of points that are not enclosed are nan. ``probe``: distance of the probe.
    """
    n = len(distances)
    # distances on the sphere are equal up to roundoff; a stable sort keeps the points' order
    order = np.argsort((distances / (r or 1.0)).round(10), kind="stable")
    place = np.empty(n)
    place[order] = np.arange(1, n + 1)
    dots = np.column_stack([place, distances])
    size = 0.8 * size_for(n) if n <= 60 else 5.0
    rings = (size, 2.0) if n <= 60 else (-0.5, 1.2)  # rings of many points side by side would merge
    x_range = (0.2 - 0.02 * n, n + 0.8 + 0.05 * n)
    values = [float(distances.min()), float(distances.max()), r]
    traces: list[dict[str, Any]] = [horizontal_trace(x_range, r, INK, 2, "solid", name=say("radius"))]
    # The radius around another centre is never smaller than r. Its label stands above its line; so the label of r
    # stands below.
    annotations = [_label(r, f"r = {number(r)}", INK, above=second is None)]
    if second is not None:
        other, largest, name = second
        known = np.isfinite(other)  # points that are not enclosed do not count for r(c)
        values += [float(other[known].min()), largest]
        traces.append(horizontal_trace(x_range, largest, YOURS, 2, "9px,5px", name=say("radius")))
        traces.append(
            marker_trace(
                place[known],
                other[known],
                {"symbol": "circle-open", "size": 0.9 * size, "color": YOURS, "line": {"width": 1.4}},
                name=say("from your c"),
                showlegend=False,
                hovertemplate=say("%{y:.4~g} from your c<extra></extra>"),
            )
        )
        annotations.append(_label(largest, f"{name} = {number(largest)}", YOURS))
    strong = np.ones(n, dtype=bool)
    for trace in class_traces(
        dots, members, size=size, strong=strong, details=details, axes=(say("place"), say("distance"))
    ):
        traces.append(trace | {"showlegend": False})
    traces += [trace | {"showlegend": False} for trace in point_marks(dots, marks, *rings)]
    if probe is not None and np.isfinite(probe):
        values.append(probe)
        traces.append(
            marker_trace(
                [n + 0.8],
                [probe],
                {"symbol": "diamond", "size": 12, "color": PAPER, "line": {"width": 2.2, "color": ACCENT}},
                name=say("probe"),
                showlegend=False,
                hovertemplate=say("probe: %{y:.4~g}<extra></extra>"),
            )
        )
    low, high = min(values), max(values)
    span = spread(low, high, max(high, 1.0))
    return figure(
        traces,
        showlegend=False,
        annotations=annotations,
        margin={"l": 52, "r": 10, "t": 8, "b": 38},
        xaxis=axis(
            say("points, nearest first; ◇ the probe")
            if probe is not None and np.isfinite(probe)
            else say("points, nearest first"),
            x_range,
            showgrid=False,
            **({"tickvals": list(range(1, n + 1))} if n <= 12 else {"nticks": 6}),
        ),
        yaxis=axis(say("distance to c"), (max(low - 0.12 * span, -0.06 * span), high + 0.2 * span), nticks=6),
    )


def describe_distances(distances: Array, r: float) -> str:
    """Describe the plot of sorted distances in words."""
    return several(
        len(distances),
        "Distance of {n} point to the centre, from {nearest} to {farthest}; the radius is {radius}.",
        "Distances of {n} points to the centre in order, from {nearest} to {farthest}; the radius is {radius}.",
        nearest=distances.min(),
        farthest=distances.max(),
        radius=r,
    )


def _label(y: float, text: str, color: str, *, above: bool = True) -> dict[str, Any]:
    return {
        "xref": "paper",
        "x": 0.01,
        "y": y,
        "text": text,
        "showarrow": False,
        "xanchor": "left",
        "yanchor": "bottom" if above else "top",
        "font": {"size": 12, "color": color},
        "bgcolor": token("paper", 0.7),
        "yshift": 1 if above else -1,
    }
