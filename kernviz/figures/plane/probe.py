"""Probe of a plane with its cross-hair and read-out.

The read-out stands where it covers no point, or as few points as possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, PAPER, Range, number, point, token
from kernviz.figures.traces import QUIET, line_trace, marker_trace
from kernviz.symbols import symbols
from kernviz.wording import say

PLOT = 430.0  # assumed side of the plane in pixels, for placing the read-out
LETTER, LINE = 7.6, 27.0  # pixels: width of a letter of the read-out, and height of the read-out with its frame
AWAY = 14  # pixels between probe and read-out
AROUND = 6.0  # radius in pixels around a point that the read-out avoids


@dataclass(frozen=True)
class Probe:
    """Point moved by the viewer, with the value of f there."""

    x: float
    y: float
    value: float | None = None


def with_probe(drawn: Figure, probe: Probe | None, x_range: Range, y_range: Range, **label: Any) -> Figure:
    """Add the probe, and its `probe_label`, above all other traces."""
    if probe is not None:
        drawn.add_traces(_probe_trace(probe, x_range, y_range))
        drawn.layout.annotations = [*(drawn.layout.annotations or ()), probe_label(probe, x_range, y_range, **label)]
    return drawn


def _probe_trace(probe: Probe, x_range: Range, y_range: Range) -> list[dict[str, Any]]:
    """Return the probe's cross-hair through the plane.

    A diamond on the cross-hair is drawn as a handle.
    """
    quiet = {**QUIET, "name": say("probe")}
    across, up = [*x_range, None, probe.x, probe.x], [probe.y, probe.y, None, *y_range]
    handle = {"symbol": "diamond", "size": 17, "color": PAPER, "line": {"width": 2.5, "color": INK}}
    return [
        line_trace(across, up, token("ink", 0.55), 1, "dot", **quiet),
        marker_trace([probe.x], [probe.y], handle, **quiet),
        marker_trace([probe.x], [probe.y], {"symbol": "circle", "size": 5, "color": INK}, **quiet),
    ]


def probe_label(
    probe: Probe,
    x_range: Range,
    y_range: Range,
    *,
    names: tuple[str, ...] = ("x₁", "x₂"),
    text: str = "",
    X: Array | None = None,
) -> dict[str, Any]:
    """Return the read-out of f beside the probe.

    The read-out says f = …. Without f it shows the coordinates, or `text` instead.

    With the points X (n, 2) the read-out stands where it covers none of them. The first choice
    is one side of the probe, then a free corner of the plane. The last choice is the corner
    with the fewest points.
    """
    # Where f is known, f alone is written: the page shows the coordinates, and a phone has no space for both.
    where = point((probe.x, probe.y)) if len(names) == 2 else f"{names[0]} = {number(probe.x)}"
    label = text or (where if probe.value is None else symbols(f"‹f› = {number(probe.value)}"))
    right = probe.x > sum(x_range) / 2
    high = probe.y > sum(y_range) / 2
    placed = _beside(probe, right, high)
    if X is not None and len(X):
        placed = _free(probe, (right, high), _pixels(X, x_range, y_range), label, (x_range, y_range))
    return placed | {
        "text": label,
        "showarrow": False,
        "bgcolor": token("panel", 0.92),
        "bordercolor": token("line"),
        "borderwidth": 1,
        "borderpad": 4,
        "font": {"size": 13},
    }


def _beside(probe: Probe, left_of: bool, below: bool) -> dict[str, Any]:
    """Return the place of the read-out at one side of the probe."""
    return {
        "x": probe.x,
        "y": probe.y,
        "xanchor": "right" if left_of else "left",
        "yanchor": "top" if below else "bottom",
        "xshift": -AWAY if left_of else AWAY,
        "yshift": -AWAY if below else AWAY,
    }


def _free(
    probe: Probe, first: tuple[bool, bool], points: Array, label: str, ranges: tuple[Range, Range]
) -> dict[str, Any]:
    """Return the first place where the read-out covers no point.

    If every place covers points, this is the corner that covers the fewest. Points (n, 2) are in
    pixels.
    """
    wide = LETTER * len(label) + 10
    at = _pixels(np.array([[probe.x, probe.y]]), *ranges)[0]
    right, high = first
    for left_of, below in ((right, high), (right, not high), (not right, high), (not right, not high)):
        corner = at + np.array([-AWAY - wide if left_of else AWAY, -AWAY - LINE if below else AWAY])
        inside = (corner >= 0).all() and (corner + np.array([wide, LINE]) <= PLOT).all()
        if inside and not _covered(points, corner, wide):
            return _beside(probe, left_of, below)
    corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
    marks = np.vstack([points, at])
    ranks = [
        (
            _covered(marks, np.array([x * (PLOT - wide), y * (PLOT - LINE)]), wide),
            float(np.abs(at - PLOT * np.array([x, y])).sum()),
        )
        for x, y in corners
    ]
    # of the corners that cover the fewest points, the nearest
    x, y = corners[min(range(len(corners)), key=ranks.__getitem__)]
    (left, right_end), (bottom, top) = ranges
    return {
        "x": right_end if x else left,
        "y": top if y else bottom,
        "xanchor": "right" if x else "left",
        "yanchor": "top" if y else "bottom",
        "xshift": -2 if x else 2,
        "yshift": -2 if y else 2,
    }


def _covered(points: Array, corner: Array, wide: float) -> int:
    """Return the number of points under a box.

    The box has its lower left corner at the given ``corner``.
    """
    inside = (points >= corner - AROUND) & (points <= corner + np.array([wide + AROUND, LINE + AROUND]))
    return int(inside.all(axis=1).sum())


def _pixels(X: Array, x_range: Range, y_range: Range) -> Array:
    """Return places in the plane as pixels.

    The places (n, 2) count in pixels from the lower left corner of the plane.
    """
    low = np.array([x_range[0], y_range[0]])
    return np.asarray((X[:, :2] - low) / (np.array([x_range[1], y_range[1]]) - low) * PLOT, dtype=np.float64)
