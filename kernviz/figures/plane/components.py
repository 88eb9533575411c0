"""Principal components as functions, in one panel each or one picture.

Each component over the plane has level lines and the points, as in S4's kernel PCA figure. Over
a line it is a curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.line.line import Values
from kernviz.figures.panels import domains, ids, small_axes, titles
from kernviz.figures.plane.field import Grid, heat_trace, level_trace
from kernviz.figures.plane.points import Groups, class_key, class_traces, groups
from kernviz.figures.theme import DIVERGING, INK, PAPER, figure, number, plane_axes, token
from kernviz.figures.traces import horizontal_trace, line_trace
from kernviz.ranges import peak
from kernviz.wording import listed, say, several

LEVELS = 9  # lines of equal value on either side of 0
GAP = 0.03  # of the width, between two panels
COLUMNS = 3
THIN = {"width": 0.5, "color": PAPER}  # outline of a point


def component_panels(view: DataView, grids: Sequence[Grid], words: Sequence[str]) -> Figure:
    """Draw every principal component over the same plane.

    ``words`` are the titles of the panels. Each panel has a colour field, lines of equal value, and
    the points (n, 2) by class.
    """
    members = groups(view.labels, len(view.X), view.classes)
    places = domains(len(grids), COLUMNS, GAP, 0.11)
    traces: list[dict[str, Any]] = []
    layout: dict[str, Any] = {}
    known = class_traces(view.X, members, size=4.5, outline=THIN)[: members.count]
    for i, (grid, place) in enumerate(zip(grids, places, strict=True)):
        traces += [t | ids(i) for t in _over_plane(grid, words[i], 1.0)]
        traces += [t | ids(i) for t in known]
        layout |= small_axes(i, place, view.x_range, view.y_range)
    return _panels(traces, layout, members, titles(words, places))


def one_component(view: DataView, grid: Grid, word: str) -> Figure:
    """Draw one principal component, large, with axes."""
    members = groups(view.labels, len(view.X), view.classes)
    traces = [*_over_plane(grid, word, 1.4), *class_traces(view.X, members, size=8.0, axes=view.titles)]
    return figure(traces, **plane_axes(view.x_range, view.y_range, *view.titles))


def component_lines(view: DataView, curves: Sequence[Values], words: Sequence[str], projections: Array) -> Figure:
    """Draw principal components of points on a line as curves.

    Point i is on curve j at the height ``projections[i, j]``; ``projections`` are (n, M).
    """
    X, x_range = view.line, view.x_range
    members = groups(view.labels, len(X), view.classes)
    places = domains(len(curves), COLUMNS, GAP, 0.11)
    traces: list[dict[str, Any]] = []
    layout: dict[str, Any] = {}
    for i, (curve, place) in enumerate(zip(curves, places, strict=True)):
        reach = 1.15 * peak(curve.values, projections[:, i])
        traces.append(horizontal_trace(x_range, 0, token("line"), 1, **ids(i)))
        traces.append(
            line_trace(
                curve.x,
                curve.values,
                INK,
                2,
                showlegend=False,
                name=words[i],
                hovertemplate="%{x:.4~g}: %{y:.4~g}<extra></extra>",
                **ids(i),
            )
        )
        on_curve = np.stack([X, projections[:, i]], axis=1)
        marks = class_traces(on_curve, members, size=5.0, outline=THIN)[: members.count]
        traces += [t | ids(i) for t in marks]
        layout |= small_axes(i, place, x_range, (-reach, reach), equal=False)
    return _panels(traces, layout, members, titles(words, places))


def _panels(
    traces: list[dict[str, Any]], layout: dict[str, Any], members: Groups, annotations: list[dict[str, Any]]
) -> Figure:
    """Return the figure of the panels, with one legend of the classes."""
    return figure(
        [*traces, *(class_key(i, name) for i, name in enumerate(members.names))],
        annotations=annotations,
        margin={"l": 6, "r": 6, "t": 34, "b": 6},
        meta={"panels": {"gap": GAP}},
        showlegend=members.count > 1,
        **layout,
    )


def describe_components(values: Sequence[float], n: int) -> str:
    """Describe the panels of the principal components in words."""
    return say(
        "{components} of {points} as functions, N·λ = {listed}.",
        components=several(len(values), "{n} component", "{n} components"),
        points=several(n, "{n} point", "{n} points"),
        listed=listed([number(v) for v in values]),
    )


def _over_plane(grid: Grid, name: str, width: float) -> list[dict[str, Any]]:
    # A component that is 0 everywhere stays uncoloured: any limit above 0 keeps roundoff from being coloured.
    limit, hover = peak(grid.values), "%{z:.4~g}<extra>" + name + "</extra>"
    return [
        heat_trace(grid, (-limit, limit), DIVERGING, name, showscale=False, hovertemplate=hover),
        level_trace(
            grid, (-limit, limit), say("equal value"), size=limit / LEVELS, color=token("ink", 0.55), width=0.8 * width
        ),
        level_trace(grid, (0,), "0", width=1.6 * width),
    ]
