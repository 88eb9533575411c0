"""Misconceptions: a step addresses each, a later step recalls it."""

from __future__ import annotations

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Course

IDEAS = {
    "any-similarity-is-a-kernel": "any similarity is a kernel",
    "my-points-prove-it": "no negative eigenvalue on my points, so it is a kernel",
    "a-minus-breaks-it": "a minus sign anywhere breaks it",
    "phi-is-computed-quickly": "the kernel trick computes φ quickly",
    "a-kernel-has-one-phi": "a kernel has one φ",
    "same-features-same-machine": "same features, same machine",
    "the-margin-one-sees": "the margin one sees is the margin that is maximised",
    "support-vectors-are-mistakes": "support vectors are the mistakes, or the nearest points",
    "every-support-vector-gives-b": "b comes from any α > 0",
    "larger-is-better": "larger C, wider margin; larger γ, better",
    "hard-margin-is-safe": "with a Gaussian everything is separable, so hard margin is safe",
    "alpha-is-unique": "α is unique",
    "w-needs-finite-phi": "w exists only if φ is finite",
    "the-mean-is-an-image": "the mean of images is an image",
    "all-on-the-sphere-count": "all points on the sphere have α > 0",
    "no-centring-needed": "kernel PCA needs no centring; λ is a variance anyway",
    "eight-panels-eight-directions": "eight panels are eight directions of the plane",
    "another-kernel-another-neighbour": "another kernel, another nearest neighbour",
    "ols-always-has-an-inverse": "small λ is always unstable, OLS always has an inverse",
    "infinite-features-infinite-work": "infinite features need infinite work",
    "gaussian-first": "Gaussian first",
    "the-plane-keeps-its-geometry": "distances and angles of the plane are those of feature space",
    "a-square-is-like-a-length": "half of the square is half of the length; least squares are least lengths",
    "every-point-holds-the-sphere": "every point fixes the smallest sphere",
    "its-own-side-is-enough": "a point on its own side changes nothing",
    "far-away-changes-nothing": "a point far away from the border changes nothing",
}
BY_HAND = ("move", "point", "draw", "weights", "tree")  # kinds of questions that are not chosen or typed
COURSES = reader.courses()
AWAY = (2, 3)  # steps


def asked(idea: str) -> list[tuple[Course, int]]:
    """Courses and places of the steps that ask for an idea."""
    return [(course, i) for course in COURSES.values() for i, step in enumerate(course.steps) if step.idea == idea]


@pytest.mark.parametrize("idea", IDEAS)
def test_a_wrong_idea_is_asked_once_and_comes_back(idea: str) -> None:
    ((course, at),) = asked(idea)
    back = [i - at for i, step in enumerate(course.steps) if idea in step.recalls]
    assert set(back) & set(AWAY), (course.name, course.steps[at].name, back)


def test_no_step_names_an_idea_that_is_not_in_the_table() -> None:
    steps = [step for course in COURSES.values() for step in course.steps]
    assert {step.idea for step in steps} - {""} == set(IDEAS)
    assert {idea for step in steps for idea in step.recalls} == set(IDEAS)


@pytest.mark.parametrize("name", ["s0", "s3"])
def test_every_step_by_the_hand_asks_for_an_idea_or_comes_back_to_one(name: str) -> None:
    steps = [step for step in COURSES[name].steps if step.question.kind in BY_HAND]
    assert len(steps) >= 5
    assert not [step.name for step in steps if not step.idea and not step.recalls]


def test_a_question_that_comes_back_to_an_idea_is_another_question() -> None:
    """The same question again would ask for memory alone."""
    for course in COURSES.values():
        first = {step.idea: step for step in course.steps if step.idea}
        for step in course.steps:
            for asked in (first[idea] for idea in step.recalls):
                assert (step.question.ask, step.says) != (asked.question.ask, asked.says), (course.name, step.name)


STEP = """
[[step]]
name = "{name}"
title = "Sum"
says = "Two numbers."
page = "polynomial"
state = "data=moons"
reveal = "Five."
{line}
[step.question]
kind = "number"
ask = "How much is two and three?"
answer = "2 + 3"
"""


def test_an_idea_that_is_recalled_before_it_is_asked_is_a_fault() -> None:
    first = STEP.format(name="one", line='idea = "sums"')
    course = reader.read('title = "Mine"' + first + STEP.format(name="two", line='recalls = ["sums"]'), "mine")
    assert not course.faults
    course = reader.read('title = "Mine"' + first + STEP.format(name="two", line='recalls = ["sum"]'), "mine")
    (fault,) = course.faults
    assert "“sum” is no idea of a step above: is “sums” meant?" in fault.why
    assert (fault.step, fault.line) == ("two", 22)
