"""Plotly traces in space that several figures use.

``at`` has the coordinates, {"x": …, "y": …, "z": …}, and ``more`` further entries of the trace.
"""

from __future__ import annotations

from typing import Any

from kernviz.arrays import Array
from kernviz.figures.theme import PAPER, SYMBOLS_3D, class_color

FLAT = {"hoverinfo": "skip", "flatshading": True, "lighting": {"ambient": 1, "diffuse": 0, "specular": 0}}


def line_in_space(at: dict[str, Any], color: str, width: float, dash: str | None = None, **more: Any) -> dict[str, Any]:
    """Return the trace of a line in space."""
    look: dict[str, Any] = {"color": color, "width": width}
    if dash is not None:
        look["dash"] = dash
    return {"type": "scatter3d", "mode": "lines", **at, "line": look, **more}


def marks_in_space(at: dict[str, Any], marker: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the trace of marks in space."""
    return {"type": "scatter3d", "mode": "markers", **at, "marker": marker, **more}


def class_in_space(at: dict[str, Any], i: int, size: float, texts: list[str] | None, **more: Any) -> dict[str, Any]:
    """Return the trace of a class of points, with hover texts."""
    mark = {"color": class_color(i), "symbol": SYMBOLS_3D[i % len(SYMBOLS_3D)], "size": size, "opacity": 1}
    hover = "%{text}<extra></extra>" if texts is not None else None
    return marks_in_space(at, mark | {"line": {"width": 1, "color": PAPER}}, text=texts, hovertemplate=hover, **more)


def text_in_space(
    at: dict[str, Any], text: list[str], position: Any, font: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Return the trace of texts in space, without a hover text."""
    base = {"type": "scatter3d", "mode": "text", **at, "hoverinfo": "skip"}
    return {**base, "text": text, "textposition": position, "textfont": font, **more}


def polygon_in_space(polygon: Array, color: str, opacity: float, **more: Any) -> dict[str, Any]:
    """Return the trace of a flat convex polygon, corners (n, 3)."""
    count = len(polygon)
    x, y, z = polygon.T.tolist() if count else [[None]] * 3
    fan = {"i": [0] * max(count - 2, 0), "j": list(range(1, count - 1)), "k": list(range(2, count))}
    return {"type": "mesh3d", "x": x, "y": y, "z": z, **fan, "color": color, "opacity": opacity, **FLAT, **more}
