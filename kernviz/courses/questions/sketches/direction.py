"""A direction through a cloud: right where the points vary along it almost as much as along the best one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kernviz.courses.computed import points_of
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import only
from kernviz.courses.questions.sketches.base import SHARED
from kernviz.courses.scene import Scene
from kernviz.figures.theme import number
from kernviz.lessons.lesson import Picture, percent
from kernviz.models.plain_pca import PlainPCA
from kernviz.wording import phrase, say

Array = NDArray[np.float64]
LONG = 2.5  # standard deviations to each side of the mean


class Direction:
    """A line, of which only where it points counts: the first principal component of the points of the plane.

    The agreement is uᵀSu/λ₁, the share of the largest variance along the sketch.
    """

    yours: ClassVar[str] = phrase("your direction")
    computed: ClassVar[str] = phrase("computed direction")
    how: ClassVar[str] = phrase("Two clicks: the line through them is your direction; where it lies does not count.")
    least: ClassVar[float] = 0.95

    def understood(self, corners: Array, scene: Scene) -> str:
        u = _unit(corners)
        return say("a direction at {number}°", number=number(float(np.degrees(np.arctan2(u[1], u[0])) % 180)))

    def agreement(self, corners: Array, scene: Scene) -> float:
        pca = _pca(scene)
        return float(min(1.0, pca.variance(_unit(corners)) / pca.eigenvalues[0]))

    def said(self, share: float, corners: Array, scene: Scene) -> str:
        pca = _pca(scene)
        along, most = float(pca.variance(_unit(corners))), float(pca.eigenvalues[0])
        return say(
            "Along your line the variance is {number}, {share} of the largest, λ₁ = {number_2}",
            number=number(along),
            share=percent(share),
            number_2=number(most),
        )

    def solution(self, scene: Scene) -> Array:
        pca = _pca(scene)
        return _across(pca, pca.axes[:, 0], float(pca.eigenvalues[0]))

    def slip(self, scene: Scene) -> Array:
        """The direction in which they vary least."""
        pca = _pca(scene)
        return _across(pca, pca.axes[:, 1], float(pca.eigenvalues[0]))

    def drawn(self, scene: Scene) -> Array | None:
        return self.solution(scene)

    def picture(self, scene: Scene) -> Picture | None:
        return None


def _pca(scene: Scene) -> PlainPCA:
    X = points_of(scene).X
    if X.shape[1] != 2:
        raise LanguageError(say("a direction is drawn in the plane, and these data are not points of one"))
    found = PlainPCA.of(X)
    if found.eigenvalues[0] <= 0:
        raise LanguageError(say("all points are in one place: no direction has any variance"))
    return found


def _unit(corners: Array) -> Array:
    """From the first corner to the last; a longer sketch means its own main direction."""
    along = corners[-1] - corners[0]
    length = float(np.linalg.norm(along))
    if length == 0:
        raise LanguageError(say("your line ends where it begins, so it points nowhere"))
    return np.asarray(along / length)


def _across(pca: PlainPCA, u: Array, variance: float) -> Array:
    reach = LONG * np.sqrt(variance) * u
    return np.array([pca.mean - reach, pca.mean + reach])


def read(table: Mapping[str, Any]) -> Direction:
    """Of a question in a file."""
    only(table, say("this question"), *SHARED)
    return Direction()
