"""A part of the plane or of a strip marked by slanted strokes, which show on every colour and need none of their
own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.theme import INK, KEY_GAP, Array, token

STROKES = 60  # across the picture's diagonal: dense enough to be a texture, sparse enough to see the colour below


def hatching(x: Array, y: Array, mask: NDArray[np.bool_], name: str, *, strokes: int = STROKES) -> list[dict[str, Any]]:
    """Strokes over the cells of the grid x (gx,), y (gy,) where ``mask`` (gy, gx) holds, and their entry in the legend.

    One trace for all strokes; without any the entry keeps its place.
    """
    xs, ys = _strokes(x, y, np.asarray(mask, dtype=bool), strokes)
    line = {"color": token("ink", 0.6), "width": 1.1}
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "name": name,
            "showlegend": False,
            "hoverinfo": "skip",
            "x": xs,
            "y": ys,
            "line": line,
            "connectgaps": False,
        },
        {
            "type": "scatter",
            "mode": "markers",
            "name": name + KEY_GAP,
            "x": [None],
            "y": [None],
            "legendrank": 25,
            "marker": {"symbol": "line-ne", "size": 11, "line": {"width": 1.6, "color": INK}},
            "hoverinfo": "skip",
        },
    ]


def _strokes(
    x: Array, y: Array, mask: NDArray[np.bool_], strokes: int
) -> tuple[list[float | None], list[float | None]]:
    """The parts of rising diagonals that lie in the mask, as x and y with None between the pieces."""
    samples = 4 * max(mask.shape)
    along = np.linspace(0.0, 1.0, samples)
    xs: list[float | None] = []
    ys: list[float | None] = []
    # in units of the picture a diagonal is v = u + c, −1 < c < 1, with u, v in [0, 1]
    for c in np.linspace(-1, 1, strokes + 2)[1:-1]:
        u = along[(along + c >= 0) & (along + c <= 1)]
        v = u + c
        if not len(u):
            continue
        column = np.rint(u * (len(x) - 1)).astype(int)
        row = np.rint(v * (len(y) - 1)).astype(int)
        on = np.concatenate([[False], mask[row, column], [False]])
        starts, ends = np.flatnonzero(on[1:] & ~on[:-1]), np.flatnonzero(on[:-1] & ~on[1:]) - 1
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            xs += [_between(x, u[start]), _between(x, u[end]), None]
            ys += [_between(y, v[start]), _between(y, v[end]), None]
    return xs or [None], ys or [None]


def _between(axis: Array, share: float) -> float:
    return float(f"{axis[0] + share * (axis[-1] - axis[0]):.6g}")
