"""Draggable places in a picture: handles, and points of the data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.data.drawn import drawn_places
from kernviz.lessons.marked_text import in_notation
from kernviz.wording import spoken


@dataclass(frozen=True)
class Handle:
    """Draggable place in a picture.

    A handle has a label, the address names of its coordinates, and its position. There is one
    coordinate on a line, two in a plane.

    A handle may set something else than its coordinates, by one of three rules. `spots`: the
    handle stands only at these places, and its value is the number of the spot, from 1.
    `weights`: one triple (a, b, c) per value, a·x + b·y + c for the place (x, y). `around`: the value
    is the angle of the direction from the point `around` to the place, in degrees from 0 to 180.

    Values stay between `low` and `high`. With `limits`, each value has its own pair (low, high). A
    handle that is `upright` moves up and down only.

    With `cells`, the rows of a matrix, the handle is the cell in column x and row y. Up and down
    change the cell's number, and that of the transposed cell in a symmetric matrix. Such a handle
    sets the matrix as text, then row and column, from 1.
    """

    label: str
    names: tuple[str, ...]
    at: tuple[float, float]
    spots: tuple[tuple[float, float], ...] = ()
    weights: tuple[tuple[float, float, float], ...] = ()
    around: tuple[float, float] | None = None
    low: float = -1e6
    high: float = 1e6
    limits: tuple[tuple[float, float], ...] = ()
    upright: bool = False
    cells: tuple[tuple[float, ...], ...] = ()
    called: str = ""  # its name in a sentence, such as: the probe; the label if that is a name already, such as: x

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", in_notation(self.label))
        object.__setattr__(self, "called", spoken(in_notation(self.called or self.label)))

    def range_of(self, name: str) -> tuple[float, float]:
        """Return the permitted range (low, high) of the parameter `name`."""
        return self.limits[self.names.index(name)] if self.limits else (self.low, self.high)


@dataclass(frozen=True)
class Points:
    """Points of the data as drawn in a picture.

    `heights`, (n,), replace the vertical coordinates of `drawn_places`; None keeps these.
    """

    data: Dataset
    heights: NDArray[np.float64] | None = None
    gone: bool = False  # True if every point was removed

    @property
    def level(self) -> bool:
        """Return True if the points move only along the line."""
        return self.data.d == 1 and self.data.task != "regression"

    @property
    def places(self) -> NDArray[np.float64]:
        """Positions (n, 2)."""
        places = drawn_places(self.data)[: 0 if self.gone else None]
        return places if self.heights is None else np.column_stack([places[:, 0], self.heights])
