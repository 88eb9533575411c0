"""Axes of a figure in pixels of the drawing, and their ticks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from kernviz.ranges import decade_below, spread
from kernviz.wording import short

WIDE = 0.05  # margin around the values as a share of their span, on an axis without a given range
TICKS = 6


@dataclass(frozen=True)
class Axis:
    """Axis with its ranges of values and pixels, and its labels.

    Linear coordinates are values, or log₁₀ of the values on a logarithmic axis. ``said`` is the
    axis's entry in the layout.
    """

    low: float  # in linear coordinates, as `high`
    high: float
    start: float  # pixel position of `low`
    end: float
    declared: Mapping[str, Any] = field(default_factory=dict)
    words: tuple[str, ...] = ()  # labels of a category axis

    def at(self, value: Any) -> float:
        """Return the pixel of a number or category, else nan."""
        if isinstance(value, str):
            value = self.words.index(value) if value in self.words else math.nan
        if value is None:
            return math.nan
        return self.place(self.linear(float(value)))

    def linear(self, value: float) -> float:
        """Return the linear coordinate of a value.

        On a logarithmic axis this is log₁₀ of the value, or nan for a value that is not positive.
        """
        if not self.log:
            return value
        return math.log10(value) if value > 0 else math.nan

    @property
    def log(self) -> bool:
        """Return True if the axis is logarithmic."""
        return self.declared.get("type") == "log"

    def place(self, value: float) -> float:
        """Return the pixel of a linear coordinate."""
        return self.start + (value - self.low) / ((self.high - self.low) or 1.0) * (self.end - self.start)

    @property
    def unit(self) -> float:
        """Return the pixels per unit of the axis."""
        return abs(self.end - self.start) / (abs(self.high - self.low) or 1.0)

    def narrowed(self, unit: float, toward: str = "") -> Axis:
        """Return the axis with ``unit`` pixels per unit.

        The middle of the axis stays in place, or its top if ``toward`` is "top".
        """
        length = unit * abs(self.high - self.low) * (1 if self.end > self.start else -1)
        middle = (self.start + self.end) / 2
        start = self.end - length if toward == "top" else middle - length / 2
        return replace(self, start=start, end=start + length)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the axis ticks.

        Each tick has a linear coordinate and a label.
        """
        if self.declared.get("showticklabels") is False:
            return []
        if self.declared.get("tickvals") is not None:
            words = self.declared.get("ticktext") or [_written(v) for v in self.declared["tickvals"]]
            return [(self.linear(float(v)), str(w)) for v, w in zip(self.declared["tickvals"], words, strict=False)]
        if self.words:
            return [(float(i), word) for i, word in enumerate(self.words)]
        low, high = sorted((self.low, self.high))
        if self.log:
            stride = max(1, math.ceil((high - low) / TICKS))
            powers = range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)
            return [(float(n), f"10<sup>{n}</sup>".replace("-", "−")) for n in powers if n % stride == 0]
        step = _round_step((high - low) / TICKS) if self.declared.get("tickmode") != "linear" else 1.0
        first = math.ceil(low / step - 1e-9)
        return [(i * step, _written(i * step)) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _round_step(least: float) -> float:
    if not least > 0 or not math.isfinite(least):
        return 1.0
    power = decade_below(least)
    return next(m * power for m in (1, 2, 5, 10) if m * power >= least * 0.999)


def _written(value: float) -> str:
    return short(value, 6)


def axes(
    data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any], box: tuple[float, float, float, float]
) -> dict[str, Axis]:
    """Return the axes of a figure by name.

    The names are those in traces (x, y2, …). The axes lie inside a box (left, top, right,
    bottom).
    """
    left, top, right, bottom = box
    names = {"x", "y"} | {str(trace.get(f"{letter}axis") or letter) for trace in data for letter in "xy"}
    found: dict[str, Axis] = {}
    for name in sorted(names):
        declared = layout.get(f"{name[0]}axis{name[1:]}") or {}
        start, end = declared.get("domain") or (0, 1)
        across = name[0] == "x"
        a, b = (left, right) if across else (bottom, top)
        words = _categories(data, name)
        low, high = declared.get("range") or _extent(data, name, len(words), declared.get("type") == "log")
        found[name] = Axis(float(low), float(high), a + start * (b - a), a + end * (b - a), declared, words)
    for name, axis in list(found.items()):
        other = axis.declared.get("scaleanchor")
        if other in found:
            ratio = float(axis.declared.get("scaleratio") or 1)
            unit = min(axis.unit / ratio, found[other].unit)
            found[name] = axis.narrowed(unit * ratio, str(axis.declared.get("constraintoward", "")))
            found[other] = found[other].narrowed(unit)
    return found


def values(trace: Mapping[str, Any], letter: str) -> list[Any]:
    """Return the x or y coordinates of a trace.

    Without coordinates they are the column or row indices of its z.
    """
    column = trace.get(letter)
    if column is None:
        z = trace.get("z")
        shape = np.shape(z) if z is not None else (0, 0)
        return list(range(shape[1 if letter == "x" else 0]))
    return list(column)


def _of(data: Sequence[Mapping[str, Any]], name: str) -> Iterable[Mapping[str, Any]]:
    return (trace for trace in data if str(trace.get(f"{name[0]}axis") or name[0]) == name)


def _categories(data: Sequence[Mapping[str, Any]], name: str) -> tuple[str, ...]:
    words = [v for trace in _of(data, name) for v in values(trace, name[0]) if isinstance(v, str)]
    return tuple(dict.fromkeys(words))


def _extent(data: Sequence[Mapping[str, Any]], name: str, words: int, log: bool = False) -> tuple[float, float]:
    if words:
        return -0.5, words - 0.5
    numbers: list[float] = []
    for trace in _of(data, name):
        column = [float(v) for v in values(trace, name[0]) if v is not None]
        column = [math.log10(v) for v in column if v > 0] if log else column
        numbers += [v for v in column if math.isfinite(v)]
        if trace.get("type") == "bar" and (trace.get("orientation") == "h") == (name[0] == "x"):
            numbers += [0.0, 1.18 * max(column, default=0.0)]  # space for the number beside the bar
        elif trace.get("type") == "heatmap" and len(column) > 1:
            half = abs(column[1] - column[0]) / 2
            return min(column) - half, max(column) + half
    if not numbers:
        return 0.0, 1.0
    low, high = min(numbers), max(numbers)
    room = WIDE * spread(low, high, 0.5 / WIDE)
    return low - room, high + room
