"""Sketch of a direction through a cloud of points.

The sketch is right if the variance along it is almost the largest.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.sketches.base import Sketch, scribbles
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import points_of
from kernviz.lessons.number_format import percent
from kernviz.models.plain_pca import PlainPCA
from kernviz.wording import phrase, say

BENT = 0.2  # share of a sketch's length: with corners farther to the side, a sketch is not straight
TURN = 1.0  # degrees by which a sketch is turned to find the better turn
LONG = 2.5  # half the length of the drawn direction, in standard deviations


class Direction(Sketch):
    """Sketch of the first principal component of points in the plane.

    The sketch is a line, of which only the direction counts.

    The agreement is uᵀSu/λ₁, the share of the largest variance along the sketch.
    """

    yours: ClassVar[str] = phrase("your direction")
    computed: ClassVar[str] = phrase("computed direction")
    how: ClassVar[str] = phrase("Draw a straight line, or click twice. Only its direction counts, not its place.")
    holds: ClassVar[str] = "ends"
    least: ClassVar[float] = 0.95

    def understood(self, corners: Array, scene: Scene) -> str:
        u = _main_direction(corners)
        return say("a direction at {angle}°", angle=np.degrees(np.arctan2(u[1], u[0])) % 180)

    def agreement(self, corners: Array, scene: Scene) -> float:
        pca = _pca(scene)
        return float(min(1.0, pca.variance(_main_direction(corners)) / pca.eigenvalues[0]))

    def agreement_words(self, share: float, corners: Array, scene: Scene) -> str:
        pca = _pca(scene)
        along, most = float(pca.variance(_main_direction(corners))), float(pca.eigenvalues[0])
        return say(
            "Along your line the variance is {variance}, {share} of the largest, λ₁ = {largest}",
            variance=along,
            share=percent(share),
            largest=most,
        )

    def deviation_words(self, corners: Array, scene: Scene) -> str:
        """Return the turn by which the variance along the sketch grows."""
        pca, u = _pca(scene), _main_direction(corners)
        turned = np.radians(TURN) * np.array([-u[1], u[0]])
        if pca.variance(_normalised(u + turned)) >= pca.variance(_normalised(u - turned)):
            return say("The variance grows if you turn your line anticlockwise.")
        return say("The variance grows if you turn your line clockwise.")

    def solution(self, scene: Scene) -> Array:
        pca = _pca(scene)
        return _line_along(pca, pca.axes[:, 0], float(pca.eigenvalues[0]))

    def careless(self, scene: Scene) -> list[Array]:
        """Return careless directions, which must not be right.

        They are the direction in which the points vary least, and those anybody draws without looking
        at the points.
        """
        pca, X = _pca(scene), points_of(scene).X
        turns = np.radians([0.0, 45.0, 90.0, 135.0])
        axes = [pca.axes[:, 1], *np.column_stack([np.cos(turns), np.sin(turns)])]
        lines = [_line_along(pca, u, float(pca.eigenvalues[0])) for u in axes]
        return [*lines, *scribbles(X.min(axis=0), X.max(axis=0))]


def _pca(scene: Scene) -> PlainPCA:
    X = points_of(scene).X
    if X.shape[1] != 2:
        raise LanguageError(say("a direction is drawn in the plane, and these data are not points of one"))
    found = PlainPCA.of(X)
    if found.eigenvalues[0] <= 0:
        raise LanguageError(say("all points are in one place: no direction has any variance"))
    return found


def _main_direction(corners: Array) -> Array:
    """Return the main direction of the corners as a unit vector (2,).

    Raises LanguageError if the corners are not nearly on one line.
    """
    along = corners[-1] - corners[0]
    length = float(np.linalg.norm(along))
    if length == 0:
        raise LanguageError(say("your line ends where it begins, so it points nowhere"))
    if len(corners) == 2:
        return np.asarray(along / length)
    _, size, axes = np.linalg.svd(corners - corners.mean(axis=0), full_matrices=False)
    if size[1] > BENT * size[0]:
        raise LanguageError(say("your corners are not on one line: two clicks are enough"))
    return np.asarray(axes[0])


def _normalised(along: Array) -> Array:
    return np.asarray(along / np.linalg.norm(along))


def _line_along(pca: PlainPCA, u: Array, variance: float) -> Array:
    reach = LONG * np.sqrt(variance) * u
    return np.array([pca.mean - reach, pca.mean + reach])
