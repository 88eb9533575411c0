"""Steps answered by the hand: what is dragged is seen, said as one place, and judged by computing."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from kernviz.courses import reader, static_step
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.movable import controlled_params
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import points_of, trained
from kernviz.lessons.part import PROBE, PROBE_PARAMS, Part
from kernviz.models.svm import KernelSVC

COURSES = reader.courses()
TYPED = ("number", "weights", "write")
STEPS = [step for course in COURSES.values() for step in course.steps]
DRAGGED = [step for step in STEPS if "probe" in step.controls]
ADDED = [step for step in DRAGGED if "change by a point" in getattr(step.question, "condition", "")]


@pytest.mark.parametrize("course", COURSES.values(), ids=lambda course: course.name)
def test_at_most_a_third_of_the_questions_of_a_course_are_typed(course: Course) -> None:
    typed = [each.name for each in course.steps if each.question.kind in TYPED]
    assert 3 * len(typed) <= len(course.steps), typed


def test_the_steps_with_a_dragged_place_are_known() -> None:
    assert [s for s in STEPS if PROBE_PARAMS & set(controlled_params(s.scene(0), s.controls))] == DRAGGED
    assert DRAGGED


@pytest.mark.parametrize("course_step", DRAGGED, ids=lambda course_step: f"{course_step.course}/{course_step.name}")
def test_the_mark_of_a_dragged_place_is_in_the_picture_without_its_number(course_step: Step) -> None:
    """The mark has a handle, and no label or hover text says how the machine judges the place."""
    scene = course_step.scene(0)
    hold = controlled_params(scene, course_step.controls)
    part = Part(
        course_step.picture, course_step.show, (*course_step.hide, *course_step.without, PROBE), words=False, hold=hold
    )
    picture = part.of(scene.lesson).picture
    assert picture is not None
    marks = [trace for trace in picture.figure.data if trace.get("name") == PROBE and trace["mode"] == "markers"]
    place = (scene.number("px"), scene.number("py"))
    assert [(trace["x"][0], trace["y"][0]) for trace in marks] == [place] * len(marks) != []
    assert all(trace["hoverinfo"] == "skip" for trace in marks)
    assert [handle.at for handle in picture.handles] == [place]
    assert not picture.figure.layout.get("annotations")
    assert "probe" not in picture.alt
    assert Part.read(part.written()).hold == hold
    without = (
        Part(course_step.picture, course_step.show, (*course_step.hide, PROBE), words=False).of(scene.lesson).picture
    )
    assert without is not None
    assert PROBE not in [trace.get("name") for trace in without.figure.data]


def test_a_static_page_has_the_mark_before_the_answer_and_the_new_point_after_it() -> None:
    course_step = COURSES["s3"].step("a-point-inside")
    fixed, scene = replace(course_step, controls=()), course_step.scene(0)
    asked, without = (static_step.view(one, scene).picture for one in (course_step, fixed))
    assert asked is not None
    assert without is not None
    assert len(asked.svg) > len(without.svg)
    there = static_step.reveal_scene(course_step, 0)
    assert there.state.data.n == scene.state.data.n + 1
    shown, same = (static_step.view(one, there, revealed=True).picture for one in (course_step, fixed))
    assert shown is not None
    assert shown == same


def test_a_place_is_said_as_one() -> None:
    course_step = COURSES["s0"].step("drag-the-mean")
    assert course_step.question.understood("px=1.5&py=-2", course_step.scene(0)) == "probe = (1.5, −2)"
    scene = course_step.scene(0)
    there = course_step.question.understood("px=1.5", scene)  # the other coordinate is that of the question
    assert there == f"probe = (1.5, {scene.number('py'):g})".replace("-", "−")
    line = Scene.opened("svm", {"data": "s1_line", "px": "1"})
    assert course_step.question.understood("px=2", line) == "probe = 2"


@pytest.mark.parametrize("course_step", ADDED, ids=lambda course_step: f"{course_step.course}/{course_step.name}")
def test_a_new_point_changes_the_machine_where_it_breaks_a_condition(course_step: Step) -> None:
    """By the conditions of optimality nothing changes where y·f ≥ 1, and f changes everywhere else."""
    scene, kept, changed = course_step.scene(0), 0, 0
    found = trained(scene)
    places = [(x, y) for x in np.linspace(-0.2, 4, 8) for y in np.linspace(-4, 4, 9)]
    for x, y in places:
        f = scene.number(f"output(({x}, {y}))")
        if f <= 0.05:
            continue
        change = scene.number(f"change by a point(({x}, {y}), 1)")
        machine = KernelSVC(found.machine.kernel, np.inf).fit(
            np.vstack([found.data.X, [x, y]]), np.append(found.signs, 1.0)
        )
        again = float(np.abs(machine.decision_function(found.data.X) - found.values).max())
        if f >= 1:
            assert change == 0, (x, y, f)
            kept += 1
        elif f < 1 - 1e-3:
            assert change >= max(again - 1e-6, 1 - f - 1e-6), (x, y, f)
            changed += 1
    assert min(kept, changed) >= 5


def test_a_change_needs_a_place_of_the_plane_and_a_sign() -> None:
    scene = COURSES["s3"].step("a-point-inside").scene(0)
    for expression, why in (
        ("change by a point((1, 2))", "a place and a sign"),
        ("change by a point((1, 2), 3)", "a place and a sign"),
        ("change by a point(1, 1)", "2 coordinates"),
        ("sum of squares", "a place is needed"),
        ("distance to the centre((1, 2, 3))", "2 coordinates"),
    ):
        with pytest.raises(LanguageError, match=why):
            scene.value(expression)


def test_sums_and_distances_of_a_place() -> None:
    for scene in COURSES["s0"].step("drag-the-mean").scenes():
        X = scene.state.data.X
        mean = X.mean(axis=0)
        x, y = (float(coordinate) for coordinate in mean)
        assert scene.number("least sum of squares") == pytest.approx(((X - mean) ** 2).sum())
        assert scene.number(f"sum of squares(({x}, {y}))") == pytest.approx(((X - mean) ** 2).sum())
        assert (scene.numbers["mx"], scene.numbers["my"]) == pytest.approx((x, y))
        away = np.linalg.norm(X - [1, 2], axis=1)
        assert scene.number("sum of squares((1, 2))") == pytest.approx((away**2).sum())
        assert scene.number("distance to the nearest point((1, 2))") == pytest.approx(away.min())
    gaussian = Scene.opened("sphere", {"data": "two_neighbours", "k": "rbf(gamma=0.7)"})
    x = gaussian.state.data.X[0].tolist()
    place = f"({x[0]}, {x[1]})" if len(x) == 2 else f"({x[0]})"
    assert gaussian.number(f"distance to the centre({place})") <= gaussian.number("radius") * (1 + 1e-6)
    assert gaussian.number(f"sum of squares({place})") > gaussian.number("least sum of squares")


def test_the_circle_of_the_sphere_step_has_its_places_apart_from_the_points() -> None:
    for scene in COURSES["s0"].step("onto-the-sphere").scenes():
        assert scene.number("radius") == pytest.approx(5)
        a, b = scene.number("a"), scene.number("b")
        assert scene.number(f"distance to the centre(({a}, {b}))") == pytest.approx(0, abs=1e-6)


def test_some_pair_has_a_right_angle_in_feature_space_and_another_one_in_the_plane() -> None:
    for scene in COURSES["s0"].step("a-right-angle").scenes():
        points = [np.array(scene.numbers[name]) for name in "abcdef"]
        assert [tuple(point) for point in points] == [tuple(point) for point in points_of(scene).X]
        products = [float(x @ z) for x, z in combinations(points, 2)]
        assert -1.0 in products
        assert 0.0 in products
        listed = str(scene.numbers["list"]).replace("−", "-")
        assert listed == str(scene.numbers["points"])


def test_the_fourth_support_vector_comes_at_the_number_the_step_says() -> None:
    for scene in COURSES["s3"].step("the-fourth-support-vector").scenes():
        g = scene.number("g")
        counts = {
            gamma: scene.number(f'with("k=rbf(gamma={gamma})", "number of support vectors")')
            for gamma in (0.01, g / 1.01, 1.01 * g, 1.25 * g, 1000)
        }
        assert [*counts.values()] == [3, 3, 4, 4, scene.number("number of points")], counts
