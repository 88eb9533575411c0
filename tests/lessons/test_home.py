"""Home shows the same picture and the same numbers as the Support vectors page in its first state."""

from __future__ import annotations

import pytest

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import home, svm
from kernviz.lessons.lesson import Formula, Text
from tests.lessons.reading import flat, names, not_finite


@pytest.mark.parametrize("name", names())
def test_home_is_the_same_training(name: str) -> None:
    state = svm.State(flat(load(name)), kv.parse("rbf(gamma=1)"))
    shown, full = home.build(state), svm.build(state)
    assert shown.problem == full.problem
    assert shown.picture is not None
    assert full.picture is not None
    assert shown.picture.alt == full.picture.alt
    assert shown.picture.caption + " Click to move the probe." == full.picture.caption or shown.problem
    assert not shown.picture.clickable  # here nothing would move
    assert not not_finite(shown.picture.figure)
    numbers = [block for block in shown.beside[1:] if not isinstance(block, Text)]
    assert numbers == [block for block in full.beside if not isinstance(block, Text | Formula)]
    assert not shown.tabs
