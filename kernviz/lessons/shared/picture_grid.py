"""Grid of places of a picture, over the plane or the line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.surfaces import SIDE, Curve, Surface, Window, grid_points

ON_THE_LINE = 400  # grid points of a line


@dataclass(frozen=True)
class PictureGrid:
    """Grid of a data set's window; y is None over a line."""

    x: Array
    y: Array | None
    window: Window

    @classmethod
    def of(cls, data: Dataset) -> PictureGrid:
        """Return the grid of the picture of a data set."""
        window = Window.of(data)
        if data.d == 1:
            return cls(np.linspace(*window.x_range, ON_THE_LINE), None, window)
        return cls(np.linspace(*window.x_range, SIDE), np.linspace(*window.y_range, SIDE), window)

    @property
    def places(self) -> Array:
        """Grid points (places, d)."""
        return grid_points(self.x, self.y)

    def shaped(self, values: NDArray[np.generic]) -> Surface | Curve:
        """Return the values as a grid of the plane or line.

        There is one number per place.
        """
        numbers = np.asarray(values, dtype=np.float64)
        if self.y is None:
            return Curve(self.x, numbers, self.window)
        return Surface(self.x, self.y, numbers.reshape(len(self.y), -1), self.window)
