"""Weighted points that refute a kernel.

Their weights c give Σᵢⱼ cᵢ cⱼ k(xᵢ, xⱼ) < 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import MUTED, PAPER, Range, axis, figure, plane_axes, point, signed, token, zero_line
from kernviz.figures.traces import marker_trace
from kernviz.ranges import peak
from kernviz.wording import say, several

SMALLEST, LARGEST = 32.0, 48.0  # diameters in pixels
WRITTEN = 12  # up to this number of points, the weight is written inside the mark
SAME_AREA = 0.886  # factor for squares: a square with this side has the area of a circle of diameter 1


def witness_plane(
    points: Array,
    vector: Array,
    X: Array | None = None,
    *,
    x_range: Range,
    y_range: Range | None = None,
) -> Figure:
    """Draw witness points with their weights over faded data.

    The points are (p, 1) or (p, 2), with weights c (p,): area ∝ |c|, sign by colour and by + or
    −. The faded data are X.

    Points with one column lie on a line. The ranges are widened, equally on all sides, if a point
    would be outside.
    """
    places, weights = _two_columns(points), np.asarray(vector, dtype=np.float64)
    flat = np.asarray(points).reshape(len(places), -1).shape[1] == 1
    if flat:
        y_range = (-1.0, 1.0)
    x_range, y_range = _wide_enough(places, x_range, y_range or x_range, flat)
    traces: list[dict[str, Any]] = []
    if X is not None:
        traces.append(_data(_two_columns(X)))
    for name, chosen, sign in (
        ("c > 0", weights > 0, "+"),
        ("c < 0", weights < 0, "−"),
        ("c = 0", weights == 0, "0"),
    ):
        if chosen.any() or sign != "0":
            traces.append(_weights(places, weights, chosen, name, sign, flat))
    margin = {"l": 48, "r": 12, "t": 12, "b": 44}
    if flat:
        hidden = axis("", y_range, showticklabels=False, showgrid=False, ticks="")
        return figure(
            traces,
            margin=margin,
            shapes=[zero_line(MUTED, 1.2, layer="below")],
            xaxis=axis("x₁", x_range),
            yaxis=hidden,
        )
    return figure(traces, margin=margin, **plane_axes(x_range, y_range, "x₁", "x₂"))


def describe_witness(points: Array, vector: Array, value: float, remark: str = "") -> str:
    """Describe the witness points in words.

    ``value`` is cᵀKc, and ``remark`` follows that value.
    """
    rows = np.asarray(points).reshape(len(vector), -1)
    listed = ", ".join(
        say("{point} with weight {weight}", point=point(row), weight=c)
        for row, c in zip(rows[:6], vector[:6], strict=True)
    )
    if len(rows) > 6:
        listed = say("{listed} and {rows} more", listed=listed, rows=len(rows) - 6)
    counted = several(len(rows), "{n} point", "{n} points")
    if not remark:
        return say(
            "Witness of {counted}: {listed}; the weighted sum is {sum} < 0.", counted=counted, listed=listed, sum=value
        )
    return say(
        "Witness of {counted}: {listed}; the weighted sum is {sum} < 0, {remark}.",
        counted=counted,
        listed=listed,
        sum=value,
        remark=remark,
    )


def _two_columns(points: Array) -> Array:
    rows = np.asarray(points, dtype=np.float64)
    rows = rows.reshape(len(rows), -1)
    return rows[:, :2] if rows.shape[1] > 1 else np.column_stack([rows[:, 0], np.zeros(len(rows))])


def _wide_enough(places: Array, x_range: Range, y_range: Range, flat: bool) -> tuple[Range, Range]:
    over = 0.0
    for (low, high), column in zip((x_range, y_range), places.T, strict=True):
        over = max(over, low - float(column.min()), float(column.max()) - high)
    if over <= 0:
        return x_range, y_range
    room = over + 0.08 * (x_range[1] - x_range[0] + 2 * over)
    wider = (x_range[0] - room, x_range[1] + room)
    return wider, y_range if flat else (y_range[0] - room, y_range[1] + room)


def _data(X: Array) -> dict[str, Any]:
    return marker_trace(
        X[:, 0], X[:, 1], {"color": token("muted", 0.28), "size": 6}, name=say("your data"), hoverinfo="skip"
    )


def _weights(places: Array, weights: Array, chosen: Any, name: str, sign: str, flat: bool) -> dict[str, Any]:
    rows = np.flatnonzero(chosen).tolist()
    largest = peak(weights)
    size = np.maximum(SMALLEST, LARGEST * np.sqrt(np.abs(weights[rows]) / largest))
    shape, side = ("square", SAME_AREA) if sign == "−" else ("circle", 1.0)
    color = {"+": token("positive"), "−": token("negative")}.get(sign, MUTED)
    where = "x = %{x:.4~g}" if flat else "x = (%{x:.4~g}, %{y:.4~g})"
    values = [signed(float(weights[i])) for i in rows]
    inside = [v if len(weights) <= WRITTEN and len(v) <= 4 else sign for v in values]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "name": name,
        "customdata": rows,
        "x": places[rows, 0] if rows else [None],
        "y": places[rows, 1] if rows else [None],
        "marker": {
            "color": color,
            "size": side * size if rows else 14,
            "symbol": shape,
            "line": {"width": 1.5, "color": PAPER},
            "opacity": 1,
        },
        "text": [f"<b>{text}</b>" for text in inside],
        "textposition": "middle center",
        "textfont": {"size": 12, "color": PAPER},
        "hovertext": values,
        "hovertemplate": say(
            "witness point %{{customdata}}<br>{where}<br>c = %{{hovertext}}<extra></extra>", where=where
        ),
    }
