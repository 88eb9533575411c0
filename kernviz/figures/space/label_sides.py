"""Sides of places in space on which labels cover nothing.

They are chosen for each size of a picture. Places are projected by the scene's own camera. The sides are those of
plotly.js: "top left", "middle right", ….
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.svg.orthographic_camera import OrthographicCamera

# Sizes of a picture, the largest first: pixels of a unit of the camera, and of the labels' font.
SCENES = ((600.0, 15), (430.0, 15), (300.0, 15), (230.0, 13), (175.0, 12), (135.0, 11))
USUAL = 1  # of the sizes the one whose labels a picture has by itself
LETTER, SUBSCRIPT, LINE = 0.52, 0.4, 1.2  # width of a letter and height of a line, as multiples of the font size
BESIDE = 0.5  # distance of a label beside its point, as a multiple of the font size
APART = 3.0  # pixels between two labels: the scene's own camera shows near things a little larger
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
STEP = 0.03  # height in the camera's units of a step by which a label is farther from its point
FARTHER = 0.4  # cost of a step in line heights
OUTWARDS = 0.8  # cost in line heights of a label that points to the origin, against one that points away from it
TEXT = 3.0  # cost of covered text, against that of a line as long
COVERED = 1500.0  # cost of a label under another one, in any part
CUT = 1000.0  # cost of a corner outside of the scene's box, where plotly.js cuts a label
SAMPLES = 60  # points of a line at which it is looked for under a label
SIDES = {
    f"{row} {column}": (across, up)
    for row, up in (("top", 1), ("middle", 0), ("bottom", -1))
    for column, across in (("left", -1), ("center", 0), ("right", 1))
    if across or up
}


@dataclass(frozen=True)
class TipLabel:
    """Text on a side of a place.

    place    (3,)
    size     of the font in pixels
    """

    place: Array
    side: str
    text: str
    size: float


def size_of(text: str, size: float) -> tuple[float, float]:
    """Return the width and the height of a text in pixels."""
    lines = text.split("<br>")
    wide = max(sum(SUBSCRIPT if letter in SUBSCRIPTS else LETTER for letter in line) for line in lines)
    return size * wide, LINE * size * len(lines)


def boxes_of(at: Array, across: Array, up: Array, text: str, size: float) -> Array:
    """Return boxes (k, 4) of a label in pixels.

    Their columns are left, bottom, right and top. The label stands on the sides ``across`` (k,) and ``up`` (k,) of the
    places ``at`` (k, 2).
    """
    wide, high = size_of(text, size)
    x = at[:, 0] + across * (wide / 2 + np.where(up == 0, BESIDE * size, 0.0))
    y = at[:, 1] + up * (high / 2 + BESIDE * size)
    return np.column_stack([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2])


def box_of(view: OrthographicCamera, label: TipLabel, unit: float) -> Array:
    """Return the box (4,) of a label in pixels."""
    across, up = np.array([SIDES[label.side]]).T
    return np.asarray(boxes_of(unit * view(label.place[None])[:, :2], across, up, label.text, label.size)[0])


def free_place(
    view: OrthographicCamera,
    candidates: Array,
    text: str,
    unit: float,
    size: float,
    lines: Sequence[Array],
    labels: Sequence[TipLabel],
    *,
    steps: int = 4,
) -> TipLabel:
    """Return the label where it covers least.

    It has the place of one of the ``candidates`` (k, 3). The label gives way to ``lines``, each by its ends (2, 3),
    to other ``labels``, and to the walls of the scene's box. It stands at a candidate, or up to so many ``steps``
    above or below. Of equal places the one that points away from the origin is taken. ``unit`` is one of `SCENES`,
    ``size`` that of the font in pixels.
    """
    start = view(np.zeros((1, 3)))[0]
    ends = np.array([view(line)[:, :2] for line in lines]).reshape(-1, 2, 2)
    points = ends[:, :1] + np.linspace(0, 1, SAMPLES)[:, None] * (ends[:, 1:] - ends[:, :1])
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)

    sides = [(side, count) for side, (_, up) in SIDES.items() for count in (range(steps + 1) if up else (0,))]
    across, up, counts = np.array([(*SIDES[side], count) for side, count in sides], dtype=float).T
    seen = view(candidates)
    away = (seen - start)[:, :2]
    away /= np.maximum(np.hypot(*away.T), 1e-9)[:, None]
    outwards = away @ (np.array([across, up]) / np.hypot(across, up))  # (candidates, sides)
    costs = ((FARTHER * counts - OUTWARDS * outwards) * LINE * size).ravel()
    at = (seen[:, None] + (STEP * up * counts)[:, None] * np.array([0.0, 1.0, 0.0])).reshape(-1, 3)
    count = len(candidates)
    boxes = boxes_of(unit * at[:, :2], np.tile(across, count), np.tile(up, count), text, size)
    costs += unit * _shares_under(boxes, unit * points) @ lengths + CUT * _outside(boxes, view, at, unit)
    for other in labels:
        overlaps = _overlap(boxes, box_of(view, other, unit))
        costs += TEXT * overlaps / (LINE * size) + COVERED * (overlaps > 0)
    candidate, i = divmod(int(np.argmin(costs)), len(sides))
    return TipLabel(candidates[candidate] + up[i] * counts[i] * STEP * view.up, sides[i][0], text, size)


def covers(view: OrthographicCamera, label: TipLabel, others: Sequence[TipLabel], unit: float) -> bool:
    """Return True if a label lies on another one."""
    box = box_of(view, label, unit)[None]
    return any(_overlap(box, box_of(view, other, unit))[0] > 0 for other in others)


def _shares_under(boxes: Array, points: Array) -> Array:
    """Return the share of each line's points that lie under each box.

    Shapes: k boxes (k, 4), m lines of n points (m, n, 2) -> (k, m).
    """
    left, bottom, right, top = boxes.T[:, :, None, None]
    x, y = points[..., 0], points[..., 1]
    return np.asarray(((x > left) & (x < right) & (y > bottom) & (y < top)).sum(axis=2) / points.shape[1])


def _overlap(boxes: Array, other: Array) -> Array:
    """Return the areas (k,) of boxes (k, 4) on another one (4,)."""
    sides = np.minimum(boxes[:, 2:], other[2:]) - np.maximum(boxes[:, :2], other[:2]) + APART
    return np.asarray(np.maximum(sides, 0.0).prod(axis=1))


def _outside(boxes: Array, view: OrthographicCamera, seen: Array, unit: float) -> Array:
    """Return the number of corners of each box outside the scene.

    The boxes (k, 4) are at the depths of ``seen`` (k, 3), and plotly.js cuts what is outside of the scene's box.
    """
    corners = np.empty((len(boxes), 4, 3))
    corners[..., 0] = boxes[:, [0, 0, 2, 2]] / unit
    corners[..., 1] = boxes[:, [1, 3, 1, 3]] / unit
    corners[..., 2] = seen[:, 2:]
    return np.asarray((np.abs(corners @ view.turn) > view.half).any(axis=2).sum(axis=1))
