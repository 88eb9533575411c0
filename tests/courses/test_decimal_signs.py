"""Numbers in the formulas of courses have the decimal sign of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from kernviz import catalogue
from kernviz.courses import reader
from kernviz.courses.course import Step
from kernviz.courses.drawn.machines import Machine
from kernviz.courses.language import LanguageError
from kernviz.courses.static_step import reveal_scene
from kernviz.wording import speaking

STEPS = [step for course in reader.courses().values() for step in course.steps]
POINT = re.compile(r"\d\.\d")
FORMULA = re.compile(r"\$([^$]+)\$")


def formulas(step: Step) -> Iterator[str]:
    """Yield the formulas of a step's texts in its first variants."""
    for variant in range(3):
        scene = step.scene(variant)
        question = step.question
        texts = [scene.filled(step.says), scene.filled(question.ask), reveal_scene(step, variant).filled(step.reveal)]
        for answer in (question.solution(scene), *question.slips(scene)):
            with suppress(LanguageError):  # in German 20.125 may be 20,125 or 20125
                texts += [question.judge(answer, scene).reason, question.understood(answer, scene)]
        for text in texts:
            yield from FORMULA.findall(text)


@pytest.mark.sampled(21)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_a_formula_has_the_decimal_sign_of_the_language(step: Step) -> None:
    with speaking("de"):
        assert catalogue.decimal_sign("de") == ","
        assert not [each for each in formulas(step) if POINT.search(each)]


def test_some_formula_has_a_decimal_number() -> None:
    assert any(POINT.search(formula) for step in STEPS for formula in formulas(step))


def test_the_formula_of_a_machine_in_a_quiz_has_it_too() -> None:
    machine = Machine("svm", "rbf(gamma=0.5)")
    assert POINT.search(machine.formula)
    with speaking("de"):
        assert "0{,}5" in machine.formula
