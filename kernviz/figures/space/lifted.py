"""Feature space in three dimensions with lifted points and separating planes.

The points move from the plane of the data to their images in feature space.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array, single
from kernviz.figures.figure import Figure
from kernviz.figures.plane.marks import free_name, rows
from kernviz.figures.plane.points import Groups, groups
from kernviz.figures.play import add_play
from kernviz.figures.space.cut import cut
from kernviz.figures.space.lifted_box import box_between, sides
from kernviz.figures.space.scene_box import axes_of, filled
from kernviz.figures.space.traces import class_in_space, line_in_space, marks_in_space, polygon_in_space, text_in_space
from kernviz.figures.theme import ACCENT, INK, KEY_GAP, LEGEND, figure, token
from kernviz.figures.traces import QUIET
from kernviz.symbols import symbols
from kernviz.wording import say, several

GAP = (None, None, None)  # separates two lines of one trace
CAMERA = {"eye": {"x": 1.5, "y": -1.1, "z": 0.95}, "center": {"x": 0, "y": 0, "z": -0.13}}
READABLE = 0.08  # distance of two names side by side, as a share of the box; nearer names would lie on each other
SHORT = 12  # characters of a name for which there is room beside the picture
ACROSS = np.array([0.6, 0.8, 0.0])  # direction to the right as seen by CAMERA; the names of the planes stand there


@dataclass(frozen=True)
class Flat:
    """Plane normal·z + offset = 0.

    With ``margins`` the picture also has the outlines of normal·z + offset = ±1.
    """

    normal: Array
    offset: float
    name: str
    color: str = INK
    filled: bool = True
    margins: bool = False
    label: str = ""  # words at a corner of the plane, by default the name


@dataclass(frozen=True)
class MovingProbe:
    """Further moving point, the probe, from ``start`` (3,) to ``end`` (3,)."""

    start: Array
    end: Array
    words: str


@dataclass(frozen=True)
class LiftedScene:
    """Content of the scene of lifted points.

    ``start`` and ``end`` (n, 3) are the places of the points at t = 0 and t = 1. ``t`` is the place
    shown, in [0, 1]. ``room`` holds the lowest and the highest corner of the box.
    """

    start: Array
    end: Array
    t: float
    axes: tuple[str, str, str]
    labels: ArrayLike | None = None
    classes: Sequence[str] | None = None
    flats: Sequence[Flat] = ()
    free: ArrayLike | None = None
    bounded: ArrayLike | None = None
    details: Sequence[str] = ()
    probe: MovingProbe | None = None
    room: tuple[Array, Array] = field(default_factory=lambda: (np.zeros(3), np.ones(3)))

    def at(self, t: float) -> Array:
        """Return the places (n, 3) of the points at t."""
        return np.asarray((1 - t) * self.start + t * self.end)


def lifted_space(scene: LiftedScene) -> Figure:
    """Draw the scene at ``scene.t``, with a button that animates the lifting."""
    members = groups(scene.labels, len(scene.start), scene.classes)
    traces = [trace for flat in scene.flats for trace in _flat(flat, scene.room)]
    first, moving = len(traces), _moving(scene, members, scene.t)
    traces += [*moving, filled(scene.room)]
    drawn = figure(
        traces,
        margin={"l": 0, "r": 0, "t": 8, "b": 0},
        scene={
            **axes_of(scene.room, scene.axes, 6),
            "aspectmode": "manual",
            "aspectratio": sides(scene.room),
            "camera": CAMERA,
            "dragmode": "turntable",
        },
        legend=LEGEND | {"y": 1.0, "itemsizing": "constant"},
    )

    def room(t: float) -> tuple[Array, Array]:
        return scene.room if t == scene.t else box_between(t, scene.start, scene.end)

    def at(t: float) -> dict[int, dict[str, Any]]:
        moved = [*_moving(scene, members, t), filled(room(t))]
        return {
            first + i: {"type": "scatter3d", **{axis: trace[axis] for axis in "xyz"}} for i, trace in enumerate(moved)
        }

    def around(t: float) -> dict[str, Any]:
        low, high = room(t)
        axes = {f"{n}axis": {"range": [float(low[i]), float(high[i])]} for i, n in enumerate("xyz")}
        return {"scene": {**axes, "aspectratio": sides((low, high))}}

    add_play(drawn, at, scene.t, around=around)
    drawn.layout.meta = {"arrives": "played"}
    return drawn


def describe_space(scene: LiftedScene) -> str:
    """Describe the scene of lifted points in words."""
    where = (
        say("in the plane")
        if scene.t == 0
        else say("at their lifted place")
        if scene.t == 1
        else say("on the way, t = {t:g}", t=round(scene.t, 6))
    )
    parts = [
        say(
            "Space with axes {axes} and {images} {where}",
            axes=", ".join(scene.axes),
            images=several(len(scene.start), "{n} point", "{n} points"),
            where=where,
        )
    ]
    parts += [flat.name for flat in scene.flats if len(cut(flat.normal, flat.offset, *scene.room))]
    support = len(rows(scene.free)) + len(rows(scene.bounded))
    if scene.free is not None:
        parts.append(several(support, "{n} support vector", "{n} support vectors"))
    return "; ".join(parts) + "."


def _flat(flat: Flat, room: tuple[Array, Array]) -> list[dict[str, Any]]:
    traces = []
    polygon = cut(flat.normal, flat.offset, *room)
    if flat.filled:
        traces.append(polygon_in_space(polygon, flat.color, 0.2, name=flat.name, showlegend=False))
    traces.append(_outline([polygon], flat.name + KEY_GAP, flat.color, 5 if flat.filled else 6, "solid"))
    named = [(polygon, flat.label or flat.name)]
    if flat.margins:
        sides = [cut(flat.normal, flat.offset + side, *room) for side in (1.0, -1.0)]
        traces.append(_outline(sides, say("margin ‹f› = ±1") + KEY_GAP, flat.color, 3, "dash"))
        if any(_names_touch(polygon, side, room) for side in sides):
            named = [(polygon, symbols("‹f› = 0, ±1") if flat.label else flat.name)]
        else:
            named += zip(sides, (symbols("‹f› = −1"), symbols("‹f› = +1")), strict=True)
    traces.append(_names(named, flat.color))
    return traces


def _named_corner(polygon: Array) -> Array | None:
    """Return the corner with the name of a plane.

    None if the plane lies outside the box.
    """
    return polygon[np.argmax(polygon @ ACROSS)] if len(polygon) else None


def _names_touch(one: Array, other: Array, room: tuple[Array, Array]) -> bool:
    """Return True if two planes' names are too near to be read."""
    corners = _named_corner(one), _named_corner(other)
    if corners[0] is None or corners[1] is None:
        return False
    low, high = room
    return float(np.abs((corners[0] - corners[1]) / (high - low)).max()) < READABLE


def _names(named: Sequence[tuple[Array, str]], color: str) -> dict[str, Any]:
    """Return plane names, each at the outline's corner farthest to the right."""
    corners = [GAP if (corner := _named_corner(p)) is None else corner.tolist() for p, _ in named]
    at = dict(zip("xyz", map(list, zip(*corners, strict=True)), strict=True))
    positions = ["bottom center" if len(name) <= SHORT else "top left" for _, name in named]
    position = positions if len(positions) > 1 else positions[0]  # plotly.js ignores a list of one
    return text_in_space(at, [name for _, name in named], position, {"size": 13, "color": color}, showlegend=False)


def _outline(polygons: Sequence[Array], name: str, color: str, width: float, dash: str) -> dict[str, Any]:
    corners = [corner for p in polygons if len(p) for corner in (*p.tolist(), p[0].tolist(), GAP)]
    at = dict(zip("xyz", map(list, zip(*(corners or [GAP]), strict=True)), strict=True))
    return line_in_space(at, color, width, dash, name=name, **QUIET)


def _moving(scene: LiftedScene, members: Groups, t: float) -> list[dict[str, Any]]:
    """Return the moving traces in a fixed order: classes, rings, probe."""
    here = scene.at(t)
    size = 5.0 if len(here) <= 60 else 4.0 if len(here) <= 250 else 3.0
    traces = [_class(here, members, i, scene.details, size) for i in range(members.count)]
    # marked as in the plane (figures/plane/marks.py)
    for which, name, symbol, color in (
        (scene.free, free_name(scene.bounded), "circle-open", INK),
        (scene.bounded, say("bounded SV, ‹α› = C"), "circle", token("ink", 0.22)),
    ):
        if which is not None:
            ring = {"symbol": symbol, "size": 2.0 * size, "color": color, "line": {"width": 2, "color": INK}}
            traces.append(marks_in_space(_xyz(here[rows(which)]), ring, name=name + KEY_GAP, hoverinfo="skip"))
    if scene.probe is not None:
        spot = (1 - t) * scene.probe.start + t * scene.probe.end
        diamond = {"symbol": "diamond", "size": 1.7 * size, "color": ACCENT, "line": {"width": 2, "color": INK}}
        words = {"text": [scene.probe.words], "hovertemplate": "%{text}<extra></extra>"}
        traces.append(marks_in_space(_xyz(spot[None]), diamond, name=say("probe") + KEY_GAP, **words))
    return traces


def _class(here: Array, members: Groups, i: int, details: Sequence[str], size: float) -> dict[str, Any]:
    own = np.flatnonzero(members.index == i)
    texts = [details[r] for r in own.tolist()] if details else None
    return class_in_space(
        _xyz(here[own]), i, size if i % 2 == 0 else 0.9 * size, texts, name=members.names[i] + KEY_GAP
    )


def _xyz(points: Array) -> dict[str, Any]:
    """Return coordinates in float32.

    More than seven digits would only cost bytes, as an animation holds twenty such pictures. An
    empty set keeps its legend entry.
    """
    if not len(points):
        return {"x": [None], "y": [None], "z": [None]}
    return {axis: single(points[:, i]) for i, axis in enumerate("xyz")}
