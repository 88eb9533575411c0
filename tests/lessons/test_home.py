"""Home shows a simplified picture of Support vectors with draggable points."""

from __future__ import annotations

import pytest

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import data_and_kernel, home, page, svm
from kernviz.lessons.lesson import Formula, Lesson, Numbers
from tests.lessons.reading import flat, names, not_finite


@pytest.mark.parametrize("name", names())
def test_home_is_the_same_training(name: str) -> None:
    data, kernel = flat(load(name)), kv.parse("rbf(gamma=1)")
    shown, full = home.build(home.State(data, kernel)), svm.build(svm.State(data, kernel))
    assert shown.problem == full.problem
    assert shown.picture is not None
    assert full.picture is not None
    assert shown.picture.points == full.picture.points
    assert not shown.picture.handles
    assert not not_finite(shown.picture.figure)
    assert set(told(shown)) <= set(told(full))
    assert not any(isinstance(block, Formula) for block in shown.beside)
    assert not shown.tabs


def test_only_what_matters_is_drawn() -> None:
    shown = home.build(home.State(load("moons"), kv.parse("rbf(gamma=1)")))
    assert shown.picture is not None
    drawn = " ".join(str(trace.get("name", "")) for trace in shown.picture.figure.data)
    assert "border" in drawn
    for word in ("probe", "margin", "wrong side", "SV", "α"):
        assert word not in drawn
    assert [label for label, _ in told(shown)] == ["margin 1/‖w‖", "support vectors", "train"]


def told(lesson: Lesson) -> list[tuple[str, str]]:
    """Read-outs beside the picture."""
    return [(n.label, n.value) for block in lesson.beside if isinstance(block, Numbers) for n in block.items]


def test_a_point_across_the_border_bends_it() -> None:
    """Drag a blue point far into the other class; the boundary bends."""
    about = data_and_kernel.read({"data": ["moons"], "k": ["rbf(gamma=1)"]})
    moved = data_and_kernel.read({"data": ["moons"], "k": ["rbf(gamma=1)"], "@move": ["0 1.5 -1"]})
    assert about is not None
    assert moved is not None
    before, after = (home.build(page.read(home.PAGE, each, {})) for each in (about, moved))
    at = [[1.5, -1.0]]
    machines = [lesson.facts["training"].machine for lesson in (before, after)]
    assert machines[1].decision_function(at)[0] < machines[0].decision_function(at)[0] - 0.5
    assert told(before) != told(after)


def test_the_picture_follows_the_sidebar() -> None:
    """Dragging the kernel's slider updates picture and read-outs."""
    about = data_and_kernel.read({"data": ["moons"], "k": ["rbf(gamma=1)"], "~gamma": ["3"]})
    assert about is not None
    moved = home.build(page.read(home.PAGE, about, {}))
    assert str(about.kernel) == "rbf(gamma=3)"
    assert set(told(moved)) <= set(told(svm.build(svm.State(about.data, about.kernel))))
