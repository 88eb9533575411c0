"""Fitted function as a surface over the plane.

The data are at their heights, joined to the surface.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array, single
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import Grid
from kernviz.figures.plane.points import groups
from kernviz.figures.plane.regression import STICKS, Target
from kernviz.figures.space.traces import line_in_space, marks_in_space
from kernviz.figures.theme import (
    DIVERGING,
    INK,
    KEY_GAP,
    LEGEND,
    LINE,
    MUTED,
    PAPER,
    SEQUENTIAL,
    SYMBOLS_3D,
    Range,
    class_color,
    figure,
    token,
)
from kernviz.symbols import symbols
from kernviz.wording import say, several

LINES = 16  # lines across the surface in each direction: they show its shape where its colour is the background's
CAMERA = {"eye": {"x": 1.35, "y": -1.6, "z": 0.85}, "center": {"x": 0.0, "y": 0.0, "z": -0.08}}


@dataclass(frozen=True)
class SpaceMarks:
    """Marks beside a fitted surface and its points.

    ``sheets`` are the lower and upper surface of a band named ``band_name``. ``probe`` is a place
    (x₁, x₂, h). ``selected`` is a row of the points.
    """

    sheets: tuple[Grid, Grid] | None = None
    band_name: str = ""
    probe: tuple[float, float, float] | None = None
    selected: int | None = None


def fit_space(
    view: DataView,
    grid: Grid,
    target: Target,
    fitted: Array,
    marks: SpaceMarks = SpaceMarks(),
    *,
    z_range: Range,
    limits: Range,
) -> Figure:
    """Draw a fitted function as a surface with its data.

    The surface z = h(x) is coloured between ``limits``, with the points (n, 2) at z = y. z is cut
    off at ``z_range``.

    Points under the surface stay visible, as the surface is slightly translucent.
    """
    X, axes, selected = view.X, view.titles, marks.selected
    scale = DIVERGING if target.classes else SEQUENTIAL
    traces = [_surface(grid, z_range, symbols("‹h›"), scale, limits, 0.9, axes)]
    for sheet in marks.sheets or ():
        flat = [[0, token("class-2")], [1, token("class-2")]]
        traces.append(_surface(sheet, z_range, say("band"), flat, limits, 0.25, axes))
    if marks.sheets:
        traces.append(_key(f"{marks.band_name}{KEY_GAP}", token("class-2"), "square"))
    if len(X) <= STICKS * 2:
        traces.append(_sticks(X, target.y, np.clip(fitted, *z_range)))
    traces += _points(X, target, axes)
    if selected is not None:
        ring = {"size": 14, "symbol": "circle-open", "color": INK, "line": {"width": 3, "color": INK}}
        traces.append(_spot((X[selected, 0], X[selected, 1], target.y[selected]), say("selected point"), ring))
    if marks.probe is not None:
        marker = {"size": 8, "symbol": "diamond", "color": PAPER, "line": {"width": 3, "color": INK}}
        traces.append(_spot(marks.probe, say("probe, ‹h›(‹z›) = {prediction}", prediction=marks.probe[2]), marker))
    names = (*axes, target.name)
    ranges = (
        (float(np.min(grid.x)), float(np.max(grid.x))),
        (float(np.min(grid.y)), float(np.max(grid.y))),
        z_range,
    )
    scene: dict[str, Any] = {
        f"{letter}axis": {"title": {"text": title}, "range": list(limit), "autorange": False, "nticks": 6}
        for letter, title, limit in zip("xyz", names, ranges, strict=True)
    }
    scene |= {
        "aspectmode": "manual",
        "aspectratio": {"x": 1.0, "y": 1.0, "z": 0.75},
        "camera": CAMERA,
        "dragmode": "turntable",
    }
    return figure(
        traces,
        margin={"l": 0, "r": 0, "t": 8, "b": 0},
        scene=scene,
        legend=LEGEND | {"y": 1.0, "itemsizing": "constant"},
    )


def describe_fit_space(n: int, target: Target, fitted: Array) -> str:
    """Describe the surface of the fitted function in words."""
    over, under = int((target.y > fitted).sum()), int((target.y < fitted).sum())
    return say(
        "Surface of ‹h› over the plane with {counted} at height {name}: {over} above it, {under} below it.",
        counted=several(n, "{n} point", "{n} points"),
        name=target.name,
        over=over,
        under=under,
    )


def _surface(
    grid: Grid, z_range: Range, name: str, scale: Any, limits: Range, opacity: float, axes: tuple[str, str]
) -> dict[str, Any]:
    z = np.asarray(grid.values, dtype=np.float64)
    # plotly.js would draw beyond the axes of a three-dimensional scene
    inside = np.where((z >= z_range[0]) & (z <= z_range[1]), z, np.nan)
    contours: dict[str, Any] = (
        {}
        if name != symbols("‹h›")
        else {
            letter: {
                "show": True,
                "start": float(at[0]),
                "end": float(at[-1]),
                "size": float(at[-1] - at[0]) / LINES,
                "width": 1,
                "color": LINE,
            }
            for letter, at in (("x", grid.x), ("y", grid.y))
        }
    )
    if contours and scale is DIVERGING:
        contours["z"] = {"show": True, "start": 0.0, "end": 1e-3, "size": 1.0, "color": INK, "width": 5}
    return {
        "type": "surface",
        "x": grid.x,
        "y": grid.y,
        "z": single(inside),
        "colorscale": scale,
        "cmin": limits[0],
        "cmax": limits[1],
        "showscale": False,
        "name": name,
        "opacity": opacity,
        "showlegend": False,
        "lighting": {"ambient": 0.85, "diffuse": 0.3, "specular": 0.02, "roughness": 0.9},
        "contours": contours,
        "hovertemplate": f"{axes[0]} = %{{x:.3~g}}, {axes[1]} = %{{y:.3~g}}<br>{name} = %{{z:.4~g}}<extra></extra>",
    }


def _sticks(X: Array, y: Array, fitted: Array) -> dict[str, Any]:
    gap = np.full(len(X), np.nan)
    x, x2 = (np.stack([X[:, i], X[:, i], gap], 1).ravel() for i in (0, 1))
    at = {"x": x, "y": x2, "z": np.stack([y, fitted, gap], 1).ravel()}
    return line_in_space(at, MUTED, 3, name=say("residual ‹y› − ‹h›") + KEY_GAP, hoverinfo="skip")


def _points(X: Array, target: Target, axes: tuple[str, str]) -> list[dict[str, Any]]:
    members = groups(target.codes, len(X), target.classes or (say("data"),))
    traces = []
    for i, name in enumerate(members.names):
        rows = np.flatnonzero(members.index == i)
        traces.append(
            {
                "type": "scatter3d",
                "mode": "markers",
                "name": name + KEY_GAP,
                "customdata": rows + 1,
                "x": X[rows, 0] if len(rows) else [None],
                "y": X[rows, 1] if len(rows) else [None],
                "z": target.y[rows] if len(rows) else [None],
                "marker": {
                    "size": 4,
                    "color": class_color(i) if target.classes else token("class-1"),
                    "symbol": SYMBOLS_3D[i % len(SYMBOLS_3D)],
                    "line": {"width": 1, "color": PAPER},
                },
                "hovertemplate": (
                    say(
                        "<b>point %{{customdata}}</b>, {name}<br>{first_axis} = %{{x:.3~g}}, {second_axis} = "
                        "%{{y:.3~g}}<br>{target} = %{{z:.4~g}}<extra></extra>",
                        name=name,
                        first_axis=axes[0],
                        second_axis=axes[1],
                        target=target.name,
                    )
                ),
            }
        )
    return traces


def _spot(at: tuple[float, float, float], name: str, marker: dict[str, Any]) -> dict[str, Any]:
    place = {axis: [float(v)] for axis, v in zip("xyz", at, strict=True)}
    return marks_in_space(place, marker, name=name + KEY_GAP, hovertemplate=f"{name}<extra></extra>")


def _key(name: str, color: str, symbol: str) -> dict[str, Any]:
    place = {axis: [None] for axis in "xyz"}
    return marks_in_space(place, {"color": color, "symbol": symbol, "size": 6}, name=name, hoverinfo="skip")
