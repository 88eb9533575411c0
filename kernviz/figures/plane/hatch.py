"""Hatching of a part of the plane or of a strip.

The hatching is visible on every colour.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.figures.theme import INK, KEY_GAP, token
from kernviz.figures.traces import QUIET, line_trace, marker_trace

STROKES = 60  # number of strokes across the diagonal: dense enough for a texture, sparse enough to see the colour below

SHORTEST = 0.01  # share of the width: a shorter stroke looks like a speck, and is left out if there are longer ones


def hatching(x: Array, y: Array, mask: NDArray[np.bool_], name: str, *, strokes: int = STROKES) -> list[dict[str, Any]]:
    """Return hatching strokes over masked grid cells.

    The strokes cover the cells of the grid x (gx,), y (gy,) with ``mask`` (gy, gx) True. Their
    legend entry is included.

    One trace holds all strokes. Without any strokes there is no legend entry, as it would name a texture that is
    nowhere. Its trace stays, so that the traces' order never changes.
    """
    xs, ys = _strokes(x, y, np.asarray(mask, dtype=bool), strokes)
    quiet: dict[str, Any] = {**QUIET, "connectgaps": False}
    return [
        line_trace(xs, ys, token("ink", 0.6), 1.1, name=name, **quiet),
        marker_trace(
            [None],
            [None],
            {"symbol": "line-ne", "size": 11, "line": {"width": 1.6, "color": INK}},
            name=name + KEY_GAP,
            showlegend=xs != [None],
            legendrank=25,
            hoverinfo="skip",
        ),
    ]


def _strokes(
    x: Array, y: Array, mask: NDArray[np.bool_], strokes: int
) -> tuple[list[float | None], list[float | None]]:
    """Return the parts of rising diagonals inside the mask.

    The parts are x and y with None between the pieces.
    """
    u, v, cells = _diagonals(mask.shape, strokes)
    on = np.append(mask.ravel(), False)[cells]
    starts, ends = np.flatnonzero(on[1:] & ~on[:-1]) + 1, np.flatnonzero(on[:-1] & ~on[1:])
    both = np.column_stack([starts, ends])
    long = u[ends] - u[starts] >= SHORTEST
    both = both[long] if long.any() else both  # a thin part of the plane has short strokes only
    return _pieces(x, u[both]), _pieces(y, v[both])


@lru_cache(maxsize=16)
def _diagonals(shape: tuple[int, int], strokes: int) -> tuple[Array, Array, NDArray[np.intp]]:
    """Return places on every diagonal with their grid cells.

    Places are u and v in [0, 1]. Cells are indices into a flattened mask of the given ``shape``.

    Places before, between and behind the diagonals separate them. Their cell is the index after the
    last cell, where the mask is False.
    """
    rows, columns = shape
    along = np.linspace(0.0, 1.0, 4 * max(shape))
    us, vs, cells = [np.zeros(1)], [np.zeros(1)], [np.array([rows * columns])]
    # In units of the picture, a diagonal is v = u + c with −1 < c < 1 and u, v in [0, 1].
    for c in np.linspace(-1, 1, strokes + 2)[1:-1]:
        u = along[(along + c >= 0) & (along + c <= 1)]
        v = u + c
        column, row = np.rint(u * (columns - 1)).astype(int), np.rint(v * (rows - 1)).astype(int)
        us += [u, us[0]]
        vs += [v, vs[0]]
        cells += [row * columns + column, cells[0]]
    return np.concatenate(us), np.concatenate(vs), np.concatenate(cells)


def _pieces(axis: Array, shares: Array) -> list[float | None]:
    """Return the ends of each piece of a line.

    The ends (p, 2) are given to six digits, with a gap behind each piece.
    """
    places = axis[0] + shares * (axis[-1] - axis[0])
    ends = iter(map(float, (" ".join(["%.6g"] * places.size) % tuple(places.ravel().tolist())).split()))
    return [place for begin, end in zip(ends, ends, strict=True) for place in (begin, end, None)] or [None]
