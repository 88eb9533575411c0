"""Picture of the decision function f over the number line.

The data have one column. Thresholds and points are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from kernviz.arrays import Array, single
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import BAR_MARGIN, color_bar
from kernviz.figures.plane.marks import NO_MARKS, PlaneMarks, described_rings, marked_points
from kernviz.figures.plane.points import groups, size_for
from kernviz.figures.plane.probe import with_probe
from kernviz.figures.theme import DIVERGING, INK, MUTED, Range, axis, figure, line_key, number, token
from kernviz.figures.traces import Places, line_trace, path_trace
from kernviz.symbols import symbols
from kernviz.wording import listed, say, several

LIMIT = 2.0
THEIRS = token("class-3")  # colour of the second function


class Values(Protocol):
    """Values on a line.

    The arrays are x (g,), values (g,). `kernviz.surfaces.Curve` is such a set of values.
    """

    @property
    def x(self) -> Array: ...
    @property
    def values(self) -> Array: ...


@dataclass(frozen=True)
class LineFunction:
    """Function to draw over the line.

    ``curve`` holds its values, ``thresholds`` are its zeros, and ``margin_points`` the places where
    the function is ±1. The caller computes all of them.
    """

    curve: Values
    name: str = "f(x)"
    thresholds: Sequence[float] = ()
    margin_points: Sequence[float] = ()


def decision_line(
    view: DataView,
    f: LineFunction | None = None,
    marks: PlaneMarks = NO_MARKS,
    *,
    other: LineFunction | None = None,
) -> Figure:
    """Draw f(x) over the line with thresholds and points.

    The picture has the curve, f = 0 with the points (n,), and f = ±1 dashed. Thresholds are
    drawn with their values.

    ``other`` is a second function, such as the notes' x² − 5. The second function is dotted, in its
    own colour, with thresholds of its own. ``marks.other`` is ignored here.
    ``marks.probe`` stands at (x, f(x)).
    """
    flat, x_range, f_range, x_title = view.line, view.x_range, view.y_range, view.x_title
    on_line = np.stack([flat, np.zeros(len(flat))], axis=1)
    members, size = groups(view.labels, len(flat), view.classes), size_for(len(flat)) + 2
    traces: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    if f is not None:
        traces.append(_field(f.curve, f_range))
    traces.append(_across([0], x_range, INK, 1.6))
    traces.append(_across([-1, 1], x_range, MUTED, 1.2, "6px,4px"))
    traces.append(line_key(say("margin ‹f› = ±1"), MUTED, 1.2, "6px,4px", rank=21))
    if f is not None:
        traces += [*_uprights(f, INK, f_range), _curve(f, INK, 3, "solid", 20)]
        annotations += _threshold_labels(f, INK, at=f_range[1], anchor="top")
    if other is not None:
        traces += [*_uprights(other, THEIRS, f_range, "2px,4px"), _curve(other, THEIRS, 2.5, "2px,4px", 22)]
        annotations += _threshold_labels(other, THEIRS, at=f_range[0], anchor="bottom")
    traces += marked_points(on_line, members, marks, size, (x_title,))
    drawn = figure(
        traces,
        annotations=annotations,
        margin={"l": 48, "r": 12, "t": 12, "b": BAR_MARGIN if f is not None else 44},
        xaxis=axis(x_title, x_range, showgrid=False),
        yaxis=axis(view.y_title, f_range, showgrid=f is None),
    )
    return with_probe(drawn, marks.probe, x_range, f_range, names=(x_title,))


def describe_line(
    f: LineFunction | None, X: Array, marks: PlaneMarks = NO_MARKS, other: LineFunction | None = None
) -> str:
    """Describe the decision function over the line in words."""
    parts = [say("Number line with {counted}", counted=several(len(X), "{n} point", "{n} points"))]
    for function in (f, other):
        if function is not None:
            where = listed([number(t) for t in function.thresholds])
            parts.append(
                f"{function.name} "
                + (say("changes sign at {where}", where=where) if where else say("does not change sign"))
            )
    parts += described_rings(marks)
    return "; ".join(parts) + "."


def _field(curve: Values, f_range: Range) -> dict[str, Any]:
    """Return the coloured background behind the curve.

    The colours are the plane's: blue where f < 0, orange where f > 0.
    """
    values = single(curve.values)
    return {
        "type": "heatmap",
        "x": curve.x,
        "y": list(f_range),
        "z": np.stack([values, values]),
        "zmin": -LIMIT,
        "zmax": LIMIT,
        "colorscale": DIVERGING,
        "zsmooth": "best",
        "hoverinfo": "skip",
        "name": symbols("‹f›"),
        "colorbar": color_bar(LIMIT),
        "opacity": 0.5,
    }


def _curve(f: LineFunction, color: str, width: float, dash: str, rank: int) -> dict[str, Any]:
    return line_trace(
        f.curve.x,
        f.curve.values,
        color,
        width,
        dash,
        name=f.name,
        legendrank=rank,
        hovertemplate=say("{name} = %{{y:.4~g}} at %{{x:.4~g}}<extra></extra>", name=f.name),
    )


def _across(heights: Sequence[float], x_range: Range, color: str, width: float, dash: str = "solid") -> dict[str, Any]:
    segments = [(x, y) for y in heights for x in (*x_range, None)]
    return _strokes(segments, color, width, dash)


def _uprights(f: LineFunction, color: str, f_range: Range, dash: str = "solid") -> list[dict[str, Any]]:
    """Return vertical lines at the thresholds f = 0.

    There are thinner vertical lines where f = ±1.
    """
    at_zero = [(x, y) for x in f.thresholds for y in (*f_range, None)]
    at_margin = [(x, y) for x in f.margin_points for y in (*f_range, None)]
    return [
        _strokes(at_zero, color, 1.8, dash),
        _strokes(at_margin, color, 0.9, "6px,4px" if dash == "solid" else dash),
    ]


def _strokes(points: Places, color: str, width: float, dash: str) -> dict[str, Any]:
    # Traces, not shapes: plotly.js draws shapes only below the colour field or above the points.
    return path_trace(points, color, width, dash, showlegend=False, hoverinfo="skip")


def _threshold_labels(f: LineFunction, color: str, *, at: float, anchor: str) -> list[dict[str, Any]]:
    return [
        {
            "x": t,
            "y": at,
            "yanchor": anchor,
            "showarrow": False,
            "text": number(t),
            "bgcolor": token("panel", 0.92),
            "bordercolor": color,
            "borderwidth": 1,
            "borderpad": 3,
            "yshift": -4 if anchor == "top" else 4,
            "font": {"size": 12},
        }
        for t in f.thresholds
    ]
