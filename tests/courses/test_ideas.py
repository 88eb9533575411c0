"""Misconceptions: a step addresses each, a later step recalls it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kernviz.courses import ideas, reader
from kernviz.courses.course import Course
from kernviz.courses.ideas import Tried
from kernviz.courses.scene import Scene

BELIEVED = {  # wrong ideas of students in these lectures, each with a question that makes it fail
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
}
OTHERS = {  # wrong ideas of single steps
    "the-plane-keeps-its-geometry": "distances and angles of the plane are those of feature space",
    "a-square-is-like-a-length": "half of the square is half of the length; least squares are least lengths",
    "every-point-holds-the-sphere": "every point fixes the smallest sphere",
    "its-own-side-is-enough": "a point on its own side changes nothing",
    "far-away-changes-nothing": "a point far away from the border changes nothing",
    "one-cut-is-enough": "some cut separates the classes, if one looks long enough",
    "any-formula-is-a-kernel": "any formula of two points is a kernel",
    "every-cut-is-as-good": "every line that separates the classes is as good as any other",
    "positive-entries-are-enough": "a matrix of positive entries has no negative eigenvalue",
    "a-fit-meets-every-point": "a regression curve meets every point, if it can",
    "a-component-is-a-coordinate": "the first component is the coordinate with the largest variance",
    "midway-between-the-means": "the border lies midway between the means of the classes",
}
IDEAS = BELIEVED | OTHERS
BY_HAND = ("move", "point", "draw", "weights", "tree")  # kinds of questions that are not chosen or typed
COURSES = reader.courses()
AWAY = (2, 3)  # steps


def asked(idea: str) -> list[tuple[Course, int]]:
    """Courses and places of the steps that ask for an idea."""
    return [(course, i) for course in COURSES.values() for i, step in enumerate(course.steps) if step.idea == idea]


def returns(idea: str) -> list[int]:
    """Return how many steps later an idea comes back. A course must ask for it once."""
    courses = [course.name for course, _ in asked(idea)]
    assert courses
    assert len(set(courses)) == len(courses)
    return [i - at for course, at in asked(idea) for i, step in enumerate(course.steps) if idea in step.recalls]


@pytest.mark.parametrize("idea", BELIEVED)
def test_a_course_asks_for_a_wrong_idea_once_and_comes_back_soon(idea: str) -> None:
    assert set(returns(idea)) & set(AWAY)


def test_some_ideas_are_asked_for_in_several_courses() -> None:
    assert len([idea for idea in IDEAS if len(asked(idea)) > 1]) >= 7


@pytest.mark.parametrize("idea", IDEAS)
def test_a_wrong_idea_has_one_short_title(idea: str) -> None:
    (title,) = [course.ideas[idea] for course in COURSES.values() if idea in course.ideas]
    assert len(title.split()) <= 11
    assert title[:1].islower()
    assert not title.endswith(".")
    assert ideas.title(idea, COURSES) == title
    assert "-is-" not in title


@pytest.mark.parametrize("idea", OTHERS)
def test_a_wrong_idea_of_a_single_step_comes_back_later(idea: str) -> None:
    assert returns(idea)
    assert min(returns(idea)) > 0


def test_no_step_names_an_idea_that_is_not_in_the_table() -> None:
    steps = [step for course in COURSES.values() for step in course.steps]
    assert {step.idea for step in steps} - {""} == set(IDEAS)
    assert {idea for step in steps for idea in step.recalls} == set(IDEAS)


@pytest.mark.parametrize("name", COURSES)
def test_every_step_by_the_hand_asks_for_an_idea_or_comes_back_to_one(name: str) -> None:
    steps = [step for step in COURSES[name].steps if step.question.kind in BY_HAND]
    assert len(steps) >= 4
    assert not [step.name for step in steps if not step.idea and not step.recalls]


def joined(points: Any) -> str:
    return "; ".join(f"{x:.4f} {y:.4f}" for x, y in points)


def every_point_met(scene: Scene) -> str:
    data = scene.state.data
    assert data.y is not None
    return joined(np.column_stack([data.X[:, 0], data.y])[np.argsort(data.X[:, 0])])


def coordinate_of_largest_variance(scene: Scene) -> str:
    X = scene.state.data.X
    return joined(np.outer([-1.0, 1.0], np.eye(2)[np.argmax(X.var(axis=0))]) + X.mean(axis=0))


def line_between_the_means(scene: Scene) -> str:
    X, y = scene.state.data.X, scene.state.data.y
    assert y is not None
    one, other = X[y > 0].mean(axis=0), X[y <= 0].mean(axis=0)
    along = np.array([[0.0, -1.0], [1.0, 0.0]]) @ (one - other)
    return joined((one + other) / 2 + np.outer([-20.0, 20.0], along))


@pytest.mark.parametrize(
    ("course", "name", "believed"),
    [
        ("s2", "sketch-the-fit", every_point_met),
        ("s4", "draw-the-direction", coordinate_of_largest_variance),
        ("s4", "draw-the-border", line_between_the_means),
    ],
)
def test_the_sketch_of_a_wrong_idea_is_wrong_in_every_variant(
    course: str, name: str, believed: Callable[[Scene], str]
) -> None:
    step = COURSES[course].step(name)
    assert not [i for i, scene in enumerate(step.scenes()) if step.question.judge(believed(scene), scene).right]


def test_who_takes_a_component_for_a_coordinate_types_another_loss() -> None:
    step = COURSES["s4"].step("what-is-lost")
    for scene in step.scenes():
        judged = step.question.judge(repr(scene.value("min(variance along(0), variance along(90))")), scene)
        assert not judged.right
        assert "coordinate" in judged.reason


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


IDEA = '[[idea]]\nname = "sums"\ntitle = "a sum is a product"\n'


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('title = "a sum', 'titel = "a sum', 4, "“title”"),
        ('title = "a sum is a product"\n', "", 2, "an idea needs “title”"),
        ('name = "sums"\ntitle', 'name = "Sums!"\ntitle', 3, "is no name"),
        ("[[idea]]", "[[ides]]", 2, "is “idea” meant?"),
        ('name = "sums"\ntitle', 'name = "sum"\ntitle', 3, "is “sums” meant?"),
        (IDEA, IDEA + IDEA, 6, "two ideas are called “sums”"),
        (IDEA, "idea = 3\n", 2, "ideas are written [[idea]]"),
    ],
)
def test_a_fault_of_an_idea_is_told_with_its_line(old: str, new: str, line: int, why: str) -> None:
    text = 'title = "Mine"\n' + IDEA + STEP.format(name="one", line='idea = "sums"')
    assert not reader.read(text, "mine").faults
    assert old in text
    fault = reader.read(text.replace(old, new, 1), "mine").faults[0]
    assert (why in fault.why, fault.line) == (True, line), fault


def test_an_idea_without_a_title_is_shown_by_its_name() -> None:
    course = reader.read('title = "Mine"' + STEP.format(name="one", line='idea = "a-sum-is-a-product"'), "mine")
    assert ideas.titles(course.steps[0], {"mine": course}) == "a sum is a product"


def tried(who: str, course: str, name: str, first: bool, last: bool) -> Tried:
    found = COURSES[course]
    return Tried(who, found, found.step(name), first, last)


def test_students_who_missed_an_idea_are_counted_over_steps_and_courses() -> None:
    asks, comes_back, elsewhere = "a-minus", "a-negative-square", "fun-time-4"
    given = [
        tried("Ada", "s0", asks, first=False, last=True),
        tried("Ada", "s3", elsewhere, first=False, last=False),  # missed twice: one student
        tried("Bob", "s0", comes_back, first=True, last=True),
        tried("Eve", "s0", asks, first=False, last=False),
        tried("Eve", "s0", asks, first=True, last=True),  # a second link of the same student
        tried("Bob", "s0", "decision", first=False, last=False),  # asks for no idea
        tried("Bob", "s2", "which-matrix", first=True, last=True),  # missed by nobody
    ]
    (found,) = ideas.tallied(given, COURSES)
    assert found.idea == COURSES["s0"].ideas["a-minus-breaks-it"]
    assert (found.answered, found.first, found.last) == (3, 2, 1)
    titles = [
        COURSES[course].step(name).title for course, name in (("s0", asks), ("s0", comes_back), ("s3", elsewhere))
    ]
    assert list(found.steps) == titles
    assert ideas.as_csv([found]).splitlines() == [
        "wrong idea,students,missed at first,missed at last,steps",
        f"{found.idea},3,2,1,{'; '.join(titles)}",
    ]


def test_a_step_that_comes_back_to_two_ideas_counts_for_both() -> None:
    found = ideas.tallied([tried("Ada", "s3", "what-would-help", first=False, last=True)], COURSES)
    assert {each.idea for each in found} == {
        ideas.title(each, COURSES) for each in ("hard-margin-is-safe", "larger-is-better")
    }
    assert [(each.first, each.last) for each in found] == [(1, 0), (1, 0)]


def made(*ideas_of_steps: tuple[str, ...]) -> Course:
    """Return a course whose steps ask for the first of their ideas and come back to the others."""
    asked = set[str]()
    lines = []
    for named in ideas_of_steps:
        own = [idea for idea in named if idea not in asked]
        recalled = [idea for idea in named if idea in asked]
        asked.update(own)
        lines.append("\n".join([*(f'idea = "{idea}"' for idea in own), f"recalls = {recalled}"]))
    steps = "".join(STEP.format(name=f"step-{i}", line=line) for i, line in enumerate(lines))
    course = reader.read('title = "Mine"' + steps, "mine")
    assert not course.faults
    return course


def test_ideas_missed_at_first_come_with_all_their_steps() -> None:
    course = made(("sums",), ("products",), ("sums", "products"), ("roots",), ("sums",))
    found = ideas.missed(course, {"step-0": False, "step-1": True, "step-2": True, "step-3": True})
    assert [(each.idea, [(step.name, right) for step, right in each.steps]) for each in found] == [
        ("sums", [("step-0", False), ("step-2", True), ("step-4", None)])
    ]
    assert [each.idea for each in ideas.missed(course, {"step-2": False})] == ["sums", "products"]
    assert not ideas.missed(course, {step.name: True for step in course.steps})
    assert not ideas.missed(course, {})


def test_a_step_is_told_the_first_step_above_that_missed_its_idea() -> None:
    course = made(("sums",), ("products",), ("sums", "products"), ("sums",))

    def before(place: int, **first: bool) -> dict[str, str]:
        found = ideas.missed_before(course, course.steps[place], {f"step-{name[1:]}": r for name, r in first.items()})
        return {idea: step.name for idea, step in found.items()}

    assert before(2, _0=False, _1=True) == {"sums": "step-0"}
    assert before(2, _0=False, _1=False) == {"sums": "step-0", "products": "step-1"}
    assert before(3, _0=True, _2=False) == {"sums": "step-2"}
    assert before(3, _0=False, _2=False) == {"sums": "step-0"}
    assert not before(3, _1=False)  # another idea
    assert not before(0, _0=False, _2=False)  # nothing above
    assert not before(3, _3=False)
