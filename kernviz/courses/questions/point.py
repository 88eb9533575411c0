"""Question answered by clicks on points.

The right answer is a computed set of points, or any points that meet a condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any, ClassVar

import numpy as np

from kernviz.courses.error_places import at, hint
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import AnswerJudgement, check_keys, check_texts, needed, nudged, tell_apart, text
from kernviz.courses.questions.point_sets import SETS
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import points_of
from kernviz.lessons.number_format import at as at_place
from kernviz.lessons.number_format import percent, places
from kernviz.wording import say, several

FIELDS = ("kind", "ask", "points", "condition", "because", "nudge")
LISTED = 6  # largest number of points that are listed one by one
CLEAR = 0.1  # in units of the margin or radius: smallest difference in length that people can see
MOST_PAIRS = 3000  # largest number of pairs of points that are examined


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
        listed = places(X[list(chosen[:LISTED])])
        if len(chosen) > LISTED:
            listed = say("{listed} and {n} more", listed=listed, n=len(chosen) - LISTED)
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
        expected = {int(i) for i in named.which(scene)}
        if set(chosen) == expected:
            return AnswerJudgement(True, understood, there.filled(self.because))
        X = points_of(scene).X
        if extra := [i for i in chosen if i not in expected]:
            with scene.writing():
                why = named.why(scene, extra[0])
            return AnswerJudgement(
                False, understood, say("{X} does not belong: {why}.", X=at_place(X[extra[0]]), why=why)
            )
        missed = sorted(expected - set(chosen))
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
        expected = {int(i) for i in named.which(scene)}
        belong = len(chosen & expected)
        message = several(belong, "{n} of your points belongs", "{n} of your points belong")
        more = several(len(chosen - expected), "{n} does not", "{n} do not")
        rest = several(len(expected - chosen), "{n} is missing", "{n} are missing")
        counted = say("{belong}, {others}, {missing}.", belong=message, others=more, missing=rest)
        with scene.writing():
            report = named.report(scene, np.array(sorted(chosen)))
        return nudged(f"{counted} {report}", self.hint, scene)

    def solution(self, scene: Scene) -> str:
        if self.points:
            return _listed(SETS[self.points].which(scene))
        for pair in _pairs(points_of(scene).n):
            if replace(scene, chosen=pair).holds(self.condition):
                return _listed(pair)
        raise LanguageError(say("no two points make “{condition}” true", condition=self.condition))

    def check(self, scene: Scene) -> None:
        check_texts(scene, nudge=self.hint)
        place = "points" if self.points else "condition"
        with at(place):
            solution = read_points(self.solution(scene), scene)
        check_texts(replace(scene, chosen=solution), because=self.because)
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
        selected = np.zeros(points_of(scene).n, dtype=bool)
        selected[list(map(int, named.which(scene)))] = True
        measure = named.measure(scene)
        if selected.all() or not selected.any():
            return
        apart = np.abs(measure[selected][:, None] - measure[~selected])
        i, j = np.unravel_index(int(apart.argmin()), apart.shape)
        if apart[i, j] < CLEAR:
            X = points_of(scene).X
            with at("points"):
                raise LanguageError(
                    say(
                        "{first} belongs and {second} does not, and they differ by {gap} only",
                        first=at_place(X[selected][i]),
                        second=at_place(X[~selected][j]),
                        gap=percent(float(apart[i, j])),
                    )
                )

    def slips(self, scene: Scene) -> tuple[str, ...]:
        if self.points:
            expected = {int(i) for i in SETS[self.points].which(scene)}
            others = [i for i in range(points_of(scene).n) if i not in expected]
            return (
                *([_listed(others[:1])] if others else []),
                *([_listed(sorted(expected)[1:])] if len(expected) > 1 else []),
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
    return list(islice(combinations(range(n), 2), MOST_PAIRS))


def read(table: Mapping[str, Any]) -> Point:
    """Return the click question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "point", "ask")
    points, condition = text(table, "points"), text(table, "condition")
    if bool(points) == bool(condition):
        raise LanguageError(say("a question of the kind point needs either “points” or “condition”"))
    if points and points not in SETS:
        with at("points"):
            raise LanguageError(say("“{points}” is no set of points: {hint}", points=points, hint=hint(points, SETS)))
    return Point(text(table, "ask"), points, condition, text(table, "because"), text(table, "nudge"))
