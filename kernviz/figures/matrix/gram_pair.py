"""Gram matrix linked with its points.

A cell (i, j) is marked. Points are coloured by row i, and a segment runs from i to j.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import BAR_MARGIN
from kernviz.figures.plane.points import Groups, class_key, coordinates, groups, numbered, size_for
from kernviz.figures.theme import (
    BAR_UNDER,
    DIVERGING,
    INK,
    LINE,
    MUTED,
    SEQUENTIAL,
    Range,
    axis,
    class_symbol,
    escaped,
    figure,
    plane_axes,
    token,
    zero_line,
)
from kernviz.figures.traces import marker_trace
from kernviz.ranges import peak
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, spoken

PAIR = token("class-3")  # differs from the two colours of the heat map


def mark_cell(heatmap: Figure, n: int, i: int, j: int) -> Figure:
    """Outline row i, column j and their cell in a heat map.

    ``heatmap`` is changed and returned. i and j count rows and columns of the picture, which may be
    ordered by class.
    """
    cell = {"type": "rect", "line": {"color": PAIR, "width": 3 if n <= 60 else 2}, "fillcolor": "rgba(0,0,0,0)"}
    faint = {"type": "rect", "line": {"color": token("class-3", 0.75), "width": 1.5}, "fillcolor": "rgba(0,0,0,0)"}
    # half the side of the frame; in a large matrix it is wider than a cell, so that it can be seen
    half = 0.5 if n <= 60 else n / 120
    shapes = [
        faint | {"x0": -0.5, "x1": n - 0.5, "y0": i - 0.5, "y1": i + 0.5},
        faint | {"x0": j - 0.5, "x1": j + 0.5, "y0": -0.5, "y1": n - 0.5},
        cell | {"x0": j - half, "x1": j + half, "y0": i - half, "y1": i + half},
    ]
    heatmap.layout.shapes = (*(heatmap.layout.shapes or ()), *shapes)
    return heatmap


def row_plane(view: DataView, K: Array, i: int, j: int) -> Figure:
    """Draw points coloured by row i of the Gram matrix.

    The points are (n, 1) or (n, 2), ``K`` is (n, n). A colour means the same number as in the heat
    map of the matrix. i and j are ringed.
    """
    X, flat = view.X, view.X.shape[1] == 1
    places = np.column_stack([X[:, 0], np.zeros(len(X))]) if flat else X
    members = groups(view.labels, len(X), view.classes)
    axes, diverging, limit = view.titles[: X.shape[1]], bool((K < 0).any()), peak(K)
    scale = {"cmin": -limit if diverging else 0.0, "cmax": limit, "colorscale": DIVERGING if diverging else SEQUENTIAL}
    traces = [_colored(places, axes, K[i], i, members, c, scale) for c in range(members.count)]
    if view.labels is not None:
        traces += [class_key(c, name) for c, name in enumerate(members.names)]
    sides = pair_axes(view.x_range, view.y_range, view.titles, flat)
    shapes = [zero_line(LINE, 1.2, layer="below")] if flat else []
    return with_pair(
        figure(traces, shapes=shapes, margin={"l": 48, "r": 12, "t": 12, "b": BAR_MARGIN}, **sides), places, i, j
    )


def with_pair(
    drawn: Figure, places: Array, i: int, j: int, *, name: str = phrase("the pair"), color: str = INK
) -> Figure:
    """Add two ringed points and their segment to a figure.

    The points i and j of ``places`` (n, 2) are ringed and named. The segment runs between them.
    """
    ends = places[[i, j]]
    drawn.add_traces(
        [
            {
                "type": "scatter",
                "x": ends[:, 0],
                "y": ends[:, 1],
                "mode": "lines+markers+text",
                "name": spoken(name),
                "showlegend": False,
                "hoverinfo": "skip",
                "line": {"color": color, "width": 1.6, "dash": "4px,3px"},
                "marker": {"symbol": "circle-open", "size": 17, "color": PAIR, "line": {"width": 3}},
                "text": ["<b>i</b>", "<b>j</b>"] if i != j else ["<b>i = j</b>", ""],
                "textposition": "top center",
                "textfont": {"size": 14, "color": INK},
                "cliponaxis": False,
            }
        ]
    )
    return drawn


def pair_axes(x_range: Range, y_range: Range, axes: Sequence[str], flat: bool) -> dict[str, Any]:
    """Return axes of the plane or of a line.

    The line is drawn as a strip.
    """
    if flat:
        hidden = axis("", (-1.0, 1.0), showticklabels=False, showgrid=False, ticks="")
        return {"xaxis": axis(axes[0], x_range), "yaxis": hidden}
    return plane_axes(x_range, y_range, axes[0], axes[1])


def describe_row(row: Array, i: int, j: int) -> str:
    """Describe the points coloured by a Gram matrix row in words."""
    return several(
        len(row),
        "{n} point coloured by ‹k›(x_i, ·) for point {i}: from {low} to {high}; point {j} has {value}.",
        "{n} points coloured by ‹k›(x_i, ·) for point {i}: from {low} to {high}; point {j} has {value}.",
        i=i + 1,
        low=row.min(),
        high=row.max(),
        j=j + 1,
        value=row[j],
    )


def _colored(
    places: Array, axes: Sequence[str], row: Array, i: int, members: Groups, c: int, scale: dict[str, Any]
) -> dict[str, Any]:
    """Return the trace of class c, coloured by row i."""
    rows = np.flatnonzero(members.index == c)
    where = ", ".join(f"{escaped(title)} = %{{{letter}:.4~g}}" for title, letter in zip(axes, "xy", strict=False))
    bar = {**BAR_UNDER, "ticks": "", "nticks": 5}
    return marker_trace(
        showlegend=False,
        name=symbols(f"‹k›(x_{i + 1}, ·)"),
        **numbered(rows),
        **coordinates(places, rows),
        text=row[rows],
        marker={
            "color": row[rows] if len(rows) else [0.0],
            "symbol": class_symbol(c),
            "size": size_for(len(places)) + 2,
            **scale,
            "line": {"width": 1, "color": MUTED},
            "showscale": c == 0,
            **({"colorbar": bar} if c == 0 else {}),
        },
        hovertemplate=say(
            "<b>point %{{hovertext}}</b><br>{where}<br>‹k›(‹xᵢ›, ·) = %{{text:.4~g}}<extra></extra>", where=where
        ),
    )
