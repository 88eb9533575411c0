"""Write a kernel for which a computed condition holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.courses.computed import kernel
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import Judgement, needed, only, text
from kernviz.courses.scene import Scene
from kernviz.kernels import Kernel
from kernviz.kernels.menu import misfit
from kernviz.wording import say


@dataclass(frozen=True)
class Write:
    """The answer is the text of a kernel."""

    kind: ClassVar[str] = "write"
    ask: str
    condition: str
    one: str
    because: str = ""
    wrong: tuple[str, ...] = ("linear",)

    def kernel(self, answer: str, scene: Scene) -> Kernel:
        """The kernel that was written. LanguageError where there is none, or it does not fit the data."""
        if not answer.strip():
            raise LanguageError(say("write a kernel, such as rbf(gamma=2) or (linear + 1)**2"))
        found = kernel(answer.strip())
        if reason := misfit(found, scene.state.data.d):
            raise LanguageError(reason)
        return found

    def understood(self, answer: str, scene: Scene) -> str:
        return scene.formula(self.kernel(answer, scene))

    def judge(self, answer: str, scene: Scene) -> Judgement:
        understood, there = self.understood(answer, scene), scene.with_kernel(self.kernel(answer, scene))
        try:
            if there.holds(self.condition):
                return Judgement(True, understood, there.filled(self.because))
            return Judgement(False, understood, there.failing(self.condition, scene.filled(self.ask)))
        except LanguageError as problem:  # nothing can be trained with it: that is a reason
            return Judgement(False, understood, str(problem))

    def solution(self, scene: Scene) -> str:
        return scene.filled(self.one, plain=True)

    def slips(self, scene: Scene) -> tuple[str, ...]:
        return tuple(scene.filled(each, plain=True) for each in self.wrong)


def read(table: Mapping[str, Any]) -> Write:
    """The question of a file."""
    needed(table, "write", "ask", "condition", "solution")
    only(table, say("this question"), "kind", "ask", "condition", "solution", "because", "wrong")
    wrong = table.get("wrong", ["linear"])
    if not isinstance(wrong, list) or not wrong:
        raise LanguageError(say("“wrong” must be a list of kernels"))
    return Write(
        text(table, "ask"),
        text(table, "condition"),
        text(table, "solution"),
        text(table, "because"),
        tuple(str(each) for each in wrong),
    )
