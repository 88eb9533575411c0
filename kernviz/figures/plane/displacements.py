"""Displacements of points of the plane.

A point moves to a projection, a reconstruction, or a pre-image.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.points import class_traces, groups, size_for
from kernviz.figures.theme import ACCENT, INK, KEY_GAP, MUTED, PAPER, figure, line_key, plane_axes, token
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.wording import phrase, say, several, spoken

OUTLINE = {"width": 1.2, "color": INK}  # of a point


@dataclass(frozen=True)
class DisplacementLine:
    """Straight line with a name.

    The line runs through ``at`` (2,) along ``along`` (2,). A ``strong`` line is thick and in the
    accent colour, another line is thin, dashed and grey.
    """

    at: Array
    along: Array
    name: str
    strong: bool = True


@dataclass(frozen=True)
class DisplacementSpot:
    """Single marked place with its name.

    The place is a mean, an origin, or a probe.
    """

    at: Array
    name: str
    symbol: str = "x-thin"


@dataclass(frozen=True)
class DisplacementMarks:
    """Marks in a picture of displacements.

    ``names`` are those of a point's two places. ``lines`` run across the whole plane. ``arrow`` (from, to) replaces
    all strokes, for points that all have the same displacement. ``accent`` colours the strokes.
    """

    names: tuple[str, str] = (phrase("point"), phrase("where it goes"))
    lines: Sequence[DisplacementLine] = ()
    spots: Sequence[DisplacementSpot] = ()
    arrow: tuple[Array, Array] | None = None
    accent: bool = False


def displacements(view: DataView, end: Array | None = None, marks: DisplacementMarks = DisplacementMarks()) -> Figure:
    """Draw points and their displacements in the plane.

    The points of the view (n, 2) are pale, ``end`` (n, 2) strong, with a thin stroke between. Without
    ``end`` the points of the view are strong.
    """
    start, axes, names, arrow = view.X, view.titles, marks.names, marks.arrow
    members, size = groups(view.labels, len(start), view.classes), size_for(len(start))
    traces: list[dict[str, Any]] = [
        t
        for line in marks.lines
        for t in (_across(line, view), line_key(line.name, _ink(line), _width(line), _dash(line), rank=20))
    ]
    keys = class_traces(start, members, size=size, axes=axes)[members.count :]
    if end is None:
        traces += class_traces(start, members, size=size, axes=axes, outline=OUTLINE)[: members.count]
    else:
        pale = class_traces(start, members, size=0.8 * size, axes=axes)[: members.count]
        traces += [{**t, "opacity": 0.38} for t in pale]
        traces += [] if arrow is not None else [_strokes(start, end, ACCENT if marks.accent else token("muted", 0.7))]
        traces += class_traces(end, members, size=size, axes=axes, outline=OUTLINE)[: members.count]
        traces.append(_mark_key(names[0], 30, {"color": MUTED, "opacity": 0.4, "size": 8}))
        traces.append(_mark_key(names[1], 31, {"color": MUTED, "size": 9, "line": OUTLINE}))
    traces += [*keys, *(_spot(spot) for spot in marks.spots)]
    return figure(
        traces, annotations=[] if arrow is None else [_arrow(*arrow)], **plane_axes(view.x_range, view.y_range, *axes)
    )


def _mark_key(name: str, rank: int, marker: dict[str, Any]) -> dict[str, Any]:
    """Return a legend entry that shows a mark."""
    return marker_trace([None], [None], marker, hoverinfo="skip", legendrank=rank, name=spoken(name) + KEY_GAP)


def describe_displacements(start: Array, end: Array | None, what: str, *, arrow: bool = False) -> str:
    """Describe the displacements in the plane in words.

    With ``arrow`` one arrow is drawn for all of them.
    """
    if end is None:
        return say("Plane with {counted}.", counted=several(len(start), "{n} point", "{n} points"))
    lengths = np.linalg.norm(end - start, axis=1)
    if arrow:
        return say(
            "Plane with {counted} and for each its {what}; all move by the same arrow of length {length:.4g}.",
            counted=several(len(start), "{n} point", "{n} points"),
            what=what,
            length=lengths.mean(),
        )
    return say(
        "Plane with {counted} and for each its {what}, joined by a stroke; the longest is "
        "{longest:.4g}, the mean length {mean:.4g}.",
        counted=several(len(start), "{n} point", "{n} points"),
        what=what,
        longest=lengths.max(),
        mean=lengths.mean(),
    )


def _strokes(start: Array, end: Array, color: str) -> dict[str, Any]:
    gaps = np.full(len(start), np.nan)
    both = np.stack([start, end, np.stack([gaps, gaps], axis=1)], axis=1).reshape(-1, 2)
    xs, ys = ([None if np.isnan(v) else float(v) for v in column] for column in both.T)
    return line_trace(xs, ys, color, 1.2, showlegend=False, hoverinfo="skip", name=say("strokes"))


def _arrow(start: Array, end: Array) -> dict[str, Any]:
    return {
        "x": float(end[0]),
        "y": float(end[1]),
        "ax": float(start[0]),
        "ay": float(start[1]),
        "text": "",
        "xref": "x",
        "yref": "y",
        "axref": "x",
        "ayref": "y",
        "showarrow": True,
        "arrowhead": 2,
        "arrowsize": 1.2,
        "arrowwidth": 3,
        "arrowcolor": INK,
    }


def _width(line: DisplacementLine) -> float:
    return 2.5 if line.strong else 1.4


def _dash(line: DisplacementLine) -> str:
    return "solid" if line.strong else "6px,4px"


def _ink(line: DisplacementLine) -> str:
    return ACCENT if line.strong else MUTED


def _across(line: DisplacementLine, view: DataView) -> dict[str, Any]:
    reach = (view.x_range[1] - view.x_range[0]) + (view.y_range[1] - view.y_range[0])
    ends = np.stack([line.at - reach * line.along, line.at + reach * line.along])
    return line_trace(
        ends[:, 0],
        ends[:, 1],
        _ink(line),
        _width(line),
        _dash(line),
        hoverinfo="skip",
        name=line.name,
        showlegend=False,
    )


def _spot(spot: DisplacementSpot) -> dict[str, Any]:
    return marker_trace(
        [float(spot.at[0])],
        [float(spot.at[1])],
        {"symbol": spot.symbol, "size": 14, "color": PAPER, "line": {"width": 3, "color": INK}},
        name=spot.name + KEY_GAP,
        legendrank=40,
        hovertemplate=f"{spot.name}: %{{x:.4~g}}, %{{y:.4~g}}<extra></extra>",
    )
