"""Home shows the same picture and the same numbers as the Support vectors page in its first state."""

from __future__ import annotations

import pytest

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import home, page, subject, svm
from kernviz.lessons.lesson import Formula, Lesson, Numbers
from tests.lessons.reading import flat, names, not_finite


@pytest.mark.parametrize("name", names())
def test_home_is_the_same_training(name: str) -> None:
    data, kernel = flat(load(name)), kv.parse("rbf(gamma=1)")
    shown, full = home.build(home.State(data, kernel)), svm.build(svm.State(data, kernel))
    assert shown.problem == full.problem
    assert shown.picture is not None
    assert full.picture is not None
    assert shown.picture.alt == full.picture.alt
    assert shown.picture.caption == full.picture.caption
    assert shown.picture.handles == full.picture.handles
    assert not not_finite(shown.picture.figure)
    assert told(shown) == told(full)
    assert not any(isinstance(block, Formula) for block in shown.beside)
    assert not shown.tabs


def told(lesson: Lesson) -> list[tuple[str, str]]:
    """The read-outs beside the picture."""
    return [(n.label, n.value) for block in lesson.beside if isinstance(block, Numbers) for n in block.items]


def test_the_picture_follows_the_sidebar() -> None:
    """The kernel's number that a hand is on moves picture and read-outs: there is nothing else to move."""
    about = subject.read({"data": ["moons"], "k": ["rbf(gamma=1)"], "~gamma": ["3"]})
    assert about is not None
    moved = home.build(page.read(home.PAGE, about, {}))
    assert str(about.kernel) == "rbf(gamma=3)"
    assert told(moved) == told(svm.build(svm.State(about.data, about.kernel)))
