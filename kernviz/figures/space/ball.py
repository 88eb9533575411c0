"""Sphere of feature space in three coordinates.

The picture shows images inside and on the sphere, centre, radii, and the image of the
plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.plane.ball import INSIDE, YOURS
from kernviz.figures.plane.marks import rows
from kernviz.figures.plane.points import Groups, groups
from kernviz.figures.space.traces import class_in_space, line_in_space, marks_in_space
from kernviz.figures.theme import (
    ACCENT,
    INK,
    KEY_GAP,
    LEGEND,
    LINE,
    MUTED,
    escaped,
    figure,
    token,
)
from kernviz.figures.traces import QUIET
from kernviz.wording import say, several

Flags = NDArray[np.bool_]
ROUND = 72  # corners of a polygon drawn as a circle
REACH = 1.35  # largest distance from the centre, in radii, at which the image of the plane is drawn
CAMERA = {"eye": {"x": 1.32, "y": -1.32, "z": 0.66}, "center": {"x": -0.06, "y": -0.06, "z": -0.06}}


@dataclass(frozen=True)
class Globe:
    """Sphere with its centre, radius and name.

    The centre is (3,). The best sphere is ``filled``; another sphere is only a net of circles in a
    second colour.
    """

    center: Array
    radius: float
    name: str
    filled: bool = True
    end: Array | None = None  # end point of a radius to the farthest point


@dataclass(frozen=True)
class BallScene:
    """Content of the picture of a sphere.

    ``points`` are (n, 3). ``globes``: at least one sphere, the best sphere first. ``sheet``
    (gy, gx, 3) is the image of a grid of the plane. ``within`` (gy, gx) is the mask of the grid
    points whose image is inside the best sphere.
    """

    points: Array
    axes: tuple[str, str, str]
    globes: Sequence[Globe]
    half: float  # half the side of the box; it follows from the data, so nothing moves with the parameters
    labels: ArrayLike | None = None
    classes: Sequence[str] | None = None
    on: ArrayLike = ()
    on_unused: ArrayLike = ()
    outside: ArrayLike | None = None
    details: Sequence[str] = ()
    probe: Array | None = None
    probe_words: str = ""
    sheet: Array | None = None
    within: Flags | None = None
    rim: Array | None = None  # (m, 3): curve where the sheet meets the sphere


def ball_space(scene: BallScene) -> Figure:
    """Draw the images and spheres with equal units on all axes."""
    members = groups(scene.labels, len(scene.points), scene.classes)
    best = scene.globes[0]
    size = 5.0 if len(scene.points) <= 60 else 3.6 if len(scene.points) <= 250 else 2.6
    traces = _sheet(scene)
    for globe in scene.globes:
        traces += _globe(globe)
    traces += [_segments(best.center, scene.points[rows(scene.on)], INK, say("radius"))]
    traces += [_class(scene, members, i, size) for i in range(members.count)]
    for which, name, symbol, color in (
        (scene.on, say("support vector, on the sphere"), "circle-open", INK),
        (scene.on_unused, say("on the sphere, ‹α› = 0"), "diamond-open", MUTED),
        (scene.outside, say("outside, ‹α› = 1/(νn)"), "square-open", INK),
    ):
        chosen = rows(which)
        if len(chosen):
            traces.append(_marks(scene.points[chosen], name, symbol, 2.3 * size, color, 30))
    if scene.probe is not None:
        traces.append(
            _marks(scene.probe[None], say("probe"), "diamond", 1.6 * size, ACCENT, 50)
            | {
                "text": [scene.probe_words],
                "hovertemplate": "%{text}<extra></extra>",
                "hoverinfo": "text",
            }
        )
    middle = best.center
    axes = {
        f"{name}axis": {
            "title": {"text": escaped(title)},
            "nticks": 6,
            "autorange": False,
            "range": [float(middle[i] - scene.half), float(middle[i] + scene.half)],
        }
        for i, (name, title) in enumerate(zip("xyz", scene.axes, strict=True))
    }
    return figure(
        traces,
        margin={"l": 0, "r": 0, "t": 8, "b": 0},
        scene={**axes, "aspectmode": "cube", "camera": CAMERA, "dragmode": "turntable"},
        legend=LEGEND | {"y": 1.0, "itemsizing": "constant"},
    )


def describe_ball_space(scene: BallScene) -> str:
    """Describe the scene of the sphere in words."""
    globes = "; ".join(say("{name} of radius {radius}", name=g.name, radius=g.radius) for g in scene.globes)
    return say(
        "Space with axes {axes}: {images}, {globes}, {support_vectors} on the sphere.",
        axes=", ".join(scene.axes),
        images=several(len(scene.points), "{n} image", "{n} images"),
        globes=globes,
        support_vectors=several(len(rows(scene.on)), "{n} support vector", "{n} support vectors"),
    )


def _globe(globe: Globe) -> list[dict[str, Any]]:
    color = INK if globe.filled else YOURS
    traces = []
    if globe.filled and globe.radius > 0:
        u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 49), np.linspace(0, np.pi, 25))
        x, y, z = (
            c + globe.radius * part
            for c, part in zip(globe.center, (np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)), strict=True)
        )
        traces.append(
            {
                "type": "surface",
                "x": x,
                "y": y,
                "z": z,
                "surfacecolor": np.zeros_like(x),
                "cmin": 0,
                "cmax": 1,
                "showscale": False,
                "colorscale": [[0, token(INSIDE)], [1, token(INSIDE)]],
                "opacity": 0.1,
                "hoverinfo": "skip",
                "name": globe.name,
                "lighting": {"ambient": 0.9, "diffuse": 0.25, "specular": 0.05},
                "contours": {a: {"highlight": False} for a in "xyz"},
            }
        )
    traces.append(
        line_in_space(
            _coordinates(_net(globe)),
            LINE if globe.filled else YOURS,
            1.5,
            name=f"{globe.name}{KEY_GAP}",
            hoverinfo="skip",
            legendrank=20,
        )
    )
    center = _marks(
        globe.center[None],
        say("c∗, the centre") if globe.filled else say("your c"),
        "cross" if globe.filled else "x",
        5.5,
        color,
        25,
    )
    traces.append(center)
    if globe.end is not None:
        traces.append(_segments(globe.center, globe.end[None], YOURS, say("r(c), to the farthest point"), width=5))
    return traces


def _net(globe: Globe) -> list[Array]:
    """Return circles of latitude and longitude."""
    turn = np.linspace(0, 2 * np.pi, ROUND + 1)
    circle = np.column_stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)])
    circles = []
    for height in (-0.75, -0.4, 0.0, 0.4, 0.75):
        circles.append(np.sqrt(1 - height**2) * circle + [0, 0, height])
    for angle in np.arange(4) * np.pi / 4:
        side = np.array([np.cos(angle), np.sin(angle), 0.0])
        circles.append(np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * np.array([0, 0, 1.0]))
    return [globe.center + globe.radius * c for c in circles]


def _sheet(scene: BallScene) -> list[dict[str, Any]]:
    """Return the image of the plane as a net of lines.

    Parts of the lines inside the sphere have another colour. The net ends at ``REACH`` radii.
    """
    if scene.sheet is None or scene.within is None:
        return []
    best = scene.globes[0]
    away = scene.sheet - best.center
    close = (np.abs(away) <= scene.half).all(axis=2) & (np.linalg.norm(away, axis=2) <= REACH * best.radius)
    inside, outside = [], []
    close = np.asarray(close)
    turned = scene.sheet.swapaxes(0, 1), close.T, scene.within.T
    for sheet, drawn, within in ((scene.sheet, close, scene.within), turned):
        for line, show, near in zip(sheet, drawn, within, strict=True):
            inside += _pieces(line, show & near)
            outside += _pieces(line, show & ~near)
    traces = []
    for pieces, name, color in (
        (inside, say("image of the plane"), token(INSIDE)),
        (outside, say("image of the plane, outside"), LINE),
    ):
        traces.append(
            line_in_space(
                _coordinates(pieces),
                color,
                1.6,
                name=name + KEY_GAP,
                hoverinfo="skip",
                legendrank=40,
                showlegend=color != LINE,
            )
        )
    if scene.rim is not None and len(scene.rim):
        traces.append(_marks(scene.rim, say("the border"), "circle", 2.2, INK, 41))
    return traces


def _pieces(line: Array, show: Flags) -> list[Array]:
    """Return the parts of a line (g, 3) with both ends shown."""
    pieces, start = [], None
    for i, flag in enumerate([*show.tolist(), False]):
        if flag and start is None:
            start = i
        elif not flag and start is not None:
            if i - start > 1:
                pieces.append(line[start:i])
            start = None
    return pieces


def _class(scene: BallScene, members: Groups, i: int, size: float) -> dict[str, Any]:
    own = np.flatnonzero(members.index == i)
    at = _coordinates([scene.points[own]] if len(own) else [])
    details = [scene.details[r] for r in own.tolist()] if scene.details else None
    return class_in_space(at, i, size, details or None, name=members.names[i] + KEY_GAP, legendrank=10 + i)


def _marks(points: Array, name: str, symbol: str, size: float, color: str, rank: int) -> dict[str, Any]:
    marker = {"symbol": symbol, "size": size, "color": color, "line": {"width": 2, "color": color}}
    return marks_in_space(_coordinates([points]), marker, name=name + KEY_GAP, hoverinfo="skip", legendrank=rank)


def _segments(start: Array, ends: Array, color: str, name: str, width: float = 3) -> dict[str, Any]:
    at = _coordinates([np.vstack([start, end]) for end in ends])
    return line_in_space(at, color, width, name=name + KEY_GAP, **QUIET)


def _coordinates(pieces: Sequence[Array]) -> dict[str, list[float | None]]:
    """Return lines in space as one sequence, separated by gaps.

    Coordinates have five significant digits, which are finer than a pixel.
    """
    found: dict[str, list[float | None]] = {"x": [], "y": [], "z": []}
    for k, piece in enumerate(pieces):
        for axis, column in zip("xyz", piece.T, strict=True):
            if k:
                found[axis].append(None)
            found[axis] += [float(f"{v:.5g}") for v in column.tolist()]
    return found if pieces else {axis: [None] for axis in "xyz"}
