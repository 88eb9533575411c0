"""Sphere of feature space over the plane.

The picture shows the distance of every image from the centre, and the sphere's boundary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import BAR_MARGIN, Grid, heat_trace, level_trace, round_levels
from kernviz.figures.plane.marks import rows
from kernviz.figures.plane.points import class_traces, groups, size_for, spot_trace
from kernviz.figures.plane.probe import Probe, with_probe
from kernviz.figures.round_numbers import round_step
from kernviz.figures.theme import (
    ACCENT,
    BAR_UNDER,
    INK,
    MUTED,
    PAPER,
    escaped,
    figure,
    line_key,
    number,
    plane_axes,
    point,
    token,
)
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.ranges import is_range, spread
from kernviz.wording import say, several

INSIDE = "class-2"  # colour inside the ball; outside is a grey shade
YOURS = token("class-3")  # colour of another centre and another machine
FEW = 100  # up to this number of support vectors the rings are wide; more wide rings would hide the points
# Factor of r − smallest value: up to this distance outside, the shade deepens. A larger factor leaves no space on a
# phone for the first two labels of the colour bar.
FAINT = 2.0
LEVELS = 5  # approximate number of level lines inside the ball


@dataclass(frozen=True)
class BallSpot:
    """Named place in the picture of a sphere.

    The place is the centre, or the point whose image is nearest to the centre.
    """

    at: Sequence[float]
    name: str
    symbol: str = "cross-thin"
    color: str = INK


@dataclass(frozen=True)
class Second:
    """Second boundary in the picture of a sphere.

    The boundary lies where ``grid`` has the value ``level``. The line is dotted for another
    machine, dashed for another centre.
    """

    grid: Any  # a Grid over the plane, or Values over the line
    level: float
    name: str
    dash: str = "9px,5px"


@dataclass(frozen=True)
class BallMarks:
    """Marks in the picture of a sphere.

    Indices are rows of X. ``segments`` are pairs of places joined by a straight line.
    """

    on: ArrayLike = ()  # α > 0, on the sphere
    on_unused: ArrayLike = ()  # on the sphere with α = 0
    outside: ArrayLike | None = None  # α at its bound, outside the sphere; None: not part of the picture
    bystanders: ArrayLike = ()  # points that are not enclosed
    selected: int | None = None
    farthest: int | None = None
    spots: Sequence[BallSpot] = ()
    segments: Sequence[tuple[Sequence[float], Sequence[float], str]] = ()  # from, to, colour
    seconds: Sequence[Second] = ()
    probe: Probe | None = None
    probe_words: str = ""
    details: Sequence[str] = field(default_factory=tuple)


def ball_plane(view: DataView, distance: Grid, r: float, marks: BallMarks) -> Figure:
    """Draw the distance from the sphere's centre over the plane.

    ``distance`` (gy, gx) from the centre is a coloured field inside ``r`` and a grey shade outside.
    The boundary, points (n, 2) and marks are drawn too.
    """
    X, axes, x_range, y_range = view.X, view.titles, view.x_range, view.y_range
    members, size = groups(view.labels, len(X), view.classes), size_for(len(X))
    traces: list[dict[str, Any]] = [_glow(distance, r, axes), *_levels(distance, r), *_edge(distance, r)]
    for second in marks.seconds:
        traces.append(level_trace(second.grid, (second.level,), second.name, color=YOURS, width=2.5, dash=second.dash))
        traces.append(line_key(second.name, YOURS, 2.5, second.dash, rank=22))
    traces += [radius_trace(a, b, color, 1.5) for a, b, color in marks.segments]
    strong = np.ones(len(X), dtype=bool)
    strong[rows(marks.bystanders)] = False
    traces += class_traces(X, members, size=size, strong=strong, details=list(marks.details) or None, axes=axes)
    wide = len(rows(marks.on)) <= FEW
    traces += point_marks(X, marks, *((size, 2.2) if wide else (size - 6, 1.2)))
    traces += [_spot(spot) for spot in marks.spots]
    sides = {key: side | {"showgrid": False} for key, side in plane_axes(x_range, y_range, *axes).items()}
    drawn = figure(traces, margin={"l": 48, "r": 12, "t": 12, "b": BAR_MARGIN}, **sides)
    return with_probe(drawn, marks.probe, x_range, y_range, text=marks.probe_words, X=X)


def describe_ball(X: Array, r: float, marks: BallMarks) -> str:
    """Describe the sphere over the plane in words."""
    parts = [
        say(
            "{counted} and the distance of every place from the centre; the border is where it is {radius}",
            counted=several(len(X), "{n} point", "{n} points"),
            radius=r,
        )
    ]
    parts.append(
        say(
            "{counted} on the sphere", counted=several(len(rows(marks.on)), "{n} support vector", "{n} support vectors")
        )
    )
    if marks.outside is not None:
        parts.append(several(len(rows(marks.outside)), "{n} point outside", "{n} points outside"))
    parts += [say("{name} at {place}", name=spot.name, place=point(spot.at)) for spot in marks.spots]
    parts += [second.name for second in marks.seconds]
    if marks.probe is not None:
        parts.append(
            say("a probe at ({x}, {y}), {probe_words}", x=marks.probe.x, y=marks.probe.y, probe_words=marks.probe_words)
        )
    return "; ".join(parts) + "."


def point_marks(X: Array, marks: BallMarks, size: float, width: float = 2.2) -> list[dict[str, Any]]:
    """Return rings round the support vectors of a sphere.

    Circle: on the sphere. Diamond: on the sphere with α = 0. Square: outside. The farthest and the
    selected point have a ring too.
    """
    ring = {"symbol": "circle-open", "size": size + 9, "color": INK, "line": {"width": width}}
    found = [spot_trace(X, rows(marks.on), say("support vector, on the sphere"), ring, 30)]
    if len(rows(marks.on_unused)):
        dotted = {"symbol": "diamond-open", "size": size + 11, "color": MUTED, "line": {"width": 0.8 * width}}
        found.append(spot_trace(X, rows(marks.on_unused), say("on the sphere, ‹α› = 0"), dotted, 31))
    if marks.outside is not None:
        square = {"symbol": "square-open", "size": size + 9, "color": INK, "line": {"width": width}}
        found.append(spot_trace(X, rows(marks.outside), say("outside, ‹α› = 1/(νn)"), square, 32))
    if marks.farthest is not None:
        star = {"symbol": "hexagon-open", "size": size + 15, "color": YOURS, "line": {"width": 2.6}}
        found.append(spot_trace(X, np.array([marks.farthest]), say("farthest from your c"), star, 33))
    if marks.selected is not None:
        halo = {"symbol": "circle-open", "size": size + 17, "color": ACCENT, "line": {"width": 3.5}}
        found.append(spot_trace(X, np.array([marks.selected]), say("selected point"), halo, 70))
    return found


def _glow(distance: Grid, r: float, axes: tuple[str, str]) -> dict[str, Any]:
    values = np.asarray(distance.values)
    low, high = float(values.min()), float(values.max())
    low, full = min(low, r), max(high, r)
    high = min(full, r + FAINT * (r - low)) if r > low else full
    high = low + spread(low, high, 1.0)
    edge = (r - low) / (high - low)
    inner = [] if edge <= 0 else [[0.0, token(INSIDE, 0.5)], [min(edge, 1.0), token(INSIDE, 0.16)]]
    outer = [] if edge >= 1 else [[max(edge, 0.0), token("ink", 0.05)], [1.0, token("ink", 0.3)]]
    bar = {**BAR_UNDER, "ticks": "", "tickangle": 0, **_ticks(low, r, high, full)}
    titles = [escaped(title) for title in axes]
    return heat_trace(distance, (low, high), [*inner, *outer], say("distance to c"), titles, colorbar=bar)


def _ticks(low: float, r: float, high: float, largest: float) -> dict[str, Any]:
    """Return the colour bar's ticks: its ends and r.

    An end too near r for two numbers is left out, and so is an end above the ``largest``
    distance.
    """
    room = 0.16 * (high - low)
    ends = [
        (v, ("≥ " if v == high < largest else "") + number(v))
        for v in (low, high)
        if abs(v - r) > room and v <= largest
    ]
    places = sorted([*ends, (r, f"r = {number(r)}")])
    places[0] = (places[0][0], say("distance {value}", value=places[0][1]))
    return {"tickvals": [v for v, _ in places], "ticktext": [text for _, text in places]}


def _levels(distance: Grid, r: float) -> list[dict[str, Any]]:
    """Return lines of equal distance at round numbers."""
    low, high = float(np.min(distance.values)), float(np.max(distance.values))
    if not is_range(low, high):  # a constant: its lines would be roundoff
        return []
    traces = []
    for start, end in ((low, min(r, high)), (max(r, low), high)):
        step = round_step((end - start) / LEVELS)
        if step:
            traces.append(round_levels(distance, start, end, step, 0.16))
    return traces


def _edge(distance: Grid, r: float) -> list[dict[str, Any]]:
    name = say("sphere, distance = r")
    return [level_trace(distance, (r,), name, width=3), line_key(name, INK, 3, rank=20)]


def radius_trace(start: ArrayLike, end: ArrayLike, color: str, width: float) -> dict[str, Any]:
    """Return the line from a centre to a point.

    Only their first two coordinates are drawn.
    """
    x, y = np.stack([start, end], axis=1)[:2]
    return line_trace(x, y, color, width, name=say("radius"), showlegend=False, hoverinfo="skip")


def _spot(spot: BallSpot) -> dict[str, Any]:
    x, y = (*spot.at, 0.0)[:2]
    thin = spot.symbol.endswith("thin")
    return marker_trace(
        [x],
        [y],
        {
            "symbol": spot.symbol,
            "size": 16 if thin else 14,
            "color": spot.color if thin else PAPER,
            "line": {"width": 3 if thin else 2.2, "color": spot.color},
        },
        name=spot.name,
        legendrank=25,
        hovertemplate=f"{spot.name}<br>(%{{x:.4~g}}, %{{y:.4~g}})<extra></extra>",
    )
