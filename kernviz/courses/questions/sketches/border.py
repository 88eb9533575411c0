"""A border of two classes: right where the sketch and the machine part the picture alike."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kernviz.courses.computed import trained
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import only
from kernviz.courses.questions.sketches.base import MOST, SHARED
from kernviz.courses.scene import Scene
from kernviz.lessons.lesson import Picture, percent
from kernviz.surfaces import Surface
from kernviz.wording import phrase, say, several

Array = NDArray[np.float64]
CLOSED = 0.08  # of the picture's width: an end this near to the beginning closes a ring
FAR = 50.0  # widths of the picture: where a sketch that leaves it goes


class Border:
    """From edge to edge, or a ring."""

    yours: ClassVar[str] = phrase("your border")
    computed: ClassVar[str] = phrase("computed border")
    how: ClassVar[str] = phrase(
        "Click corner after corner along your border, from edge to edge; end where you began for a ring."
    )
    least: ClassVar[float] = 0.9

    def understood(self, corners: Array, scene: Scene) -> str:
        shape = say("a ring") if _is_ring(corners, _field(scene)) else say("a line")
        return several(len(corners), "{shape} with {n} corner", "{shape} with {n} corners", shape=shape)

    def agreement(self, corners: Array, scene: Scene) -> float:
        return agreement(corners, _field(scene))

    def said(self, share: float, corners: Array, scene: Scene) -> str:
        return say("You and the machine agree on {share} of the picture", share=percent(share))

    def solution(self, scene: Scene) -> Array:
        """Along the border of the machine."""
        field = _field(scene)
        path = _along(field)
        if len(path) < 2:
            raise LanguageError(say("the border of this machine is not one line"))
        return path[np.unique(np.linspace(0, len(path) - 1, MOST).round().astype(int))]

    def slip(self, scene: Scene) -> Array:
        """Along the left edge: one side gets everything."""
        field = _field(scene)
        return np.array([[field.x[0], field.y[0]], [field.x[0], field.y[-1]]])

    def drawn(self, scene: Scene) -> Array | None:
        return None  # the answer's picture has it

    def picture(self, scene: Scene) -> Picture | None:
        return None


def agreement(corners: Array, field: Surface) -> float:
    """The share of the picture in which the sketch and f = 0 part it alike, whichever side is which."""
    ring = corners if _is_ring(corners, field) else _closed_far_away(corners, field)
    x, y = np.meshgrid(field.x, field.y)
    alike = float(np.mean(_inside(x, y, ring) == (field.values > 0)))
    return max(alike, 1 - alike)


def _along(field: Surface) -> Array:
    """Where f changes its sign between neighbours of the grid, each next to the one before; from the edge, if it gets
    there.
    """
    signs = field.values > 0
    up, right = np.nonzero(signs[1:] != signs[:-1]), np.nonzero(signs[:, 1:] != signs[:, :-1])
    step = np.array([field.x[1] - field.x[0], field.y[1] - field.y[0]])
    left = [
        *np.column_stack([field.x[up[1]], field.y[up[0]] + step[1] / 2]),
        *np.column_stack([field.x[right[1]] + step[0] / 2, field.y[right[0]]]),
    ]
    if not left:
        return np.empty((0, 2))
    low, high = np.array([field.x[0], field.y[0]]), np.array([field.x[-1], field.y[-1]])
    start = int(np.argmin([np.minimum(p - low, high - p).min() for p in left]))
    path = [left.pop(start)]
    while left:
        away = np.linalg.norm((np.array(left) - path[-1]) / step, axis=1)
        nearest = int(np.argmin(away))
        if away[nearest] > 3:
            break
        path.append(left.pop(nearest))
    return np.array(path)


def _is_ring(corners: Array, field: Surface) -> bool:
    width = max(float(np.ptp(field.x)), float(np.ptp(field.y)))
    return len(corners) > 3 and float(np.linalg.norm(corners[0] - corners[-1])) < CLOSED * width


def _closed_far_away(corners: Array, field: Surface) -> Array:
    """Both ends go straight on out of the picture, and one side is closed by a wide arc."""
    width = max(float(np.ptp(field.x)), float(np.ptp(field.y)))
    middle = np.array([field.x.mean(), field.y.mean()])
    distinct = corners[np.concatenate([[True], np.any(np.diff(corners, axis=0) != 0, axis=1)])]
    first, last = (
        a + FAR * width * (a - b) / np.linalg.norm(a - b)
        for a, b in ((distinct[0], distinct[1]), (distinct[-1], distinct[-2]))
    )
    start, end = (math.atan2(*(p - middle)[::-1]) for p in (last, first))
    end += 2 * math.pi * (end <= start)
    turns = np.linspace(start, end, 60)[1:-1]
    arc = middle + 2 * FAR * width * np.column_stack([np.cos(turns), np.sin(turns)])
    return np.vstack([first, distinct, last, arc])


def _inside(x: Array, y: Array, ring: Array) -> NDArray[np.bool_]:
    """By the number of sides to the right of each point: odd inside, even outside."""
    inside = np.zeros(x.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if ay == by:
            continue
        between = (ay > y) != (by > y)
        inside ^= between & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return inside


def _field(scene: Scene) -> Surface:
    field = trained(scene).field
    if not isinstance(field, Surface):
        raise LanguageError(say("a border is drawn in the plane, and these data are on a line"))
    return field


def read(table: Mapping[str, Any]) -> Border:
    """Of a question in a file."""
    only(table, say("this question"), *SHARED)
    return Border()
