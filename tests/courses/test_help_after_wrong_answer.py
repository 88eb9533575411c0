"""Help after a first wrong answer: it can be computed, fits its question, and does not tell the answer."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from kernviz.courses import help_after_wrong_answer, reader
from kernviz.courses.__main__ import findings
from kernviz.courses.course import Step
from kernviz.courses.failed_conditions import NUMBERS, written
from kernviz.courses.help_after_wrong_answer import COMPARE, to_compare
from kernviz.courses.movable import controlled_params
from kernviz.courses.point_positions import places
from kernviz.courses.questions.point import Point, read_points
from kernviz.courses.questions.point_sets import SETS
from kernviz.courses.scene import address
from kernviz.lessons.part import Part
from tests.courses.test_every_step import STEPS

HELPED = [step for step in STEPS if step.help]
each_helped = pytest.mark.parametrize("step", HELPED, ids=lambda step: f"{step.course}/{step.name}")
MOST = 12  # variants of a step


def test_many_steps_help_and_in_every_way() -> None:
    assert len(HELPED) >= 20
    for field in help_after_wrong_answer.FIELDS:
        assert sum(bool(getattr(step.help, field)) for step in HELPED) >= 2, field
    assert {"point", "move", "number", "choose"} <= {step.question.kind for step in HELPED}


@pytest.mark.sampled(2)
@each_helped
def test_the_help_of_a_step_is_in_order(step: Step) -> None:
    for scene in islice(step.scenes(), MOST):
        step.help.check(step.question, scene, scene.filled(step.says))


@pytest.mark.sampled(2)
@each_helped
def test_what_lights_up_is_in_the_picture_and_is_not_the_answer(step: Step) -> None:
    if not step.help.light:
        return
    for scene in islice(step.scenes(), MOST):
        lesson = scene.shown(Part(step.picture, step.show, (*step.hide, *step.without)).of)
        assert lesson.picture is not None
        figure = lesson.picture.figure
        spots = step.help.spots(step.question, scene, figure)
        assert len(spots) >= 2
        for spot in spots:
            for axis, value in zip(("xaxis", "yaxis"), spot, strict=True):
                if figure.layout[axis].get("type") == "category":  # the cell of a matrix
                    assert f"{value:g}" in figure.data[0][axis[0]]
                else:
                    ends = figure.layout[axis]["range"]
                    assert min(ends) <= value <= max(ends)
        if step.help.light == COMPARE:
            lit = set(to_compare(step.question, scene))
            right = set(read_points(step.question.solution(scene), scene))
            few = min(right, set(places(figure)) - right, key=len)
            assert few < lit <= set(places(figure))
            assert len(lit - few) == max(2, len(few))  # lighting all points would help nobody


@each_helped
def test_a_direction_is_true_of_the_answer_and_turns_beyond_it(step: Step) -> None:
    if not step.help.towards:
        return
    scene = step.scene(0)
    solution = step.question.solution(scene)
    assert not step.help.direction(step.question, solution, scene)
    moved = address(solution)[1]
    for name, value in moved.items():
        if name == "k":
            gamma = float(value.partition("=")[2].rstrip(")"))
            beyond = [f"rbf(gamma={2 * gamma})", f"rbf(gamma={gamma / 2})"]
        elif scene.moved({name: str(float(value) + 1)}).number(name) != float(value) + 1:
            continue  # the solution is the largest value there is
        else:
            beyond = [str(float(value) + 1), str(float(value) - 1)]
        answers = ["&".join(f"{each}={it}" for each, it in {**moved, name: one}.items()) for one in beyond]
        directions = [step.help.direction(step.question, answer, scene) for answer in answers]
        smaller = "larger" if scene.state.speak in ("S0", "S4") and name == "k" else "smaller"  # σ² falls as γ rises
        assert smaller in directions[0]
        assert directions[0] != directions[1]


@pytest.mark.sampled(2)
@each_helped
def test_a_formula_has_no_answer_in_it(step: Step) -> None:
    for scene in islice(step.scenes(), MOST):
        known = NUMBERS.findall(scene.filled(step.says + step.question.ask))
        found = [each for each in NUMBERS.findall(scene.filled(step.help.formula)) if each not in known]
        if step.question.kind == "number" and found:
            assert written(scene.asked(step.question.answer)) not in found  # type: ignore[attr-defined]


COURSE = """title = "Mine"
[[step]]
name = "one"
title = "One"
says = "Points."
page = "svm"
state = "data=separable_blobs & n=16 & seed=1 & k=linear & C=1"
reveal = "So."
controls = ["C"]
[step.help]
HELP
[step.question]
"""
POINTS = 'kind = "point"\nask = "Click."\npoints = "support vectors"\n'
NUMBER = 'kind = "number"\nask = "How much is two and three?"\nanswer = "2 + 3"\n'
MOVE = 'kind = "move"\nask = "Move."\ncondition = "C > 50"\nsolution = "C=100"\n'
WRONG = {
    "unknown": (POINTS, 'lights = "x"', "“lights” means nothing in the help of a step"),
    "no places": (POINTS, 'light = "support vectors"', "is no place in the picture"),
    "no set": (NUMBER, 'light = "points to compare"', "only a question about a set of points"),
    "no such move": (NUMBER, 'state = "gama=3"', "“gama” means nothing"),
    "own state": (MOVE, 'state = "C=3"', "“state” cannot help"),
    "no direction": (NUMBER, "towards = true", "only a question of the kind move"),
    "no flag": (MOVE, 'towards = "up"', "“towards” must be true or false"),
    "told": (NUMBER, "formula = '2 + 3 = 5'", "the formula tells the answer, 5"),
    "no quantity": (NUMBER, "formula = '{=margn:tex}'", "“margn” is no quantity"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_help_that_cannot_help_is_a_fault_with_its_line(case: str) -> None:
    question, help_text, fault = WRONG[case]
    found = list(findings(reader.read(COURSE.replace("HELP", help_text) + question, "mine")))
    assert len(found) == 1
    assert fault in found[0]
    assert "line 11" in found[0]


def test_help_that_can_help_is_in_order() -> None:
    for question, help_text in (
        (POINTS, 'light = "points to compare"'),
        (NUMBER, "formula = '2 + \\ldots'\nlight = \"0 0; 1 {=2*1}\""),
        (MOVE, "towards = true"),
    ):
        assert list(findings(reader.read(COURSE.replace("HELP", help_text) + question, "mine"))) == []


def test_points_to_compare_are_the_nearest_others() -> None:
    step = next(step for step in HELPED if step.name == "who-carries-it")
    scene = step.scene(0)
    assert isinstance(step.question, Point)
    measure = SETS[step.question.points].measure(scene)
    lit = to_compare(step.question, scene)
    left = [i for i in range(len(measure)) if i not in lit]
    assert max(measure[list(lit)]) <= min(measure[left]) + 1e-9


@pytest.mark.sampled(2)
@each_helped
def test_an_arrow_points_to_where_the_handle_of_the_solution_is(step: Step) -> None:
    """The handle is moved in one number at a time, as the sentence beside the arrow says it."""
    if not step.help.towards:
        return
    for scene in islice(step.scenes(), MOST):
        part = Part(step.picture, step.show, (*step.hide, *step.without), hold=controlled_params(scene, step.controls))
        goal = address(step.question.solution(scene))[1]
        for slip in step.question.slips(scene):
            found = step.help.arrow(step.question, slip, scene, part)
            if found is None:
                continue
            here = scene.moved(address(slip)[1])
            ends = [
                help_after_wrong_answer._handle(here.moved({name: value}), name, part) for name, value in goal.items()
            ]
            ways = [np.subtract(end, found[0]) for end in ends if end and end != found[0]]
            along = np.subtract(found[1], found[0])
            turned = max(float(along @ way / np.linalg.norm(along) / np.linalg.norm(way)) for way in ways)
            assert turned > 0.5, (slip, found, ends)
