"""Question answered by clicks on points.

The right answer is a computed set of points, or any points that meet a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any, ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.language import LanguageError
from kernviz.courses.naming import at, hint
from kernviz.courses.questions.base import AnswerJudgement, needed, nudged, only, tell_apart, text
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import points_of, trained
from kernviz.lessons.lesson import at as at_place
from kernviz.lessons.lesson import percent, short
from kernviz.models.sphere import SmallestHypersphere
from kernviz.wording import say, several

FIELDS = ("kind", "ask", "points", "condition", "because", "nudge")
CLEAR = 0.1  # in units of the margin or radius: smallest difference in length that people can see
LISTED = 5  # largest number of values that are listed one by one
MOST_PAIRS = 3000  # largest number of pairs of points that are examined


@dataclass(frozen=True)
class PointSet:
    """Named set of points.

    `which` returns the points of the set, and `why` the reason why a point does not belong. `told` are the numbers of
    given points in a sentence.
    """

    which: Callable[[Scene], Iterable[int]]
    why: Callable[[Scene, int], str]
    measure: Callable[[Scene], Array]  # (n,): the length that decides; 1 is the margin or the radius
    told: Callable[[Scene, Array], str]


def _margin_reason(scene: Scene, i: int) -> str:
    found = trained(scene)
    alpha, margin = float(found.machine.alpha_[i]), float(found.signs[i] * found.values[i])
    where = (
        say("outside the margin")
        if margin > 1 + 1e-6
        else say("on the margin")
        if margin > 1 - 1e-6
        else say("inside it")
    )
    return say(
        "its y·f is {functional_margin}, {where}, and its α is {alpha}",
        functional_margin=margin,
        where=where,
        alpha=alpha,
    )


def _gap(scene: Scene, i: int) -> str:
    """Return a point's distance from the border in words.

    The words have no term of the lectures.
    """
    found = trained(scene)
    return say(
        "it is {times} times as far from the border as those that touch the gap", times=found.signs[i] * found.values[i]
    )


def _slack(scene: Scene, i: int) -> str:
    found = trained(scene)
    return say("its y·f is {signs}", signs=found.signs[i] * found.values[i])


def _sphere(scene: Scene) -> SmallestHypersphere:
    return SmallestHypersphere(scene.state.kernel).fit(points_of(scene).X)


def _inside(scene: Scene, i: int) -> str:
    found = _sphere(scene)
    away = float(found.distance_to_center(points_of(scene).X)[i])
    return say("its distance to the centre is {away}, and the radius is {radius}", away=away, radius=found.radius_)


def _functional_margin(scene: Scene) -> Array:
    """Return the functional margin y·f of every point.

    The value is the distance from the border in margins, below 0 on the wrong side.
    """
    found = trained(scene)
    return np.asarray(found.signs * found.values)


def _from_the_centre(scene: Scene) -> Array:
    """Return every image's distance from the centre, in radii."""
    found = _sphere(scene)
    return np.asarray(found.distance_to_center(points_of(scene).X) / found.radius_)


def _margins_told(scene: Scene, chosen: Array) -> str:
    return say("The y·f of your points: {values}.", values=_values(_functional_margin(scene)[chosen]))


def _gaps_told(scene: Scene, chosen: Array) -> str:
    values = _values(_functional_margin(scene)[chosen])
    return say("Distances of your points from the border, in half widths of the gap: {values}.", values=values)


def _radii_told(scene: Scene, chosen: Array) -> str:
    values = _values(_from_the_centre(scene)[chosen])
    return say("Distances of your points from the centre, in radii: {values}.", values=values)


def _values(found: Array) -> str:
    """List numbers in ascending order; of many, only the smallest and largest."""
    told = [short(float(value), 3) for value in sorted(found)]
    return "; ".join(told) if len(told) <= LISTED else say("from {first} to {last}", first=told[0], last=told[-1])


def _margins(which: Callable[[Scene], Iterable[int]], why: Callable[[Scene, int], str] = _margin_reason) -> PointSet:
    return PointSet(which, why, _functional_margin, _margins_told)


SETS: dict[str, PointSet] = {
    "support vectors": _margins(lambda s: trained(s).machine.support_),
    "points that touch the gap": PointSet(lambda s: trained(s).machine.support_, _gap, _functional_margin, _gaps_told),
    "free support vectors": _margins(lambda s: trained(s).machine.free_),
    "bounded support vectors": _margins(lambda s: trained(s).machine.bounded_),
    "points that may be deleted": _margins(lambda s: np.flatnonzero(trained(s).machine.alpha_ == 0)),
    "points that hold the sphere": PointSet(lambda s: _sphere(s).support_, _inside, _from_the_centre, _radii_told),
    "points on the wrong side": _margins(lambda s: np.flatnonzero(_functional_margin(s) <= 0), _slack),
}


@dataclass(frozen=True)
class Point:
    """Question answered by the numbers of the clicked points.

    Points are counted from 1: ``3, 7``.

    The right answer is all points of the named set `points`, or any points that meet `condition`.
    """

    kind: ClassVar[str] = "point"
    ask: str
    points: str = ""
    condition: str = ""
    because: str = ""
    hint: str = ""

    def understood(self, answer: str, scene: Scene) -> str:
        chosen = read_points(answer, scene)
        X = points_of(scene).X
        listed = ", ".join(at_place(X[i]) for i in chosen[:6]) + (", …" if len(chosen) > 6 else "")
        return say("{points}: {listed}", points=several(len(chosen), "{n} point", "{n} points"), listed=listed)

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        chosen, understood = read_points(answer, scene), self.understood(answer, scene)
        there = replace(scene, chosen=chosen)
        if self.condition:
            right = there.holds(self.condition)
            return AnswerJudgement(
                right, understood, there.filled(self.because) if right else there.failing(self.condition)
            )
        named = SETS[self.points]
        meant = {int(i) for i in named.which(scene)}
        if set(chosen) == meant:
            return AnswerJudgement(True, understood, there.filled(self.because))
        X = points_of(scene).X
        if extra := [i for i in chosen if i not in meant]:
            why = named.why(scene, extra[0])
            return AnswerJudgement(
                False, understood, say("{X} does not belong: {why}.", X=at_place(X[extra[0]]), why=why)
            )
        missed = sorted(meant - set(chosen))
        return AnswerJudgement(
            False,
            understood,
            several(
                len(missed),
                "These are right, and {n} point is missing.",
                "These are right, and {n} points are missing.",
            ),
        )

    def nudge(self, answer: str, scene: Scene) -> str:
        """Tell how many of the clicked points belong, without saying which.

        The values of the clicked points are told too.
        """
        chosen = set(read_points(answer, scene))
        if self.condition:
            return nudged(self.judge(answer, scene).reason, self.hint, scene)
        named = SETS[self.points]
        meant = {int(i) for i in named.which(scene)}
        belong = len(chosen & meant)
        said = several(belong, "{n} of your points belongs", "{n} of your points belong")
        more = several(len(chosen - meant), "{n} does not", "{n} do not")
        rest = several(len(meant - chosen), "{n} is missing", "{n} are missing")
        counted = say("{belong}, {others}, {missing}.", belong=said, others=more, missing=rest)
        return nudged(f"{counted} {named.told(scene, np.array(sorted(chosen)))}", self.hint, scene)

    def solution(self, scene: Scene) -> str:
        if self.points:
            return _listed(SETS[self.points].which(scene))
        for pair in _pairs(points_of(scene).n):
            if replace(scene, chosen=pair).holds(self.condition):
                return _listed(pair)
        raise LanguageError(say("no two points make “{condition}” true", condition=self.condition))

    def check(self, scene: Scene) -> None:
        with at("nudge"):
            scene.filled(self.hint)
        place = "points" if self.points else "condition"
        with at(place):
            solution = read_points(self.solution(scene), scene)
        with at("because"):
            replace(scene, chosen=solution).filled(self.because)
        with at(place):
            tell_apart(self, scene)

    def check_distance(self, scene: Scene) -> None:
        """Raise LanguageError if right and wrong points are too close.

        They have to differ by CLEAR at least in the deciding quantity. This quantity is the distance
        from the border (a tenth of the margin) or from a centre (a tenth of the radius). No pair may
        meet a condition by a small difference only.
        """
        if self.condition:
            with at("condition"):
                for pair in _pairs(points_of(scene).n):
                    replace(scene, chosen=pair).decided(self.condition)
            return
        named = SETS[self.points]
        meant = np.zeros(points_of(scene).n, dtype=bool)
        meant[list(map(int, named.which(scene)))] = True
        measure = named.measure(scene)
        if meant.all() or not meant.any():
            return
        apart = np.abs(measure[meant][:, None] - measure[~meant])
        i, j = np.unravel_index(int(apart.argmin()), apart.shape)
        if apart[i, j] < CLEAR:
            X = points_of(scene).X
            with at("points"):
                raise LanguageError(
                    say(
                        "{first} belongs and {second} does not, and they differ by {gap} only",
                        first=at_place(X[meant][i]),
                        second=at_place(X[~meant][j]),
                        gap=percent(float(apart[i, j])),
                    )
                )

    def slips(self, scene: Scene) -> tuple[str, ...]:
        if self.points:
            meant = {int(i) for i in SETS[self.points].which(scene)}
            others = [i for i in range(points_of(scene).n) if i not in meant]
            return (
                *([_listed(others[:1])] if others else []),
                *([_listed(sorted(meant)[1:])] if len(meant) > 1 else []),
            )
        pairs = _pairs(points_of(scene).n)
        wrong = (_listed(pair) for pair in pairs if not replace(scene, chosen=pair).holds(self.condition))
        return tuple(islice(wrong, 1))


def read_points(answer: str, scene: Scene) -> tuple[int, ...]:
    """Return the points of an answer, counted from 0, in order.

    Raises LanguageError for anything but numbers of points.
    """
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
    """Return the click question of a file's table."""
    only(table, say("this question"), *FIELDS)
    needed(table, "point", "ask")
    points, condition = text(table, "points"), text(table, "condition")
    if bool(points) == bool(condition):
        raise LanguageError(say("a question to point at needs either “points” or “condition”"))
    if points and points not in SETS:
        with at("points"):
            raise LanguageError(say("“{points}” is no set of points: {hint}", points=points, hint=hint(points, SETS)))
    return Point(text(table, "ask"), points, condition, text(table, "because"), text(table, "nudge"))
