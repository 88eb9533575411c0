"""Plotly traces that many figures use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Places = Sequence[tuple[float | None, float | None]]
QUIET: dict[str, Any] = {"showlegend": False, "hoverinfo": "skip"}  # of a trace without legend entry and hover


def line_trace(x: Any, y: Any, color: str, width: float, dash: str | None = None, **more: Any) -> dict[str, Any]:
    """Return the trace of a line through the places (x, y).

    ``more`` are further entries of the trace.
    """
    look: dict[str, Any] = {"color": color, "width": width}
    if dash is not None:
        look["dash"] = dash
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "line": look, **more}


def horizontal_trace(
    ends: Sequence[float], y: float, color: str, width: float, dash: str | None = None, **more: Any
) -> dict[str, Any]:
    """Return the trace of a line at the height y.

    It has no legend entry and no hover. ``more`` are further entries of the trace.
    """
    return line_trace(list(ends), [y, y], color, width, dash, **QUIET, **more)


def marker_trace(x: Any, y: Any, marker: Any, **more: Any) -> dict[str, Any]:
    """Return the trace of marks at the places (x, y).

    ``more`` are further entries of the trace.
    """
    return {"type": "scatter", "mode": "markers", "x": x, "y": y, "marker": marker, **more}


def path_trace(path: Places, color: str, width: float, dash: str | None = None, **more: Any) -> dict[str, Any]:
    """Return the trace of a line through a list of places.

    The line has a gap at None. ``more`` are further entries of the trace.
    """
    return line_trace([x for x, _ in path] or [None], [y for _, y in path] or [None], color, width, dash, **more)


def text_trace(x: Any, y: Any, text: Any, font: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the trace of texts without a hover text.

    ``more`` are further entries of the trace.
    """
    base = {"type": "scatter", "mode": "text", "hoverinfo": "skip"}
    return {**base, "x": x, "y": y, "text": text, "textfont": font, **more}
