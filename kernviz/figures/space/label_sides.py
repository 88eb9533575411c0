"""Sides of arrows' ends on which labels cover nothing.

Places are projected by the scene's own camera. The sides are those of plotly.js: "top left", "middle right", ….
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.svg.orthographic_camera import OrthographicCamera

UNITS = (600.0, 290.0)  # pixels of a unit of the camera, in a wide window and on a phone
LETTER, LINE = 0.6, 1.2  # width of a letter and height of a line, as multiples of the font size
BESIDE = 0.5  # distance of a label beside its point, as a multiple of the font size
OUTWARDS = 0.2  # cost in line heights of a label that points to the origin, against one that points away from it
CUT = 1000.0  # cost of a corner outside of the scene's box, where plotly.js cuts a label
SAMPLES = 60  # points of a line at which it is looked for under a label
SIDES = {
    f"{row} {column}": (across, up)
    for row, up in (("top", 1), ("middle", 0), ("bottom", -1))
    for column, across in (("left", -1), ("center", 0), ("right", 1))
    if across or up
}

Box = tuple[float, float, float, float]  # left, bottom, right, top in pixels


def box_of(at: Array, side: str, text: str, size: float) -> Box:
    """Return the box of a label in pixels.

    The label stands on a side of the place ``at`` (2,).
    """
    across, up = SIDES[side]
    wide, high = LETTER * size * len(text), LINE * size
    x = float(at[0]) + across * (wide / 2 + (0 if up else BESIDE * size))
    y = float(at[1]) + up * high / 2 + up * BESIDE * size
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def free_side(
    view: OrthographicCamera,
    place: Array,
    text: str,
    size: float,
    lines: Sequence[Array],
    labels: Sequence[tuple[Array, str, str]],
) -> str:
    """Return the side of a place on which a label covers least.

    It does so in a wide window and on a phone. The label of ``place`` (3,) gives way to ``lines``, each by its ends
    (2, 3), to other ``labels``, each by its place (3,), side and text, and to the walls of the scene's box. Of equal
    sides the one that points away from the origin is taken.
    """
    seen, start = view(place[None])[0], view(np.zeros((1, 3)))[0]
    away = (seen - start)[:2] / max(float(np.hypot(*(seen - start)[:2])), 1e-9)
    ends = np.array([view(line)[:, :2] for line in lines]).reshape(-1, 2, 2)
    points = ends[:, :1] + np.linspace(0, 1, SAMPLES)[:, None] * (ends[:, 1:] - ends[:, :1])
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    beside = [(view(at[None])[0, :2], side, name) for at, side, name in labels]

    def cost(side: str) -> float:
        outwards = float(away @ (np.array(SIDES[side]) / np.hypot(*SIDES[side])))
        total = -OUTWARDS * LINE * size * outwards
        for unit in UNITS:
            box = box_of(unit * seen[:2], side, text, size)
            total += unit * float(_shares_under(box, unit * points) @ lengths)
            others = (box_of(unit * at, other, name, size) for at, other, name in beside)
            total += sum(_overlap(box, other) for other in others) / (LINE * size)
            total += CUT * _outside(box, view, seen, unit)
        return total

    return min(SIDES, key=cost)


def _shares_under(box: Box, points: Array) -> Array:
    """Return the share of each line's points that lie under a box.

    Shapes: m lines of n points (m, n, 2) -> (m,).
    """
    left, bottom, right, top = box
    x, y = points[..., 0], points[..., 1]
    return np.asarray(((x > left) & (x < right) & (y > bottom) & (y < top)).mean(axis=1))


def _overlap(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def _outside(box: Box, view: OrthographicCamera, seen: Array, unit: float) -> int:
    """Return the number of corners outside of the scene.

    The label's box is at the depth of ``seen`` (3,), and plotly.js cuts what is outside of the scene's box.
    """
    left, bottom, right, top = box
    corners = np.array([[x / unit, y / unit, seen[2]] for x in (left, right) for y in (bottom, top)])
    return int((np.abs(corners @ view.turn) > view.half).any(axis=1).sum())
