"""Class regions of the plane on a fine grid.

The borders between the regions are located to about a hundredth of a grid cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.surfaces import Surface, in_blocks

Codes = NDArray[np.intp]
Classifier = Callable[[Array], Codes]

HALVINGS = 6  # bisection steps on a cell's edge: a crossing is found within a hundredth of the edge
PARTS = 32  # parts of a cell: distances from a border are whole numbers of parts
LEAST = 1e-9  # cells; replaces the distance 0, which would be a divisor


@dataclass(frozen=True)
class Regions:
    """Classes on a grid, and the distances from their borders.

    ``codes`` is a surface of the classes 0, 1, …. If a classifier is known, its grid is twice as fine as that of the
    borders, so that the line of a border hides the steps of the cells.

    ``borders`` has a surface for each binary digit of the class that takes both values: any two classes differ in a
    digit. Its values are signed distances from the border in parts of a cell, whole numbers from 1 to `PARTS` in size.
    They are positive for the digit 1. The border is the contour line 0 between grid points.
    """

    codes: Surface
    borders: tuple[Surface, ...]


def regions(codes: Surface, f: Classifier) -> Regions:
    """Return the regions of a classifier f, refining the grid of ``codes``.

    ``codes`` are the classes on a coarse grid. f maps points (m, 2) to the classes (m,).
    """
    fine = sharpened(codes, f)
    return Regions(sharpened(fine, f), _borders(fine, (_crossings(fine, f, 0), _crossings(fine, f, 1))))


def _borders(codes: Surface, edges: tuple[Array, Array]) -> tuple[Surface, ...]:
    index = codes.values.astype(np.intp)
    digits = (index >> place & 1 for place in range(int(index.max()).bit_length()))
    found = [_distances(digit, edges) for digit in digits if digit.any() and not digit.all()]
    return tuple(Surface(codes.x, codes.y, values, codes.window) for values in found)  # type: ignore[arg-type]


def interpolated(surfaces: Array, grid: Surface, points: Array) -> Array:
    """Return q functions at points (m, 2), interpolated from a grid.

    The result is (m, q). ``surfaces`` (gy, gx, q) holds the values of the functions on the axes of ``grid``, with at
    least four grid points per side. The interpolation is cubic along both axes.
    """
    across, up = (_cubic(axis, place) for axis, place in zip((grid.x, grid.y), points.T, strict=True))
    found = np.zeros((len(points), surfaces.shape[2]))
    for row, share in up:
        line = sum(weight[:, None] * surfaces[row, column] for column, weight in across)
        found += share[:, None] * line
    return found


def _cubic(axis: Array, places: Array) -> list[tuple[Codes, Array]]:
    """Return the four grid places around each place, with Lagrange's weights."""
    steps = (places - axis[0]) / (axis[-1] - axis[0]) * (len(axis) - 1)
    cell = np.clip(steps.astype(np.intp), 1, len(axis) - 3)
    t = steps - cell
    weights = (
        -t * (t - 1) * (t - 2) / 6,
        (t + 1) * (t - 1) * (t - 2) / 2,
        -(t + 1) * t * (t - 2) / 2,
        (t + 1) * t * (t - 1) / 6,
    )
    return [(cell + offset, weight) for offset, weight in zip((-1, 0, 1, 2), weights, strict=True)]


def sharpened(codes: Surface, f: Classifier) -> Surface:
    """Return a surface of whole numbers on a grid twice as fine.

    f maps points (m, 2) to the numbers (m,). It is called only at new grid points whose neighbours in the given grid
    differ. A region smaller than a cell of the given grid may be missed.
    """
    x, y = (np.linspace(axis[0], axis[-1], 2 * len(axis) - 1) for axis in (codes.x, codes.y))
    known = codes.values
    fine = known.repeat(2, axis=0).repeat(2, axis=1)[:-1, :-1]
    up, across = known[:-1] != known[1:], known[:, :-1] != known[:, 1:]
    differ = np.zeros(fine.shape, dtype=bool)
    differ[1::2, ::2], differ[::2, 1::2] = up, across
    differ[1::2, 1::2] = up[:, :-1] | across[:-1] | (known[:-1, :-1] != known[1:, 1:])
    row, column = np.nonzero(differ)
    if len(row):
        fine[row, column] = in_blocks(f, np.column_stack([x[column], y[row]]))  # type: ignore[arg-type]
    return Surface(x, y, fine, codes.window)


def _crossings(codes: Surface, f: Classifier, along: int) -> Array:
    """Return the places of borders on the edges of a grid.

    A place is a share of its edge, found by bisection. An edge without a border has nan. The edges are vertical
    (``along`` 0) or horizontal (``along`` 1).
    """
    known = codes.values
    first, last = (known[:-1], known[1:]) if along == 0 else (known[:, :-1], known[:, 1:])
    found = np.full(first.shape, np.nan)
    row, column = np.nonzero(first != last)
    if not len(row):
        return found
    axis = (codes.y, codes.x)[along]
    start = np.column_stack([codes.x[column], codes.y[row]])
    way = np.zeros(2)
    way[1 - along] = axis[1] - axis[0]
    low, high, own = np.zeros(len(row)), np.ones(len(row)), first[row, column]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        before = in_blocks(f, start + middle[:, None] * way) == own  # type: ignore[arg-type]
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    found[row, column] = (low + high) / 2
    return found


def _distances(digit: Codes, edges: tuple[Array, Array]) -> NDArray[np.int8]:
    """Return the signed distances of grid points from a border, in cells.

    The distance is that from the line through the nearest crossings on the vertical and horizontal edges.
    """
    near = []
    for along, crossings in enumerate(edges):
        first, last = (digit[:-1], digit[1:]) if along == 0 else (digit[:, :-1], digit[:, 1:])
        share = np.where(first != last, crossings, np.inf)
        here = np.full(digit.shape, np.inf)
        ahead, behind = (here[:-1], here[1:]) if along == 0 else (here[:, :-1], here[:, 1:])
        np.minimum(ahead, share, out=ahead)
        np.minimum(behind, np.where(np.isfinite(share), 1 - share, np.inf), out=behind)
        near.append(np.maximum(here, LEAST))
    far = 1 / np.sqrt(
        (1 / near[0]) ** 2 + (1 / near[1]) ** 2,
        where=np.isfinite(near[0]) | np.isfinite(near[1]),
        out=np.ones(digit.shape),
    )
    parts = np.clip(np.rint(PARTS * far), 1, PARTS)
    return np.where(digit == 1, parts, -parts).astype(np.int8)
