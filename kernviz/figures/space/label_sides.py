"""Sides of arrows' ends on which labels cover nothing.

Places are projected by the scene's own camera. The sides are those of plotly.js: "top left", "middle right", ….
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.svg.orthographic_camera import OrthographicCamera

UNITS = (600.0, 360.0, 290.0)  # pixels of a unit of the camera, for text of 15 pixels: wide window, hall, phone
LETTER, SUBSCRIPT, LINE = 0.6, 0.42, 1.2  # width of a letter and height of a line, as multiples of the font size
BESIDE = 0.5  # distance of a label beside its point, as a multiple of the font size
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
STEP = 0.03  # height in the camera's units of a step by which a label is farther from its point
FARTHER = 0.4  # cost of a step in line heights
OUTWARDS = 0.2  # cost in line heights of a label that points to the origin, against one that points away from it
TEXT = 3.0  # cost of covered text, against that of a line as long
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
    """Text on a side of a place (3,)."""

    place: Array
    side: str
    text: str


Box = tuple[float, float, float, float]  # left, bottom, right, top in pixels


def box_of(at: Array, side: str, text: str, size: float) -> Box:
    """Return the box of a label in pixels.

    The label stands on a side of the place ``at`` (2,).
    """
    across, up = SIDES[side]
    wide, high = size * sum(SUBSCRIPT if letter in SUBSCRIPTS else LETTER for letter in text), LINE * size
    x = float(at[0]) + across * (wide / 2 + (0 if up else BESIDE * size))
    y = float(at[1]) + up * high / 2 + up * BESIDE * size
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def free_place(
    view: OrthographicCamera, tip: Array, text: str, size: float, lines: Sequence[Array], labels: Sequence[TipLabel]
) -> TipLabel:
    """Return the label of an arrow's ``tip`` (3,) where it covers least.

    It does so in a wide window, in a lecture hall and on a phone. The label gives way to ``lines``, each by its ends
    (2, 3), to other ``labels``, and to the walls of the scene's box. It stands at the tip, or up to four steps above or
    below. Of equal places the one that points away from the origin is taken.
    """
    seen, start = view(tip[None])[0], view(np.zeros((1, 3)))[0]
    away = (seen - start)[:2] / max(float(np.hypot(*(seen - start)[:2])), 1e-9)
    ends = np.array([view(line)[:, :2] for line in lines]).reshape(-1, 2, 2)
    points = ends[:, :1] + np.linspace(0, 1, SAMPLES)[:, None] * (ends[:, 1:] - ends[:, :1])
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    beside = [(view(other.place[None])[0, :2], other) for other in labels]

    places = [(side, up * steps) for side, (_, up) in SIDES.items() for steps in (range(5) if up else (0,))]
    costs = [(FARTHER * abs(steps) - OUTWARDS * _along(away, side)) * LINE * size for side, steps in places]
    at = seen + np.array([[0.0, steps * STEP, 0.0] for _, steps in places])
    for unit in UNITS:
        boxes = [box_of(unit * each[:2], side, text, size) for (side, _), each in zip(places, at, strict=True)]
        shares, outside = _shares_under(boxes, unit * points), _outside(boxes, view, at, unit)
        others = [box_of(unit * place, other.side, other.text, size) for place, other in beside]
        for i, box in enumerate(boxes):
            costs[i] += unit * float(shares[i] @ lengths)
            costs[i] += TEXT * sum(_overlap(box, other) for other in others) / (LINE * size)
            costs[i] += CUT * int(outside[i])
    side, steps = places[min(range(len(places)), key=costs.__getitem__)]
    return TipLabel(tip + steps * STEP * view.up, side, text)


def _along(away: Array, side: str) -> float:
    """Return how far a side points in a direction, −1 to 1."""
    return float(away @ (np.array(SIDES[side]) / np.hypot(*SIDES[side])))


def _shares_under(boxes: Sequence[Box], points: Array) -> Array:
    """Return the share of each line's points that lie under each box.

    Shapes: k boxes, m lines of n points (m, n, 2) -> (k, m).
    """
    left, bottom, right, top = np.array(boxes).T[:, :, None, None]
    x, y = points[..., 0], points[..., 1]
    return np.asarray(((x > left) & (x < right) & (y > bottom) & (y < top)).sum(axis=2) / points.shape[1])


def _overlap(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def _outside(boxes: Sequence[Box], view: OrthographicCamera, seen: Array, unit: float) -> Array:
    """Return the number of corners of each box outside the scene.

    The boxes of labels are at the depths of ``seen`` (k, 3), and plotly.js cuts what is outside of the scene's box.
    """
    corners = np.array(
        [
            [[x / unit, y / unit, at[2]] for x in (left, right) for y in (bottom, top)]
            for (left, bottom, right, top), at in zip(boxes, seen.tolist(), strict=True)
        ]
    )
    return np.asarray((np.abs(corners @ view.turn) > view.half).any(axis=2).sum(axis=1))
