from __future__ import annotations

import string

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernviz.data import DataError, Dataset, library, load, read_drawn, write_drawn
from kernviz.data.drawn import MOST_DRAWN, NoPoint, drawn_classes, for_address, moved, write_empty
from kernviz.data.drawn_text import LONGEST_DRAWN
from kernviz.data.url_compression import pack


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
def test_usual_spellings_of_points_are_read(text: str) -> None:
    assert read_drawn(text).n >= 1


@pytest.mark.parametrize(
    ("text", "message"),
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
        ("A: 0 0 y= 1 1", "points with values to predict have no classes"),
        ("1 1 " * (MOST_DRAWN + 1), "1001 points are too many"),
        ("1" * (LONGEST_DRAWN + 1), "100001 characters are too many"),
        (" ".join(f"c{i}: 0 {i}" for i in range(11)), "11 different labels"),
        ("<img src=x onerror=alert(1)>", "is neither a number nor a class"),
    ],
)
def test_unreadable_points_raise_an_error_that_names_the_cause(text: str, message: str) -> None:
    with pytest.raises(DataError) as problem:
        read_drawn(text)
    assert message in str(problem.value)
    assert not isinstance(problem.value, NoPoint)


@pytest.mark.parametrize("text", ["", "  \n", "A:", "-1: +1:", "y="])
def test_no_point_is_no_mistake(text: str) -> None:
    with pytest.raises(NoPoint):
        read_drawn(text)


@pytest.mark.parametrize("name", [name for name, entry in library().items() if not entry.error])
def test_every_set_of_the_plane_can_be_taken_over(name: str) -> None:
    data = load(name)
    if data.n > MOST_DRAWN or data.d > 2:
        with pytest.raises(DataError, match="by hand"):
            write_drawn(data)
        return
    text = write_drawn(data)
    again = read_drawn(for_address(text))
    assert (again.task, again.d, again.sheet) == (data.task, data.d, ())
    assert again.classes == tuple(name.replace(" ", "_") for name in data.classes)
    assert again.columns == tuple(name.replace(" ", "_") for name in data.columns)
    assert np.array_equal(again.X, data.X)  # to the last digit
    if data.task == "classification":
        assert again.codes.tolist() == data.codes.tolist()
    elif data.task == "regression":
        assert np.array_equal(again.values, data.values)
    assert read_drawn(write_drawn(again)) == again


def test_points_of_the_line_have_one_coordinate() -> None:
    data = read_drawn("x= A: 0 1.5 B: -2")
    assert (data.X.tolist(), data.labels) == ([[0], [1.5], [-2]], ("A", "A", "B"))
    assert write_drawn(data) == "x= A: 0 1.5 B: -2"
    assert read_drawn("z= 0 0 1 1 0.5 -2").values.tolist() == [1, -2]


def test_axes_stand_before_the_points_as_long_as_there_is_room() -> None:
    data = read_drawn("[length -2 2] [width 0 3] 0 1 1 2")
    assert (data.columns, data.sheet) == (("length", "width"), (-2, 2, 0, 3))
    assert write_drawn(data) == "[length -2 2] [width 0 3] 0 1 1 2"
    assert read_drawn("[length -2 2] [width 0 3] 0 1 1 3.5").sheet == ()
    assert read_drawn("[length] [width] 0 1").columns == ("length", "width")
    assert read_drawn("[x -1 1] [price 0 9] y= 0 5").target == "price"
    for wrong in ("[] 0 1", "[x 2 1] [y 0 1] 0 1", "[x 1] 0 1", "[x 0 1e400] [y 0 1] 0 0", "[x -1 1] 0 1"):
        with pytest.raises(DataError):
            read_drawn(wrong)


def test_a_thousand_points_fit_an_address_and_damage_is_refused() -> None:
    data = load("moons", n=1000)
    packed = for_address(write_drawn(data))
    assert len(packed) < 30_000
    assert np.array_equal(read_drawn(packed).X, data.X)
    for damaged in (packed[:-9], packed[:500] + "A" + packed[501:], packed + "AAAA", "z:e", "z:e!!", "z:eAAA"):
        if damaged != packed:
            with pytest.raises(DataError, match="damaged"):
                read_drawn(damaged)
    assert for_address("+1: 0 1") == "+1: 0 1"  # a short one stays readable


def test_a_text_too_long_when_unpacked_is_refused() -> None:
    with pytest.raises(DataError, match="characters are packed"):
        read_drawn(pack("1 " * 1_000_000))


def test_moved_points_are_those_that_would_be_written() -> None:
    data = read_drawn("[x1 -2 2] [x2 -2 2] A: 0 1 B: 1 0 -1 0.1")
    there = moved(data, "2 0.25 -0.5 0 1 1")
    assert there.X.tolist() == [[1, 1], [1, 0], [0.25, -0.5]]
    assert there == read_drawn(write_drawn(there))
    assert moved(data, "0 5 0").sheet == ()
    assert moved(data, "") == data
    line = read_drawn("x= A: 0 B: 1")
    assert moved(line, "1 2.5").X.tolist() == [[0], [2.5]]
    curve = moved(read_drawn("y= 0 1 2 3"), "0 0.5 7")
    assert (curve.X.tolist(), curve.values.tolist()) == ([[0.5], [2]], [7, 3])
    for wrong in ("3 0 0", "-1 0 0", "0.5 0 0", "0 0", "0 0 x", "0 0 1e400"):
        with pytest.raises(DataError):
            moved(data, wrong)


def test_without_points_axes_and_classes_stay() -> None:
    data = read_drawn("[x1 -2 2] [x2 -2 2] A: 0 1 B: 1 0")
    text = write_empty(data, ("A", "B", "C"))
    assert text == "[x1 -2 2] [x2 -2 2] A: B: C:"
    assert drawn_classes(text) == ("A", "B", "C")
    with pytest.raises(NoPoint):
        read_drawn(text)


def test_a_class_of_several_words_becomes_one() -> None:
    data = Dataset.labelled([[0.0, 1.0]], ["to be: or, not"])
    assert read_drawn(write_drawn(data)).labels == ("to_be_or_not",)


@pytest.mark.parametrize("label", sorted(set(string.printable) - set(string.whitespace) - set(",;:=")))
def test_any_one_letter_may_be_the_name_of_a_class(label: str) -> None:
    """A class z was read as the mark of a packed text."""
    for X in (np.eye(2), np.array([[0.0], [1.0]])):
        data = Dataset(X, [0, 1], classes=(label, "other"), task="classification")
        there = read_drawn(write_drawn(data))
        assert (there.labels, there.X.tolist()) == (data.labels, X.tolist())
    assert drawn_classes(write_empty(data, (label,))) == (label,)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_any_text_gives_a_dataset_or_data_error(text: str) -> None:
    try:
        data = read_drawn(text)
    except DataError:
        return
    assert 1 <= data.n <= MOST_DRAWN
