"""Every picture of every page, for all points and kernels, has drawable ranges of axes and colours."""

from __future__ import annotations

from typing import Any

import pytest

from kernviz.lessons.page import Page, pages
from tests.lessons.degenerate import KERNELS, POINTS, states
from tests.lessons.reading import in_turn, in_turn_or_all, pictures
from tests.lessons.scales import unsound

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning")


@pytest.mark.slow
@in_turn_or_all
@pytest.mark.parametrize("page", pages().values(), ids=pages())
def test_every_range_can_be_drawn(page: Page[Any], every: bool) -> None:
    turn, found = list(pages()).index(page.name), {}
    for name, points in POINTS.items():
        for kernel in in_turn(KERNELS, turn, every, many=2):
            views = list(states(page, points, kernel))
            for state in views[:1] + list(in_turn(views[1:], turn, every) if views[1:] else ()):
                lesson = page.build(state)
                assert lesson.problem or lesson.picture is not None
                wrong = [f"{p.key}: {why}" for p in pictures(lesson) for why in unsound(p.figure)]
                if wrong:
                    found[name, kernel, str(state)[:300]] = wrong
            turn += 1
    assert not found, f"{len(found)} states, of which {list(found.items())[:3]}"
