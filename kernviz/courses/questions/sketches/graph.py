"""Sketch of a graph, drawn before the graph is computed.

The graph shows how a quantity depends on one number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.error_places import at
from kernviz.courses.language import LanguageError
from kernviz.courses.quantities import CALLED
from kernviz.courses.questions.base import check_keys, needed, text
from kernviz.courses.questions.sketches import of_one_number
from kernviz.courses.questions.sketches.base import MOST, SHARED, Sketch
from kernviz.courses.scene import Scene
from kernviz.courses.variants import is_number
from kernviz.figures.curves.functions import powers_of_ten
from kernviz.figures.theme import number
from kernviz.lessons.lesson import Picture
from kernviz.lessons.number_format import percent
from kernviz.wording import phrase, say, several, spoken

FIELDS = ("of", "over", "state", "between", "top")
STEPS = 33  # number of values at which the quantity is computed
ROOM = 1.15  # height of the axis relative to the largest possible value
NAME = "v"  # name of the varying number in `state`


@dataclass(frozen=True)
class GraphSketch(Sketch):
    """Sketch of a quantity as a function of one number.

    `of` is the expression of the quantity. `over` is the symbol of the number, which runs on a
    logarithmic scale from `low` to `high`. `state` says how the state depends on the number ``{=v}``,
    for example ``k=rbf(gamma={=v})``. `top` is the expression of the quantity's largest value.

    The first coordinate of a corner is log₁₀ of the number.
    """

    yours: ClassVar[str] = phrase("your graph")
    computed: ClassVar[str] = phrase("computed graph")
    how: ClassVar[str] = phrase(
        "Draw your curve with the pointer held down, from the left edge to the right, or click its corners."
    )
    holds: ClassVar[str] = "up"
    least: ClassVar[float] = 0.5
    of: str
    over: str
    state: str
    low: float
    high: float
    top: str

    def understood(self, corners: Array, scene: Scene) -> str:
        found = of_one_number.ordered(corners, *self._ends, self.over)
        first, last = (f"{self.over} = {number(float(10**end))}" for end in (found[0, 0], found[-1, 0]))
        return say(
            "a curve from {first} to {last} with {counted}",
            first=first,
            last=last,
            counted=several(len(corners), "{n} corner", "{n} corners"),
        )

    def agreement(self, corners: Array, scene: Scene) -> float:
        x, f = self._computed(scene)
        return of_one_number.agreement(of_one_number.ordered(corners, *self._ends, self.over), x, f)

    def agreement_words(self, share: float, corners: Array, scene: Scene) -> str:
        x, f = self._computed(scene)
        drawn = of_one_number.ordered(corners, *self._ends, self.over)
        worst = int(np.argmax(of_one_number.off(drawn, x, f)))
        yours = float(np.interp(x[worst], drawn[:, 0], drawn[:, 1]))
        return say(
            "The agreement of your curve with the computed one is {share}. The difference is largest at {axis} = "
            "{place}: the computed value is {computed}, and yours is {yours}",
            share=percent(share),
            axis=self.over,
            place=10 ** x[worst],
            computed=f[worst],
            yours=yours,
        )

    def deviation_words(self, corners: Array, scene: Scene) -> str:
        drawn = of_one_number.ordered(corners, *self._ends, self.over)
        place, above = of_one_number.farthest(drawn, *self._computed(scene))
        if above:
            return say("Your curve is farthest off at {axis} = {place}: too high.", axis=self.over, place=10**place)
        return say("Your curve is farthest off at {axis} = {place}: too low.", axis=self.over, place=10**place)

    def solution(self, scene: Scene) -> Array:
        x, f = self._computed(scene)
        assert len(x) <= MOST
        return np.column_stack([x, f])

    def careless(self, scene: Scene) -> list[Array]:
        return of_one_number.careless(*self._computed(scene))

    def check(self, scene: Scene) -> None:
        for end in (self.low, self.high):
            with at("state"):
                there = _at(self, scene, end)
            with at("of"):
                there.number(self.of)
        with at("top"):
            if not 0 < scene.number(self.top) < math.inf:
                raise LanguageError(say("“top” is the largest possible value, a number above 0"))

    def picture(self, scene: Scene) -> Picture | None:
        paper = powers_of_ten(
            self._ends,
            (0.0, ROOM * scene.number(self.top)),
            x_title=self.over,
            y_title=spoken(CALLED.get(self.of, self.of)),
        )
        alt = say(
            "Paper to draw on: {quantity}, from 0 up, over {axis} from {low} to {high}.",
            quantity=spoken(CALLED.get(self.of, self.of)),
            axis=self.over,
            low=self.low,
            high=self.high,
        )
        return Picture(paper, alt, key="graph", height=420, revision=f"{self._ends}{self.top}")

    @property
    def _ends(self) -> tuple[float, float]:
        return math.log10(self.low), math.log10(self.high)

    def _computed(self, scene: Scene) -> tuple[Array, Array]:
        """Return log₁₀ of the number and the quantity there, shape (g,) each."""
        x = np.linspace(*self._ends, STEPS)
        return x, np.array(_values(self, _Asked(scene)))


class _Asked:
    """Scene as a cache key.

    Scenes with the same state and the same numbers of the variant are equal.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.key = (scene.page.name, tuple(sorted(scene.params.items())), tuple(sorted(scene.numbers.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def _at(graph: GraphSketch, scene: Scene, value: float) -> Scene:
    """Return the scene in which the varying number has a value."""
    return replace(scene, numbers={**scene.numbers, NAME: value}).after(graph.state)


@lru_cache(maxsize=64)
def _values(graph: GraphSketch, asked: _Asked) -> tuple[float, ...]:
    scene, x = asked.scene, np.linspace(math.log10(graph.low), math.log10(graph.high), STEPS)
    return tuple(_at(graph, scene, float(10**place)).number(graph.of) for place in x)


def read(table: Mapping[str, Any]) -> GraphSketch:
    """Return the graph sketch of a question in a file."""
    check_keys(table, say("this question"), *SHARED, *FIELDS)
    needed(table, "draw", *FIELDS, entry=say("graph"))
    between = table["between"]
    fits = isinstance(between, list) and len(between) == 2 and all(map(is_number, between))
    if not fits or not 0 < between[0] < between[1]:
        with at("between"):
            raise LanguageError(say("“between” is two positive numbers, the smaller one first, such as [0.01, 100]"))
    of, over, state, top = (text(table, name) for name in ("of", "over", "state", "top"))
    return GraphSketch(of, over, state, float(between[0]), float(between[1]), top)
