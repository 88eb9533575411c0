"""A number: typed as one, or as a small sum; right where it is the computed one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.courses import language
from kernviz.courses.language import LanguageError, Value
from kernviz.courses.quantities import QUANTITIES
from kernviz.courses.questions.base import Judgement, needed, only, text
from kernviz.courses.scene import Scene, written
from kernviz.wording import say

TYPED = ("exp", "sqrt", "log", "abs", "factorial")  # what an answer may use
NAMED = {"e": math.e, "pi": math.pi, "π": math.pi}


@dataclass(frozen=True)
class Mistake:
    """A number one gets by a certain slip, and what the slip is."""

    value: str
    because: str


@dataclass(frozen=True)
class Number:
    """A question whose answer is computed by `answer`; right within `tolerance`, a share of it. Where that is a number
    the lecture writes in another way (`gamma`, and the course speaks S4), its own is asked for: σ².
    """

    kind: ClassVar[str] = "number"
    ask: str
    answer: str
    tolerance: float = 0.005
    mistakes: tuple[Mistake, ...] = ()
    because: str = ""

    def understood(self, answer: str, scene: Scene) -> str:
        found = typed(answer)
        return f"**{written(found, digits=6)}**"

    def judge(self, answer: str, scene: Scene) -> Judgement:
        given, right = typed(answer), scene.asked(self.answer)
        understood = self.understood(answer, scene)
        if self._near(given, right):
            return Judgement(True, understood, scene.filled(self.because))
        for mistake in self.mistakes:
            if self._near(given, scene.asked(mistake.value)):
                return Judgement(False, understood, scene.filled(mistake.because))
        return Judgement(False, understood, _off(given, right))

    def solution(self, scene: Scene) -> str:
        return repr(scene.asked(self.answer))

    def slips(self, scene: Scene) -> tuple[str, ...]:
        right = scene.asked(self.answer)
        found = [right + 1 + abs(right), *(scene.asked(each.value) for each in self.mistakes)]
        return tuple(repr(value) for value in found if not self._near(value, right))

    def _near(self, a: float, b: float) -> bool:
        return a == b or math.isclose(a, b, rel_tol=self.tolerance, abs_tol=self.tolerance if b == 0 else 0)


def typed(answer: str) -> float:
    """The number of a text: 0.5, 1/2, 3^20, sqrt(2), a comma for a point. LanguageError says what cannot be read."""
    text = answer.strip().removesuffix("%").replace("**", "^").replace("−", "-").replace(" ", "")
    if not text:
        raise LanguageError(say("type a number, such as 0.25, 1/4 or 2^10"))
    if text.count(",") == 1 and "(" not in text:
        text = text.replace(",", ".")

    def names(name: str, arguments: tuple[Value, ...] | None) -> Value:
        if arguments is None and name in NAMED:
            return NAMED[name]
        if arguments is not None and name in TYPED:
            return QUANTITIES[name].of(None, arguments)  # type: ignore[arg-type]
        raise LanguageError(say("“{name}” is not known here: type a number, such as 0.25, 1/4 or 2^10", name=name))

    found = language.value(language.read(text), names)
    if isinstance(found, str | tuple) or not math.isfinite(found):
        raise LanguageError(say("“{strip}” is no number", strip=answer.strip()[:40]))
    return float(found) / (100 if answer.strip().endswith("%") else 1)


def _off(given: float, right: float) -> str:
    if given == -right:
        return say("The size is right, the sign is not.")
    if right and given and math.copysign(1, given) == math.copysign(1, right) and not 0.1 <= given / right <= 10:
        return say(
            "That is too {given} by a factor of more than ten.",
            given=say("large") if abs(given) > abs(right) else say("small"),
        )
    return say("That is too {given}.", given=say("large") if given > right else say("small"))


def read(table: Mapping[str, Any]) -> Number:
    """The question of a file."""
    needed(table, "number", "ask", "answer")
    only(table, say("this question"), "kind", "ask", "answer", "tolerance", "mistake", "because")
    mistakes = []
    for each in table.get("mistake", []):
        needed(each, say("number, in each mistake,"), "value", "because")
        mistakes.append(Mistake(text(each, "value"), text(each, "because")))
    tolerance = table.get("tolerance", 0.005)
    if isinstance(tolerance, bool) or not isinstance(tolerance, int | float) or not 0 < tolerance < 1:
        raise LanguageError(say("“tolerance” must be a share between 0 and 1, such as 0.01"))
    return Number(
        text(table, "ask"),
        text(table, "answer"),
        float(tolerance),
        tuple(mistakes),
        text(table, "because"),
    )
