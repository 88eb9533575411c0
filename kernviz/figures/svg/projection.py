"""Projection of a three-dimensional figure onto the plane.

The result is a figure of the plane: points, lines and fills. A browser without WebGL draws the
same (ui/assets/projected_3d.js).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.svg.orthographic_camera import OrthographicCamera, camera_of
from kernviz.figures.svg.projected_surface import surface
from kernviz.figures.theme import token
from kernviz.wording import short

Trace = dict[str, Any]
KEPT = ("name", "showlegend", "legendgroup", "legendrank", "visible", "opacity")
LEFT_OUT = ("scene", "updatemenus", "sliders")
THINNER, LARGER = 0.6, 1.5  # factors of line widths and marker sizes, from plotly.js's units in space to the plane's
ROOM = 1.12  # half the side of the picture, as a multiple of the box's half diagonal
ENDS = (0.06, 0.5, 0.94)  # places of the labels along an edge of the box, as shares of its length
LONG = 8  # letters; a longer title of the z axis is broken at its blanks
BITS = tuple(product((0, 1), repeat=2))  # low (0) or high (1) end of each of two axes


def is_space(figure: Figure) -> bool:
    """Return True for a figure in three dimensions."""
    return bool(figure.layout.get("scene"))


def flattened(figure: Figure) -> Figure:
    """Return a figure of the plane: the projection by the figure's camera.

    A figure that is already in the plane is returned as it is.
    """
    if not is_space(figure):
        return figure
    view = camera_of(figure)
    far = ROOM * float(np.linalg.norm(view.half))
    axis = {"visible": False, "range": [-far, far], "autorange": False, "fixedrange": True}
    layout = {name: value for name, value in figure.layout.items() if name not in LEFT_OUT}
    layout |= {"xaxis": {**axis, "constrain": "domain"}, "yaxis": {**axis, "scaleanchor": "x", "scaleratio": 1}}
    traces = [flat for trace in figure.data for flat in KINDS.get(str(trace.get("type")), _as_it_is)(trace, view)]
    return Figure([*_frame(view, figure.layout["scene"]), *traces], layout)


def _as_it_is(trace: Mapping[str, Any], _: OrthographicCamera) -> Iterator[Trace]:
    yield dict(trace)


def _kept(trace: Mapping[str, Any]) -> Trace:
    return {name: trace[name] for name in KEPT if trace.get(name) is not None}


# ---- the box ---------------------------------------------------------------------------------------------------------


def _frame(view: OrthographicCamera, scene: Mapping[str, Any]) -> list[Trace]:
    """Return the edges of the box, and the words at its axes."""
    edges = [_edge(view, i, bits) for i in range(3) for bits in BITS]
    x, y = ([value for edge in edges for value in (edge[0][k], edge[1][k], None)] for k in (0, 1))
    places, texts = [], []
    for i, letter in enumerate("xyz"):
        along = [_edge(view, i, bits) for bits in BITS]
        edge = min(along, key=lambda ends, k=0 if i == 2 else 1: ends[0][k] + ends[1][k])  # type: ignore[misc]
        title_text = ((scene.get(f"{letter}axis") or {}).get("title") or {}).get("text")
        title = letter if title_text is None else str(title_text)
        if i == 2 and len(title) > LONG:  # there is little room beside the box
            title = title.replace(" ", "<br>")
        low, high = view.ranges[i]
        for share, text in zip(ENDS, (_three_digits(low), title, _three_digits(high)), strict=True):
            out = np.array([1.09, 1.0] if i == 2 else [1.0, 1.09]) + (0.04 if share == ENDS[1] else 0.0)
            places.append((edge[0] + share * (edge[1] - edge[0]))[:2] * out)
            texts.append(text)
    quiet = {"type": "scatter", "hoverinfo": "skip", "showlegend": False, "cliponaxis": False}
    u, v = np.array(places).T
    font = {"size": 12, "color": token("muted")}
    return [
        {**quiet, "mode": "lines", "x": x, "y": y, "line": {"color": token("line"), "width": 1}},
        {**quiet, "mode": "text", "x": u.tolist(), "y": v.tolist(), "text": texts, "textfont": font},
    ]


def _edge(view: OrthographicCamera, i: int, bits: Sequence[int]) -> Array:
    """Return both ends (2, 3) of a box edge in view coordinates.

    The edge is parallel to axis i. ``bits`` choose the low (0) or high (1) end of the two other axes.
    """
    others = [j for j in range(3) if j != i]
    ends = np.empty((2, 3))
    for end in (0, 1):
        ends[end, i] = view.ranges[i][end]
        for j, bit in zip(others, bits, strict=True):
            ends[end, j] = view.ranges[j][bit]
    return view(ends)


def _three_digits(value: float) -> str:
    """Return the end of an axis as text.

    The value is rounded before it is written: 1234.5 is 1230 then, and not 1.23·10³.
    """
    return short(float(f"{value:.3g}"))


# ---- traces ----------------------------------------------------------------------------------------------------------


def _points(trace: Mapping[str, Any], view: OrthographicCamera) -> Iterator[Trace]:
    at = view(places(trace))
    made = {**_kept(trace), "type": "scatter", "mode": trace.get("mode") or "lines+markers", "cliponaxis": False}
    made |= {"x": at[:, 0], "y": at[:, 1], "hoverinfo": "skip"}
    made |= {name: trace[name] for name in ("text", "textposition", "textfont") if trace.get(name) is not None}
    if line := trace.get("line"):
        color = line.get("color")
        made["line"] = {"width": THINNER * line.get("width", 3), "dash": line.get("dash")}
        made["line"] |= {"color": color} if isinstance(color, str) else {}
    if marker := trace.get("marker"):
        made["marker"] = {**marker, "size": LARGER * np.asarray(marker.get("size", 6), dtype=float)}
        if np.ndim(made["marker"]["size"]) == 0:
            made["marker"]["size"] = float(made["marker"]["size"])
        if edge := marker.get("line"):
            made["marker"]["line"] = {**edge, "width": edge.get("width", 1)}
    yield made


def _mesh(trace: Mapping[str, Any], view: OrthographicCamera) -> Iterator[Trace]:
    at = view(places(trace))[:, :2]
    corners = at[np.array([trace[name] for name in "ijk"], dtype=int).T]  # (triangles, 3, 2)
    corners = corners[np.isfinite(corners).all(axis=(1, 2))]
    first, second = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    other = first[:, 0] * second[:, 1] < first[:, 1] * second[:, 0]
    corners[other] = corners[other][:, ::-1]  # triangles of opposite orientation would cancel where they overlap
    closed = np.concatenate([corners, corners[:, :1], np.full((len(corners), 1, 2), np.nan)], axis=1).reshape(-1, 2)
    made = {**_kept(trace), "type": "scatter", "mode": "lines", "x": closed[:, 0], "y": closed[:, 1]}
    yield (
        made
        | {"fill": "toself", "fillcolor": trace.get("color"), "line": {"width": 0, "color": trace.get("color")}}
        | {"hoverinfo": "skip"}
    )


def _surface(trace: Mapping[str, Any], view: OrthographicCamera) -> Iterator[Trace]:
    for band in surface(trace, view):
        yield {**_kept(trace), "showlegend": False, **band}


def places(trace: Mapping[str, Any]) -> Array:
    """Return the points (n, 3) of a trace; NaN for gaps."""
    return np.array([np.asarray(trace[name], dtype=float) for name in "xyz"]).T.reshape(-1, 3)


KINDS: Mapping[str, Callable[[Mapping[str, Any], OrthographicCamera], Iterator[Trace]]] = {
    "scatter3d": _points,
    "mesh3d": _mesh,
    "surface": _surface,
}
