"""Play button of a figure.

The figure's frames are played in the browser without a request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.wording import say

STEPS = 20
MILLISECONDS = 55

Moving = Callable[[float], dict[int, dict[str, Any]]]


def add_play(
    figure: Figure,
    moving: Moving,
    until: float,
    y: float = 0.0,
    around: Callable[[float], dict[str, Any]] | None = None,
) -> Figure:
    """Add a play button to a figure.

    The button plays t from 0 to ``until``. If ``until`` is 0, it plays t from 0 to 1 and back.

    ``moving(t)`` returns the changed traces at t: index of a trace -> its new properties.
    ``around(t)`` returns the changed entries of the layout. The last frame equals the figure itself,
    so that picture and slider agree after the motion. ``y`` is the button's height, 0 to 1.
    """
    stops = path(until)
    figure.play(
        lambda: [
            {"name": str(i), "data": list(changed.values()), "traces": list(changed)}
            | ({"layout": around(t)} if around else {})
            for i, (t, changed) in enumerate(zip(stops, map(moving, stops), strict=True))
        ]
    )
    timing = {
        "frame": {"duration": MILLISECONDS, "redraw": True},
        "transition": {"duration": 0},
        "mode": "immediate",
        "fromcurrent": False,
    }
    button = {
        "label": say("▶ Lift the points"),
        "method": "animate",
        "args": [[str(i) for i in range(len(stops))], timing],
    }
    figure.layout.updatemenus = [
        {
            "type": "buttons",
            "showactive": False,
            "x": 0,
            "y": y,
            "xanchor": "left",
            "yanchor": "bottom",
            "pad": {"l": 4, "b": 4},
            "buttons": [button],
        }
    ]
    return figure


def path(until: float) -> list[float]:
    """Return the values of t of all frames.

    The motion starts and ends slowly.
    """
    s = np.linspace(0, 1, STEPS + 1)
    up = s * s * (3 - 2 * s)
    stops = up * until if until > 0 else np.concatenate([up, up[-2::-1]])
    return [float(t) for t in stops]


def rounded(values: Array) -> list[float]:
    """Return numbers rounded to four significant digits.

    Four digits are finer than a pixel. Fewer digits save bytes, as every frame sends the numbers.
    """
    return [float(f"{v:.4g}") for v in values.tolist()]
