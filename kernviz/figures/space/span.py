"""Arrows in space and the plane some of them span.

The picture shows w = w∥ + w⊥ beside the images of the training points. A second plot shows curves
over t, the length of w⊥ relative to w∥.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.space.cut import cut
from kernviz.figures.space.label_sides import SCENES, USUAL, TipLabel, covers, free_place
from kernviz.figures.space.lifted_box import SIZE
from kernviz.figures.space.scene_box import axes_of, filled, rounded
from kernviz.figures.space.span_camera import camera_of_span, share_that_fits
from kernviz.figures.space.traces import line_in_space, marks_in_space, polygon_in_space, text_in_space
from kernviz.figures.svg.orthographic_camera import camera_of
from kernviz.figures.svg.projection import places
from kernviz.figures.theme import INK, KEY_GAP, Range, axis, class_color, figure, point, token
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.ranges import spread
from kernviz.wording import say

HEAD = 0.045  # length of an arrow's head, as a share of the box's longest side
MARGIN = 0.12  # free space around the tips, as a share of a side
FONT = 15  # pixels of a label
EDGE_SHARES = (0.0, 0.33, 0.67)  # places of the plane's name along each of its edges
INSIDE_SHARES = (1.0, 0.75)  # of the way from the plane's middle to its edge
LINE_SHARES = (0.5, 0.3, 0.7, 0.9)  # places of the line's name between its middle and an end


@dataclass(frozen=True)
class Arrow:
    """Arrow in space with its label beside it.

    The arrow runs from ``start`` to ``tip`` (3,). If given, ``label`` stands at its tip, or beside its middle if
    ``halfway``. ``side`` is the label's position there, in plotly.js's words; by default the one that covers least.
    """

    tip: Array
    name: str
    color: str
    label: str = ""
    start: tuple[float, float, float] = (0.0, 0.0, 0.0)
    dash: str = "solid"
    width: float = 6
    side: str = ""
    halfway: bool = False


def span_space(
    arrows: Sequence[Arrow],
    upright: Array,
    across: Array,
    axes: tuple[str, str, str],
    room: tuple[Array, Array],
    *,
    alike: tuple[Array, Array],
    named: int = 0,
    plane: bool = True,
) -> Figure:
    """Draw labelled arrows and the plane spanned by some of them.

    ``alike`` are the ends (3,) of a line. The vectors to its places have the same inner products with every vector of
    the plane. The line's name is rather in the half of its end ``named``, 0 or 1.

    The plane goes through 0 with the normal ``upright`` (3,) in the box ``room``. The normal
    stands upright on the screen.

    The camera looks nearly at a right angle to ``across`` (3,), a vector in the plane. ``plane``
    False leaves the plane out.
    """
    low, high = room
    traces: list[dict[str, Any]] = []
    if plane:
        polygon = cut(upright, 0.0, low, high)
        traces.append(polygon_in_space(polygon, token("class-5"), 0.22, name=say("span of the images")))
        if len(polygon):
            traces.append(_name_of_plane(polygon))
    traces += _alike(alike)
    head = HEAD * float((high - low).max())
    for arrow in arrows:
        traces += _arrow(arrow, head)
    dot = {"size": 4, "color": INK}
    hover = say("the origin<extra></extra>")
    traces.append(marks_in_space({"x": [0], "y": [0], "z": [0]}, dot, name=say("origin"), hovertemplate=hover))
    traces.append(filled(room))
    camera = camera_of_span(upright, across)
    shape = 1.27 * SIZE * (high - low) / float((high - low).max())  # equal units on all axes
    tips = np.array([*alike, *(arrow.tip for arrow in arrows)], dtype=float)
    shape *= share_that_fits((tips - (low + high) / 2) / (high - low) * shape, camera)
    aspect = {"aspectmode": "manual", "aspectratio": dict(zip("xyz", shape.tolist(), strict=True))}
    drawn = figure(
        traces,
        margin={"l": 0, "r": 0, "t": 8, "b": 0},
        scene={**axes_of(room, axes, 5), **aspect, "camera": camera, "dragmode": "orbit"},
        showlegend=False,
    )
    _place_labels(drawn, arrows, alike, named)
    return drawn


def _place_labels(drawn: Figure, arrows: Sequence[Arrow], alike: tuple[Array, Array], named: int) -> None:
    """Choose the sides of the labels for each size of the picture.

    Labels whose arrow has a side keep it. The traces are changed in place: a trace's ``meta`` has the places:
    "sides" -> rows (unit, font size, side, x, y, z) as in `SCENES`. The browser takes the row of the size that the
    picture has. A grey name without a free place has the font size 0.
    """
    view = camera_of(drawn)
    lines = [np.array([arrow.start, arrow.tip], dtype=float) for arrow in arrows] + [np.array(alike)]
    traces = [trace for trace in drawn.data if trace.get("mode") == "text" and any(trace["text"])]
    fixed = {arrow.name: arrow.side for arrow in arrows if arrow.side}
    names = {
        say("span of the images"): _edge_of_plane(drawn),
        say("w with the<br>same outputs"): _along_line(alike, named),
    }
    # each gives way to those before it
    traces.sort(key=lambda trace: (str(trace["name"]) not in fixed, str(trace["name"]) in names))
    found: list[list[TipLabel]] = []
    for unit, size in SCENES:
        labels: list[TipLabel] = []
        for trace in traces:
            name, text, at = str(trace["name"]), _plain(trace["text"][0]), places(trace)
            own = size * trace["textfont"]["size"] / FONT
            if name in fixed:
                labels.append(TipLabel(at[0], fixed[name], text, own))
            else:
                steps = 0 if name in names else 4
                label = free_place(view, names.get(name, at), text, unit, own, lines, labels, steps=steps)
                out = name in names and covers(view, label, labels, unit)
                labels.append(replace(label, text="") if out else label)
        found.append(labels)
    for i, trace in enumerate(traces):
        chosen = [labels[i] for labels in found]
        rows = [
            [unit, label.size if label.text else 0, label.side, *label.place.tolist()]
            for (unit, _), label in zip(SCENES, chosen, strict=True)
        ]
        usual = chosen[USUAL]
        trace |= {**_at(usual.place), "textposition": usual.side, "meta": {"sides": rows}}


def _plain(text: str) -> str:
    return text.removeprefix("<b>").removesuffix("</b>")


def _edge_of_plane(drawn: Figure) -> Array:
    """Return places (k, 3) of the plane's name.

    They are on its edge and farther inside.
    """
    polygon = next(
        (places(trace) for trace in drawn.data if trace.get("name") == say("span of the images")), np.empty((0, 3))
    )
    following = np.roll(polygon, -1, axis=0)
    edge = np.concatenate([polygon + share * (following - polygon) for share in EDGE_SHARES])
    middle = edge.mean(axis=0) if len(edge) else np.zeros(3)
    return np.concatenate([middle + share * (edge - middle) for share in INSIDE_SHARES])


def _along_line(ends: tuple[Array, Array], named: int) -> Array:
    """Return places (k, 3) of a line's name.

    Those in the half of its end ``named`` come first.
    """
    middle = (ends[0] + ends[1]) / 2
    return np.array([middle + share * (ends[half] - middle) for half in (named, 1 - named) for share in LINE_SHARES])


def box_around(vectors: Array) -> tuple[Array, Array]:
    """Return a box that holds the origin and all tips.

    The tips are (m, 3). No side is shorter than a third of the longest.
    """
    both = np.vstack([np.zeros(3), vectors])
    low, high = both.min(axis=0), both.max(axis=0)
    widths = high - low
    half = (0.5 + MARGIN) * np.maximum(widths, spread(0.0, float(widths.max()), 2.0) / 3)
    middle = (low + high) / 2
    return rounded(middle - half, middle + half)


def describe_span(arrows: Sequence[Arrow]) -> str:
    """Describe the arrows in space in words."""
    tips = [say("{name} to {place}", name=arrow.name, place=point(arrow.tip)) for arrow in arrows]
    return say("Arrows in three dimensions: {arrows}.", arrows="; ".join(tips))


def fall(
    ts: Array,
    curves: dict[str, Array],
    at: float,
    values: dict[str, float],
    *,
    x_title: str,
    y_title: str,
    y_range: Range,
) -> Figure:
    """Draw curves over t with a mark on each.

    ``curves`` maps each name -> (g,) over ``ts`` (g,). The marks stand at t = ``at``, the place of the
    slider, at the heights ``values`` by name.
    """
    traces: list[dict[str, Any]] = []
    for i, (name, ys) in enumerate(curves.items()):
        traces.append(
            line_trace(
                ts,
                ys,
                class_color(i),
                2.5,
                ("solid", "8px,4px", "2px,3px")[i % 3],
                name=name + KEY_GAP,
                hovertemplate=f"{name} = %{{y:.4~g}}<extra></extra>",
            )
        )
        traces.append(
            marker_trace(
                [at],
                [values[name]],
                {"size": 10, "color": class_color(i), "line": {"width": 2, "color": INK}},
                showlegend=False,
                name=name,
                hoverinfo="skip",
            )
        )
    return figure(
        traces,
        margin={"l": 50, "r": 8, "t": 8, "b": 40},
        showlegend=True,
        xaxis=axis(x_title, (float(ts[0]), float(ts[-1]))),
        yaxis=axis(y_title, y_range),
    )


def _arrow(arrow: Arrow, head: float) -> list[dict[str, Any]]:
    start, tip = np.array(arrow.start), np.asarray(arrow.tip, dtype=float)
    way = tip - start
    length = float(np.linalg.norm(way))
    if length == 0:  # an arrow of length 0 keeps its trace
        way, tip = np.zeros(3), start
    hover = f"{arrow.name}<extra></extra>"
    line = line_in_space(_at(start, tip), arrow.color, arrow.width, arrow.dash, name=arrow.name, hovertemplate=hover)
    label = text_in_space(
        _at((start + tip) / 2 if arrow.halfway else tip),
        [f"<b>{arrow.label}</b>" if arrow.label and length else ""],
        arrow.side or "top center",
        {"size": FONT, "color": arrow.color},
        name=arrow.name,
    )
    if length == 0:
        return [line, label]
    unit = way / length
    size = min(head, 0.6 * length)
    return [line, label, _head(tip, unit, size, arrow)]


def _head(tip: Array, unit: Array, size: float, arrow: Arrow) -> dict[str, Any]:
    """Return an arrow head as a small pyramid.

    plotly's own cones are scaled by the longest of them, so they are not used.
    """
    side = np.cross(unit, [0.0, 0.0, 1.0] if abs(unit[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(unit, side)
    turns = np.linspace(0, 2 * np.pi, 9)[:-1]
    ring = tip - size * unit + 0.35 * size * (np.cos(turns)[:, None] * side + np.sin(turns)[:, None] * other)
    corners = np.vstack([tip, ring])
    n = len(turns)
    return {
        "type": "mesh3d",
        **{a: corners[:, i].tolist() for i, a in enumerate("xyz")},
        "i": [0] * n,
        "j": list(range(1, n + 1)),
        "k": [*range(2, n + 1), 1],
        "color": arrow.color,
        "opacity": 1,
        "hoverinfo": "skip",
        "flatshading": True,
        "lighting": {"ambient": 0.85, "diffuse": 0.3, "specular": 0},
        "name": arrow.name,
    }


def _at(*places: Array) -> dict[str, Any]:
    return dict(zip("xyz", np.array(places, dtype=float).T.tolist(), strict=True))


def _alike(ends: tuple[Array, Array]) -> list[dict[str, Any]]:
    """Return the line of vectors with the same outputs, and its name."""
    name, font = say("w with the<br>same outputs"), {"size": 13, "color": token("muted")}
    line = line_in_space(_at(*ends), token("muted"), 3, "dot", name=name, hoverinfo="skip")
    return [line, text_in_space(_at(ends[0]), [name], "middle left", font, name=name)]


def _name_of_plane(polygon: Array) -> dict[str, Any]:
    name, font = say("span of the images"), {"size": 13, "color": token("muted")}
    return text_in_space(_at(polygon[0]), [name], "bottom right", font, name=name)
