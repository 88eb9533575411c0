"""Question answered by a number.

The number is typed as such or as a small expression. The answer is right if it is the computed
number, up to a tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.courses.calculation_text import tells, with_numbers
from kernviz.courses.error_places import at
from kernviz.courses.failed_conditions import NUMBERS, written
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import (
    AnswerJudgement,
    check_keys,
    check_texts,
    needed,
    nudged,
    share,
    tables,
    tell_apart,
    text,
)
from kernviz.courses.questions.wrong_number import ALIKE, EXACT, distance_in_words, relation_in_words, within
from kernviz.courses.scene import Scene
from kernviz.typed_number import TypedNumberError, read_number
from kernviz.wording import say

FIELDS = ("kind", "ask", "answer", "tolerance", "mistake", "factor", "because", "nudge")
MISTAKE = ("value", "because")
FACTOR = ("value", "text")


@dataclass(frozen=True)
class Mistake:
    """Known mistake: the expression of its number, and the reply."""

    value: str
    because: str


@dataclass(frozen=True)
class ForgottenFactor:
    """Factor of the right number that is easily forgotten.

    It has the expression of its number, and its name.
    """

    value: str
    words: str


@dataclass(frozen=True)
class NumberQuestion:
    """Question for a number computed by the expression `answer`.

    An answer is right within `tolerance`, a share of the number. A wrong answer that lacks one of `factors`, or has it
    twice, is told so.

    If the lecture of the course writes this number in another way, the lecture's number is asked for.
    An example is `gamma` in a course with the notation of S4, which writes σ².
    """

    kind: ClassVar[str] = "number"
    ask: str
    answer: str
    tolerance: float = 0.005
    mistakes: tuple[Mistake, ...] = ()
    because: str = ""
    hint: str = ""
    factors: tuple[ForgottenFactor, ...] = ()

    def understood(self, answer: str, scene: Scene) -> str:
        return self._understood(self._given(answer, scene))

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        given, right = self._given(answer, scene), scene.asked(self.answer)
        understood = self._understood(given)
        if self._near(given, right):
            return AnswerJudgement(True, understood, scene.filled(self.because))
        for mistake in self.mistakes:
            if self._alike(given, scene.asked(mistake.value)):
                return AnswerJudgement(False, understood, scene.filled(mistake.because))
        reason = self._by_a_factor(given, right, scene) or relation_in_words(given, right, self.tolerance)
        return AnswerJudgement(False, understood, reason)

    def _by_a_factor(self, given: float, right: float, scene: Scene) -> str:
        """Return the reason for a number with a factor missing or twice.

        The number may be rounded as an answer may be. Return "" for any other number.
        """
        for factor, value in self._factors(scene):
            if self._alike(given, right / value):
                return say("That is the right number without one factor: {factor}.", factor=scene.filled(factor.words))
            if self._alike(given, right * value):
                return say(
                    "That is the right number with one factor twice: {factor}.", factor=scene.filled(factor.words)
                )
        return ""

    def _factors(self, scene: Scene) -> list[tuple[ForgottenFactor, float]]:
        """Return the factors with their numbers, without zeros."""
        found = ((factor, scene.number(factor.value)) for factor in self.factors)
        return [(factor, value) for factor, value in found if value]

    def nudge(self, answer: str, scene: Scene) -> str:
        """Return words on the distance from the right number.

        The answer cannot be computed from them: no factor is named. For a known mistake, its formula follows. The
        reason of the mistake comes at the next try only.
        """
        given, right = self._given(answer, scene), scene.asked(self.answer)
        hints = [distance_in_words(given, right, self.tolerance)]
        if right.is_integer() and abs(right) < EXACT and not given.is_integer():
            hints.append(say("The right number is a whole number."))
        known = next((mistake.value for mistake in self.mistakes if self._alike(given, scene.asked(mistake.value))), "")
        formula = with_numbers(scene, known) if known else ""
        if formula and not tells(formula, written(right)):
            value = written(scene.asked(known))
            hints.append(say("Is this what you computed: {formula} = {value}?", formula=formula, value=value))
        return nudged(" ".join(hints), self.hint, scene)

    def solution(self, scene: Scene) -> str:
        return repr(scene.asked(self.answer))

    def slips(self, scene: Scene) -> tuple[str, ...]:
        right = scene.asked(self.answer)
        lacking = (right / value for _, value in self._factors(scene))
        found = [right + 1 + abs(right), *(scene.asked(mistake.value) for mistake in self.mistakes), *lacking]
        return tuple(repr(value) for value in found if not self._near(value, right))

    def _given(self, answer: str, scene: Scene) -> float:
        """Return the number of an answer.

        184,756 may mean 184.756 or 184756. The reading that is right, or a known mistake, is taken.
        """

        def fits(value: float) -> bool:
            right, wrong = scene.asked(self.answer), [scene.asked(mistake.value) for mistake in self.mistakes]
            known = any(self._alike(value, wrong_value) for wrong_value in wrong)
            return self._near(value, right) or known or bool(self._by_a_factor(value, right, scene))

        return typed(answer, fits)

    @staticmethod
    def _understood(given: float) -> str:
        return f"**{written(given, digits=6)}**"

    def check(self, scene: Scene) -> None:
        with at("answer"):
            if not math.isfinite(scene.asked(self.answer)):
                raise LanguageError(say("“{answer}” is no number", answer=self.answer))
        check_texts(scene, because=self.because, nudge=self.hint)
        for place, mistake in enumerate(self.mistakes):
            with at("mistake", place, "value"):
                scene.asked(mistake.value)
            with at("mistake", place, "because"):
                scene.filled(mistake.because)
        for place, factor in enumerate(self.factors):
            with at("factor", place, "value"):
                _check_factor(scene.number(factor.value), factor.value)
            with at("factor", place, "text"):
                scene.filled(factor.words)
        with at("answer"):
            tell_apart(self, scene)

    def check_distance(self, scene: Scene) -> None:
        """Raise LanguageError if a mistake is too close to the answer.

        No mistake may be within the tolerance of the answer, nor of another mistake.
        """
        right, wrong = scene.asked(self.answer), list[float]()
        with at("nudge"):
            if written(right) in NUMBERS.findall(scene.filled(self.hint)):
                raise LanguageError(say("the nudge tells the answer, {right}", right=written(right)))
        for place, mistake in enumerate(self.mistakes):
            with at("mistake", place, "value"):
                value = scene.asked(mistake.value)
                if self._near(value, right):
                    raise LanguageError(
                        say("this mistake comes to {value}, and the answer is {right}", value=value, right=right)
                    )
                if any(self._alike(value, other) for other in wrong):
                    raise LanguageError(say("this mistake comes to {value}, as one above does", value=value))
                wrong.append(value)
        for place, factor in enumerate(self.factors):
            with at("factor", place, "value"):
                value = right / scene.number(factor.value)  # no 0, see _check_factor
                if any(self._alike(value, other) for other in wrong):
                    raise LanguageError(say("without this factor it is {value}, as one mistake says", value=value))
                wrong.append(value)

    def _near(self, a: float, b: float) -> bool:
        return within(self.tolerance, a, b)

    def _alike(self, given: float, mistake: float) -> bool:
        """Return True if a number is that of a known mistake.

        An estimate may have a large tolerance. The reason of a mistake is true for its own number only.
        """
        return within(min(self.tolerance, ALIKE), given, mistake)


def _check_factor(value: float, expression: str) -> None:
    """Raise LanguageError for a factor that changes nothing."""
    if not math.isfinite(value) or value == 0 or math.isclose(abs(value), 1, rel_tol=ALIKE):
        raise LanguageError(
            say("“{expression}” is {value}, and a factor must be neither 0 nor 1", expression=expression, value=value)
        )


def typed(answer: str, fits: Callable[[float], bool] | None = None) -> float:
    """Read the number of an answer.

    `fits` returns True for the reading to be taken if there are two. Raises LanguageError with the
    problem.
    """
    try:
        return read_number(answer, fits=fits)
    except TypedNumberError as problem:
        raise LanguageError(str(problem)) from None


def read(table: Mapping[str, Any]) -> NumberQuestion:
    """Return the number question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "number", "ask", "answer")
    mistakes = tuple(Mistake(*texts) for texts in _rows(table, "mistake", MISTAKE, say("a mistake"), say("mistake")))
    factors = tuple(ForgottenFactor(*texts) for texts in _rows(table, "factor", FACTOR, say("a factor"), say("factor")))
    return NumberQuestion(
        text(table, "ask"),
        text(table, "answer"),
        share(table, "tolerance", 0.005),
        mistakes,
        text(table, "because"),
        text(table, "nudge"),
        factors,
    )


def _rows(table: Mapping[str, Any], name: str, keys: tuple[str, ...], what: str, entry: str) -> Iterator[list[str]]:
    """Yield the texts of each table `name` of a question.

    They are in the order of `keys`. `what` and `entry` name the table in errors.
    """
    for place, row in enumerate(tables(table, name)):
        with at(name, place):
            check_keys(row, what, *keys)
            needed(row, "number", *keys, entry=entry)
            texts = [text(row, key) for key in keys]
        yield texts
