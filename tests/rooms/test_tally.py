"""Tally of a class's answers: one bar each, clicks and sketches at their places."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kernviz.courses import reader
from kernviz.courses.static_step import find_step, shown_question
from kernviz.rooms.tally import MOST_BARS, OTHERS, Tally, tally

STEPS = [(course, step) for course in reader.courses().values() for step in course.steps]


def counted(course: str, step: str, *texts: str, revealed: bool = False) -> Tally:
    return tally(*find_step(course, step), 0, tuple(sorted(texts)), revealed)


@pytest.mark.sampled(31)
@pytest.mark.parametrize(("course", "step"), STEPS, ids=lambda each: each.name)
def test_every_question_is_counted_and_judged(course: reader.Course, step: reader.Step) -> None:
    scene = step.scene(0)
    solution, slips = step.question.solution(scene), step.question.slips(scene)
    texts = tuple(sorted([solution] * 3 + list(slips)))
    hidden, shown = (tally(course, step, 0, texts, revealed) for revealed in (False, True))
    assert hidden.right is None
    assert all(bar.right is None for bar in hidden.bars)
    assert (shown.count, shown.right) == (len(texts), 3)
    if step.question.kind not in ("point", "draw"):
        assert sum(bar.count for bar in shown.bars) == len(texts)
        assert sum(bar.count for bar in shown.bars if bar.right) >= 3
    elif step.question.kind == "draw":
        assert len(shown.sketches) == len(texts)


def test_numbers_that_are_equal_share_a_bar_in_their_order() -> None:
    found = counted("what_is_a_kernel", "the-short-way", "25", "5^2", "16", "50/2", revealed=True)
    assert [(bar.answer, bar.count, bar.right) for bar in found.bars] == [
        ("<strong>16</strong>", 1, False),
        ("<strong>25</strong>", 3, True),
    ]


def test_many_different_answers_share_the_last_bar() -> None:
    texts = [str(i) for i in range(30)] + ["3"] * 5
    found = counted("what_is_a_kernel", "the-short-way", *texts)
    assert len(found.bars) == MOST_BARS + 1
    assert found.bars[-1].answer == OTHERS
    assert [bar.removable for bar in found.bars] == [True] * MOST_BARS + [False]
    assert sum(bar.count for bar in found.bars) == 35
    assert next(bar.count for bar in found.bars if "3<" in bar.answer) == 6


def test_an_option_nobody_chose_has_an_empty_bar() -> None:
    course, step = find_step("what_is_a_kernel", "never-negative")
    bars = counted("what_is_a_kernel", "never-negative", "1", revealed=True).bars
    assert [bar.answer for bar in bars] == [words for _, words in shown_question(course, step, 0).options]
    assert Counter(bar.count for bar in bars)[0] == len(bars) - 1
    assert sum(bool(bar.right) for bar in bars) == 1
    assert all(bar.right is None for bar in counted("what_is_a_kernel", "never-negative", revealed=False).bars)


def test_clicks_are_counted_where_the_points_are() -> None:
    _, step = find_step("what_is_a_kernel", "who-carries-it")
    spots = counted("what_is_a_kernel", "who-carries-it", "1, 2", "2", "99", "x").spots
    X = step.scene(0).state.data.X
    assert [spot.count for spot in spots] == [1, 2]
    assert np.allclose([(spot.x, spot.y) for spot in spots], X[:2])


def test_unreadable_answers_are_counted_only() -> None:
    found = counted("s4", "draw-the-border", "nonsense", "0 0; 1 1", revealed=True)
    assert found.count == 2
    assert found.sketches == (((0.0, 0.0), (1.0, 1.0)),)
