"""Box of a picture in space.

The axes have ends that stay in place while the content moves.

plotly.js scales a scene by the extent of its traces. If this extent or an end of an axis changes,
plotly.js draws the axis labels again. This takes half of the time for a picture. So the ends are
round numbers, and two invisible points fix the extent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.theme import escaped
from kernviz.ranges import decade_below, drawable

Room = tuple[Array, Array]  # lowest and highest corner, (3,) each
STEPS = 8.0  # least number of steps of a side; each end is a multiple of the step
NEAR = 0.08  # share of an axis next to each of its ends that has no ticks
ROUNDOFF = 1e-9


def rounded(low: Array, high: Array) -> Room:
    """Return the ends of the box moved apart to round numbers.

    The ends (3,) become multiples of 1, 2 or 5 times a power of ten. They move by less than an
    eighth of the side.
    """
    low, high = np.array([drawable(*ends) for ends in zip(low, high, strict=True)]).T
    wish = (high - low) / STEPS
    power = np.array([decade_below(side) for side in wish])
    step = power * np.select([wish >= 5 * power, wish >= 2 * power], [5.0, 2.0], 1.0)
    return step * np.floor(low / step), step * np.ceil(high / step)


def _inside(low: float, high: float, most: int) -> list[float]:
    """Return round numbers between the ends, none of them near an end.

    There are at most ``most`` steps.
    """
    wish = (high - low) / most
    power = decade_below(wish)
    step = power * next(factor for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= wish * (1 - ROUNDOFF))
    numbers = step * np.arange(np.ceil(low / step), np.floor(high / step) + 1)
    edge = NEAR * (high - low)
    return [float(f"{value:.12g}") for value in numbers if low + edge <= value <= high - edge]


def axes_of(room: Room, titles: Sequence[str], ticks: int) -> dict[str, Any]:
    """Return the three axes of a scene, for its layout.

    ``ticks`` is the largest number of steps of an axis. The ends of an axis have no ticks: two axes meet at a corner of
    the box, where their numbers would lie on each other.
    """
    low, high = room
    return {
        f"{name}axis": {
            "title": {"text": escaped(title)},
            "range": [float(low[i]), float(high[i])],
            "autorange": False,
            "tickvals": _inside(float(low[i]), float(high[i]), ticks),
        }
        for i, (name, title) in enumerate(zip("xyz", titles, strict=True))
    }


def filled(room: Room) -> dict[str, Any]:
    """Return an invisible trace of both corners of the box."""
    corners = {name: [float(room[0][i]), float(room[1][i])] for i, name in enumerate("xyz")}
    return {"type": "scatter3d", "mode": "none", **corners, "showlegend": False, "hoverinfo": "skip"}
