"""Sphere of feature space over a line.

The distance from the centre is a curve, and the radius is a horizontal line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.line.line import Values
from kernviz.figures.plane.ball import INSIDE, YOURS, BallMarks, point_marks
from kernviz.figures.plane.marks import rows
from kernviz.figures.plane.points import class_traces, groups, size_for
from kernviz.figures.plane.probe import Probe, with_probe
from kernviz.figures.theme import INK, PAPER, axis, figure, line_key, number, token
from kernviz.figures.traces import horizontal_trace, line_trace, marker_trace
from kernviz.ranges import peak
from kernviz.wording import say


def ball_line(view: DataView, distance: Values, r: float, heights: Array, marks: BallMarks) -> Figure:
    """Draw the distance from the sphere's centre over a line.

    ``distance`` (g,) runs over the line, with a horizontal line at ``r``. Points are at their
    ``heights`` (n,). A band on the axis shows where the image is inside the sphere.
    """
    dots = np.column_stack([view.line, heights])
    size, x_range, x_title = size_for(len(dots)) + 2, view.x_range, view.x_title
    values = np.asarray(distance.values)
    top = 1.12 * peak(values.max(), r, heights.max(), [s.level for s in marks.seconds])
    lowest = min(float(values.min()), float(heights.min()), r)
    base = (
        0.0 if lowest < 0.5 * top else lowest - 0.35 * (top / 1.12 - lowest)
    )  # the axis starts near the smallest distance if all distances are similar
    top = top if base == 0 else top / 1.12 + 0.12 * (top / 1.12 - base)
    y_range = (base - 0.06 * (top - base), top)
    traces: list[dict[str, Any]] = [_inside(distance, r, base)]
    for second in marks.seconds:
        traces.append(_curve(distance.x, np.asarray(second.grid.values), YOURS, 2, second.dash, second.name))
        traces.append(horizontal_trace(x_range, second.level, YOURS, 1.5, second.dash, name=say("radius")))
        traces.append(line_key(second.name, YOURS, 2, second.dash, rank=22))
    traces += [
        horizontal_trace(x_range, r, INK, 2.5, "solid", name=say("radius")),
        line_key(say("r, the radius"), INK, 2.5, rank=20),
    ]
    traces.append(_curve(distance.x, values, token("class-0"), 3, "solid", say("distance to c")))
    traces.append(line_key(say("distance to c"), token("class-0"), 3, rank=19))
    strong = np.ones(len(dots), dtype=bool)
    strong[rows(marks.bystanders)] = False
    details = list(marks.details) or None
    members = groups(view.labels, len(dots), view.classes)
    traces += class_traces(dots, members, size=size, strong=strong, details=details, axes=(x_title,))
    traces += point_marks(dots, marks, size)
    for spot in marks.spots:
        traces.append(
            marker_trace(
                [spot.at[0]],
                [base],
                {"symbol": "star", "size": 14, "color": PAPER, "line": {"width": 2.2, "color": spot.color}},
                name=spot.name,
                legendrank=25,
                hovertemplate=f"{spot.name}: %{{x:.4~g}}<extra></extra>",
            )
        )
    annotations = [
        {
            "x": x_range[1],
            "y": r,
            "xanchor": "right",
            "yanchor": "top",
            "showarrow": False,
            "text": f"r = {number(r)}",
            "font": {"size": 13, "color": INK},
            "bgcolor": token("paper", 0.7),
            "yshift": -2,  # below the line, since the curve is above it outside the ball
        }
    ]
    drawn = figure(
        traces,
        annotations=annotations,
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
        xaxis=axis(x_title, x_range, showgrid=False),
        yaxis=axis(say("distance to c"), y_range),
    )
    probe = marks.probe and Probe(marks.probe.x, float(np.clip(marks.probe.y, base, top)))
    return with_probe(drawn, probe, x_range, y_range, names=(x_title,), text=marks.probe_words)


def _inside(distance: Values, r: float, base: float) -> dict[str, Any]:
    """Return the band that shows the preimage of the ball.

    The band is on the x axis, at the places with a distance of at most ``r``.
    """
    inside = np.asarray(distance.values) <= r
    y = [base if flag else None for flag in inside.tolist()]
    return line_trace(
        distance.x,
        y,
        token(INSIDE, 0.7),
        12,
        name=say("inside"),
        hoverinfo="skip",
        connectgaps=False,
        showlegend=True,
        legendrank=21,
    )


def _curve(x: Array, y: Array, color: str, width: float, dash: str, name: str) -> dict[str, Any]:
    return line_trace(
        x,
        y,
        color,
        width,
        dash,
        name=name,
        showlegend=False,
        hovertemplate=f"{name}<br>x = %{{x:.4~g}}: %{{y:.4~g}}<extra></extra>",
    )
