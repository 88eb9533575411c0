from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernviz.data import DataError, Dataset, library, load, read_drawn, write_drawn
from kernviz.data.drawn import LONGEST_DRAWN, MOST_DRAWN, NoPoint, drawing_window, drawn_classes


def test_classes_come_in_their_natural_order_and_points_in_theirs() -> None:
    data = read_drawn("+1: 1 1 -1 -1 -1: 1 -1")
    assert data.classes == ("-1", "+1")
    assert data.labels == ("+1", "+1", "-1")
    assert data.X.tolist() == [[1, 1], [-1, -1], [1, -1]]


def test_values_over_x_and_points_without_classes() -> None:
    curve, cloud = read_drawn("y= 0 1 0.5 -2"), read_drawn("0 1 0.5 -2")
    assert (curve.task, curve.X.tolist(), curve.values.tolist()) == ("regression", [[0], [0.5]], [1, -2])
    assert (cloud.task, cloud.X.tolist()) == ("none", [[0, 1], [0.5, -2]])


def test_a_class_without_a_point_is_a_class() -> None:
    data = read_drawn("-1: +1: 0.5 2")
    assert (data.classes, data.counts) == (("-1", "+1"), {"-1": 0, "+1": 1})
    assert drawn_classes("B: A:") == ("A", "B")
    assert drawn_classes("A: x") == drawn_classes("1 2") == ()


@pytest.mark.parametrize("text", ["A:1,2.5;B: 3\t4\n5.5 6", "A: −1 2", "a: 1e-3 .5", "A:1 2 A:3 4"])
def test_what_people_type_is_read(text: str) -> None:
    assert read_drawn(text).n >= 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2 3", "3 stands alone at the end"),
        ("A: 1 B: 2 3", "1 stands alone before B:"),
        ("A 1 2", "'A' is neither a number nor a class"),
        ("1,5 2,5", "write 1.5, or 1 5"),
        ("1_0 2", "'1_0' is neither"),
        ("0x10 2", "'0x10' is neither"),
        ("nan 2", "'nan' is neither"),
        ("1e400 2", "is inf"),
        ("2e6 2", "point 1, column 'x1'"),
        ("0 0 A: 1 1", "the first points have no class"),
        ("A: 0 0 y= 1 1", "stands among classes"),
        ("1 1 " * (MOST_DRAWN + 1), "201 points are too many"),
        ("1" * (LONGEST_DRAWN + 1), "6001 characters are too many"),
        (" ".join(f"c{i}: 0 {i}" for i in range(11)), "11 different labels"),
        ("<img src=x onerror=alert(1)>", "is neither a number nor a class"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, said: str) -> None:
    with pytest.raises(DataError) as problem:
        read_drawn(text)
    assert said in str(problem.value)
    assert not isinstance(problem.value, NoPoint)


@pytest.mark.parametrize("text", ["", "  \n", "A:", "-1: +1:", "y="])
def test_no_point_is_no_mistake(text: str) -> None:
    with pytest.raises(NoPoint):
        read_drawn(text)


@pytest.mark.parametrize("name", [name for name, entry in library().items() if not entry.error])
def test_every_set_of_the_plane_can_be_taken_over(name: str) -> None:
    data = load(name)
    if data.n > MOST_DRAWN or data.d + (data.task == "regression") > 2:
        with pytest.raises(DataError, match="by hand"):
            write_drawn(data)
        return
    again = read_drawn(write_drawn(data))
    assert again.task == data.task
    assert again.classes == tuple(name.replace(" ", "_") for name in data.classes)
    np.testing.assert_allclose(again.X[:, : data.d], data.X, rtol=5e-4)
    if data.task == "classification":
        assert again.codes.tolist() == data.codes.tolist()
    elif data.task == "regression":
        np.testing.assert_allclose(again.values, data.values, rtol=5e-4)
    assert write_drawn(again) == write_drawn(data)  # once rounded, nothing more is lost


def test_a_class_of_several_words_becomes_one() -> None:
    data = Dataset.labelled([[0.0, 1.0]], ["to be: or, not"])
    assert read_drawn(write_drawn(data)).labels == ("to_be_or_not",)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_no_text_upsets_it(text: str) -> None:
    try:
        data = read_drawn(text)
    except DataError:
        return
    assert 1 <= data.n <= MOST_DRAWN


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=1, max_size=6), st.booleans())
def test_the_field_holds_all_points_with_room_around(points: list[tuple[float, float]], values: bool) -> None:
    X = np.array(points)
    data = Dataset(X[:, :1], X[:, 1], task="regression") if values else Dataset(X)
    left, right, bottom, top = drawing_window(data)
    assert left <= X[:, 0].min() <= X[:, 0].max() <= right
    assert bottom <= X[:, 1].min() <= X[:, 1].max() <= top


def test_the_field_is_the_usual_one_where_the_points_fit() -> None:
    assert drawing_window(load("xor")) == (-3, 3, -3, 3)
    assert drawing_window(read_drawn("2 2")) == (-3, 3, -3, 3)
    left, right, bottom, top = drawing_window(read_drawn("A: -4 0 4 0"))
    assert right - left == top - bottom == 14
    assert drawing_window(read_drawn("0 0 0.1 0.2"))[1] < 1
