"""Rows of equal length, unique column names, errors with line and column."""

import numpy as np
import pytest

from kernviz.data import DataError
from kernviz.data.table import DataTable, clean_name


def table(*rows: list[str], header: list[str] | None = None, decimal: str = ".") -> DataTable:
    return DataTable.of(header, [(i + 2, row) for i, row in enumerate(rows)], decimal)


def test_errors_name_line_and_column() -> None:
    with pytest.raises(DataError, match=r"line 3, column 'x2': 'a' is not a number with a decimal point"):
        table(["1", "2"], ["1", "a"]).numbers((0, 1))


def test_missing_is_nan_and_incomplete() -> None:
    X, complete = table(["1", "2"], ["NA", "3"]).numbers((0, 1))
    assert np.isnan(X[1, 0])
    assert complete.tolist() == [True, False]


def test_decimal_commas() -> None:
    commas = table(["1,5"], decimal=",")
    assert commas.value(0, 0) == 1.5
    with pytest.raises(DataError, match="decimal comma"):
        table(["1.5"], decimal=",").value(0, 0)


def test_empty_columns_without_a_name_are_left_out() -> None:
    assert table(["1", "", "2"], header=["a", "", "b"]).names == ("a", "b")


def test_clean_name() -> None:
    assert clean_name("## petal\n length ") == "petal length"
    assert clean_name("'=sum") == "=sum"
    assert len(clean_name("x" * 99)) == 40
