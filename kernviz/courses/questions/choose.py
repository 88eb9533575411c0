"""Multiple choice question.

An option is right if its condition holds, which is computed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.courses.error_places import at
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import (
    AnswerJudgement,
    check_different,
    check_keys,
    check_texts,
    needed,
    nudged,
    tables,
    tell_apart,
    text,
)
from kernviz.courses.scene import Scene
from kernviz.wording import say, several

FIELDS = ("kind", "ask", "option", "in_order", "nudge")
OPTION = ("text", "holds", "because", "state", "nudge")


@dataclass(frozen=True)
class Option:
    """Option of a multiple choice question.

    `words` is the text of the option, `holds` the condition that makes it right, and `because` the reason shown if
    it is chosen. `hint` is shown after a first wrong answer. Condition, reason and hint are computed after the
    values of `state` are set.
    """

    words: str
    holds: str
    because: str = ""
    state: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Choose:
    """Question with options.

    An answer is the number of an option, counted from 1 in the order of the file.
    """

    kind: ClassVar[str] = "choose"
    ask: str
    options: tuple[Option, ...]
    in_order: bool = False
    hint: str = ""

    def order(self, seed: str) -> list[int]:
        """Return the indices of the options in the order shown.

        The options are shuffled by `seed`, unless their order means something.
        """
        places = list(range(len(self.options)))
        if not self.in_order:
            random.Random(seed).shuffle(places)  # noqa: S311  no secret
        return places

    def words(self, place: int, scene: Scene) -> str:
        """Return an option's text for the reader."""
        return scene.filled(self.options[place].words)

    def understood(self, answer: str, scene: Scene) -> str:
        return self.words(self._place(answer), scene)

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        place = self._place(answer)
        option = self.options[place]
        there = _there(option, scene)
        right = self.holds(place, scene)
        reason = there.filled(option.because) if option.because else "" if right else there.failing(option.holds)
        return AnswerJudgement(right, self.words(place, scene), reason)

    def nudge(self, answer: str, scene: Scene) -> str:
        """Return the hint of the chosen option after a first wrong answer.

        An option without a hint gets a sentence with the number of remaining options.
        """
        option = self.options[self._place(answer)]
        if option.hint:
            return nudged(_there(option, scene).filled(option.hint), self.hint, scene)
        others = len(self.options) - 1
        message = several(others, "Not this one: {n} other is left.", "Not this one: {n} others are left.")
        return nudged(message, self.hint, scene)

    def solution(self, scene: Scene) -> str:
        return self._first(scene, True)

    def slips(self, scene: Scene) -> tuple[str, ...]:
        self._first(scene, False)
        return tuple(str(place + 1) for place in range(len(self.options)) if not self.holds(place, scene))

    def holds(self, place: int, scene: Scene) -> bool:
        """Return True if an option is right."""
        option = self.options[place]
        return _there(option, scene).holds(option.holds)

    def check(self, scene: Scene) -> None:
        for place, option in enumerate(self.options):
            with at("option", place, "state"):
                there = _there(option, scene)
            with at("option", place, "holds"):
                there.holds(option.holds)
            with at("option", place, "because"):
                there.filled(option.because)
            with at("option", place, "nudge"):
                there.filled(option.hint)
            with at("option", place, "text"):
                self.words(place, scene)
        check_texts(scene, nudge=self.hint)
        with at("option"):
            tell_apart(self, scene)

    def check_distance(self, scene: Scene) -> None:
        """Raise LanguageError if options depend on small differences or read alike."""
        for place, option in enumerate(self.options):
            with at("option", place, "holds"):
                _there(option, scene).decided(option.holds)
        check_different((self.words(place, scene) for place in range(len(self.options))), "option", "text")

    def _first(self, scene: Scene, right: bool) -> str:
        for place in range(len(self.options)):
            if self.holds(place, scene) is right:
                return str(place + 1)
        raise LanguageError(say("no option is {right}", right=say("right") if right else say("wrong")))

    def _place(self, answer: str) -> int:
        if not answer.strip().isdecimal() or not 1 <= int(answer) <= len(self.options):
            raise LanguageError(say("choose one of the answers"))
        return int(answer) - 1


def _there(option: Option, scene: Scene) -> Scene:
    return scene.after(option.state) if option.state else scene


def read(table: Mapping[str, Any]) -> Choose:
    """Return the multiple choice question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "choose", "ask", "option")
    listed = tables(table, "option")
    if len(listed) < 2:
        raise LanguageError(say("a question of the kind choose needs at least two options, each with text and holds"))
    options = []
    for place, option in enumerate(listed):
        with at("option", place):
            check_keys(option, say("an option"), *OPTION)
            needed(option, "choose", "text", "holds", entry=say("option"))
            options.append(Option(*(text(option, name) for name in OPTION)))
    return Choose(text(table, "ask"), tuple(options), bool(table.get("in_order", False)), text(table, "nudge"))
