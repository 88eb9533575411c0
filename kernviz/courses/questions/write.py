"""Question answered by writing a kernel.

A computed condition has to hold for the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.courses.error_places import at
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import (
    AnswerJudgement,
    ByCondition,
    check_keys,
    check_texts,
    needed,
    nudged,
    tell_apart,
    texts,
)
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import kernel
from kernviz.kernels import Kernel
from kernviz.kernels.menu import misfit
from kernviz.wording import say

FIELDS = ("kind", "ask", "condition", "solution", "because", "wrong", "words", "nudge")
QUOTED = re.compile(r"[\"']([^\"']+)[\"']")  # matches a kernel in a condition
CODE = re.compile(r"`([^`]+)`")  # matches a kernel in a sentence


@dataclass(frozen=True)
class Write(ByCondition):
    """Question answered by the text of a kernel."""

    kind: ClassVar[str] = "write"
    words: tuple[str, ...] = ()  # the only words the answer may contain; empty if all are permitted

    def kernel(self, answer: str, scene: Scene) -> Kernel:
        """Return the written kernel.

        Raises LanguageError if there is none, or if the kernel does not fit the data.
        """
        if not answer.strip():
            raise LanguageError(say("write a kernel: kernels, numbers, + * ** and brackets"))
        found = kernel(answer.strip())
        if reason := misfit(found, scene.state.data.d):
            raise LanguageError(reason)
        return found

    def understood(self, answer: str, scene: Scene) -> str:
        return scene.formula(self.kernel(answer, scene))

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        written = self.kernel(answer, scene)
        understood, there = self.understood(answer, scene), scene.with_kernel(written)
        if other := [word for word in words(written) if self.words and word not in self.words]:
            allowed = ", ".join(f"`{word}`" for word in self.words)
            return AnswerJudgement(
                False, understood, say("`{word}` is not among the words: {allowed}.", word=other[0], allowed=allowed)
            )
        return self.judged_in(there, understood, scene)

    def nudge(self, answer: str, scene: Scene) -> str:
        return nudged(self.judge(answer, scene).reason, self.hint, scene)

    def check(self, scene: Scene) -> None:
        with at("solution"):
            there = scene.with_kernel(self.kernel(self.solution(scene), scene))
        with at("condition"):
            there.holds(self.condition)
        check_texts(there, because=self.because)
        check_texts(scene, nudge=self.hint)
        with at("condition"):
            tell_apart(self, scene)

    def check_distance(self, scene: Scene) -> None:
        """Raise LanguageError if a kernel in the question is an answer.

        The check concerns kernels in the text of the question, and in quotation marks in the condition.
        """
        for place, source, pattern in (("condition", self.condition, QUOTED), ("ask", scene.filled(self.ask), CODE)):
            for found in pattern.findall(source):
                with at(place):
                    self.hides(found, scene)

    def hides(self, text: str, scene: Scene) -> None:
        """Raise LanguageError if a visible text is a right answer."""
        right = False
        with suppress(LanguageError):  # the text is no kernel
            right = self.judge(text, scene).right
        if right:
            raise LanguageError(say("“{text}” is a right answer, and the text of the step already shows it", text=text))

    def slips(self, scene: Scene) -> tuple[str, ...]:
        return super().slips(scene) or ("linear",)


def words(kernel: Kernel) -> list[str]:
    """Return the names in a kernel's expression, each once.

    Parameters have no part: `weight(decay(gamma=1), linear)` has weight, decay, linear.
    """
    return list(dict.fromkeys(re.findall(r"(?<!\w)[^\W\d]\w*(?!\w*\s*=)", str(kernel))))


def read(table: Mapping[str, Any]) -> Write:
    """Return the kernel question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "write", "ask", "condition", "solution")
    return Write(**Write.fields(table), words=texts(table, "words"))
