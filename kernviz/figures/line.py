"""The plane's picture for data with one column: f over the number line, its thresholds, the points on the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from kernviz.figures.field import BAR_MARGIN, color_bar
from kernviz.figures.marks import (
    NO_MARKS,
    PlaneMarks,
    hover_details,
    over_points,
    probe_label,
    probe_trace,
    under_points,
)
from kernviz.figures.points import class_traces, groups, size_for
from kernviz.figures.theme import (
    DIVERGING,
    INK,
    LINE,
    MUTED,
    Array,
    Range,
    axis,
    counted,
    figure,
    number,
    token,
)

LIMIT = 2.0


class Values(Protocol):
    """Values on a line: x (g,), values (g,). `kernviz.surfaces.Curve` is one."""

    @property
    def x(self) -> Array: ...
    @property
    def values(self) -> Array: ...


@dataclass(frozen=True)
class LineFunction:
    """A function to draw: its values, its name, where it is 0 and where it is ±1 (both found by whoever computed it)."""

    curve: Values
    name: str = "f(x)"
    thresholds: Sequence[float] = ()
    margin_points: Sequence[float] = ()
    color: str = token("class-3")


def decision_line(
    f: LineFunction | None,
    X: Array,
    labels: ArrayLike | None = None,
    marks: PlaneMarks = NO_MARKS,
    *,
    x_range: Range,
    f_range: Range,
    other: LineFunction | None = None,
    x_title: str = "x",
    f_title: str = "f(x)",
    classes: Sequence[str] | None = None,
    limit: float = LIMIT,
) -> go.Figure:
    """f(x) over the line: the curve, the line f = 0 with the points (n,) on it, f = ±1 dashed, thresholds with their value.

    ``other`` is a second function (the notes' x² − 5 beside ours), dotted, in its own colour, with thresholds of its own.
    ``marks.other`` and held-out points are the plane's alone; ``marks.probe`` stands at (x, f(x)).
    """
    flat = np.asarray(X, dtype=np.float64).reshape(-1)
    on_line = np.stack([flat, np.zeros(len(flat))], axis=1)
    members, size = groups(labels, len(flat), classes), size_for(len(flat)) + 2
    traces: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    shapes = [_level(0, 1.6, "solid", INK), _level(1, 1.2, "6px,4px", MUTED), _level(-1, 1.2, "6px,4px", MUTED)]
    if f is not None:
        traces.append(_field(f.curve, f_range, limit))
        traces.append(_curve(f, INK, 3, "solid", 20))
        shapes += _uprights(f, INK, "solid")
        annotations += _threshold_labels(f, INK, at=f_range[1], anchor="top")
    if other is not None:
        traces.append(_curve(other, other.color, 2.5, "2px,4px", 22))
        shapes += _uprights(other, other.color, "dot")
        annotations += _threshold_labels(other, other.color, at=f_range[0], anchor="bottom")
    strong = marks.support(len(flat)) if marks.has_support else None
    footer = "" if marks.intercept is None else f"b = {number(marks.intercept)}"
    traces += under_points(on_line, marks, size)
    traces += class_traces(
        on_line,
        members,
        size=size,
        strong=strong,
        details=hover_details(marks, len(flat)),
        axes=(x_title,),
        footer=footer,
    )
    traces += over_points(on_line, marks, size)
    if marks.probe is not None:
        traces += probe_trace(marks.probe, x_range, f_range)
        annotations.append(probe_label(marks.probe, x_range, f_range, names=(x_title,)))
    return figure(
        traces,
        shapes=shapes,
        annotations=annotations,
        margin={"l": 48, "r": 12, "t": 12, "b": BAR_MARGIN if f is not None else 44},
        xaxis=axis(x_title, x_range, showgrid=False),
        yaxis=axis(f_title, f_range),
    )


def describe_line(
    f: LineFunction | None, X: Array, marks: PlaneMarks = NO_MARKS, other: LineFunction | None = None
) -> str:
    """The line in words."""
    parts = [f"Number line with {counted(len(X), 'point')}"]
    for function in (f, other):
        if function is not None:
            where = ", ".join(number(t) for t in function.thresholds)
            parts.append(f"{function.name} " + (f"changes sign at {where}" if where else "does not change sign"))
    if marks.has_support:
        parts.append(counted(int(marks.support(len(X)).sum()), "support vector"))
    return "; ".join(parts) + "."


def _field(curve: Values, f_range: Range, limit: float) -> dict[str, Any]:
    """The plane's colours behind the curve: blue where f < 0, orange where f > 0."""
    values = np.asarray(curve.values, dtype=np.float32)
    return {
        "type": "heatmap", "x": curve.x, "y": list(f_range), "z": np.stack([values, values]), "zmin": -limit,
        "zmax": limit, "colorscale": DIVERGING, "zsmooth": "best", "hoverinfo": "skip", "name": "f",
        "colorbar": color_bar(limit), "opacity": 0.75,
    }  # fmt: skip


def _curve(f: LineFunction, color: str, width: float, dash: str, rank: int) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "lines", "name": f.name, "legendrank": rank, "x": f.curve.x, "y": f.curve.values,
        "line": {"color": color, "width": width, "dash": dash},
        "hovertemplate": f"{f.name} = %{{y:.4~g}} at %{{x:.4~g}}<extra></extra>",
    }  # fmt: skip


def _level(y: float, width: float, dash: str, color: str) -> dict[str, Any]:
    line = {"color": color, "width": width, "dash": dash}
    return {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": y, "y1": y, "line": line, "layer": "between"}


def _uprights(f: LineFunction, color: str, dash: str) -> list[dict[str, Any]]:
    common = {"type": "line", "yref": "y domain", "y0": 0, "y1": 1, "layer": "between"}
    lines = [common | {"x0": t, "x1": t, "line": {"color": color, "width": 1.6, "dash": dash}} for t in f.thresholds]
    thin = {"color": color if dash == "dot" else LINE, "width": 1, "dash": "6px,4px"}
    return lines + [common | {"x0": t, "x1": t, "line": thin} for t in f.margin_points]


def _threshold_labels(f: LineFunction, color: str, *, at: float, anchor: str) -> list[dict[str, Any]]:
    return [
        {
            "x": t, "y": at, "yanchor": anchor, "showarrow": False, "text": number(t), "bgcolor": token("panel", 0.92),
            "bordercolor": color, "borderwidth": 1, "borderpad": 3, "yshift": -4 if anchor == "top" else 4,
            "font": {"size": 12},
        }
        for t in f.thresholds
    ]  # fmt: skip
