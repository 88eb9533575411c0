"""Points, classes and axes of a picture.

Figures of machines over the plane or the line of the data take a `DataView`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.figures.theme import Range
from kernviz.surfaces import Window
from kernviz.symbols import symbols


@dataclass(frozen=True)
class DataView:
    """Points in the part of the plane or line that is shown.

    ``X``: points (n, d), d = 1 or 2. ``labels``: (n,) ±1, whole numbers or None. ``classes``: names of the classes.
    The ranges belong to the data set, so that the axes stay fixed while a point or a parameter changes.
    """

    X: Array
    labels: ArrayLike | None
    x_range: Range
    y_range: Range
    x_title: str = "x₁"
    y_title: str = "x₂"
    classes: Sequence[str] | None = None

    @classmethod
    def of(cls, data: Dataset, window: Window | None = None) -> DataView:
        """Return the view of a data set with one or two columns.

        Without ``window`` the view has the data set's own window.
        """
        frame = Window.of(data) if window is None else window
        labels, second = data.codes_or_none, data.columns[1] if data.d > 1 else ""
        return cls(data.X, labels, frame.x_range, frame.y_range, data.columns[0], second, data.classes or None)

    def over(self, heights: Range, title: str = "‹f›(x)") -> DataView:
        """Return the view with the y axis of a function of x."""
        return replace(self, y_range=heights, y_title=symbols(title))

    def without_points(self) -> DataView:
        """Return the view with the same axes and classes, and no point."""
        return replace(self, X=np.empty((0, np.shape(self.X)[1])), labels=None if self.labels is None else np.empty(0))

    @property
    def places(self) -> Array:
        """Return the points in the plane (n, 2)."""
        return np.asarray(self.X, dtype=np.float64).reshape(-1, 2)

    @property
    def line(self) -> Array:
        """Return the points on the line (n,)."""
        return np.asarray(self.X, dtype=np.float64).reshape(-1)

    @property
    def titles(self) -> tuple[str, str]:
        """Return the names of the two axes."""
        return self.x_title, self.y_title
