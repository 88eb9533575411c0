"""The format of a table is found by trying formats, not by counting characters."""

import pytest

from kernviz.data.dialect import Dialect, guess_dialect, has_header, numeric_columns


@pytest.mark.parametrize(
    ("text", "delimiter", "decimal"),
    [
        ("x,y\n1,2\n", ",", "."),
        ("x;y\n1,5;2,5\n", ";", ","),
        ("1,5;1\n2,5;2\n", ";", ","),
        ("x;y\n1.5;2.5\n", ";", "."),
        ("x\ty\n1,5\t2\n", "\t", ","),
        ('x,label\n1,"a;b"\n2,"c;d"\n', ",", "."),
        ('x,label\n1,"a;b;c"\n2,d\n', ",", "."),
        ("x,y,label\n1,2,a\n1,2\n1,2,b\n", ",", "."),
        ("x\n1,5\n2,5\n", ";", ","),
    ],
)
def test_guess_dialect(text: str, delimiter: str, decimal: str) -> None:
    assert guess_dialect(text) == Dialect(delimiter, decimal)


def test_rows_know_their_line() -> None:
    rows = list(Dialect(",", ".").rows('a,b\n\n1,"x\ny"\n2, z \n'))
    assert rows == [(1, ["a", "b"]), (4, ["1", "x\ny"]), (5, ["2", "z"])]


def test_a_column_is_numeric_by_majority() -> None:
    assert numeric_columns([["1", "a", "NA"], ["2", "1", "3"], ["x", "b", ""]], ".") == [True, False, True]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["x", "label"], ["1", "a"]], True),
        ([["1", "a"], ["2", "b"]], False),
        ([["NA", "a"], ["2", "b"], ["3", "b"]], False),
        ([["2020", "x"], ["1", "2"]], True),
        ([["x", "y"]], True),
        ([["1", "2"]], False),
    ],
)
def test_has_header(rows: list[list[str]], expected: bool) -> None:
    assert has_header(rows, ".") is expected
