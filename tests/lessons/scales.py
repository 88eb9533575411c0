"""Measures every range of a figure: of each axis and each colour, their ticks, and what plotly.js would choose."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure

NARROWEST = 1e-9  # of the larger end: between two such values there are millions of doubles, enough for every pixel
LARGEST = 1e304  # of an end: plotly.js takes no larger one
LEAST = 1e-300  # of a width: pixels divided by it are a number still
LARGEST_IN_SPACE = float(np.finfo(np.float32).max)  # the graphics card's numbers have four bytes
MOST_TICKS = 250
AXIS, SCENE = re.compile(r"[xy]axis\d*"), re.compile(r"scene\d*")
FIELDS = {"heatmap", "contour", "surface"}


def unsound(figure: Figure) -> list[str]:
    """Defects of a figure that a browser could not draw, in words; [] if there are none."""
    spec = figure.spec()
    found = [*_still(spec["data"], spec["layout"])]
    for i, frame in enumerate(spec["frames"]):
        layout = {**spec["layout"], **frame.get("layout", {})}
        found += [f"frame {i}: {fault}" for fault in _still(frame.get("data", ()), layout)]
    return found


def _still(data: Iterable[Mapping[str, Any]], layout: Mapping[str, Any]) -> Iterator[str]:
    data = list(data)
    flat = [trace for trace in data if not _in_space(trace)]
    ids = {str(trace.get(f"{letter}axis") or letter) for trace in flat for letter in "xy"}
    keys = {key for key in layout if AXIS.fullmatch(key)} | {f"{name[0]}axis{name[1:]}" for name in ids}
    for key in sorted(keys):
        axis = layout.get(key) or {}
        yield from (f"{key}: {why}" for why in _axis(axis, key[0], _on(flat, key), LARGEST))
    for name in sorted(key for key in layout if SCENE.fullmatch(key)):
        traces = [trace for trace in data if _in_space(trace) and str(trace.get("scene", "scene")) == name]
        for letter in "xyz":
            axis = layout[name].get(f"{letter}axis") or {}
            yield from (f"{name}.{letter}axis: {why}" for why in _axis(axis, letter, traces, LARGEST_IN_SPACE))
        shape = (layout[name].get("aspectratio") or {"x": 1}).values()
        if not all(1e-3 < side < 1e3 for side in shape):
            yield f"{name}: sides {list(shape)}"
    for i, trace in enumerate(data):
        yield from (f"data[{i}] {trace.get('name') or trace.get('type')}: {why}" for why in _colours(trace))
    for name in ("annotations", "shapes"):
        for i, item in enumerate(layout.get(name) or ()):
            places = [item[key] for key in ("x", "y", "x0", "x1", "y0", "y1", "ax", "ay") if key in item]
            if not all(isinstance(v, str) or (v is not None and math.isfinite(v)) for v in places):
                yield f"{name}[{i}]: at {places}"


def _in_space(trace: Mapping[str, Any]) -> bool:
    return trace.get("type") in ("surface", "mesh3d", "cone") or str(trace.get("type")).endswith("3d")


def _on(data: list[Mapping[str, Any]], key: str) -> list[Mapping[str, Any]]:
    name = key.replace("axis", "")
    return [trace for trace in data if str(trace.get(f"{key[0]}axis") or key[0]) == name]


def _axis(axis: Mapping[str, Any], letter: str, traces: list[Mapping[str, Any]], largest: float) -> Iterator[str]:
    log = axis.get("type") == "log"
    given = axis.get("range")
    if given is not None:
        low, high = sorted(float(v) for v in given)
        why = _narrow(low, high, 305.0 if log else largest)
    else:
        coordinates = [_numbers(trace.get(letter)) for trace in traces if trace.get("visible", True) is True]
        values = np.concatenate([np.zeros(0), *coordinates])
        values = np.log10(values[values > 0]) if log else values
        if any(trace.get("type") == "bar" for trace in traces) and not log:
            values = np.append(values, 0.0)
        if not values.size:
            return
        low, high = float(values.min()), float(values.max())
        # of one value alone plotly.js makes an axis from one less to one more
        why = _narrow(low - 1, high + 1, largest) if low == high else _narrow(low, high, largest)
    if why:
        yield f"{'range' if given is not None else 'left to plotly.js'} {why}"
        return
    step = axis.get("dtick")
    if isinstance(step, int | float) and (not step > 0 or (high - low) / step > MOST_TICKS):
        yield f"{(high - low) / step if step else math.inf:.3g} ticks, {step} apart from {low} to {high}"
    ticks = axis.get("tickvals")
    if ticks is not None and not np.isfinite(np.asarray(ticks, dtype=float)).all():
        yield f"ticks at {ticks}"


def _narrow(low: float, high: float, largest: float) -> str:
    words = f"from {low!r} to {high!r}"
    if not (math.isfinite(low) and math.isfinite(high)):
        return f"{words}: not finite"
    if max(abs(low), abs(high)) > largest or not math.isfinite(high - low):
        return f"{words}: too large"
    if high - low <= max(NARROWEST * max(abs(low), abs(high)), LEAST):
        return f"{words}: too narrow"
    return ""


def _numbers(values: Any) -> Array:
    """Finite numbers among coordinates; [] for words."""
    if values is None or not len(values):
        return np.zeros(0)
    if not isinstance(values, np.ndarray):
        flat = [v for row in values for v in (row if isinstance(row, list | tuple | np.ndarray) else [row])]
        if any(isinstance(v, str) for v in flat):
            return np.zeros(0)
        values = np.array([math.nan if v is None else v for v in flat], dtype=np.float64)
    if values.dtype.kind not in "fiub":
        return np.zeros(0) if values.dtype.kind in "US" else _numbers(values.ravel().tolist())
    values = values.astype(np.float64).ravel()
    return values[np.isfinite(values)]


def _colours(trace: Mapping[str, Any]) -> Iterator[str]:
    marker = trace.get("marker") or {}
    line = trace.get("line") or {}
    places: list[tuple[str, Mapping[str, Any], Any]] = []
    if trace.get("type") in FIELDS:
        letter = "c" if trace["type"] == "surface" else "z"
        color = trace.get("surfacecolor")
        contours = trace.get("contours") or {}
        if contours.get("coloring") != "none" and trace.get("showscale") is not None:
            places.append((letter, trace, color if color is not None else trace.get("z")))
        if trace["type"] == "contour":
            yield from _levels(trace, contours)
    if trace.get("intensity") is not None:
        places.append(("c", trace, trace["intensity"]))
    for part in (marker, line):
        if isinstance(part.get("color"), list | tuple | np.ndarray) and _numbers(part["color"]).size:
            places.append(("c", part, part["color"]))
    for letter, settings, values in places:
        low, high = settings.get(f"{letter}min"), settings.get(f"{letter}max")
        numbers = _numbers(values)
        if (low is None or high is None) and not numbers.size:
            continue
        one = low is None and high is None and numbers.min() == numbers.max()
        low = float(numbers.min() - one / 2 if low is None else low)
        high = float(numbers.max() + one / 2 if high is None else high)
        if why := _narrow(low, high, LARGEST):
            yield f"colours {why}"
        bar = settings.get("colorbar") or {}
        if isinstance(bar.get("dtick"), int | float) and (high - low) / bar["dtick"] > MOST_TICKS:
            yield f"colour bar with {(high - low) / bar['dtick']:.3g} ticks"
        scale = settings.get("colorscale")
        if isinstance(scale, list | tuple):
            stops = [float(stop[0]) for stop in scale]
            if stops != sorted(stops) or not (stops[0] == 0.0 and stops[-1] == 1.0):
                yield f"colours at {stops}"


def _levels(trace: Mapping[str, Any], contours: Mapping[str, Any]) -> Iterator[str]:
    start, end, step = (contours.get(key) for key in ("start", "end", "size"))
    if start is not None and end is not None and end > start:
        if not (step and step > 0 and math.isfinite(end - start)) or (end - start) / step > MOST_TICKS:
            yield f"levels from {start} to {end}, {step} apart"
    elif start is None and trace.get("autocontour", True) and contours.get("type") != "constraint":
        heights = _numbers(trace.get("z"))
        if (
            heights.size
            and heights.min() != heights.max()
            and (why := _narrow(float(heights.min()), float(heights.max()), LARGEST))
        ):
            yield f"levels left to plotly.js {why}"
