"""Distances in feature space over the plane or line.

A ruler joins two images.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.line.line import Values
from kernviz.figures.plane.field import BAR_MARGIN, Grid, heat_trace, level_trace, round_levels
from kernviz.figures.plane.points import class_traces, groups, size_for
from kernviz.figures.round_numbers import outward, round_step
from kernviz.figures.theme import BAR_UNDER, DIVERGING, INK, PAPER, Range, axis, figure, line_key, plane_axes, token
from kernviz.figures.traces import QUIET, horizontal_trace, line_trace, marker_trace
from kernviz.ranges import around, is_range, peak
from kernviz.wording import english, phrase, say, several, spoken

END = token("class-3")  # differs from the two colours of the field
LINES = 9  # approximate number of level lines
SHADES = [[0, token("ink", 0)], [1, token("ink", 0.42)]]  # shades of grey, on which every class colour is visible
SOFT = 0.8  # opacity of the two-coloured field
CORNER = 0.3  # share of the sides of the plane in which points are counted around a corner
TAG = {"showarrow": False, "font": {"size": 13}, "bgcolor": token("panel", 0.92), "bordercolor": token("line")}


@dataclass(frozen=True)
class Ruler:
    """Ruler from point i to point j, with its length in words."""

    i: int
    j: int
    label: str


@dataclass(frozen=True)
class RulerPlace:
    """Further place to mark, with coordinates (d,) and a name.

    An example is the point whose image is nearest to the mean.
    """

    at: Sequence[float]
    name: str


def ruler_plane(
    view: DataView,
    values: Grid | None,
    ruler: Ruler,
    *,
    name: str = "value",
    place: RulerPlace | None = None,
    details: Sequence[str] | None = None,
    limit: float | None = None,
) -> Figure:
    """Draw distances over the plane with a ruler.

    ``values`` are a pale field with level lines, with the points and the ruler. A field
    with negative values has a diverging colour scale. The ruler's length stands in the corner with the fewest points.

    ``limit``: the size beyond which a field of both signs is saturated, so that small negative
    values are still visible.

    ``name`` says the kind of value, for hover and colour bar. ``details`` are a further hover
    text for each point.
    """
    X, axes = view.X, view.titles
    members = groups(view.labels, len(X), view.classes)
    traces: list[dict[str, Any]] = [] if values is None else [_field(values, name, axes, limit), *_levels(values)]
    traces += class_traces(X, members, size=size_for(len(X)), details=details, axes=axes)
    traces += [*_ruler(X, ruler), *_marked(place)]
    sides = plane_axes(view.x_range, view.y_range, *axes)
    if values is not None:
        sides = {key: side | {"showgrid": False} for key, side in sides.items()}
    margin = {"l": 48, "r": 12, "t": 12, "b": 44 if values is None else BAR_MARGIN}
    return figure(
        traces, annotations=[*_ends(X, ruler), _length(ruler, X, view.x_range, view.y_range)], margin=margin, **sides
    )


def ruler_line(
    view: DataView,
    values: Values | None,
    ruler: Ruler,
    *,
    name: str = "value",
    place: RulerPlace | None = None,
    details: Sequence[str] | None = None,
) -> Figure:
    """Draw distances over the line with a ruler.

    ``values`` are a curve over the line, the same quantity as in
    `ruler_plane`. The points and the ruler are on the line itself.
    """
    places = np.column_stack([view.line, np.zeros(len(view.X))])
    members = groups(view.labels, len(places), view.classes)
    low, high = outward(*around([] if values is None else values.values, zero=True))
    span = high - low
    traces: list[dict[str, Any]] = [horizontal_trace(view.x_range, 0.0, token("line"), 1.5)]
    if values is not None:
        traces.append(
            line_trace(
                values.x,
                values.values,
                token("class-0"),
                3,
                name=name,
                showlegend=False,
                hovertemplate=f"{view.x_title} = %{{x:.4~g}}<br>{name} = %{{y:.4~g}}<extra></extra>",
            )
        )
        traces.append(line_key(name, token("class-0"), 3, rank=20))
    traces += class_traces(places, members, size=size_for(len(places)) + 2, details=details, axes=(view.x_title,))
    traces += [*_ruler(places, ruler), *_marked(place)]
    return figure(
        traces,
        annotations=[*_ends(places, ruler), _at_middle(places, ruler)],
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
        xaxis=axis(view.x_title, view.x_range, showgrid=False),
        yaxis=axis(name, (low - 0.12 * span, high + 0.12 * span)),
    )


def describe_ruler(n: int, ruler: Ruler, name: str, field: Array | None) -> str:
    """Describe the ruler and the distances ``field`` in words."""
    if field is None:
        return several(
            n,
            "{n} point; a ruler from point {i} to point {j}: {label}.",
            "{n} points; a ruler from point {i} to point {j}: {label}.",
            i=ruler.i + 1,
            j=ruler.j + 1,
            label=ruler.label,
        )
    return several(
        n,
        "{n} point with the {name} of every place, from {low} to {high}; a ruler from point {i} to point {j}: {label}.",
        "{n} points with the {name} of every place, from {low} to {high}; a ruler from point {i} "
        "to point {j}: {label}.",
        name=name,
        low=field.min(),
        high=field.max(),
        i=ruler.i + 1,
        j=ruler.j + 1,
        label=ruler.label,
    )


def _field(values: Grid, name: str, axes: tuple[str, str], limit: float | None) -> dict[str, Any]:
    grid = np.asarray(values.values)
    both = float(grid.min()) < 0
    low, high = outward(*around(grid))
    bar = {
        **BAR_UNDER,
        "ticks": "",
        "nticks": 4,  # the first one has the name before it, also on a phone
        "tickprefix": _short(name) + " ",
        "showtickprefix": "first",
        "tickangle": 0,
    }
    if both:
        strongest = limit or peak([low, high])
        return heat_trace(values, (-strongest, strongest), DIVERGING, name, axes, opacity=SOFT, colorbar=bar)
    return heat_trace(values, (low, high), SHADES, name, axes, opacity=1, colorbar=bar)


def _short(name: str) -> str:
    """Return the name of a field at its colour bar.

    A long name would reach the next number and is shortened.
    """
    short = {"distance to the mean": phrase("distance"), "squared distance to the mean": phrase("distance²")}
    return spoken(short.get(english(name), name))


def _levels(values: Grid) -> list[dict[str, Any]]:
    """Return lines of equal value, at round numbers."""
    low, high = float(np.min(values.values)), float(np.max(values.values))
    step = round_step((high - low) / LINES)
    if not step or not is_range(low, high):  # a constant: its lines would be roundoff
        return []
    zero = [level_trace(values, (0,), say("zero"), width=2.5)] if low < 0 < high else []
    return [*zero, round_levels(values, low, high, step, 0.45)]


def _ruler(places: Array, ruler: Ruler) -> list[dict[str, Any]]:
    ends = places[[ruler.i, ruler.j]]
    x, y = ends.T
    quiet = {**QUIET, "name": say("ruler")}
    ring = {"symbol": "circle-open", "size": 19, "color": END, "line": {"width": 3.5}}
    return [
        line_trace(x, y, PAPER, 6, **quiet),
        line_trace(x, y, INK, 2.5, **quiet),
        marker_trace(x, y, ring, customdata=[ruler.i, ruler.j], **quiet),
    ]


def _marked(place: RulerPlace | None) -> list[dict[str, Any]]:
    if place is None:
        return []
    x, y = (*place.at, 0.0)[:2]
    return [
        marker_trace(
            [x],
            [y],
            {"symbol": "star", "size": 13, "color": PAPER, "line": {"width": 2, "color": INK}},
            name=place.name,
            legendrank=60,
            hovertemplate=f"{place.name}<br>(%{{x:.4~g}}, %{{y:.4~g}})<extra></extra>",
        )
    ]


def _ends(places: Array, ruler: Ruler) -> list[dict[str, Any]]:
    """Return the numbers of the points at the ruler's ends."""
    a, b = places[[ruler.i, ruler.j]]
    ends = [(a, f"<b>{ruler.i + 1}</b>")] + ([(b, f"<b>{ruler.j + 1}</b>")] if ruler.i != ruler.j else [])
    away = [-1 if a[0] <= b[0] else 1, 1 if a[0] <= b[0] else -1]
    return [
        TAG | {"x": float(p[0]), "y": float(p[1]), "text": text, "xshift": 24 * side, "borderpad": 1}
        for (p, text), side in zip(ends, away, strict=False)
    ]


def _at_middle(places: Array, ruler: Ruler) -> dict[str, Any]:
    """Return the ruler's length above its middle."""
    x, y = (float(v) for v in places[[ruler.i, ruler.j]].mean(axis=0))
    return TAG | {"x": x, "y": y, "text": ruler.label, "yshift": 24, "borderwidth": 1, "borderpad": 4}


def _length(ruler: Ruler, X: Array, x_range: Range, y_range: Range) -> dict[str, Any]:
    """Return the ruler's length, in the corner with the fewest points."""
    shares = (X - [x_range[0], y_range[0]]) / [x_range[1] - x_range[0], y_range[1] - y_range[0]]
    corners = [(1, 1), (0, 1), (1, 0), (0, 0)]
    near = [int((np.abs(shares - corner) <= CORNER).all(axis=1).sum()) for corner in corners]
    right, top = corners[near.index(min(near))]
    return TAG | {
        "x": float(x_range[right]),
        "y": float(y_range[top]),
        "xanchor": ("left", "right")[right],
        "yanchor": ("bottom", "top")[top],
        "xshift": (4, -4)[right],
        "yshift": (4, -4)[top],
        "text": ruler.label,
        "borderwidth": 1,
        "borderpad": 4,
    }
