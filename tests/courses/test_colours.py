"""Coloured pictures of the courses: the first one of each kind says what its colours mean."""

from __future__ import annotations

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Course, Step
from kernviz.courses.movable import controlled_params
from kernviz.lessons.part import PROBE, Part

COURSES = reader.courses()
OUTPUTS = ("f", "D", "y")  # names of a machine's output in the lectures
DISTANCE = "distance to c"


def coloured(step: Step) -> set[str]:
    """Return the names of the quantities that colours show while the question is asked."""
    scene = step.scene(0)
    part = Part(
        step.picture,
        step.show,
        (*step.hide, *step.without, PROBE),
        words=False,
        hold=controlled_params(scene, step.controls),
    )
    picture = scene.shown(part.of).picture
    traces = picture.figure.data if picture else ()
    return {str(trace.get("name")) for trace in traces if trace["type"] == "heatmap"}


@pytest.mark.parametrize("course", COURSES.values(), ids=lambda course: course.name)
def test_the_first_picture_coloured_by_an_output_says_so(course: Course) -> None:
    step = next(step for step in course.steps if coloured(step) & {*OUTPUTS})
    assert "olours show" in step.says, step.name


def test_a_picture_coloured_by_a_distance_says_so() -> None:
    steps = [step for step in COURSES["s0"].steps if step.page == "sphere" and DISTANCE in coloured(step)]
    assert len(steps) >= 2
    assert not [step.name for step in steps if "olour" not in step.says]
