"""Help in the picture after a first wrong answer.

The words of the nudge are computed by each kind of question (questions/).

Points light up, the picture changes its state, a sentence says in which direction to move a control, or a formula is
shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.courses.error_places import at
from kernviz.courses.failed_conditions import NUMBERS, written
from kernviz.courses.language import LanguageError
from kernviz.courses.point_positions import places
from kernviz.courses.questions.base import STATE_KINDS, Question, check_keys, text
from kernviz.courses.questions.move import Move
from kernviz.courses.questions.number import NumberQuestion
from kernviz.courses.questions.point import Point
from kernviz.courses.questions.point_sets import SETS
from kernviz.courses.scene import Scene, address
from kernviz.figures.figure import Figure
from kernviz.kernels.numbers import numbers as kernel_numbers
from kernviz.lessons.notation import lecture_symbol
from kernviz.lessons.part import Part
from kernviz.lessons.state import applying
from kernviz.wording import say

COMPARE = "points to compare"  # the points meant or the others, whichever are fewer, and the nearest of the rest
FIELDS = ("light", "state", "towards", "formula")
Spot = tuple[float, float]
Values = dict[str, tuple[str, float]]  # name of a number that can be moved -> its symbol and value
STEP = 0.05  # share of a number's range by which a handle is moved to find its direction in the picture


@dataclass(frozen=True)
class Help:
    """Help of a step, as its file says it.

    `light` is COMPARE, or places of the picture, ``x y; x y``. `state` holds values that are moved in the picture. With
    `towards` a sentence says in which direction to move a control. `formula` is TeX.
    """

    light: str = ""
    state: str = ""
    towards: bool = False
    formula: str = ""

    def __bool__(self) -> bool:
        return bool(self.light or self.state or self.towards or self.formula)

    def scene(self, scene: Scene) -> Scene:
        """Return the scene that the picture shows as a help."""
        return scene.after(self.state) if self.state else scene

    def spots(self, question: Question, scene: Scene, figure: Figure) -> tuple[Spot, ...]:
        """Return the places that light up in a picture of the scene."""
        if not self.light:
            return ()
        if self.light != COMPARE:
            return _written_places(scene.filled(self.light, plain=True))
        drawn = places(figure)
        return tuple(drawn[i] for i in to_compare(question, scene) if i in drawn)

    def direction(self, question: Question, answer: str, scene: Scene) -> str:
        """Return a sentence on the direction to a right answer, or ""."""
        there, goal = self._ways(question, answer, scene)
        for name, (symbol, value) in there.items():
            if name in goal and goal[name][1] != value:
                if goal[name][1] > value:
                    return say("From there a larger {symbol} leads to a right answer.", symbol=symbol)
                return say("From there a smaller {symbol} leads to a right answer.", symbol=symbol)
        return ""

    def arrow(self, question: Question, answer: str, scene: Scene, part: Part) -> tuple[Spot, Spot] | None:
        """Return start and end of an arrow towards a right answer.

        The arrow starts at the handle in the picture of `answer`. The result is None if no handle of the picture moves
        the number that has to change. A coordinate of a place has no range; there the arrow is parallel to an axis.
        """
        there, goal = self._ways(question, answer, scene)
        name = next(
            (control for control, (_, value) in there.items() if control in goal and goal[control][1] != value), ""
        )
        ends = {p.name: (d.low, d.high) for i, d in applying(scene.state).items() for p in d.params(i, scene.state)}
        if name not in ends:
            return None
        here = scene.moved(address(answer)[1])
        low, high = ends[name]
        value, wanted = (state.number(name) for state in (here, scene.moved(address(question.solution(scene))[1])))
        span = high - low if np.isfinite(high - low) else 1.0
        step = STEP * span * (1 if wanted > value else -1)
        spots = [_handle(state, name, part) for state in (here, here.moved({name: repr(value + step)}))]
        return (spots[0], spots[1]) if spots[0] and spots[1] and spots[0] != spots[1] else None

    def _ways(self, question: Question, answer: str, scene: Scene) -> tuple[Values, Values]:
        """Return the numbers of an answer and of the solution.

        Both are empty without `towards`.
        """
        if not self.towards:
            return {}, {}
        there, goal = (
            _values(scene.moved(address(address_text)[1])) for address_text in (answer, question.solution(scene))
        )
        return there, goal

    def check(self, question: Question, scene: Scene, known: str = "") -> None:
        """Compute all parts of the help in a scene.

        `known` is the text of the step. Raises LanguageError, with its place, if a part cannot be computed, does not
        fit the question, or tells the answer.
        """
        with at("light"):
            if self.light == COMPARE:
                to_compare(question, scene)
            elif self.light:
                _written_places(scene.filled(self.light, plain=True))
        with at("state"):
            if self.state and question.kind in (*STATE_KINDS, "point"):
                raise LanguageError(
                    say("a question of the kind {kind} is about this state: “state” cannot help", kind=question.kind)
                )
            self.scene(scene)
        with at("towards"):
            if self.towards and not isinstance(question, Move):
                raise LanguageError(say("only a question of the kind move has a direction"))
            if self.towards and not any(self.direction(question, slip, scene) for slip in question.slips(scene)):
                raise LanguageError(say("no number leads from a wrong answer to the solution"))
        with at("formula"):
            self._check_formula(question, scene, known + scene.filled(question.ask))

    def _check_formula(self, question: Question, scene: Scene, known: str) -> None:
        """Raise LanguageError if the formula tells the number that is asked for."""
        found = scene.filled(self.formula)
        if isinstance(question, NumberQuestion):
            right = written(scene.asked(question.answer))
            if right in NUMBERS.findall(found) and right not in NUMBERS.findall(known):
                raise LanguageError(say("the formula tells the answer, {right}", right=right))


def to_compare(question: Question, scene: Scene) -> tuple[int, ...]:
    """Return the points asked for, and the nearest other points.

    There are as many others, and at least two if possible. If most points are asked for, the points
    that are not, and the nearest of those that are, are returned instead. Raises LanguageError if the question has
    no set of points, or if no other point exists.
    """
    if not isinstance(question, Point) or not question.points:
        raise LanguageError(say("only a question about a set of points has points to compare"))
    named = SETS[question.points]
    measure = named.measure(scene)
    right = {int(i) for i in named.which(scene)}
    others = [i for i in range(len(measure)) if i not in right]
    if not others:
        raise LanguageError(say("all points are meant: there is none to compare them with"))
    few, many = sorted((sorted(right), others), key=len)
    away = [float(np.abs(measure[few] - measure[i]).min()) for i in many]
    nearest = [many[i] for i in np.argsort(away, kind="stable")[: max(2, len(few))]]
    return tuple(sorted({*few, *nearest}))


def _written_places(text: str) -> tuple[Spot, ...]:
    found = []
    for pair in text.split(";"):
        try:
            x, y = (float(part) for part in pair.split())
        except ValueError:
            raise LanguageError(
                say(
                    "“{light}” is no place in the picture: write “{word}”, or x y; x y",
                    light=pair.strip(),
                    word=COMPARE,
                )
            ) from None
        found.append((x, y))
    return tuple(found)


def _handle(scene: Scene, name: str, part: Part) -> Spot | None:
    """Return the place of a number's handle in the picture, or None."""
    picture = scene.shown(part.of).picture
    handles = picture.handles if picture else ()
    return next((handle.at for handle in handles if name in handle.names), None)


def _values(scene: Scene) -> Values:
    """Return the numbers of a scene that can be moved.

    The result is name -> (symbol, value). Symbols and values are in the notation of the lecture.
    """
    found: Values = {}
    for item, one in applying(scene.state).items():
        columns = scene.state.data.columns
        for i, (param, value) in enumerate(
            zip(one.params(item, scene.state), one.values(scene.state, getattr(scene.state, item)), strict=False)
        ):
            if isinstance(value, float | int) and not isinstance(value, bool):
                in_lecture = lecture_symbol(one.idea, scene.state.speak)
                symbol = in_lecture.symbol if in_lecture else param.label.partition(",")[0]
                if one.kind == "place":
                    symbol = columns[i]
                found[param.name] = symbol, in_lecture.number(float(value)) if in_lecture else float(value)
    for number in kernel_numbers(scene.state.kernel, scene.state.data.d):
        in_lecture = lecture_symbol(number.param.idea, scene.state.speak)
        value = in_lecture.number(float(number.value)) if in_lecture else float(number.value)
        found[".".join(number.address)] = (in_lecture.symbol if in_lecture else number.param.symbol), value
    return found


def read(table: Any) -> Help:
    """Return the help of a file's table, ``[step.help]``.

    Raises LanguageError for anything else.
    """
    if not isinstance(table, Mapping):
        raise LanguageError(say("the help is written [step.help]"))
    check_keys(table, say("the help of a step"), *FIELDS)
    towards = table.get("towards", False)
    if not isinstance(towards, bool):
        with at("towards"):
            raise LanguageError(say("“towards” must be true or false"))
    return Help(text(table, "light"), text(table, "state"), towards, text(table, "formula"))
