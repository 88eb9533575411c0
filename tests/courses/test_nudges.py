"""Hints after a first wrong answer: true, without the answer; near misses are recognised."""

from __future__ import annotations

import pytest

from kernviz.courses import reader
from kernviz.courses.__main__ import findings
from kernviz.courses.course import Step
from kernviz.courses.failed_conditions import NUMBERS
from kernviz.courses.questions.number import NumberQuestion, digits
from tests.courses.test_every_step import STEPS

VARIANTS = (0, 3)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_a_first_wrong_answer_gets_a_hint_without_the_answer(step: Step) -> None:
    for variant in VARIANTS:
        scene, question = step.scene(variant), step.question
        known = question.ask + step.says
        right = question.judge(question.solution(scene), scene).understood.strip("*")
        for slip in question.slips(scene):
            said = question.nudge(slip, scene)
            assert said
            if isinstance(question, NumberQuestion) and right not in scene.filled(known):
                assert right not in NUMBERS.findall(said), (slip, said)
            elif question.kind == "choose" and not right.isdecimal():
                assert right not in said, (slip, said)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_every_step_has_a_nudge_of_its_own(step: Step) -> None:
    assert step.question.hint  # type: ignore[attr-defined]


def test_double_half_square_and_root_of_the_answer_are_recognised() -> None:
    question = NumberQuestion("How much?", "0.36")
    scene = STEPS[0].scene(0)
    assert question.judge("0.72", scene).reason.startswith("That is twice the right number")
    assert question.judge("0.18", scene).reason.startswith("That is half of the right number")
    assert question.judge("0.1296", scene).reason == "That is the square of the right number."
    assert question.judge("0.6", scene).reason == "That is the root of the right number."


@pytest.mark.parametrize("step", [each for each in STEPS if each.question.kind == "point"], ids=lambda s: s.name)
def test_clicked_points_are_counted_and_not_named(step: Step) -> None:
    scene = step.scene(0)
    for slip in step.question.slips(scene):
        assert "(" not in step.question.nudge(slip, scene)


def test_a_near_miss_is_told_its_relative_error_and_the_digits_wanted() -> None:
    question = NumberQuestion("How much?", "0.1967")
    scene = STEPS[0].scene(0)
    assert question.judge("0.20", scene).reason == "Near: less than 2 % too large. 3 digits are wanted."
    assert question.judge("0.19", scene).reason == "Near: less than 5 % too small. 3 digits are wanted."
    assert question.judge("0.25", scene).reason == "That is too large."
    assert question.judge("-0.1967", scene).reason == "The size is right, the sign is not."


@pytest.mark.parametrize("tolerance", [0.005, 0.01, 0.02, 0.05, 0.3])
def test_the_digits_wanted_are_enough(tolerance: float) -> None:
    """The answer rounded to them is within the tolerance, whatever it is."""
    for right in (0.1005, 0.1967, 1.0049, 3.14159, 99.951, 1234.5):
        rounded = float(f"{right:.{digits(tolerance) - 1}e}")
        assert abs(rounded - right) <= tolerance * right


def test_a_nudge_that_tells_the_answer_is_a_fault() -> None:
    text = """title = "Mine"
[[step]]
name = "sum"
title = "Sum"
says = "Two numbers."
page = "polynomial"
state = "data=moons"
reveal = "Five."
[step.question]
kind = "number"
ask = "How much is two and three?"
answer = "2 + 3"
nudge = "NUDGE"
"""
    good, bad = (list(findings(reader.read(text.replace("NUDGE", said), "mine"))) for said in ("Above 4.", "{=2 + 3}."))
    assert good == []
    assert len(bad) == 1
    assert "tells the answer" in bad[0]
    assert "line 13" in bad[0]
