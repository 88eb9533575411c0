"""The waterfall adds up, and its last bar is the model's own number."""

import numpy as np
import pytest

from kernviz.figures.bars.votes import contribution_bars, waterfall
from tests.figures.helpers import named

VALUES = np.array([0.5, -2.0, 1.0, -0.25])
SIGNS = np.array([1, -1, 1, -1])
ROWS = np.array([3, 8, 11, 40])


def test_rows_are_sorted_and_each_starts_where_the_last_ended() -> None:
    rows = waterfall(VALUES, 0.75, 0.0, SIGNS, ROWS, None, 12)
    assert [r.label for r in rows] == ["● point 8", "■ point 11", "■ point 3", "● point 40", "b", "f(x), the sum"]
    ends = [r.start + r.value for r in rows]
    assert [r.start for r in rows[1:-1]] == ends[:-2]
    assert ends[-2] == pytest.approx(VALUES.sum() + 0.75)
    assert (rows[-1].start, rows[-1].value) == (0, 0.0)


def test_the_sum_is_what_the_model_says_not_ours() -> None:
    assert waterfall(VALUES, 0.75, 123.0, SIGNS, ROWS, None, 12)[-1].value == 123.0


def test_the_small_ones_go_together() -> None:
    rows = waterfall(VALUES, 0.0, -0.75, SIGNS, ROWS, None, 2)
    assert rows[2].label == "2 others"
    assert rows[2].value == pytest.approx(0.25)
    assert rows[2].pattern, "told from the others without colour"


def test_figure_has_a_row_each_and_a_height_for_them() -> None:
    figure = contribution_bars(VALUES, 0.75, 0.0, SIGNS, ROWS)
    (bar,) = (t for t in figure.data if t.type == "bar")
    assert len(bar.x) == 6
    texts = next(t for t in figure.data if t.type == "scatter" and t.mode == "text").text
    assert [t.strip("\u2009") for t in texts] == ["−2", "+1", "+0.5", "−0.25", "+0.75", "<b>0</b>"]
    taller = contribution_bars(np.arange(1.0, 10.0), 0.0, 45.0)
    assert taller.layout.height > figure.layout.height
    assert len(set(bar.marker.color)) == 4, "two classes, b, the sum"
    assert not named(figure, "nothing")


def test_no_contributions_at_all() -> None:
    figure = contribution_bars(np.empty(0), 0.5, 0.5)
    assert len(next(t for t in figure.data if t.type == "bar").x) == 2
