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
from kernviz.ranges import drawable

Room = tuple[Array, Array]  # lowest and highest corner, (3,) each
STEPS = 8.0  # least number of steps of a side; each end is a multiple of the step


def rounded(low: Array, high: Array) -> Room:
    """Return the ends of the box moved apart to round numbers.

    The ends (3,) become multiples of 1, 2 or 5 times a power of ten. They move by less than an
    eighth of the side.
    """
    low, high = np.array([drawable(*ends) for ends in zip(low, high, strict=True)]).T
    wish = (high - low) / STEPS
    power = 10.0 ** np.floor(np.log10(wish))
    step = power * np.select([wish >= 5 * power, wish >= 2 * power], [5.0, 2.0], 1.0)
    return step * np.floor(low / step), step * np.ceil(high / step)


def axes_of(room: Room, titles: Sequence[str], ticks: int) -> dict[str, Any]:
    """Return the three axes of a scene, for its layout."""
    low, high = room
    return {
        f"{name}axis": {
            "title": {"text": escaped(title)},
            "range": [float(low[i]), float(high[i])],
            "autorange": False,
            "nticks": ticks,
        }
        for i, (name, title) in enumerate(zip("xyz", titles, strict=True))
    }


def filled(room: Room) -> dict[str, Any]:
    """Return an invisible trace of both corners of the box."""
    corners = {name: [float(room[0][i]), float(room[1][i])] for i, name in enumerate("xyz")}
    return {"type": "scatter3d", "mode": "none", **corners, "showlegend": False, "hoverinfo": "skip"}
