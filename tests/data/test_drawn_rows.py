"""Hand-drawn points as table rows: text and rows convert into each other exactly."""

import pytest

from kernviz.data import DataError, library, load, read_drawn, write_drawn
from kernviz.data.drawn import MOST_DRAWN
from kernviz.data.drawn_rows import read_rows, with_cells, write_rows
from kernviz.data.url_compression import pack

TEXTS = [
    "A: 0.10 2 B: 3 4",
    "0 0 1.5 2",
    "x= A: 0 1 B: 2.5",
    "x= 0 1 1e-3",
    "y= 0 1 0.50 2",
    "z= 0 0 1 1 .5 2",
    "[x1 -2 2] [x2 -1 3] 0 0 1 1",
    "[length] [width] a]: 1 2 b: 3 4",
    "[x] [fx] y= 0 1 2 3",
    "C: A: 1 2 B: 3 4 A: 5 6",
    "A: B:",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_rows_and_text_are_one(text: str) -> None:
    rows = read_rows(text)
    assert write_rows(rows) == text
    assert read_rows(pack(text)) == rows
    assert all(len(row) == len(rows.columns) for row in rows.cells)


@pytest.mark.parametrize("name", [name for name, entry in library().items() if entry.n <= MOST_DRAWN and entry.d <= 2])
def test_every_set_is_a_table(name: str) -> None:
    text = write_drawn(load(name))
    assert write_rows(read_rows(text)) == text


def test_typed_cells_keep_their_spelling() -> None:
    rows = read_rows("A: 1 2 B: 3 4")
    typed = with_cells(rows, [["0.10", "-1,5", "A"], ["−2", "1e1", "B"], ["", " ", ""]])
    assert write_rows(typed) == "A: 0.10 -1.5 B: -2 1e1"
    assert read_drawn(write_rows(typed)).X.tolist() == [[0.1, -1.5], [-2, 10]]


def test_a_class_whose_last_row_goes_stays_named() -> None:
    assert write_rows(with_cells(read_rows("A: 1 2 B: 3 4"), [["1", "2", "A"]])) == "B: A: 1 2"
    assert write_rows(with_cells(read_rows("A: 1 2 B: 3 4"), [])) == "A: B:"


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ([["1", "x", "A"]], "row 1, x2: 'x' is no number"),
        ([["1", "2", "A"], ["3", "", "A"]], "row 2, x2: there is no number"),
        ([["1", "2", "A"], ["3", "4", ""]], "row 2 has no class"),
        ([["1", "1,2,3", "A"]], "'1,2,3' is no number"),
        ([["1", "2", "A"]] * (MOST_DRAWN + 1), "1001 rows are too many"),
    ],
)
def test_unreadable_cells_raise_an_error_that_names_them(cells: list[list[str]], says: str) -> None:
    with pytest.raises(DataError, match=says):
        write_rows(with_cells(read_rows("A: 1 2 B: 3 4"), cells))


def test_classes_come_and_go() -> None:
    assert write_rows(with_cells(read_rows("0 0 1 1"), [["0", "0", "a b"], ["1", "1", "c"]])) == "a_b: 0 0 c: 1 1"
    assert write_rows(with_cells(read_rows("A: 0 0 B: 1 1"), [["0", "0", ""], ["1", "1", ""]])) == "0 0 1 1"
