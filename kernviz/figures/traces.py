"""Plotly traces that many figures use."""

from __future__ import annotations

from typing import Any


def line_trace(x: Any, y: Any, color: str, width: float, dash: str | None = None, **more: Any) -> dict[str, Any]:
    """Return the trace of a line through the places (x, y).

    ``more`` are further entries of the trace.
    """
    look: dict[str, Any] = {"color": color, "width": width}
    if dash is not None:
        look["dash"] = dash
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "line": look, **more}


def marker_trace(x: Any, y: Any, marker: Any, **more: Any) -> dict[str, Any]:
    """Return the trace of marks at the places (x, y).

    ``more`` are further entries of the trace.
    """
    return {"type": "scatter", "mode": "markers", "x": x, "y": y, "marker": marker, **more}
