"""Move: bring the picture into a state in which a computed condition holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.courses.computed import kernel
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import Judgement, needed, only, text
from kernviz.courses.scene import Scene, address, written
from kernviz.lessons.notation import said
from kernviz.lessons.state import applying
from kernviz.wording import decimal, say


@dataclass(frozen=True)
class Move:
    """The answer is what was moved, as an address: ``C=100&k=rbf(gamma=2)``."""

    kind: ClassVar[str] = "move"
    ask: str
    condition: str
    one: str  # a state that does it
    because: str = ""
    astray: tuple[str, ...] = ()  # other states that do not

    def understood(self, answer: str, scene: Scene) -> str:
        moved = address(answer)[1]
        scene.moved(moved)
        return ", ".join(_said(scene, name, value) for name, value in moved.items()) or say("nothing moved")

    def judge(self, answer: str, scene: Scene) -> Judgement:
        understood, there = self.understood(answer, scene), scene.moved(address(answer)[1])
        try:
            if there.holds(self.condition):
                return Judgement(True, understood, there.filled(self.because))
            return Judgement(False, understood, there.failing(self.condition, scene.filled(self.ask)))
        except LanguageError as problem:  # no machine there: that is a state, too
            return Judgement(False, understood, str(problem))

    def solution(self, scene: Scene) -> str:
        return scene.filled(self.one, plain=True)

    def slips(self, scene: Scene) -> tuple[str, ...]:
        return ("", *(scene.filled(each, plain=True) for each in self.astray))


def _said(scene: Scene, name: str, value: str) -> str:
    """What was moved, by its symbol."""
    if name == "k":
        return scene.formula(kernel(value))
    for item, declared in applying(scene.state).items():
        for param in declared.params(item, scene.state):
            if param.name == name:
                told = said(declared.idea, scene.state.speak)
                if told and told.map:
                    return f"{told.symbol} = {written(told.map.shown(float(value)), digits=6)}"
                symbol = told.symbol if told else param.label.partition(",")[0]
                if declared.kind == "switch":
                    return say("{symbol} on", symbol=symbol) if value == "true" else say("{symbol} off", symbol=symbol)
                return f"{symbol} = {_shown(value)}"
    return f"{name} = {_shown(value)}"


def _shown(value: str) -> str:
    """A number as the language writes it, else the words they are."""
    try:
        float(value)
    except ValueError:
        return value.replace("-", "−")
    return decimal(value.replace("-", "−"))


def read(table: Mapping[str, Any]) -> Move:
    """The question of a file."""
    needed(table, "move", "ask", "condition", "solution")
    only(table, say("this question"), "kind", "ask", "condition", "solution", "because", "wrong")
    wrong = table.get("wrong", [])
    if not isinstance(wrong, list):
        raise LanguageError(say("“wrong” must be a list of states"))
    return Move(
        text(table, "ask"),
        text(table, "condition"),
        text(table, "solution"),
        text(table, "because"),
        tuple(str(each) for each in wrong),
    )
