"""Question answered by a number.

The number is typed as such or as a small expression. The answer is right if it is the computed
number, up to a tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
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
from kernviz.courses.scene import Scene
from kernviz.lessons.number_format import percent
from kernviz.typed_number import TypedNumberError, read_number
from kernviz.wording import phrase, say, several, spoken

FIELDS = ("kind", "ask", "answer", "tolerance", "mistake", "factor", "because", "nudge")
MISTAKE = ("value", "because")
FACTOR = ("value", "text")
NEAR = (0.02, 0.05, 0.1)  # relative errors; the reply gives the smallest that applies
RELATED = 0.002  # relative tolerance for recognising double, half, square or root of the answer
SIZES = (  # bounds of the ratio of given and right number, with words for a ratio below the bound
    (0.1, phrase("too small by a factor of ten or more")),
    (0.5, phrase("less than half as large as the right number")),
    (1.0, phrase("too small, but at least half as large as the right number")),
    (2.0, phrase("too large, but less than twice as large as the right number")),
    (10.0, phrase("at least twice as large as the right number")),
    (math.inf, phrase("too large by a factor of ten or more")),
)
ALIKE = 0.05  # largest relative difference of an answer from the known mistake it is taken for
EXACT = 1e6  # whole numbers below this must be exact
LEFT = 3  # smallest number of whole answers that a nudge leaves possible


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
        reason = self._by_a_factor(given, right, scene) or _off(given, right, self.tolerance)
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
        hints = [_distance(given, right, self.tolerance)]
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
        return _within(self.tolerance, a, b)

    def _alike(self, given: float, mistake: float) -> bool:
        """Return True if a number is that of a known mistake.

        An estimate may have a large tolerance. The reason of a mistake is true for its own number only.
        """
        return _within(min(self.tolerance, ALIKE), given, mistake)


def _check_factor(value: float, expression: str) -> None:
    """Raise LanguageError for a factor that changes nothing."""
    if not math.isfinite(value) or value == 0 or math.isclose(abs(value), 1, rel_tol=ALIKE):
        raise LanguageError(
            say("“{expression}” is {value}, and a factor must be neither 0 nor 1", expression=expression, value=value)
        )


def _within(tolerance: float, a: float, b: float) -> bool:
    return a == b or math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance if b == 0 else 0)


def typed(answer: str, fits: Callable[[float], bool] | None = None) -> float:
    """Read the number of an answer.

    `fits` returns True for the reading to be taken if there are two. Raises LanguageError with the
    problem.
    """
    try:
        return read_number(answer, fits=fits)
    except TypedNumberError as problem:
        raise LanguageError(str(problem)) from None


def digits(tolerance: float) -> int:
    """Return the number of digits that a tolerance requires.

    An answer rounded to so many digits is always within the tolerance. The tolerance is a share of
    the answer.
    """
    return max(1, math.ceil(1 - math.log10(2 * tolerance)))


def _relations(right: float) -> tuple[tuple[str, float], ...]:
    """Return common mistakes as pairs (reply, number that results)."""
    root = math.sqrt(right) if right > 0 else 0.0
    return (
        (phrase("That is twice the right number. Is something counted double, or a half left out?"), 2 * right),
        (phrase("That is half of the right number. Is a term or a factor missing?"), right / 2),
        (phrase("That is the square of the right number."), right * right if right > 0 else 0.0),
        (phrase("That is the root of the right number."), root),
    )


def _off(given: float, right: float, tolerance: float) -> str:
    """Return how a wrong number relates to the right one."""
    if given and _within(min(tolerance, ALIKE), given, -right):
        return say("The size is right, the sign is not.")
    for relation, known in _relations(right):
        if given and math.isclose(given, known, rel_tol=RELATED):
            return spoken(relation)
    return _distance(given, right, tolerance)


def _distance(given: float, right: float, tolerance: float) -> str:
    """Return how far a wrong number is from the right one.

    No factor between them is told.

    The right number cannot be computed from it, even if it is known to be whole (see _shares and _sizes).
    """
    if given and right and (given > 0) != (right > 0):
        return say("Your number has the wrong sign.")
    whole = right.is_integer() and abs(right) < EXACT
    side = say("large") if given > right else say("small")
    away = abs(given - right) / abs(right) if right else math.inf
    if near := next((share for share in _shares(given, whole) if away < share), None):
        if whole:
            return say("Near: less than {share} too {side}.", share=percent(near), side=side)
        wanted = several(digits(tolerance), "{n} digit is needed", "{n} digits are needed")
        return say("Near: less than {share} too {side}. {wanted}.", share=percent(near), side=side, wanted=wanted)
    sizes = _sizes(given, whole)
    if not given or not right or not sizes:
        return say("That is too {given}.", given=side)
    size = spoken(next(words for bound, words in sizes if given / right < bound))
    if right < 0:
        return say("The sign is right. The absolute value is {size}.", size=size)
    return say("That is {size}.", size=size)


def _shares(given: float, whole: bool) -> tuple[float, ...]:
    """Return the shares of NEAR that may be told of a number.

    Each leaves at least LEFT whole numbers possible on either side.
    """
    return tuple(share for share in NEAR if not whole or abs(given) * share / (1 + share) > LEFT)


def _sizes(given: float, whole: bool) -> tuple[tuple[float, str], ...]:
    """Return the sizes that may be told, with their bounds.

    Each leaves at least LEFT whole numbers possible. The result is empty where only the direction may be told.
    """
    if not whole or abs(given) / SIZES[-2][0] > LEFT:
        return SIZES
    if abs(given) <= 2 * LEFT + 1:
        return ()
    (_, large), last = SIZES[-2], SIZES[-1][0]
    return (*SIZES[:-2], (last, large))


def read(table: Mapping[str, Any]) -> NumberQuestion:
    """Return the number question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "number", "ask", "answer")
    mistakes = []
    for place, each in enumerate(tables(table, "mistake")):
        with at("mistake", place):
            check_keys(each, say("a mistake"), *MISTAKE)
            needed(each, "number", *MISTAKE, entry=say("mistake"))
            mistakes.append(Mistake(text(each, "value"), text(each, "because")))
    factors = []
    for place, each in enumerate(tables(table, "factor")):
        with at("factor", place):
            check_keys(each, say("a factor"), *FACTOR)
            needed(each, "number", *FACTOR, entry=say("factor"))
            factors.append(ForgottenFactor(text(each, "value"), text(each, "text")))
    return NumberQuestion(
        text(table, "ask"),
        text(table, "answer"),
        share(table, "tolerance", 0.005),
        tuple(mistakes),
        text(table, "because"),
        text(table, "nudge"),
        tuple(factors),
    )
