"""Refinement of a grid of values from coarse to fine.

Each step is predicted from the values before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import numpy as np

from kernviz.arrays import Array

COARSEST = 16  # distance between the values that are stored without prediction
EVEN = 128  # codes to an octave of a difference, if differences are rounded to whole steps
COARSE = 16  # codes to an octave, at least, between the first values and the last refinement: errors there spread
LAST_CODE = 126  # largest code
MANY = 4  # grids of one shape that are refined together


def differences(values: Array, octave: int) -> tuple[Array, Array]:
    """Return the codes of the differences, and the decoded values.

    ``values`` is a grid (rows, columns), or several, (rows, columns, grids). Shapes: codes (rows · columns, …), decoded
    values (rows, columns, …).
    """
    shape, grids = values.shape[:2], values.shape[2:]
    known, found, at = np.empty(values.shape), np.empty((shape[0] * shape[1], *grids)), 0
    for (new, prediction), (given, _) in zip(refined(known), refined(values), strict=True):
        guess = prediction()
        codes, whole = _rounded(given - guess, _octave_at(at, shape, octave))
        new[...] = guess + whole
        count = new.shape[0] * new.shape[1]
        found[at : at + count] = codes.reshape(count, *grids)
        at += count
    return found, known


def differences_of_all(grids: Sequence[Array], octave: int) -> list[tuple[Array, Array]]:
    """Return `differences` of each grid (rows, columns).

    Many grids of one shape are refined together, which is faster.
    """
    found: dict[int, tuple[Array, Array]] = {}
    for shape in {grid.shape for grid in grids}:
        alike = [i for i, grid in enumerate(grids) if grid.shape == shape]
        if len(alike) < MANY:
            found |= {i: differences(grids[i], octave) for i in alike}
            continue
        codes, known = differences(np.stack([grids[i] for i in alike], axis=-1), octave)
        found |= {i: (codes[:, n].copy(), known[..., n].copy()) for n, i in enumerate(alike)}
    return [found[i] for i in range(len(grids))]


@cache
def _table(octave: int) -> Array:
    """Return the difference in steps of each code from 0 upwards.

    Up to `octave` codes the differences are the codes, then each octave has as many.
    """
    code = np.arange(LAST_CODE + 1)
    above = code // octave
    return np.where(above == 0, code, (octave + code % octave) * 2.0 ** np.maximum(above - 1, 0))


def _rounded(differences: Array, octave: int) -> tuple[Array, Array]:
    """Return the codes of differences in steps, and the rounded differences.

    The code of a difference beyond the table is the difference in whole steps, and larger than `LAST_CODE`.
    """
    if octave >= EVEN:
        whole = np.rint(differences)
        return whole, whole
    table = _table(octave)
    size = np.abs(differences)
    code = np.searchsorted((table[:-1] + table[1:]) / 2, size)
    far = size > table[-1]
    sign = np.where(differences < 0, -1.0, 1.0)
    whole = np.where(far, np.rint(size), table[code])
    return sign * np.where(far, whole, code), sign * whole


def _octave_at(place: int, shape: tuple[int, ...], octave: int) -> int:
    """Return the codes to an octave at a place in decoding order.

    The values stored without prediction are in whole steps: their differences are no jumps of the field.
    """
    if place < _every(COARSEST, shape):
        return EVEN
    return max(octave, COARSE) if place < _every(2, shape) else octave


def _every(distance: int, shape: tuple[int, ...]) -> int:
    """Return how many values lie in every `distance`-th row and column."""
    return -(-shape[0] // distance) * -(-shape[1] // distance)


def refined(grid: Array) -> Iterator[tuple[Array, Callable[[], Array]]]:
    """Yield views of the grid in decoding order, each with its predictor.

    The grid is (rows, columns) or (rows, columns, grids). The predictor is a function that predicts the view from the
    views before.
    """
    stride = COARSEST // 2
    first = grid[::COARSEST, ::COARSEST]
    yield first, partial(np.zeros, first.shape)
    while stride:
        rows = grid[:: 2 * stride]
        for known, new in (
            (rows[:, :: 2 * stride].swapaxes(0, 1), rows[:, stride :: 2 * stride].swapaxes(0, 1)),
            (rows[:, ::stride], grid[stride :: 2 * stride, ::stride]),
        ):
            if new.size:
                yield new, partial(_between, known, len(new))
        stride //= 2


def _between(known: Array, count: int) -> Array:
    """Predict `count` rows between the known rows.

    Known rows have the shape (m, n) or (m, n, grids), with m = count or count + 1. The prediction is cubic, at the
    ends quadratic, and linear beyond the last known row.
    """
    m, found = len(known), np.empty((count, *known.shape[1:]))
    inner = min(count, m - 1)
    found[:inner] = (known[:inner] + known[1 : inner + 1]) * 0.5
    if m > 3:
        found[1 : m - 2] = (9.0 * (known[1 : m - 2] + known[2 : m - 1]) - (known[: m - 3] + known[3:])) * 0.0625
    if m > 2:
        found[0] = (3.0 * known[0] + 6.0 * known[1] - known[2]) * 0.125
        found[m - 2] = (3.0 * known[m - 1] + 6.0 * known[m - 2] - known[m - 3]) * 0.125
    if count > inner:
        found[inner] = known[m - 1] if m < 2 else (3.0 * known[m - 1] - known[m - 2]) * 0.5
    return found
