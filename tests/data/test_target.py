"""The target column, and the kind of target."""

import pytest

from kernviz.data import DataError, load_csv
from kernviz.data.table import DataTable
from kernviz.data.target import Goal, read_target


def goal(names: str, *rows: str, **header: str) -> Goal:
    table = DataTable.of(names.split(), [(i + 2, row.split()) for i, row in enumerate(rows)], ".")
    return read_target(table, header)


def test_the_last_column_of_words_or_of_that_name() -> None:
    assert goal("a b c", "1 2 p", "3 4 q").target == "c"
    assert goal("a b Label", "1 2 0", "3 4 1").target == "Label"
    assert goal("a b c", "1 2 0", "3 4 1").index is None


def test_the_file_may_say_so() -> None:
    assert goal("a b y", "1 2 0", "3 4 1", task="none").index is None
    assert goal("a b c", "1 2 0", "3 4 1", target="b").columns == (0, 2)
    assert goal("a b c", "1 2 5", "3 4 6", task="regression").target == "c"
    assert goal("x", "1", "2", task="none").columns == (0,)


@pytest.mark.parametrize(
    ("values", "task"),
    [
        ("0 1 1", "classification"),
        ("-1 1 1", "classification"),
        ("-1 0 1", "classification"),
        ("5 5 6 6", "classification"),
        ("5 6 7", "regression"),
        ("0.5 0.5 1", "regression"),
        ("p 0.5 q", "classification"),
    ],
)
def test_classes_or_numbers(values: str, task: str) -> None:
    assert goal("x y", *(f"1 {value}" for value in values.split())).task == task


def test_a_target_alone_is_refused() -> None:
    with pytest.raises(DataError, match="only one column"):
        goal("y", "1", "2")
    with pytest.raises(DataError, match="only one column"):
        goal("y", "1", "2", target="y")


def test_one_column_of_few_whole_numbers_is_no_table() -> None:
    with pytest.raises(DataError, match="only one column"):
        load_csv(b"count\n0\n0\n0\n1\n", "points")
