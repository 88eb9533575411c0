"""Two rounds side by side, and the right points of a revealed answer."""

from __future__ import annotations

from kernviz.courses.questions.point import read_points
from kernviz.courses.static_step import find_step
from kernviz.rooms.discussion import Change, change
from kernviz.rooms.tally import MOST_BARS, tally

NUMBER, POINTS = ("what_is_a_kernel", "the-short-way"), ("what_is_a_kernel", "who-carries-it")


def test_changes_are_counted_by_meaning() -> None:
    _, step = find_step(*NUMBER)
    pairs = (("16", "25"), ("25", "5^2"), ("25", "16"), ("16", "24"), (None, "25"), ("16", None))
    assert change(step, 0, pairs, False) == Change(4, 3)  # before the reveal nothing says what is right
    assert change(step, 0, pairs, True) == Change(4, 3, 1, 1)


def test_rounds_have_the_same_bars_in_the_same_order() -> None:
    course, step = find_step(*NUMBER)
    first, second = tuple(map(str, range(20))), tuple(str(i) for i in range(10, 40))
    before = tally(course, step, 0, first, True, beside=second)
    after = tally(course, step, 0, second, True, beside=first)
    assert [bar.answer for bar in before.bars] == [bar.answer for bar in after.bars]
    assert len(before.bars) == MOST_BARS + 1
    assert (sum(bar.count for bar in before.bars), sum(bar.count for bar in after.bars)) == (20, 30)


def test_the_right_points_are_marked_with_their_counts_once_revealed() -> None:
    course, step = find_step(*POINTS)
    scene = step.scene(0)
    right = set(read_points(step.question.solution(scene), scene))
    wrong = next(i for i in range(16) if i not in right)
    texts = (str(min(right) + 1), str(wrong + 1))
    hidden, shown = (tally(course, step, 0, texts, revealed).spots for revealed in (False, True))
    assert [spot.right for spot in hidden] == [None, None]
    assert len(hidden) == 2
    assert len(shown) == len(right) + 1
    assert sorted((spot.right, spot.count) for spot in shown) == sorted(
        [(False, 1), (True, 1), *[(True, 0)] * (len(right) - 1)], key=lambda each: (each[0], each[1])
    )


def test_the_answer_is_marked_where_nobody_has_answered() -> None:
    course, step = find_step("what_is_a_kernel", "never-negative")
    assert sum(bool(bar.right) for bar in tally(course, step, 0, (), True).bars) == 1
    course, step = find_step(*POINTS)
    assert tally(course, step, 0, (), True).spots


def test_sketches_are_told_apart_once_revealed() -> None:
    course, step = find_step("s4", "draw-the-border")
    solution = step.question.solution(step.scene(0))
    texts = ("0 0; 1 1", solution)
    assert tally(course, step, 0, texts, False).passed == ()
    found_ = tally(course, step, 0, texts, True)
    assert sorted(found_.passed) == [False, True]
    assert len(found_.passed) == len(found_.sketches)
