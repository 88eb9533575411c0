"""Question answered by moving the controls.

The moved values have to give a state in which a computed condition holds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.courses.error_places import at
from kernviz.courses.failed_conditions import written
from kernviz.courses.questions.base import (
    AnswerJudgement,
    ByCondition,
    check_keys,
    check_texts,
    needed,
    nudged,
    tell_apart,
)
from kernviz.courses.scene import Scene, address
from kernviz.courses.scene_queries import kernel
from kernviz.kernels import Kernel
from kernviz.kernels.numbers import Number as KernelNumber
from kernviz.kernels.numbers import numbers, with_number
from kernviz.lessons.notation import lecture_symbol
from kernviz.lessons.number_format import vector
from kernviz.lessons.state import applying
from kernviz.wording import say, short

FIELDS = ("kind", "ask", "condition", "solution", "because", "wrong", "nudge")


@dataclass(frozen=True)
class Move(ByCondition):
    """Question answered by moving the controls of a page.

    The answer is an address of the moved values: ``C=100&k=rbf(gamma=2)``. The condition must hold in that state.
    """

    kind: ClassVar[str] = "move"

    def understood(self, answer: str, scene: Scene) -> str:
        moved = address(answer)[1]
        places = _places(scene.moved(moved), moved)
        words = {name: in_words(scene, name, value) for name, value in moved.items()} | places
        return ", ".join(dict.fromkeys(words.values())) or say("nothing moved")

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        return self.judged_in(scene.moved(address(answer)[1]), self.understood(answer, scene), scene)

    def nudge(self, answer: str, scene: Scene) -> str:
        return nudged(self.judge(answer, scene).reason, self.hint, scene)

    def check(self, scene: Scene) -> None:
        with at("solution"):
            there = scene.after(self.one)
        with at("condition"):
            there.holds(self.condition)
        check_texts(there, because=self.because)
        check_texts(scene, nudge=self.hint)
        with at("wrong"):
            for wrong_state in self.wrong:
                scene.after(wrong_state)
        with at("condition"):
            tell_apart(self, scene)

    def check_distance(self, scene: Scene) -> None:
        """Accept every scene.

        The condition is computed in the moved state, to the last digit.
        """

    def slips(self, scene: Scene) -> tuple[str, ...]:
        return ("", *super().slips(scene))


def in_words(scene: Scene, name: str, value: str) -> str:
    """Return one moved value in words, for example ``C = 100``.

    ``name`` and ``value`` are an entry of an address. The name ``k`` stands for the kernel.
    """
    if name == "k":
        return _kernel_in_words(scene, kernel(value))
    for item, declared in applying(scene.state).items():
        for param in declared.params(item, scene.state):
            if param.name == name:
                in_lecture = lecture_symbol(declared.idea, scene.state.speak)
                if in_lecture and in_lecture.map:
                    return f"{in_lecture.symbol} = {written(in_lecture.map.shown(float(value)), digits=6)}"
                symbol = param.label.partition(",")[0]
                if in_lecture:
                    symbol = (
                        symbol.replace(declared.symbol, in_lecture.symbol, 1) if declared.names else in_lecture.symbol
                    )
                if declared.kind == "switch":
                    return say("{symbol} on", symbol=symbol) if value == "true" else say("{symbol} off", symbol=symbol)
                return f"{symbol} = {_shown(value)}"
    return f"{name} = {_shown(value)}"


def _places(there: Scene, moved: Mapping[str, str]) -> dict[str, str]:
    """Return the moved places in words, by the names of their coordinates.

    An example is ``probe = (1, 2)``. `there` is the scene after the move.
    """
    found: dict[str, str] = {}
    for item, declared in applying(there.state).items():
        if declared.kind == "place" and (place := getattr(there.state, item)):
            where = vector(place) if len(place) > 1 else short(place[0])
            found |= {name: f"{declared.label} = {where}" for name in declared.names if name in moved}
    return found


def _kernel_in_words(scene: Scene, moved: Kernel) -> str:
    """Return a kernel's moved numbers in words, or another kernel's formula."""
    before, after = (numbers(k, scene.state.data.d) for k in (scene.state.kernel, moved))
    changed = [n for n, old in zip(after, before, strict=False) if n.value != old.value]
    same = [n.address for n in before] == [n.address for n in after]
    if not (same and changed) or with_numbers(scene.state.kernel, changed) != moved:
        return scene.formula(moved)
    found = []
    for number in changed:
        symbol = lecture_symbol(number.param.idea, scene.state.speak)
        value = symbol.number(float(number.value)) if symbol else float(number.value)
        found.append(f"{symbol.symbol if symbol else number.param.symbol} = {written(value)}")
    return ", ".join(found)


def with_numbers(k: Kernel, changed: Sequence[KernelNumber]) -> Kernel:
    """Return a kernel with several of its numbers changed."""
    for number in changed:
        k = with_number(k, number.address, number.value)
    return k


def _shown(value: str) -> str:
    """Return a number as the language writes it, other values as words."""
    try:
        number = float(value)
    except ValueError:
        return re.sub(r"(?<!\w)-(?=[\d.])", "−", value)
    return written(number, digits=6)


def read(table: Mapping[str, Any]) -> Move:
    """Return the control question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "move", "ask", "condition", "solution")
    return Move(**Move.fields(table))
