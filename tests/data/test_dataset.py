"""The Dataset: frozen, validated, equal by content."""

import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from kernviz.data import DataError, Dataset, toy

X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])


def three() -> Dataset:
    return Dataset.labelled(X, ["b", "a", "c"], columns=("u", "v"), target="kind")


def test_fields_left_out_have_defaults() -> None:
    data = Dataset(X)
    assert (data.n, data.d, data.task, data.columns, data.title) == (3, 2, "none", ("x1", "x2"), "data")
    assert Dataset(X[:, :1]).columns == ("x",)
    assert data.y is None


def test_a_data_set_cannot_be_changed() -> None:
    data = three()
    with pytest.raises(FrozenInstanceError):
        data.name = "other"  # type: ignore[misc]
    for array in (data.X, data.y):
        assert array is not None
        assert not array.flags.writeable


@pytest.mark.parametrize(
    ("fields", "fragment"),
    [
        ({"task": "clustering"}, "must be 'classification'"),
        ({"task": "regression"}, "no y is given"),
        ({"y": [0, 1, 1]}, "say 'classification' or 'regression'"),
        ({"classes": ("a",)}, "the task is 'none'"),
        ({"target": "z"}, "there is no y"),
        ({"columns": ("a",)}, "1 column names for 2 columns"),
        ({"columns": ("a", "a")}, "two columns are called 'a'"),
        ({"columns": ("a", "#b")}, "comment"),
        ({"columns": ("a", " ")}, "must not be empty"),
        ({"columns": ("a", "b"), "target": "a", "y": [0, 1, 1], "task": "classification"}, "two columns are called"),
        ({"title": "t" * 201}, "200 characters"),
    ],
)
def test_invalid_fields_are_refused(fields: dict[str, object], fragment: str) -> None:
    with pytest.raises(DataError, match=fragment):
        Dataset(X, **fields)  # type: ignore[arg-type]


def test_data_error_is_a_value_error() -> None:
    assert issubclass(DataError, ValueError)


def test_equal_by_content_and_usable_as_a_key() -> None:
    assert three() == three()
    assert three() is not three()
    assert hash(three()) == hash(three())
    assert {three(): 1}[three()] == 1
    assert three().key == three().key
    assert three() != "three"


@pytest.mark.parametrize(
    "change", [{"name": "n"}, {"title": "t"}, {"source": "s"}, {"columns": ("u", "w")}, {"X": X + 1}, {"target": "t"}]
)
def test_every_field_counts(change: dict[str, object]) -> None:
    assert replace(three(), **change) != three()  # type: ignore[arg-type]


def test_notes_do_not_count() -> None:
    assert replace(three(), notes=("adapted",)) == three()


def test_codes_and_signs_are_different_data() -> None:
    pair = Dataset(X, np.array([0, 1, 1]), task="classification", classes=("a", "b"))
    assert pair.versus("b") != pair
    assert pair.versus("b").signs.tolist() == pair.signs.tolist() == [-1.0, 1.0, 1.0]


@pytest.mark.parametrize("again", [lambda d: pickle.loads(pickle.dumps(d)), copy.deepcopy, copy.copy])  # noqa: S301
def test_copies_are_equal_and_still_read_only(again: object) -> None:
    data = again(three())  # type: ignore[operator]
    assert data == three()
    assert not data.X.flags.writeable


def test_labelled_sorts_and_merges() -> None:
    assert three().classes == ("a", "b", "c")
    assert three().codes.tolist() == [1, 0, 2]
    assert three().labels == ("b", "a", "c")
    data = Dataset.labelled(X, ["10", "9", "9.0"])
    assert data.classes == ("9", "10")
    assert "taken as one" in data.notes[0]


def test_one_class_against_the_rest() -> None:
    data = three().versus("b")
    assert data.y is not None
    assert data.y.tolist() == [1.0, -1.0, -1.0]
    assert data.classes == ("not b", "b")
    assert data.is_signed
    assert data.labels == ("b", "not b", "not b")
    assert data.counts == {"not b": 2, "b": 1}
    assert data.versus("not b").signs.tolist() == [-1.0, 1.0, 1.0]
    with pytest.raises(DataError, match="choose one of a, b, c"):
        three().versus("z")


def test_versus_of_a_long_name_still_fits() -> None:
    long = Dataset.labelled(X, ["x" * 38, "b", "c"])
    assert long.versus("x" * 38).classes == ("the rest", "x" * 38)


def test_columns_are_selected_by_number_and_name() -> None:
    assert three().select((1,)).X.tolist() == [[1.0], [3.0], [5.0]]
    assert three().select(("v", "u")).columns == ("v", "u")
    assert three().select((0, "v")) == three()
    for wrong in ((2,), (-1,), ("w",), (), (0, 0)):
        with pytest.raises(DataError):
            three().select(wrong)


def test_views_refuse_the_wrong_task() -> None:
    line = toy("ridge_line")
    assert line.values.tolist() == [2.0, 4.0, 6.0]
    assert line.counts == {}
    with pytest.raises(DataError, match="no classes"):
        _ = line.codes
    with pytest.raises(DataError, match="no numbers to predict"):
        _ = three().values
    with pytest.raises(DataError, match="use versus"):
        _ = three().signs


def test_codes_without_classes_are_none_or_zeros() -> None:
    bare, signed = (
        Dataset([[0.0], [1.0]]),
        Dataset([[0.0], [1.0]], [1.0, -1.0], classes=("a", "b"), task="classification"),
    )
    assert bare.codes_or_none is None
    assert bare.codes_or_zeros.tolist() == [0, 0]
    assert signed.codes_or_none is not None
    assert signed.codes_or_none.tolist() == signed.codes_or_zeros.tolist() == [1, 0]


def test_take_keeps_class_numbers() -> None:
    one = three().take([0])
    assert one.classes == ("a", "b", "c")
    assert one.codes.tolist() == [1]
    assert one.counts == {"a": 0, "b": 1, "c": 0}
