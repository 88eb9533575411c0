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
from kernviz.figures.traces import Places, path_trace

Rows = NDArray[np.intp] | Sequence[int]
BOW = np.linspace(0.0, 1.0, 17)


def links(
    at: Sequence[float], X: Array, rows: Rows, name: str, *, color: str = INK, dash: str = "solid", width: float = 2.0
) -> list[dict[str, Any]]:
    """Return straight lines from a place to its neighbours.

    The lines run from ``at`` (2,) to the points ``rows`` of X (n, 2). Their legend entry is
    included.
    """
    here = (float(at[0]), float(at[1]))
    path = [place for i in rows for place in (here, (float(X[i, 0]), float(X[i, 1])), (None, None))]
    return _traces(path, name, color, dash, width)


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
    up = (4 * height * BOW * (1 - BOW)).tolist()
    bow = [zip((at + BOW * (float(x[i]) - at)).tolist(), up, strict=True) for i in rows]
    return _traces([place for arc in bow for place in (*arc, (None, None))], name, color, dash, width)


def rings(X: Array, rows: Rows, name: str, size: float) -> dict[str, Any]:
    """Return open rings around chosen points.

    The points are ``rows`` of X (n, 2). The rings are named in the legend.
    """
    ring = {"symbol": "circle-open", "size": size + 9, "color": ACCENT, "line": {"width": 2.2}}
    return spot_trace(X, np.asarray(rows, dtype=np.intp), name, ring, 31)


def _traces(path: Places, name: str, color: str, dash: str, width: float) -> list[dict[str, Any]]:
    return [
        path_trace(path, color, width, dash, name=name, showlegend=False, hoverinfo="skip"),
        line_key(name, color, width, dash, rank=30),
    ]
