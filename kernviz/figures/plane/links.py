"""Lines from a place to its nearest neighbours.

The lines are straight in the plane, and parabolic arcs over or under the number line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.figures.plane.points import spot_trace
from kernviz.figures.theme import ACCENT, INK, line_key
from kernviz.figures.traces import line_trace

Rows = NDArray[np.intp] | Sequence[int]
BOW = np.linspace(0.0, 1.0, 17)


def links(
    at: Sequence[float], X: Array, rows: Rows, name: str, *, color: str = INK, dash: str = "solid", width: float = 2.0
) -> list[dict[str, Any]]:
    """Return straight lines from a place to its neighbours.

    The lines run from ``at`` (2,) to the points ``rows`` of X (n, 2). Their legend entry is
    included.
    """
    xs: list[float | None] = []
    ys: list[float | None] = []
    for i in rows:
        xs += [float(at[0]), float(X[i, 0]), None]
        ys += [float(at[1]), float(X[i, 1]), None]
    return _traces(xs, ys, name, color, dash, width)


def bows(
    at: float,
    x: Array,
    rows: Rows,
    name: str,
    *,
    height: float,
    color: str = INK,
    dash: str = "solid",
    width: float = 2.0,
) -> list[dict[str, Any]]:
    """Return arcs over the number line from a place to its neighbours.

    The arcs run from the place ``at`` to the points ``rows`` of x (n,). A negative ``height`` puts
    them below the line. Their legend entry is included.
    """
    xs: list[float | None] = []
    ys: list[float | None] = []
    for i in rows:
        xs += [*(at + BOW * (float(x[i]) - at)).tolist(), None]
        ys += [*(4 * height * BOW * (1 - BOW)).tolist(), None]
    return _traces(xs, ys, name, color, dash, width)


def rings(X: Array, rows: Rows, name: str, size: float) -> dict[str, Any]:
    """Return open rings around chosen points.

    The points are ``rows`` of X (n, 2). The rings are named in the legend.
    """
    ring = {"symbol": "circle-open", "size": size + 9, "color": ACCENT, "line": {"width": 2.2}}
    return spot_trace(X, np.asarray(rows, dtype=np.intp), name, ring, 31)


def _traces(
    xs: list[float | None], ys: list[float | None], name: str, color: str, dash: str, width: float
) -> list[dict[str, Any]]:
    return [
        line_trace(xs or [None], ys or [None], color, width, dash, name=name, showlegend=False, hoverinfo="skip"),
        line_key(name, color, width, dash, rank=30),
    ]
