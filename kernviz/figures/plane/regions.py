"""Class regions of a machine with more than two classes.

The regions are pale, with the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import Grid
from kernviz.figures.plane.marks import NO_MARKS, PlaneMarks, hover_details, over_points, under_points
from kernviz.figures.plane.points import class_traces, groups, size_for
from kernviz.figures.plane.probe import probe_label, probe_trace
from kernviz.figures.theme import INK, Array, class_color, figure, plane_axes
from kernviz.wording import say, several

PALE = 0.3


def region_plane(
    view: DataView,
    winners: Grid | None = None,
    marks: PlaneMarks = NO_MARKS,
    *,
    under: Sequence[dict[str, Any]] = (),
) -> Figure:
    """Draw class regions in the colour of the winning class.

    Ink runs between the regions.

    ``winners.values`` (gy, gx): class indices; None: the points alone.

    ``under``: traces between the regions and the points, such as
    `kernviz.figures.hatch.hatching` or links.

    Points and marks are as in `kernviz.figures.plane.decision_plane`. A region's class is also
    said on hover.
    """
    X, axes = view.places, view.titles
    members, size = groups(view.labels, len(X), view.classes), size_for(len(X))
    traces: list[dict[str, Any]] = []
    if winners is not None:
        traces.append(_regions(winners, members.names))
        traces += _borders(winners)
    traces += [*under, *under_points(X, marks, size)]
    strong = marks.support(len(X)) if marks.has_support else None
    traces += class_traces(X, members, size=size, strong=strong, details=hover_details(marks, len(X)), axes=axes)
    traces += over_points(X, marks, size)
    annotations = []
    if marks.probe is not None:
        traces += probe_trace(marks.probe, view.x_range, view.y_range)
        annotations.append(probe_label(marks.probe, view.x_range, view.y_range, X=X))
    planes = plane_axes(view.x_range, view.y_range, *axes)
    if winners is not None:
        planes = {name: axis | {"showgrid": False} for name, axis in planes.items()}
    return figure(traces, annotations=annotations, **planes)


def describe_regions(X: Array, labels: ArrayLike | None, winners: Grid | None = None) -> str:
    """Describe the class regions in words."""
    members = groups(labels, len(X))
    present = say(
        "{points} in {classes}",
        points=several(len(X), "{n} point", "{n} points"),
        classes=several(len(np.unique(members.index)), "{n} class", "{n} classes"),
    )
    if winners is None:
        return say("Plane with {present}.", present=present)
    return say(
        "Plane with {present}, divided into the regions of {counted}.",
        present=present,
        counted=several(len(np.unique(winners.values)), "{n} class", "{n} classes"),
    )


def _regions(winners: Grid, names: Sequence[str]) -> dict[str, Any]:
    count = len(names)
    stops = [[(i + edge) / count, class_color(i, PALE)] for i in range(count) for edge in (0, 1)]
    place = np.asarray(winners.values).astype(np.int8) + np.int8(
        1
    )  # points are numbered from 1; a text for every cell would be too large
    return {
        "type": "heatmap",
        "x": winners.x,
        "y": winners.y,
        "z": place,
        "zmin": 0.5,
        "zmax": count + 0.5,
        "colorscale": stops,
        "showscale": False,
        "name": say("regions"),
        "text": None,
        "hovertemplate": say("x = (%{x:.4~g}, %{y:.4~g})<br>class %{z} of the legend<extra></extra>"),
    }


def _borders(winners: Grid) -> list[dict[str, Any]]:
    """Return the borders between class regions.

    The borders lie half-way between cells of different classes. There is one trace for every
    binary digit of the class: any two classes differ in one digit.
    """
    index = np.asarray(winners.values).astype(np.int8)
    digits = (index >> place & 1 for place in range(int(index.max()).bit_length()))
    return [
        {
            "type": "contour",
            "x": winners.x,
            "y": winners.y,
            "z": digit,
            "showscale": False,
            "showlegend": False,
            "hoverinfo": "skip",
            "autocontour": False,
            "name": say("border"),
            "contours": {"coloring": "none", "start": 0.5, "end": 0.5, "size": 1},
            "line": {"color": INK, "width": 1.5, "smoothing": 0.8},
        }
        for digit in digits
        if digit.any() and not digit.all()
    ]
