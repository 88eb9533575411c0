"""Reduced figures for live updates.

They are small enough to be sent during a drag. Fields are coded (wire/field.py), coordinates are
rounded to parts of their axis (wire/coordinates.py), and hover texts are left out.

The picture at rest is sent with the exact values. A reduced picture is marked as light. A browser
that keeps showing a light picture, as in a paused sweep, requests the complete picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.contour_levels import contour_levels
from kernviz.wire import coordinates
from kernviz.wire.coordinates import RoundedCoordinates
from kernviz.wire.field import ENOUGH_BYTES, WIDE, Field, GridValues, Ladder, encode

FROM = 400  # values; a smaller grid is hardly larger than its encoding
SINGLE_FROM = 4096  # values; an array this large is a colour field, for which float32 suffices
LONG = 8  # numbers; shorter lists are not sent as binary arrays
FAR_AWAY = 1000  # lengths of the axis; farther coordinates need float64 to be drawn within a tenth of a pixel
HOVER = ("customdata", "hovertemplate", "hovertext", "hoverlabel")
# types of two-dimensional traces; for three-dimensional ones plotly.js requires the same entries in every update
FLAT = ("scatter", "heatmap", "contour", "bar")
DRAWN_FROM_LEVELS = ("none", "lines")  # values of `coloring` for a contour trace without filled areas

Trace = Mapping[str, Any]


def reduced_figure(figure: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return a reduced figure, and True if anything was omitted or rounded.

    ``figure`` has the entries "data" and "layout", as from `Figure.still`. It is not changed.
    """
    traces: Sequence[Trace] = figure["data"]
    codes = _codes(traces, figure["layout"])
    made = [_trace(trace, field, figure["layout"]) for trace, field in zip(traces, codes, strict=True)]
    changed = any(new is not trace for new, trace in zip(made, traces, strict=True))
    return {**figure, "data": made}, changed


def as_sent(values: NDArray[Any]) -> NDArray[Any]:
    """Return floats in the precision in which they travel.

    A large array travels in float32. Values beyond the range of float32 become infinite, and their colour is saturated
    anyway.
    """
    if values.size < SINGLE_FROM:
        return values if values.dtype == np.float32 else values.astype(np.float64)
    with np.errstate(over="ignore"):
        return values.astype(np.float32)


def _codes(traces: Sequence[Trace], layout: Mapping[str, Any]) -> list[Field | None]:
    """Return the coded field of each trace.

    Traces that draw the same field share its code.
    """
    keys = [_identity(trace["z"]) if _is_field(trace) else None for trace in traces]
    alike: dict[Any, list[Trace]] = {}
    for key, trace in zip(keys, traces, strict=True):
        if key is not None:
            alike.setdefault(key, []).append(trace)
    room = ENOUGH_BYTES / max(1, len(alike))
    grids = [_grid(those, max(_wide(trace, layout) for trace in those), room) for those in alike.values()]
    codes = dict(zip(alike, encode(grids), strict=True))
    return [codes.get(key) for key in keys]


def _is_field(trace: Trace) -> bool:
    z, kind = trace.get("z"), trace.get("type")
    if not isinstance(z, np.ndarray) or z.ndim != 2 or z.dtype.kind != "f" or z.size < FROM:
        return False
    if kind in ("heatmap", "surface"):
        return True
    lines = trace.get("contours") or {}
    bounded = None not in (lines.get("start"), lines.get("end"))
    return kind == "contour" and lines.get("coloring") in DRAWN_FROM_LEVELS and bounded


def _identity(z: NDArray[Any]) -> tuple[Any, ...]:
    return z.shape, z.dtype.str, z.tobytes()


def _grid(alike: Sequence[Trace], wide: float, room: float) -> GridValues:
    """Return the grid that several traces draw.

    Its levels and limits are those of all the traces.
    """
    contours = [trace for trace in alike if trace["type"] == "contour"]
    hair = {_ladder(trace) for trace in contours if is_hairline(trace)}
    lines = {_ladder(trace) for trace in contours if not is_hairline(trace)}
    bounds: list[Any] = []
    for trace in alike:
        if trace["type"] != "contour" or trace["contours"]["coloring"] != "none":
            ends = trace.get("zmin"), trace.get("zmax")
            bounds += ends
            lines |= {(level, 0.0, 1) for level in _jumps(trace, ends)}
    limits = None if not bounds or None in bounds else (float(min(bounds)), float(max(bounds)))
    return GridValues(as_sent(alike[0]["z"]), limits, tuple(sorted(lines)), wide, room, tuple(sorted(hair - lines)))


def is_hairline(trace: Trace) -> bool:
    """Return True for a contour trace with lines thinner than a pixel.

    Lines of equal value are drawn so.
    """
    return float((trace.get("line") or {}).get("width") or 1.0) < 1.0


def _ladder(trace: Trace) -> Ladder:
    """Return first level, step and number of a trace's level lines."""
    levels = contour_levels(trace)
    step = float(trace["contours"].get("size") or 0)
    return float(trace["contours"]["start"]), step if step > 0 else 1.0, len(levels)


def _wide(trace: Trace, layout: Mapping[str, Any]) -> float:
    """Return the largest length in pixels of a field's longer side.

    Panels side by side are together twice as wide as one plane, and as high. The browser arranges
    some panels itself, in as many columns as make them largest (ui/assets/panels.js).
    """
    if "panels" in (layout.get("meta") or {}):
        count = sum(name.startswith("xaxis") for name in layout)
        return max(min(2 * WIDE / columns, WIDE / -(-count // columns)) for columns in range(1, count + 1))
    start, end = layout.get(_axis(trace, "x"), {}).get("domain") or (0.0, 1.0)
    return min(WIDE, 2 * WIDE * (end - start))


def _jumps(trace: Trace, ends: tuple[Any, Any]) -> list[float]:
    """Return the values at which the colour scale jumps."""
    places = [stop[0] for stop in trace.get("colorscale") or () if not isinstance(stop, str)]
    if None in ends:
        return []
    low, high = ends
    return [low + a * (high - low) for a, b in pairwise(places) if a == b]


def _trace(trace: Trace, field: Field | None, layout: Mapping[str, Any]) -> Trace:
    """Return a reduced trace, or the unchanged trace itself.

    The trace is unchanged if nothing can be reduced.
    """
    changes: dict[str, Any] = {} if field is None else {"z": field}
    kind = trace.get("type", "scatter")
    if kind not in FLAT:
        return {**trace, **changes, "hoverinfo": "skip"} if changes else trace
    drops = {name for name in HOVER if name in trace}
    if kind == "scatter":
        for letter in "xy":
            short = _short(trace.get(letter), layout.get(_axis(trace, letter), {}))
            changes |= {} if short is None else {letter: short}
        if "text" not in (trace.get("mode") or "") and "text" in trace:
            drops.add("text")
    elif kind == "heatmap" and "texttemplate" not in trace and "text" in trace:
        drops.add("text")
    if not (changes or drops):
        return trace
    entries = {name: value for name, value in trace.items() if name not in drops}
    return entries | changes | {"hoverinfo": "skip"}


def _axis(trace: Trace, letter: str) -> str:
    return f"{letter}axis" + str(trace.get(f"{letter}axis") or letter)[1:]


def _short(given: Any, axis: Mapping[str, Any]) -> RoundedCoordinates | NDArray[np.float32] | None:
    """Return rounded coordinates if that moves nothing visibly on this axis.

    Coordinates too far outside the axis for that are in float32. None leaves the coordinates as they are. An axis
    without a range takes its range from the coordinates, which therefore stay.
    """
    ends = axis.get("range")
    if given is None or ends is None or axis.get("type", "linear") != "linear" or len(given) < LONG:
        return None
    if isinstance(given, np.ndarray):
        values = given if given.dtype == np.float64 and given.ndim == 1 else None
    else:
        numbers = all(value is None or isinstance(value, int | float) for value in given)
        values = (
            np.array([np.nan if value is None else value for value in given], dtype=np.float64) if numbers else None
        )
    if values is None:
        return None
    low, high = sorted(map(float, ends))
    rounded = coordinates.encode(values, low, high)
    if rounded is not None:
        return rounded
    most = FAR_AWAY * (high - low)
    finite = np.abs(values[np.isfinite(values)])
    return values.astype(np.float32) if np.isfinite(most) and (not finite.size or finite.max() <= most) else None
