"""Question answered by weights α of the points on the margin.

Another α than the machine's is right if it is feasible and gives the same w and b.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
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
)
from kernviz.courses.questions.number import typed
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import trained
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.training import Training
from kernviz.wording import listed, say, short

FIELDS = ("kind", "ask", "solution", "condition", "because", "wrong", "nudge")
ON = 1e-6  # tolerance of |y·f − 1| for a point on the margin
TYPED = 2e-3  # tolerance of Σα, as answers are typed with three digits


@dataclass(frozen=True)
class Weights(ByCondition):
    """Question answered by a number for each point on the margin.

    The numbers are in the order of the data: ``0.03, 0.025``.

    The condition, if any, asks more of the numbers. In it they are a1, a2, …
    """

    kind: ClassVar[str] = "weights"

    def understood(self, answer: str, scene: Scene) -> str:
        machine = trained(scene)
        rows, given = on_the_margin(machine), numbers(answer)
        if len(given) != len(rows):
            raise LanguageError(
                say(
                    "numbers found: {given}; numbers needed: {rows}, one for each of {points}. Put commas or "
                    "semicolons between them",
                    given=len(given),
                    rows=len(rows),
                    points=listed([_named(machine, i) for i in rows]),
                )
            )
        return listed([f"α({_named(machine, i)}) = {short(float(a))}" for i, a in zip(rows, given, strict=True)])

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        understood = self.understood(answer, scene)
        given = numbers(answer)
        found = trained(scene)
        if reason := fault(found, given):
            return AnswerJudgement(False, understood, reason)
        there = _with_weights(scene, given)
        if self.condition and not there.holds(self.condition):
            return AnswerJudgement(False, understood, _in_alphas(there.failing(self.condition), found))
        with at("because"):
            return AnswerJudgement(True, understood, there.filled(self.because))

    def nudge(self, answer: str, scene: Scene) -> str:
        given, found = numbers(answer), trained(scene)
        message = fault(found, given)
        if not message and self.condition:
            message = _in_alphas(_with_weights(scene, given).failing(self.condition, scene.filled(self.ask)), found)
        return nudged(message, self.hint, scene)

    def check(self, scene: Scene) -> None:
        check_texts(scene, nudge=self.hint)
        with at("solution"):
            there = _with_weights(scene, numbers(self.solution(scene)))
        with at("condition"):
            if self.condition:
                there.holds(self.condition)
        check_texts(there, because=self.because)
        with at("solution"):
            tell_apart(self, scene)

    def check_distance(self, scene: Scene) -> None:
        """Accept every scene.

        Weights are compared with computed values, not by eye.
        """

    def slips(self, scene: Scene) -> tuple[str, ...]:
        """Return wrong weights.

        They are the machine's own α, twice this α, an α with Σαy ≠ 0, and an α below 0. The wrong answers
        of the file follow.
        """
        found = trained(scene)
        own = found.machine.alpha_[on_the_margin(found)]
        first = np.eye(len(own))[0]
        made = [own, 2 * own, own + own.sum() * first, own - 2 * own.sum() * first]
        return (
            *("; ".join(map(repr, a.tolist())) for a in made),
            *super().slips(scene),
        )


def numbers(answer: str) -> Array:
    """Return the numbers (m,) of an answer.

    With semicolons between the numbers, a comma is a decimal sign. Raises LanguageError.
    """
    parts = answer.split(";") if ";" in answer else answer.split(",")
    return np.array([typed(part) for part in parts if part.strip()])


def _with_weights(scene: Scene, given: Array) -> Scene:
    """Return the scene with an answer's numbers as a1, a2, …"""
    return replace(scene, numbers={**scene.numbers, **{f"a{i}": float(a) for i, a in enumerate(given, start=1)}})


def on_the_margin(found: Training) -> NDArray[np.intp]:
    """Return the points with y·f = 1.

    They are all points that may have 0 < α < C.
    """
    return np.flatnonzero(np.abs(found.functional_margins - 1) <= ON)


def fault(found: Training, given: Array) -> str:
    """Return the reason why given α are no other solution, or "".

    `given` are the α of the points on the margin; the other α are unchanged. The machine's own α is
    refused, too.

    A feasible α is a solution if it has the w of a solution α*. For δ = α − α* this means δ·y = 0 and
    δᵀQδ = ‖w − w*‖² = 0. Here Q is the matrix of yᵢyⱼk(xᵢ, xⱼ). Then f, hence b, is the same.
    """
    machine, rows = found.machine, on_the_margin(found)
    size = float(machine.alpha_.sum())
    for i, a in zip(rows, given, strict=True):
        if a < 0 or a > machine.C * (1 + TYPED):
            bounds = say("α is never below 0") if a < 0 else say("α is never above C = {C}", C=float(machine.C))
            return say("α({point}) = {a}: {bounds}.", point=_named(found, i), a=a, bounds=bounds)
    change = (given - machine.alpha_[rows]) * found.signs[rows]
    if abs(change.sum()) > TYPED * size:
        total = float(change.sum() + machine.alpha_ @ found.signs)
        return say("Σαy = {total}, but it must be 0. This is the equation for b.", total=total)
    X = found.data.X
    moved = machine.kernel(X, X[rows]) @ change
    length = float(machine.alpha_ @ (found.signs * (found.values - machine.intercept_)))  # ‖w*‖²
    off = max(float(change @ moved[rows]), 0.0)
    if off > TYPED**2 * length:
        worst = int(rows[np.abs(moved[rows]).argmax()])
        return say(
            "w is different. It changes by {share} of its length, and y·f at {point} becomes {value} instead of 1.",
            share=percent(float(np.sqrt(off / length))),
            point=_named(found, worst),
            value=found.signs[worst] * (found.values[worst] + moved[worst]),
        )
    if np.abs(change).max() <= TYPED * size:
        return say("This α is feasible and optimal, but it is the one that the machine has found. Write another.")
    return ""


def _in_alphas(message: str, found: Training) -> str:
    """Return a sentence with points, as in `α(x = 3)`, in place of names."""
    rows = on_the_margin(found)
    return re.sub(
        r"\ba(\d+)\b",
        lambda name: f"α({_named(found, rows[int(name[1]) - 1])})" if 1 <= int(name[1]) <= len(rows) else name[0],
        message,
    )


def _named(found: Training, row: int) -> str:
    return f"x = {short(float(found.data.X[row, 0]))}" if found.data.d == 1 else say("point {n}", n=row + 1)


def read(table: Mapping[str, Any]) -> Weights:
    """Return the weights question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "weights", "ask", "solution")
    return Weights(**Weights.fields(table))
