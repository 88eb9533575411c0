"""Point at: click the points that are meant; which they are is computed, or what must hold of them is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from kernviz.courses.computed import points_of, trained
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import Judgement, needed, only, text
from kernviz.courses.scene import Scene
from kernviz.lessons.lesson import at, short
from kernviz.models.sphere import SmallestHypersphere
from kernviz.wording import say, several

MOST_PAIRS = 3000  # looked through for a pair that will do


@dataclass(frozen=True)
class Points:
    """A set of points by name: which they are, and what is true of one that is in it, or is not."""

    which: Callable[[Scene], Iterable[int]]
    why: Callable[[Scene, int], str]


def _closeness(scene: Scene, i: int) -> str:
    found = trained(scene)
    alpha, closeness = float(found.machine.alpha_[i]), float(found.signs[i] * found.values[i])
    where = (
        say("outside the margin")
        if closeness > 1 + 1e-6
        else say("on the margin")
        if closeness > 1 - 1e-6
        else say("inside it")
    )
    return say(
        "its y·f is {closeness}, {where}, and its α is {alpha}",
        closeness=short(closeness),
        where=where,
        alpha=short(alpha),
    )


def _gap(scene: Scene, i: int) -> str:
    """The same without the words of a lecture."""
    found = trained(scene)
    return say(
        "it is {times} times as far from the border as those that touch the gap",
        times=short(float(found.signs[i] * found.values[i])),
    )


def _slack(scene: Scene, i: int) -> str:
    found = trained(scene)
    return say("its y·f is {signs}", signs=short(float(found.signs[i] * found.values[i])))


def _sphere(scene: Scene) -> SmallestHypersphere:
    return SmallestHypersphere(scene.state.kernel).fit(points_of(scene).X)


def _inside(scene: Scene, i: int) -> str:
    found = _sphere(scene)
    away = float(found.distance_to_center(points_of(scene).X)[i])
    return say(
        "its distance to the centre is {away}, and the radius is {radius}",
        away=short(away),
        radius=short(float(found.radius_)),
    )


SETS: dict[str, Points] = {
    "support vectors": Points(lambda s: trained(s).machine.support_, _closeness),
    "points that touch the gap": Points(lambda s: trained(s).machine.support_, _gap),
    "free support vectors": Points(lambda s: trained(s).machine.free_, _closeness),
    "bounded support vectors": Points(lambda s: trained(s).machine.bounded_, _closeness),
    "points that may be deleted": Points(lambda s: np.flatnonzero(trained(s).machine.alpha_ == 0), _closeness),
    "points that hold the sphere": Points(lambda s: _sphere(s).support_, _inside),
    "points on the wrong side": Points(lambda s: np.flatnonzero(trained(s).signs * trained(s).values <= 0), _slack),
}


@dataclass(frozen=True)
class Point:
    """The answer is the numbers of the clicked points, counted from 1: ``3, 7``. Either all of a named set are meant,
    or any points for which a condition holds.
    """

    kind: ClassVar[str] = "point"
    ask: str
    points: str = ""
    condition: str = ""
    because: str = ""

    def understood(self, answer: str, scene: Scene) -> str:
        chosen = read_points(answer, scene)
        X = points_of(scene).X
        listed = ", ".join(at(X[i]) for i in chosen[:6]) + (", …" if len(chosen) > 6 else "")
        return say("{points}: {listed}", points=several(len(chosen), "{n} point", "{n} points"), listed=listed)

    def judge(self, answer: str, scene: Scene) -> Judgement:
        chosen, understood = read_points(answer, scene), self.understood(answer, scene)
        there = replace(scene, chosen=chosen)
        if self.condition:
            right = there.holds(self.condition)
            return Judgement(right, understood, there.filled(self.because) if right else there.failing(self.condition))
        named = SETS[self.points]
        meant = {int(i) for i in named.which(scene)}
        if set(chosen) == meant:
            return Judgement(True, understood, there.filled(self.because))
        X = points_of(scene).X
        if extra := [i for i in chosen if i not in meant]:
            return Judgement(
                False, understood, say("{X} does not belong: {why}.", X=at(X[extra[0]]), why=named.why(scene, extra[0]))
            )
        missed = sorted(meant - set(chosen))
        return Judgement(
            False,
            understood,
            several(
                len(missed),
                "These belong, and {n} point is missing.",
                "These belong, and {n} points are missing.",
            ),
        )

    def solution(self, scene: Scene) -> str:
        if self.points:
            return _listed(SETS[self.points].which(scene))
        for pair in _pairs(points_of(scene).n):
            if replace(scene, chosen=pair).holds(self.condition):
                return _listed(pair)
        raise LanguageError(say("no two points make “{condition}” true", condition=self.condition))

    def slips(self, scene: Scene) -> tuple[str, ...]:
        if self.points:
            meant = {int(i) for i in SETS[self.points].which(scene)}
            others = [i for i in range(points_of(scene).n) if i not in meant]
            return (
                *([_listed(others[:1])] if others else []),
                *([_listed(sorted(meant)[1:])] if len(meant) > 1 else []),
            )
        pairs = _pairs(points_of(scene).n)
        return (next(_listed(p) for p in pairs if not replace(scene, chosen=p).holds(self.condition)),)


def read_points(answer: str, scene: Scene) -> tuple[int, ...]:
    """The points of an answer, counted from 0, in order."""
    words = answer.replace(",", " ").split()
    n = points_of(scene).n
    if not words:
        raise LanguageError(say("click at least one point in the picture"))
    if not all(word.isdecimal() and 1 <= int(word) <= n for word in words):
        raise LanguageError(say("points are numbers from 1 to {n}", n=n))
    return tuple(sorted({int(word) - 1 for word in words}))


def _listed(points: Iterable[int]) -> str:
    return ", ".join(str(int(i) + 1) for i in points)


def _pairs(n: int) -> list[tuple[int, int]]:
    return [pair for pair, _ in zip(combinations(range(n), 2), range(MOST_PAIRS), strict=False)]


def read(table: Mapping[str, Any]) -> Point:
    """The question of a file."""
    needed(table, "point", "ask")
    only(table, say("this question"), "kind", "ask", "points", "condition", "because")
    points, condition = text(table, "points"), text(table, "condition")
    if bool(points) == bool(condition):
        raise LanguageError(say("a question to point at needs either “points” or “condition”"))
    if points and points not in SETS:
        raise LanguageError(
            say("“{points}” is no set of points: there are {SETS}", points=points, SETS=", ".join(SETS))
        )
    return Point(text(table, "ask"), points, condition, text(table, "because"))
