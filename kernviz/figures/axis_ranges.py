"""Drawable ranges for all axes of a figure.

A given range whose ends are equal up to rounding is widened. plotly.js derives the range of an
axis without a given range from the least and the largest value. Such an axis gets a fixed range
only if plotly.js could not draw its own: the values are equal up to rounding, or too large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.ranges import LARGEST, around, drawable, is_range

AXIS, SCENE = re.compile(r"([xy])axis(\d*)"), re.compile(r"scene\d*")
HIGHEST_POWER = 200.0  # largest power of ten on a logarithmic axis
ALONE = 1e8  # largest value for which plotly.js can draw an axis of a single value (from value − 1 to value + 1)


def with_drawable_ranges(data: Sequence[Mapping[str, Any]], layout: dict[str, Any]) -> dict[str, Any]:
    """Return the given layout, changed in place to drawable ranges."""
    for key in [key for key in layout if AXIS.fullmatch(key)]:
        layout[key] = _axis(layout[key], key, data)
    for key in [key for key in layout if SCENE.fullmatch(key)]:
        axes = {name: _axis(layout[key].get(name, {}), name, data) for name in ("xaxis", "yaxis", "zaxis")}
        layout[key] = {**layout[key], **{name: axis for name, axis in axes.items() if axis}}
    return layout


def _axis(axis: Mapping[str, Any], key: str, data: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    log = axis.get("type") == "log"
    limits = axis.get("range")
    if limits is not None:
        low, high = (float(end) for end in limits)
        if log:
            low, high = (max(min(end, HIGHEST_POWER), -HIGHEST_POWER) for end in (low, high))
        return {**axis, "range": [*drawable(low, high)]}
    if axis.get("type") == "category":
        return dict(axis)
    values = np.concatenate([np.zeros(0), *_shown(data, key)])
    values = np.log10(values[values > 0]) if log else values
    if not values.size:
        return dict(axis)
    low, high = float(values.min()), float(values.max())
    if (low == high and abs(low) <= ALONE) or (is_range(low, high) and max(abs(low), abs(high)) <= LARGEST):
        return dict(axis)
    low, high = around(values, below=0.0 if is_range(low, high) else 0.05)
    return {**axis, "range": [high, low] if axis.get("autorange") == "reversed" else [low, high], "autorange": False}


def _shown(data: Sequence[Mapping[str, Any]], key: str) -> Iterator[NDArray[np.float64]]:
    """Yield the finite coordinates along an axis, one array for each trace.

    A trace with words gives no coordinates. Bars also give 0, where they begin.
    """
    letter, name = key[0], key.replace("axis", "")
    for trace in data:
        if str(trace.get(f"{letter}axis") or letter) != name or trace.get(letter) is None:
            continue
        column = trace[letter]
        if not isinstance(column, np.ndarray):
            if any(isinstance(v, str) for v in column):
                continue
            column = np.array([np.nan if v is None else v for v in column], dtype=np.float64)
        if column.dtype.kind in "fiub":
            values = column.astype(np.float64).ravel()
            yield values[np.isfinite(values)]
            if trace.get("type") == "bar" and (trace.get("orientation") == "h") == (letter == "x"):
                yield np.zeros(1)
