"""Class numbers of written labels."""

import pytest

from kernviz.data import DataError
from kernviz.data.labels import merged


def test_numbers_written_differently_are_one_label_and_it_is_said() -> None:
    codes, classes, notes = merged(["1", "1.0", " 1", "2"])
    assert codes.tolist() == [0, 0, 0, 1]
    assert classes == ("1", "2")
    assert notes == ("the labels '1' and '1.0' were taken as one class",)


def test_one_spelling_is_kept_as_it_is() -> None:
    assert merged(["+1", "-1", "+1"])[1:] == (("-1", "+1"), ())


def test_the_order_of_the_rows_does_not_matter() -> None:
    assert merged(["+1", "1.0"])[1] == merged(["1.0", "+1"])[1] == ("1",)


def test_words_differ_by_case() -> None:
    assert merged(["a", "A"])[1] == ("A", "a")


def test_long_labels_are_cut_but_stay_apart() -> None:
    codes, classes, notes = merged(["x" * 10_000 + end for end in "abc"])
    assert codes.tolist() == [0, 1, 2]
    assert len(set(classes)) == 3
    assert all(len(name) <= 40 for name in classes)
    assert "cut to 40" in notes[0]


def test_eleven_labels_are_too_many() -> None:
    with pytest.raises(DataError, match="11 different labels are more than the 10"):
        merged([str(i) for i in range(11)])
