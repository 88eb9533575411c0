"""Sketch of a regression curve.

The sketch is right where it follows f from the first point to the last.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.sketches import of_one_number
from kernviz.courses.questions.sketches.base import MOST, Sketch
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import fitted_ridge, points_of
from kernviz.lessons.number_format import percent
from kernviz.wording import phrase, say, several

STEPS = 400  # steps between the first point and the last


class CurveSketch(Sketch):
    """Sketch of f of kernel ridge regression.

    The picture has the points of a line with a target.
    """

    yours: ClassVar[str] = phrase("your curve")
    computed: ClassVar[str] = ""
    how: ClassVar[str] = phrase(
        "Draw your curve with the pointer held down, from the first point to the last, or click its corners."
    )
    holds: ClassVar[str] = "up"
    least: ClassVar[float] = 0.75

    def understood(self, corners: Array, scene: Scene) -> str:
        found = of_one_number.ordered(corners, *_ends(scene))
        ends = say("from x = {first} to {last}", first=float(found[0, 0]), last=float(found[-1, 0]))
        return several(len(corners), "a curve {ends} with {n} corner", "a curve {ends} with {n} corners", ends=ends)

    def agreement(self, corners: Array, scene: Scene) -> float:
        x, f = _fitted(scene)
        return of_one_number.agreement(of_one_number.ordered(corners, *_ends(scene)), x, f)

    def agreement_words(self, share: float, corners: Array, scene: Scene) -> str:
        x, f = _fitted(scene)
        off = of_one_number.off(of_one_number.ordered(corners, *_ends(scene)), x, f)
        worst = int(np.argmax(off))
        return say(
            "The agreement of your curve with the machine's is {share}: the mean difference is {mean_difference}, "
            "and the largest is {largest_difference}, at x = {place}",
            share=percent(share),
            mean_difference=off.mean(),
            place=x[worst],
            largest_difference=off[worst],
        )

    def deviation_words(self, corners: Array, scene: Scene) -> str:
        place, above = of_one_number.farthest(of_one_number.ordered(corners, *_ends(scene)), *_fitted(scene))
        if above:
            return say("Your curve is farthest off at x = {place}: too high.", place=place)
        return say("Your curve is farthest off at x = {place}: too low.", place=place)

    def solution(self, scene: Scene) -> Array:
        x, f = _fitted(scene)
        rows = np.linspace(0, len(x) - 1, MOST).round().astype(int)
        return np.column_stack([x[rows], f[rows]])

    def careless(self, scene: Scene) -> list[Array]:
        return of_one_number.careless(*_fitted(scene))


def _ends(scene: Scene) -> tuple[float, float]:
    data = points_of(scene)
    if data.d != 1 or data.y is None:
        raise LanguageError(say("a curve is drawn over points of a line that have a target"))
    return float(data.X.min()), float(data.X.max())


def _fitted(scene: Scene) -> tuple[Array, Array]:
    """Return x and f(x), shape (g,) each."""
    x = np.linspace(*_ends(scene), STEPS)
    return x, np.asarray(fitted_ridge(scene).predict(x[:, None]), dtype=np.float64)
