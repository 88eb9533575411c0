"""Places and rows of a State, if they fit the data.

A place or a row may remain in the address when other data are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernviz.arrays import Array
from kernviz.lessons.shared.probe import start
from kernviz.lessons.state import Subject


def place_or(place: Sequence[float], default: Array) -> Array:
    """Return the place (d,), or the default if the dimension differs.

    >>> place_or((1.0, 2.0), np.zeros(2)), place_or((1.0,), np.zeros(2)), place_or((), np.zeros(2))
    (array([1., 2.]), array([0., 0.]), array([0., 0.]))
    """
    coordinates = np.array(place, dtype=float)
    return coordinates if coordinates.shape == default.shape else default


def row_or_none(row: int | None, n: int) -> int | None:
    """Return the row if it is one of n, else None.

    >>> row_or_none(2, 3), row_or_none(3, 3), row_or_none(None, 3)
    (2, None, None)
    """
    return row if row is not None and row < n else None


class Probed(Subject):
    """State with a probe.

    Pages derive their State from this base with the field `probe`.
    """

    probe: tuple[float, ...]

    @property
    def point(self) -> Array:
        """Return the place (d,) of the probe.

        An initial place is used if the given place does not fit the data's dimension.
        """
        return place_or(self.probe, start(self.data))
