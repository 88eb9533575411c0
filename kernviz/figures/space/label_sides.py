"""Sides of points of a scene on which their labels lie on nothing else.

Points are projected by the scene's own camera. The sides are those of plotly.js: "top left", "middle right", ….
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernviz.arrays import Array

UNIT = 400.0  # pixels of a unit of the camera, about what a page's main picture has
LETTER, LINE = 0.6, 1.2  # width of a letter and height of a line, as multiples of the font size
BESIDE = 0.5  # distance of a label beside its point, as a multiple of the font size
OUTWARDS = 0.2  # cost in line heights of a label that points to the origin, against one that points away from it
SAMPLES = 60  # points of a line at which it is looked for under a label
SIDES = {
    f"{row} {column}": (across, up)
    for row, up in (("top", 1), ("middle", 0), ("bottom", -1))
    for column, across in (("left", -1), ("center", 0), ("right", 1))
    if across or up
}

Box = tuple[float, float, float, float]  # left, bottom, right, top in pixels


def box_of(at: Array, side: str, text: str, size: float) -> Box:
    """Return the box of a label on a side of the place ``at`` (2,), in pixels."""
    across, up = SIDES[side]
    wide, high = LETTER * size * len(text), LINE * size
    x = float(at[0]) + across * (wide / 2 + (0 if up else BESIDE * size))
    y = float(at[1]) + up * high / 2 + up * BESIDE * size
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def free_side(at: Array, text: str, size: float, lines: Sequence[Array], boxes: Sequence[Box]) -> str:
    """Return the side of ``at`` (2,) on which a label covers least of the ``lines`` and ``boxes``.

    Each line is given by its ends (2, 2). Of equal sides the one that points away from the origin is taken.
    """
    away = at / max(float(np.hypot(*at)), 1e-9)

    def cost(side: str) -> float:
        left, bottom, right, top = box = box_of(at, side, text, size)
        shares = np.linspace(0, 1, SAMPLES)[:, None]
        covered = 0.0
        for start, end in lines:
            x, y = (start + shares * (end - start)).T
            inside = (x > left) & (x < right) & (y > bottom) & (y < top)
            covered += float(inside.mean() * np.hypot(*(end - start)))
        overlap = sum(_overlap(box, other) for other in boxes) / (LINE * size)
        outwards = float(away @ (np.array(SIDES[side]) / np.hypot(*SIDES[side])))
        return covered + overlap - OUTWARDS * LINE * size * outwards

    return min(SIDES, key=cost)


def _overlap(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)
