"""Sketch of the border of two classes.

The sketch is right if it divides the picture as the machine does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.courses.deepest_cell import deepest
from kernviz.courses.error_places import at
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import check_keys
from kernviz.courses.questions.sketches.base import MOST, SHARED, Sketch, scribbles, straight
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import trained
from kernviz.lessons.number_format import at as at_place
from kernviz.lessons.number_format import percent
from kernviz.ranges import decade_below
from kernviz.surfaces import Surface
from kernviz.wording import phrase, say, several

FIELDS = ("bent",)
CLOSED = 0.08  # share of the picture's sides: a sketch whose ends are closer is a closed curve
DIRECTIONS = 60  # number of straight lines compared with the sketch
BETTER = 0.15  # share of the best straight line's errors that a sketch of a curved border must avoid
FAR = 50.0  # widths of the picture by which a sketch that leaves the picture is extended


@dataclass(frozen=True)
class Border(Sketch):
    """Sketch of a border: from edge to edge, or a ring.

    For a `bent` border a right sketch has to agree better than any straight line.
    """

    yours: ClassVar[str] = phrase("your border")
    computed: ClassVar[str] = ""
    how: ClassVar[str] = phrase(
        "Draw your border with the pointer held down, from edge to edge, or click its corners; "
        "a ring ends where it began."
    )
    holds: ClassVar[str] = "free"
    least: ClassVar[float] = 0.9
    bent: bool = False

    def understood(self, corners: Array, scene: Scene) -> str:
        shape = say("a ring") if _is_ring(corners, self.field(scene)) else say("a line")
        return several(len(corners), "{shape} with {n} corner", "{shape} with {n} corners", shape=shape)

    def agreement(self, corners: Array, scene: Scene) -> float:
        return agreement(corners, self.field(scene))

    def agreement_words(self, share: float, corners: Array, scene: Scene) -> str:
        return say("You and the machine agree on {share} of the picture", share=percent(share))

    def deviation_words(self, corners: Array, scene: Scene) -> str:
        """Name a place deep inside a region where sketch and machine differ.

        The two sides of the sketch are labelled such that they agree with the machine on at least half the picture.
        """
        field = self.field(scene)
        other = _divided(corners, field) != (field.values > 0)
        row, column = deepest(other if other.mean() <= 0.5 else ~other)
        return say("You differ most around {place}.", place=at_place((_rough(field.x, column), _rough(field.y, row))))

    def solution(self, scene: Scene) -> Array:
        """Return corners along the border of the machine."""
        field = self.field(scene)
        path = _along(field)
        if len(path) < 2:
            raise LanguageError(say("the border of this machine is not one line"))
        return path[np.unique(np.linspace(0, len(path) - 1, MOST).round().astype(int))]

    def share_asked(self, least: float, scene: Scene) -> float:
        """Return the agreement that a right answer needs.

        For a bent border it is more than any straight line has.
        """
        if not self.bent:
            return least
        line = best_line(self.field(scene))
        return max(least, line + BETTER * (1 - line))

    def careless(self, scene: Scene) -> list[Array]:
        """Return careless sketches, including a line along the left edge.

        A line along the edge leaves the whole picture on one side.
        """
        field = self.field(scene)
        low, high = np.array([field.x[0], field.y[0]]), np.array([field.x[-1], field.y[-1]])
        edge = np.array([[field.x[0], field.y[0]], [field.x[0], field.y[-1]]])
        return [edge, *straight(low, high), *scribbles(low, high)]

    def field(self, scene: Scene) -> Surface:
        """Return the function on the plane whose sign divides the picture.

        Raises LanguageError if there is none.
        """
        field = trained(scene).field
        if not isinstance(field, Surface):
            raise LanguageError(say("a border is drawn in the plane, but these data are on a line"))
        return field


def agreement(corners: Array, field: Surface) -> float:
    """Return the share of the picture that sketch and machine divide alike.

    The machine divides the picture by f = 0. The sides of the sketch are assigned to the classes in the
    better way.
    """
    alike = float(np.mean(_divided(corners, field) == (field.values > 0)))
    return max(alike, 1 - alike)


def _divided(corners: Array, field: Surface) -> NDArray[np.bool_]:
    """Return a mask (gy, gx) of one side of the sketch."""
    ring = corners if _is_ring(corners, field) else _closed_far_away(corners, field)
    return _inside(*np.meshgrid(field.x, field.y), ring)


def _rough(axis: Array, place: int) -> float:
    """Return a position on an axis, rounded for reading.

    The unit is the power of ten between a hundredth and a tenth of the axis.
    """
    unit = decade_below(float(np.ptp(axis)) / 10)
    return round(float(axis[place]) / unit) * unit


def best_line(field: Surface) -> float:
    """Return the largest agreement that a straight line has.

    The lines tried have DIRECTIONS directions and every offset.
    """
    x, y = np.meshgrid(field.x, field.y)
    above = (field.values > 0).ravel()
    best = 0.0
    for turn in np.linspace(0, np.pi, DIRECTIONS, endpoint=False):
        order = np.argsort((x * np.cos(turn) + y * np.sin(turn)).ravel())
        # number of points with f > 0 among those before each cut
        before = np.concatenate([[0], np.cumsum(above[order])])
        alike = before + (len(above) - np.arange(len(above) + 1)) - (before[-1] - before)
        best = max(best, alike.max() / len(above), 1 - alike.min() / len(above))
    return float(best)


def _along(field: Surface) -> Array:
    """Return the sign changes (m, 2) of f, ordered along the border.

    They lie midway between neighbouring grid points. The order begins near the edge of the picture. The result ends
    where the next place is farther than three grid steps.
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
    """Return True if a sketch ends where it began.

    Distances are those in the picture, whose axes may have different units.
    """
    sides = np.array([np.ptp(field.x), np.ptp(field.y)])
    return len(corners) > 3 and float(np.linalg.norm((corners[0] - corners[-1]) / sides)) < CLOSED


def _closed_far_away(corners: Array, field: Surface) -> Array:
    """Return a sketch as a closed ring that ends far outside.

    Both ends go straight on out of the picture. A wide arc closes one side.
    """
    width = max(float(np.ptp(field.x)), float(np.ptp(field.y)))
    middle = np.array([field.x.mean(), field.y.mean()])
    distinct = corners[np.concatenate([[True], np.any(np.diff(corners, axis=0) != 0, axis=1)])]
    first, last = (
        a + FAR * width * (a - b) / math.hypot(*(a - b))
        for a, b in ((distinct[0], distinct[1]), (distinct[-1], distinct[-2]))
    )
    start, end = (math.atan2(*(p - middle)[::-1]) for p in (last, first))
    end += 2 * math.pi * (end <= start)
    turns = np.linspace(start, end, 60)[1:-1]
    arc = middle + 2 * FAR * width * np.column_stack([np.cos(turns), np.sin(turns)])
    return np.vstack([first, distinct, last, arc])


def _inside(x: Array, y: Array, ring: Array) -> NDArray[np.bool_]:
    """Return a mask of the points inside a ring.

    By the even-odd rule, a point is inside if a ray to the right crosses an odd number of sides.
    """
    inside = np.zeros(x.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if ay == by:
            continue
        between = (ay > y) != (by > y)
        inside ^= between & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return inside


def read(table: Mapping[str, Any]) -> Border:
    """Return the border sketch of a question in a file."""
    check_keys(table, say("this question"), *SHARED, *FIELDS)
    bent = table.get("bent", False)
    if not isinstance(bent, bool):
        with at("bent"):
            raise LanguageError(say("“{name}” is true or false", name="bent"))
    return Border(bent)
