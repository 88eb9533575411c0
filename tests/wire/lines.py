"""Contour lines of a grid, read edge by edge.

They are an oracle independent of the encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter, minimum_filter

from kernviz.figures.contour_levels import contour_levels
from kernviz.figures.figure import Figure
from kernviz.wire.field import COLOURS, EVEN, Field
from kernviz.wire.reduced_figure import as_sent, is_hairline, reduced_figure
from tests.wire.decoding import decode_field

WIDE = 900  # pixels a grid is wide where it is largest: in a hall
HALL = 1800  # pixels all panels are wide together


def edges(values: NDArray[Any]) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """Both ends of all edges along rows, and along columns."""
    return [(values[:, :-1], values[:, 1:]), (values[:-1], values[1:])]


def cells(values: NDArray[Any]) -> list[NDArray[Any]]:
    """The corners of all cells, in order around them."""
    return [values[:-1, :-1], values[:-1, 1:], values[1:, 1:], values[1:, :-1]]


def saddles(values: NDArray[Any], level: float) -> NDArray[np.int8]:
    """Of each cell 0, or 1 and 2 where two opposite corners are above: with its mean below or above."""
    a, b, c, d = cells(values > level)
    mean = sum(corner / 4 for corner in cells(values))
    return np.where((a == c) & (b == d) & (a != b), 1 + (mean > level), 0).astype(np.int8)


def moved(values: NDArray[Any], decoded: NDArray[Any], lines: Sequence[float], wide: float = WIDE) -> float:
    """Largest distance in pixels that a line has moved along an edge; infinite where it runs over other edges."""
    most = 0.0
    for level in lines:
        if not np.array_equal(saddles(values, level), saddles(decoded, level)):
            return np.inf
        for (a, b), (p, q) in zip(edges(values), edges(decoded), strict=True):
            crossed = (a > level) != (b > level)
            if not np.array_equal(crossed, (p > level) != (q > level)):
                return np.inf
            before, after = ((level - u[crossed]) / (v[crossed] - u[crossed]) for u, v in ((a, b), (p, q)))
            most = max([most, *np.abs(before - after)])
    return float(most) * wide / max(1, max(values.shape) - 1)


def arranged(count: int) -> int:
    """Return the side of the panels where the browser arranges them in a hall, in whole pixels."""
    return max(side for side in range(1, WIDE + 1) if (HALL // side) * (WIDE // side) >= count)


def allowed(shades: NDArray[Any], field: Field) -> NDArray[Any]:
    """Return how many shades off each colour may be: half a shade, in a rough field a sixth of the jump nearby."""
    nearby = maximum_filter(shades, 7) - minimum_filter(shades, 7)
    return np.full(shades.shape, 0.51) if field.octave >= EVEN else np.maximum(1.01, nearby / 6)


def far_off(figure: Figure) -> list[str]:
    """Traces of a figure whose lines have moved by half a pixel, or whose colours by a shade, once it is light."""
    still = figure.still()
    made, _ = reduced_figure(still)
    found = []
    for before, after in zip(still["data"], made["data"], strict=True):
        if not isinstance(after.get("z"), Field):
            continue
        field, values = decode_field(after["z"]), as_sent(before["z"]).astype(np.float64)
        if before["type"] == "contour":
            finite = np.clip(values, -8e37, 8e37) if values.size >= 4096 else values
            axis = still["layout"].get("xaxis" + str(before.get("xaxis", "x"))[1:], {})
            start, end = axis.get("domain") or (0, 1)
            wide = min(WIDE, HALL * (end - start))
            if "panels" in (still["layout"].get("meta") or {}):
                wide = arranged(len({trace.get("xaxis") for trace in still["data"] if "z" in trace}))
            if moved(finite, field, contour_levels(before), wide) >= (1.0 if is_hairline(before) else 0.5):
                found.append(f"{before.get('name')}: its lines have moved")
        else:
            low, high = (values.min(), values.max()) if before.get("zmin") is None else (before["zmin"], before["zmax"])
            ends = after["z"].low, after["z"].high
            with np.errstate(invalid="ignore"):
                given, drawn = (np.clip(each, low, high) / (high - low or 1) * COLOURS for each in (values, field))
            shades = np.abs(given - drawn) - allowed(np.clip(values, *ends) / (high - low or 1) * COLOURS, after["z"])
            if not shades.max() <= 0:
                found.append(f"{before.get('name')}: its colours are {shades.max():.2f} shades too far off")
    return found
