"""Class regions of a machine with more than two classes.

The regions are pale, with the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import Grid, level_trace
from kernviz.figures.plane.marks import NO_MARKS, PlaneMarks, marked_points
from kernviz.figures.plane.points import groups, size_for
from kernviz.figures.plane.probe import with_probe
from kernviz.figures.theme import INK, class_color, figure, plane_axes
from kernviz.regions import Regions
from kernviz.wording import say, several

PALE = 0.3


def region_plane(
    view: DataView,
    regions: Regions | None = None,
    marks: PlaneMarks = NO_MARKS,
    *,
    under: Sequence[dict[str, Any]] = (),
) -> Figure:
    """Draw the points, and each class region in its colour.

    Dark lines are the borders of the regions.

    ``regions``: the classes on a grid with their borders; None: the points alone.

    ``under``: traces between the regions and the points, such as
    `kernviz.figures.plane.hatch.hatching` or links.

    Points and marks are as in `kernviz.figures.plane.plane.decision_plane`. A hover text says the
    number of a region's class in the legend.
    """
    X, axes = view.places, view.titles
    members, size = groups(view.labels, len(X), view.classes), size_for(len(X))
    traces: list[dict[str, Any]] = []
    if regions is not None:
        traces.append(_colours(regions.codes, members.names))
        traces += [_border(border) for border in regions.borders]
    traces += [*under, *marked_points(X, members, marks, size, axes)]
    planes = plane_axes(view.x_range, view.y_range, *axes)
    if regions is not None:
        planes = {name: axis | {"showgrid": False} for name, axis in planes.items()}
    return with_probe(figure(traces, **planes), marks.probe, view.x_range, view.y_range, X=X)


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


def _colours(winners: Grid, names: Sequence[str]) -> dict[str, Any]:
    count = len(names)
    stops = [[(i + edge) / count, class_color(i, PALE)] for i in range(count) for edge in (0, 1)]
    place = np.asarray(winners.values).astype(np.int8) + np.int8(
        1
    )  # the hover text shows z: classes are numbered from 1 there; a text per cell would be too large
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


def _border(distances: Grid) -> dict[str, Any]:
    """Return the borders between classes that differ in one binary digit.

    ``distances`` (gy, gx) are signed distances from these lines, see `kernviz.regions.Regions`.
    """
    line = level_trace(distances, (0,), say("border"), color=INK, width=1.5)
    return line | {"z": distances.values}  # whole numbers, which are small on the wire
