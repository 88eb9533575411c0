"""Coloured pictures of the courses: the first one of each kind says what its colours mean."""

from __future__ import annotations

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Course, Step
from kernviz.courses.movable import held
from kernviz.lessons.part import PROBE, Part

COURSES = reader.courses()
OUTPUTS = ("f", "D", "y")  # names of a machine's output in the lectures
DISTANCE = "distance to c"


def coloured(step: Step) -> set[str]:
    """Return the names of the quantities that colours show while the question is asked."""
    scene = step.scene(0)
    part = Part(
        step.picture, step.show, (*step.hide, *step.without, PROBE), words=False, hold=held(scene, step.controls)
    )
    picture = scene.shown(part.of).picture
    traces = picture.figure.data if picture else ()
    return {str(each.get("name")) for each in traces if each["type"] == "heatmap"}


@pytest.mark.parametrize("course", COURSES.values(), ids=lambda course: course.name)
def test_the_first_picture_coloured_by_an_output_says_so(course: Course) -> None:
    step = next(each for each in course.steps if coloured(each) & {*OUTPUTS})
    assert "olours show" in step.says, step.name


def test_a_picture_coloured_by_a_distance_says_so() -> None:
    steps = [each for each in COURSES["s0"].steps if each.page == "sphere" and DISTANCE in coloured(each)]
    assert len(steps) >= 2
    assert not [each.name for each in steps if "olour" not in each.says]
