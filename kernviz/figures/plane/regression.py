"""Fitted function with its data.

The picture is over the line with residuals and band, or over the plane as colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.line.line import Values
from kernviz.figures.plane.field import BAR_MARGIN, Grid
from kernviz.figures.plane.points import class_traces, groups, size_for, spot_trace
from kernviz.figures.plane.probe import Probe, with_probe
from kernviz.figures.plane.value_field import signed_field, value_field
from kernviz.figures.theme import (
    ACCENT,
    INK,
    KEY_GAP,
    MUTED,
    PAPER,
    SEQUENTIAL,
    Range,
    axis,
    figure,
    number,
    plane_axes,
    token,
)
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.symbols import symbols
from kernviz.wording import say, several

STICKS = 80  # largest number of points with drawn residuals; more would look like hatching
SHEET = token("class-2", 0.22)


@dataclass(frozen=True)
class Target:
    """Fitted target values of a regression.

    ``y`` is (n,). If y is ±1 for two classes, ``codes`` (n,) are the class of every point and
    ``classes`` the names.
    """

    y: Array
    name: str = "y"
    codes: NDArray[np.int64] | None = None
    classes: Sequence[str] = ()


@dataclass(frozen=True)
class Band:
    """Named band mean ± ``width`` (g,) around a curve at ``x`` (g,)."""

    x: Array
    mean: Array
    width: Array
    name: str


def fit_line(
    view: DataView,
    fit: Values | None,
    target: Target,
    fitted: Array | None = None,
    *,
    band: Band | None = None,
    probe: Probe | None = None,
    selected: int | None = None,
) -> Figure:
    """Draw a fitted function over the line.

    The curve is h(x), with the data at their heights y. Residuals are sticks from y to ``fitted``
    (n,), for at most ``STICKS`` points. The band and the probe at (z, h(z)) are drawn too.
    """
    points = np.stack([view.line, target.y], axis=1)
    traces: list[dict[str, Any]] = []
    if band is not None:
        traces += _band(band)
    if fitted is not None and len(points) <= STICKS:
        traces.append(_sticks(points, fitted))
    traces += _points(points, target, (view.x_title, target.name))
    if fit is not None:
        traces.append(
            line_trace(
                fit.x,
                fit.values,
                INK,
                3,
                name=say("fit ‹h›(x)") + KEY_GAP,
                legendrank=20,
                hovertemplate=say("‹h› = %{y:.4~g} at %{x:.4~g}<extra></extra>"),
            )
        )
    traces += _halo(points, selected)
    drawn = figure(
        traces,
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
        xaxis=axis(view.x_title, view.x_range),
        yaxis=axis(target.name, view.y_range),
    )
    return _with_probe(drawn, probe, view.x_range, view.y_range, points)


def value_plane(
    view: DataView,
    grid: Grid | None,
    target: Target,
    *,
    limits: Range,
    probe: Probe | None = None,
    selected: int | None = None,
    what: str = "‹h›",
) -> Figure:
    """Draw values over the plane as colour.

    The colour scale of the quantity ``what`` runs between ``limits``. The points (n, 2) are drawn on
    the field.

    For a target of numbers the field has level lines, and every point has the colour of its y. A
    point with h = y then has the colour of the field around the point. For a target of classes the
    scale is diverging, and h = 0 is a line. Points then have the colour and shape of their class.
    """
    X, titles = view.X, view.titles
    traces: list[dict[str, Any]] = []
    if grid is not None:
        traces += (signed_field if target.classes else value_field)(grid, limits, titles, symbols(what))
    traces += _points(X, target, titles, limits)
    traces += _halo(X, selected)
    drawn = figure(
        traces,
        margin={"l": 48, "r": 12, "t": 12, "b": 44 if grid is None else BAR_MARGIN},
        **plane_axes(view.x_range, view.y_range, *titles),
    )
    return _with_probe(drawn, probe, view.x_range, view.y_range, X)


def describe_fit(n: int, target: Target, probe: Probe | None, train: float | None = None) -> str:
    """Describe both pictures of a fitted function in words."""
    parts = [
        several(
            n,
            "{n} point with {name} in {classes} classes",
            "{n} points with {name} in {classes} classes",
            name=target.name,
            classes=len(target.classes),
        )
        if target.classes
        else several(n, "{n} point with {name}", "{n} points with {name}", name=target.name)
    ]
    if train is not None:
        parts.append(say("the fitted function, with the root mean square error {error}", error=train))
    if probe is not None and probe.value is not None:
        parts.append(say("a probe where ‹h› = {prediction}", prediction=probe.value))
    return ", ".join(parts) + "."


def _points(
    points: Array, target: Target, titles: tuple[str, str], limits: Range | None = None
) -> list[dict[str, Any]]:
    """Return the traces of the data points.

    Points are drawn by class, or all alike. In a plane of numbers they are filled with the
    colour of y.
    """
    n = len(points)
    size = size_for(n) + 1
    if target.classes:
        return class_traces(points, groups(target.codes, n, target.classes), size=size, axes=titles)
    color: dict[str, Any] = {"color": token("class-0")}
    over = ""
    if limits is not None:
        color = {"color": target.y, "cmin": limits[0], "cmax": limits[1], "colorscale": SEQUENTIAL, "showscale": False}
        over = f"<br>{target.name} = %{{text}}"
    return [
        marker_trace(
            points[:, 0],
            points[:, 1],
            {"size": size, **color, "line": {"width": 1.4 if limits else 1, "color": INK if limits else PAPER}},
            name=say("data") + KEY_GAP,
            legendrank=10,
            customdata=np.arange(n),
            hovertext=(np.arange(n) + 1).astype(str),
            text=[number(v) for v in target.y.tolist()],
            hovertemplate=say(
                "<b>point %{{hovertext}}</b><br>{x_title} = %{{x:.4~g}}, {y_title} = %{{y:.4~g}}{over}<extra></extra>",
                x_title=titles[0],
                y_title=titles[1],
                over=over,
            ),
        )
    ]


def _sticks(points: Array, fitted: Array) -> dict[str, Any]:
    gap = np.full(len(points), np.nan)
    return line_trace(
        np.stack([points[:, 0], points[:, 0], gap], 1).ravel(),
        np.stack([points[:, 1], fitted, gap], 1).ravel(),
        MUTED,
        1.2,
        name=say("residual ‹y› − ‹h›") + KEY_GAP,
        legendrank=30,
        hoverinfo="skip",
    )


def _band(band: Band) -> list[dict[str, Any]]:
    low, high, color = band.mean - band.width, band.mean + band.width, token("class-2", 0.7)
    upper: dict[str, Any] = {"name": band.name + KEY_GAP, "legendrank": 40, "fill": "tonexty", "fillcolor": SHEET}
    return [
        line_trace(band.x, low, color, 1, name=say("band, lower edge"), showlegend=False, hoverinfo="skip"),
        line_trace(band.x, high, color, 1, hoverinfo="skip", **upper),
    ]


def _halo(points: Array, selected: int | None) -> list[dict[str, Any]]:
    if selected is None:
        return []
    ring = {"symbol": "circle-open", "size": size_for(len(points)) + 17, "color": ACCENT, "line": {"width": 3.5}}
    return [spot_trace(points, np.array([selected]), say("selected point") + KEY_GAP, ring, 70)]


def _with_probe(drawn: Figure, probe: Probe | None, x_range: Range, y_range: Range, X: Array) -> Figure:
    if probe is None:
        return drawn
    label = (
        say("‹h›(‹z›) is too large to compute") if probe.value is None else symbols(f"‹h›(‹z›) = {number(probe.value)}")
    )
    return with_probe(drawn, probe, x_range, y_range, text=label, X=X)
