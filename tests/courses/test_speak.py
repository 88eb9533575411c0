"""A course uses its lecture's notation.

This holds for pictures, controls, formulas, moved values, and typed numbers.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kernviz.courses import reader
from kernviz.courses.failed_conditions import NUMBERS
from kernviz.courses.questions.number import NumberQuestion
from kernviz.courses.scene import Scene
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.notation import OWN, VOICES

COURSE = """title = "T"
says = "S"
speak = "{speak}"

[[step]]
name = "width"
title = "Width"
says = "Look."
page = "gaussian"
state = "data=moons & k=rbf(gamma={{=g}})"
controls = ["gamma"]
vary = {{g = [0.25]}}
reveal = "Done."
[step.question]
kind = "{kind}"
ask = "How wide?"
{rest}
"""
NUMBER = 'answer = "gamma"\n[[step.question.mistake]]\nvalue = "2*gamma"\nbecause = "Twice."\n'
MOVE = 'condition = "ga_gamma > 2"\nsolution = "ga_gamma=4"\n'


def course(speak: str, kind: str = "number", rest: str = NUMBER) -> reader.Course:
    return reader.read(COURSE.format(speak=speak, kind=kind, rest=rest), "mine")


@pytest.mark.parametrize("name", VOICES[1:])
def test_the_five_courses_speak_like_their_lectures(name: str) -> None:
    steps = reader.courses()[name.lower()].steps
    assert steps
    for step in steps:
        assert step.scene(0).state.speak == step.revealed(0).state.speak == name
    assert {step.speak for step in reader.courses()["what_is_a_kernel"].steps} == {OWN}


def test_a_lecture_there_is_not_is_named_with_its_line() -> None:
    (fault,) = course("S7").faults
    assert fault.line == 3
    assert "must be one of kernviz, S0" in str(fault)


def test_a_typed_number_is_read_in_the_lectures_notation() -> None:
    for speak, right, wrong in (("S4", "2", "0.25"), ("S0", "4", "0.25"), ("S3", "0.25", "2"), (OWN, "0.25", "4")):
        (step,) = course(speak).steps
        scene, question = step.scene(0), step.question
        assert isinstance(question, NumberQuestion)
        assert question.judge(right, scene).right, speak
        assert not question.judge(wrong, scene).right, speak
        assert float(question.solution(scene)) == float(right)


def test_replies_about_clicked_points_use_the_lectures_notation() -> None:
    asked = [step for step in reader.courses()["s4"].steps if step.question.kind == "point"]
    assert asked
    for step in asked:
        scene = step.scene(0)
        for slip in step.question.slips(scene):
            reply = f"{step.question.judge(slip, scene).reason} {step.question.nudge(slip, scene)}"
            assert not re.search("α|y·f", reply), reply


def test_reasons_about_moved_values_use_the_lectures_notation() -> None:
    rest = MOVE.replace("ga_gamma", "C")
    (step,) = course("S4", "move", rest.replace('"C > 2"', '"gamma > 2"').replace("C=4", "k=rbf(gamma=4)")).steps
    scene = step.scene(0)
    failed = step.question.judge("k=rbf(gamma=0.25)", scene)
    assert failed.reason == "σ²: 2 is too large."  # of σ²: γ is too small
    assert failed.understood == r"$k(x,{x'}) = e^{-\|x-{x'}\|^2/(2\cdot 2)}$"
    assert step.question.judge("k=rbf(gamma=4)", scene).right
    (ours,) = course(OWN, "move", rest.replace('"C > 2"', '"gamma > 2"').replace("C=4", "k=rbf(gamma=4)")).steps
    assert ours.question.judge("k=rbf(gamma=0.25)", ours.scene(0)).reason == "γ: 0.25 is too small."


def test_a_number_is_given_away_by_the_question_alone() -> None:
    """A reason repeats a number only if the question itself gives it."""
    rest = MOVE.replace("ga_gamma", "C").replace('"C > 2"', '"gamma > 2"').replace("C=4", "k=rbf(gamma=4)")
    (step,) = course("S4", "move", rest).steps
    judged = replace(step.question, ask="Bring σ² below 0.25.").judge("k=rbf(gamma=0.25)", step.scene(0))  # type: ignore[type-var]
    assert judged.reason == "σ²: 2; asked for: below 0.25."
    there = Scene.opened("svm", {"data": "moons", "C": "10", "k": "rbf(gamma=2)"})
    assert there.failing("C > 10", "Larger!") == "C: 10 is too small."
    assert there.failing("C > 10", "Above 10!") == "C: 10; asked for: above 10."
    assert there.failing("C = 0", "None!") == "C: 10; asked for: 0."
    assert there.failing("verdict is refuted", "Which?") == "Verdict: proven; asked for: refuted."
    for course_step in (
        step for found in reader.courses().values() for step in found.steps if step.question.kind == "move"
    ):
        scene = course_step.scene(0)
        for slip in course_step.question.slips(scene):
            reason = course_step.question.judge(slip, scene).reason
            told_numbers = re.findall(r"asked for: (?:\D* )?([−\d.,]*\d)", reason)
            assert len(told_numbers) == reason.count("asked for"), reason
            assert set(told_numbers) <= {"0", *NUMBERS.findall(scene.filled(course_step.question.ask))}, reason


def test_a_number_of_the_page_is_said_by_the_lectures_symbol() -> None:
    text = COURSE.format(speak="S2", kind="move", rest=MOVE).replace("k=rbf(gamma={=g})", "k=linear & ga_gamma={=g}")
    (step,) = reader.read(text.replace('["gamma"]', '["ga_gamma"]'), "mine").steps
    judged = step.question.judge("ga_gamma=0.5", step.scene(0))
    assert judged.understood == "σ² = 2"
    assert judged.reason == "σ²: 2 is too large."


@pytest.mark.parametrize("name", VOICES[1:])
def test_a_step_is_written_in_one_notation(name: str) -> None:
    """Sentences and picture have no letter that the lecture writes in another way."""
    gone = {
        "S0": "γ|(?<![a-zA-Z])k\\(x",
        "S1": "φ|(?<![a-zA-Z])k\\(x",
        "S2": "γ|x·z",
        "S3": "φ|(?<![a-zA-Z])k\\(x",
        "S4": "α|x·z",
    }
    for step in reader.courses()[name.lower()].steps:
        for text in (step.title, step.says, step.reveal, step.question.ask):
            plain = re.sub(r"\{=[^}]*\}|`[^`]*`", "", text)
            assert not re.search(gone[name], plain), (step.name, plain)


def test_the_picture_of_a_step_is_told_and_its_numbers_are_found_by_their_names() -> None:
    for step in reader.courses()["s4"].steps:
        if step.page == "svm":
            scene = step.scene(0)
            ours, theirs = scene.lesson, scene.shown()
            assert isinstance(theirs, Lesson)
            assert [n.value for r in ours.readouts for n in r.items] == [
                n.value for r in theirs.readouts for n in r.items
            ]
            names = " ".join(str(trace.get("name")) for picture in theirs.pictures for trace in picture.figure.data)
            assert "α" not in names
            return
    pytest.fail("no step about the machine")
