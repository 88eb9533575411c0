"""Home shows a simplified picture of Support vectors with draggable points."""

from __future__ import annotations

import pytest

import kernviz as kv
from kernviz.data import load
from kernviz.data.drawn import write_drawn
from kernviz.lessons import data_and_kernel, home, page, svm
from kernviz.lessons.home import challenge
from kernviz.lessons.lesson import Formula, Lesson, Numbers
from kernviz.lessons.shared.training import Training, train
from kernviz.surfaces import Surface
from kernviz.ui.live import page_and_state
from tests.lessons.reading import flat, names, not_finite

SCORES = [challenge.read_out(found, d) for found in (None, challenge.Score(0.0, 0)) for d in (1, 2)]
CHALLENGES = {n.meaning for score in SCORES for n in score.items}


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
    assert set(readouts_of(shown)) <= set(readouts_of(full))
    assert not any(isinstance(block, Formula) for block in shown.beside)
    assert not shown.tabs


def test_only_what_matters_is_drawn() -> None:
    shown = home.build(home.State(load("moons"), kv.parse("rbf(gamma=1)")))
    assert shown.picture is not None
    drawn = {str(trace.get("name", "")).strip() for trace in shown.picture.figure.data}
    ringed = {"free support vector", "bounded support vector"}
    assert {"border", *ringed} <= drawn
    for word in ("probe", "margin", "wrong side", "SV", "α"):
        assert word not in " ".join(drawn - ringed)
    assert [label for label, _ in readouts_of(shown)] == ["margin 1/‖w‖", "support vectors", "train"]


def readouts_of(lesson: Lesson) -> list[tuple[str, str]]:
    """Read-outs beside the picture, without the challenge's."""
    return [
        (n.label, n.value)
        for block in lesson.beside
        if isinstance(block, Numbers) and block.items[0].meaning not in CHALLENGES
        for n in block.items
    ]


def scored(address: dict[str, list[str]]) -> tuple[str, str]:
    """Label and value of the score at an address, as the live route reads it."""
    found = page_and_state("home", address, {})
    assert found is not None
    _, state = found
    lesson = home.build(state)
    return next(
        (n.label, n.value)
        for block in lesson.beside
        if isinstance(block, Numbers)
        for n in block.items
        if n.meaning in CHALLENGES
    )


def test_the_score_is_the_area_that_changed_sides() -> None:
    """One point across the border scores, live and let go alike; two points are not one."""
    base = {"data": ["moons"], "n": ["60"], "k": ["rbf(gamma=1)"]}
    assert scored(base) == ("so far", "0")
    there = data_and_kernel.read(base)
    assert there is not None
    live = scored({**base, "@move": ["0 1.5 -1.5"]})
    assert live[0] == "so far"
    assert 0.05 < float(live[1]) < 10
    moved = data_and_kernel.read({**base, "@move": ["0 1.5 -1.5"]})
    assert moved is not None
    let_go = {"data": ["drawn"], "pts": [write_drawn(moved.data)], "was": ["data=moons&n=60"], "k": base["k"]}
    assert scored(let_go) == live
    two = scored({**base, "@move": ["0 1.5 -1.5 1 -1.4 1.2"]})
    assert two[0] == "with 2 points (allowed: 1)"
    assert scored({**let_go, "was": [""]})[1] == "–"  # nobody knows what they were
    assert scored({**let_go, "was": ["data=nothing"]})[1] == "–"


def test_the_score_counts_sides_not_values() -> None:
    """Against the flipped machine the whole picture has changed sides."""
    about = data_and_kernel.read({"data": ["moons"], "n": ["40"]})
    assert about is not None
    data = about.data
    one, other = (train(data.versus(label), about.kernel, 1.0) for label in (data.classes[-1], data.classes[0]))
    assert isinstance(one, Training)
    assert isinstance(other, Training)
    assert isinstance(one.field, Surface)
    width, height = (float(axis[-1] - axis[0]) for axis in (one.field.x, one.field.y))
    assert challenge.area(one, one) == 0
    assert challenge.area(one, other) == pytest.approx(width * height, rel=0.01)


@pytest.mark.parametrize("name", [name for name in names() if load(name).task == "classification"])
def test_every_data_set_can_be_scored(name: str) -> None:
    found = scored({"data": [name], "@move": ["0 0 0" if flat(load(name)).d > 1 else "0 0"]})
    assert found[1] == "–" or float(found[1]) >= 0


def test_a_point_across_the_border_changes_the_border() -> None:
    """Drag a blue point far into the other class; the boundary bends."""
    about = data_and_kernel.read({"data": ["moons"], "k": ["rbf(gamma=1)"]})
    moved = data_and_kernel.read({"data": ["moons"], "k": ["rbf(gamma=1)"], "@move": ["0 1.5 -1"]})
    assert about is not None
    assert moved is not None
    before, after = (home.build(page.read(home.PAGE, each, {})) for each in (about, moved))
    at = [[1.5, -1.0]]
    machines = [lesson.facts["training"].machine for lesson in (before, after)]
    assert machines[1].decision_function(at)[0] < machines[0].decision_function(at)[0] - 0.5
    assert readouts_of(before) != readouts_of(after)


def test_the_picture_follows_the_sidebar() -> None:
    """Dragging the kernel's slider updates picture and read-outs."""
    about = data_and_kernel.read({"data": ["moons"], "k": ["rbf(gamma=1)"], "~gamma": ["3"]})
    assert about is not None
    moved = home.build(page.read(home.PAGE, about, {}))
    assert str(about.kernel) == "rbf(gamma=3)"
    assert set(readouts_of(moved)) <= set(readouts_of(svm.build(svm.State(about.data, about.kernel))))
