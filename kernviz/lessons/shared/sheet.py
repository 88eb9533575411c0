"""The sheet that points are moved on: the axes of their picture, which stay while they move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.data.drawn import on_sheet
from kernviz.surfaces import Window

Array = NDArray[np.float64]
ROOM = 0.25  # above and below values over a line, as a share of their spread


def heights(y: Array, share: float = ROOM) -> tuple[float, float]:
    """The axis of values over a line: fixed by the data, so that it stays where it is while a machine moves."""
    low, high = float(y.min()), float(y.max())
    room = share * (high - low) if high > low else max(abs(high), 1.0)
    return low - room, high + room


def sheet_of(data: Dataset) -> tuple[float, ...]:
    """From where to where its pictures go, low and high of each axis."""
    window = Window.of(data)
    if data.d > 1:
        return (*window.x_range, *window.y_range)
    if data.task != "regression":
        return window.x_range
    return (*window.x_range, *(data.sheet[2:4] or heights(data.values)))


def kept(data: Dataset, before: Dataset) -> Dataset:
    """Points on the sheet of those they come from; where one is outside, on one with room for all."""
    there = on_sheet(data, sheet_of(before))
    return there if there.sheet else on_sheet(data, sheet_of(data))
