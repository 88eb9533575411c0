"""Level lines of a field by marching squares.

The pieces of a line are joined.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from kernviz.arrays import Array

Edge = tuple[int, int, int]  # row and column of a corner; 0 for the edge to its right, 1 for the edge upwards


def lines(x: Array, y: Array, field: Array, level: float) -> list[Array]:
    """Return the corners of each level line.

    `field` (gy, gx) is given at x (gx,) and y (gy,). A line's corners are (m, 2); a closed line
    ends at its first corner. No line runs through cells with nan.
    """
    above = field > level
    clear = np.isfinite(field)
    crossed = (above[:-1, :-1] != above[:-1, 1:]) | (above[:-1, :-1] != above[1:, :-1])
    crossed |= (above[1:, 1:] != above[:-1, 1:]) | (above[1:, 1:] != above[1:, :-1])
    crossed &= clear[:-1, :-1] & clear[:-1, 1:] & clear[1:, :-1] & clear[1:, 1:]
    beside: dict[Edge, list[Edge]] = defaultdict(list)
    for i, j in np.argwhere(crossed).tolist():
        for a, b in _pieces(field[i : i + 2, j : j + 2], level, i, j):
            beside[a].append(b)
            beside[b].append(a)
    found = []
    while beside:
        ends = [edge for edge, others in beside.items() if len(others) == 1]
        found.append(np.array([_place(x, y, field, level, edge) for edge in _walk(beside, (ends or list(beside))[0])]))
    return found


def _walk(beside: dict[Edge, list[Edge]], edge: Edge) -> list[Edge]:
    path = [edge]
    while beside.get(edge):
        onward = beside[edge].pop()
        beside[onward].remove(edge)
        for used in (edge, onward):
            if not beside[used]:
                del beside[used]
        path.append(edge := onward)
    return path


def _pieces(cell: Array, level: float, i: int, j: int) -> list[tuple[Edge, Edge]]:
    """Return the segments of a level line through a cell.

    Segments go from edge to edge.
    """
    a, b, c, d = (bool(v > level) for v in (cell[0, 0], cell[0, 1], cell[1, 1], cell[1, 0]))
    low, right, high, left = (i, j, 0), (i, j + 1, 1), (i + 1, j, 0), (i, j, 1)
    cut = [edge for edge, differ in ((low, a != b), (right, b != c), (high, c != d), (left, d != a)) if differ]
    if len(cut) == 2:
        return [(cut[0], cut[1])]
    middle = bool(cell.mean() > level)  # saddle point: the mean decides which corners are connected
    return [(low, right), (high, left)] if middle == a else [(low, left), (right, high)]


def _place(x: Array, y: Array, field: Array, level: float, edge: Edge) -> tuple[float, float]:
    i, j, upwards = edge
    k, m = (i + 1, j) if upwards else (i, j + 1)
    share = (level - field[i, j]) / (field[k, m] - field[i, j])
    return float(x[j] + share * (x[m] - x[j])), float(y[i] + share * (y[k] - y[i]))
