"""Former steps: a link opens their successor, and their answers are still judged."""

from __future__ import annotations

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Course, Step
from kernviz.courses.submission import Answer, is_right, judge_all
from kernviz.ui.courses.visit import step_param

COURSES = reader.courses()
FORMER = [(course, step) for course in COURSES.values() for step in course.former]
TYPED = ("number", "weights")
BELIEVED = [  # a wrong idea, and the rows of the lectures one of which a step names that asks for it
    ("any similarity is a kernel", {"3.21", "4.1", "2.6"}),
    ("no negative eigenvalue on my points = kernel", {"2.3", "3.22"}),
    ("a minus sign anywhere breaks it", {"0.6", "3.22"}),
    ("the kernel trick computes φ quickly", {"1.10", "3.3"}),
    ("a kernel has one φ", {"0.3", "1.11", "3.7"}),
    ("same features, same machine", {"3.7", "3.8"}),
    ("the margin one sees is the one maximised", {"3.9"}),
    ("support vectors are the mistakes", {"2.14", "4.26", "4.28"}),
    ("b comes from any α > 0", {"2.15"}),
    ("larger C, wider margin", {"3.16", "2.13"}),
    ("with a Gaussian hard margin is safe", {"3.16", "3.20"}),
    ("α is unique", {"3.5"}),
    ("w exists only if φ is finite", {"1.7", "4.3"}),
    ("the mean of images is an image", {"0.15"}),
    ("all points on the sphere have α > 0", {"0.18"}),
    ("kernel PCA needs no centring", {"4.17"}),
    ("eight panels are eight directions", {"4.18"}),
    ("another kernel, another neighbour", {"4.12"}),
    ("OLS always has an inverse", {"2.9", "2.10"}),
    ("infinite features need infinite work", {"3.12", "1.11"}),
    ("Gaussian first", {"3.10", "3.23"}),
]


@pytest.mark.parametrize(("course", "step"), FORMER, ids=lambda course_step: course_step.name)
def test_an_answer_to_a_former_step_is_judged_as_it_was_asked(course: Course, step: Step) -> None:
    assert step.name not in course.places
    for variant in (0, 5):
        scene = step.scene(variant)
        right, *wrong = (step.question.solution(scene), *step.question.slips(scene))
        (found,) = judge_all(course, [Answer(step.name, variant, right)])
        assert is_right([found])
        assert found.step is step
        (missed,) = judge_all(course, [Answer(step.name, variant, wrong[-1])])
        assert missed.judgement
        assert not missed.judgement.right
        assert missed.judgement.reason


@pytest.mark.parametrize(("course", "step"), FORMER, ids=lambda each: each.name)
def test_a_link_to_a_former_step_opens_the_one_in_its_place(course: Course, step: Step) -> None:
    value, problem = step_param(course).read([step.name])
    assert problem is None
    assert course.step(str(value)).formerly == step.name
    assert course.place(step.name) == course.places[str(value)]


@pytest.mark.parametrize("course", COURSES.values(), ids=lambda course: course.name)
def test_every_former_name_has_its_step_and_its_place(course: Course) -> None:
    assert {step.name for step in course.former} == set(course.successors)


@pytest.mark.parametrize("course", COURSES.values(), ids=lambda course: course.name)
def test_at_most_a_third_of_the_questions_is_typed(course: Course) -> None:
    typed = [step.name for step in course.steps if step.question.kind in TYPED]
    assert 3 * len(typed) <= len(course.steps), typed


@pytest.mark.parametrize(("believed", "rows"), BELIEVED, ids=[each[0] for each in BELIEVED])
def test_every_wrong_idea_is_asked_for(believed: str, rows: set[str]) -> None:
    assert [step.name for course in COURSES.values() for step in course.steps if rows & set(step.rows)], believed
