"""Marks of support vectors: in feature space they look as in the plane."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.plane import decision_plane
from kernviz.lessons import page as lesson_page
from kernviz.lessons import thumbnails
from kernviz.lessons.presets import Preset


def ring(figure: Figure, name: str) -> tuple[bool, object]:
    """Return whether a mark is filled, and its colour."""
    trace = next(each for each in figure.data if str(each.get("name")).startswith(name))
    return not str(trace["marker"]["symbol"]).endswith("-open"), trace["marker"]["color"]


@pytest.mark.parametrize("name", ["free SV", "bounded SV"])
def test_a_mark_is_the_same_on_lift_and_in_the_plane(name: str) -> None:
    preset = Preset("", "lift", "", {"data": "moons", "k": "rbf(gamma=1)"})
    state = thumbnails.state(preset)
    space = lesson_page.pages()["lift"].build(state).pictures[0].figure
    plane = decision_plane(DataView.of(state.data), None, PlaneMarks(free=np.array([0]), bounded=np.array([1])))
    assert ring(space, name) == ring(plane, name)


@pytest.mark.parametrize(("more", "count"), [({}, 3), ({"hard": "true"}, 1)])
def test_names_of_planes_that_would_lie_on_each_other_are_one(more: dict[str, str], count: int) -> None:
    """The hard margin of a Gaussian on the moons is a fortieth of the box."""
    state = thumbnails.state(Preset("", "lift", "", {"data": "moons", "k": "rbf(gamma=1)"} | more))
    space = lesson_page.pages()["lift"].build(state).pictures[0].figure
    (names,) = [trace["text"] for trace in space.data if trace.get("mode") == "text"]
    assert names == (["f = 0", "f = −1", "f = +1"] if count == 3 else ["f = 0, ±1"])
