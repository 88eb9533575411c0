"""Fixed axes of a picture in which points are dragged."""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.data.drawn import on_sheet
from kernviz.ranges import is_range
from kernviz.surfaces import Window

ROOM = 0.25  # space above and below the values, as a share of their spread


def heights(y: Array, share: float = ROOM) -> tuple[float, float]:
    """Return the limits of the vertical axis for target values y (n,).

    They depend on the data alone, so the axis stays while the machine changes.
    """
    low, high = float(y.min()), float(y.max())
    room = share * (high - low) if is_range(low, high) else max(abs(high), 1.0)
    return low - room, high + room


def sheet_of(data: Dataset) -> tuple[float, ...]:
    """Return the low and high limits of each picture axis."""
    window = Window.of(data)
    if data.d > 1:
        return (*window.x_range, *window.y_range)
    if data.task != "regression":
        return window.x_range
    return (*window.x_range, *(data.sheet[2:4] or heights(data.values)))


def kept(data: Dataset, before: Dataset) -> Dataset:
    """Return the data with the axes from before a drag.

    `before` are the data before the drag. If a point is outside these axes, the data get new axes.
    """
    there = on_sheet(data, sheet_of(before))
    return there if there.sheet else on_sheet(data, sheet_of(data))
