"""Import of unknown files: guesses, choices, and a solution for every problem."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kernviz.data import DataError, Dataset, library, load, to_csv
from kernviz.data.column_guess import first_choice, possible_tasks, usual_task
from kernviz.data.file_reading import MOST_ROWS, FileReading, ReadOptions, understood
from kernviz.data.import_plan import Choice, Plan, plan
from kernviz.data.stratified_sample import fair_rows
from kernviz.wording import speaking


def read(text: str, **way: object) -> FileReading:
    return understood(text.encode(), ReadOptions(**way))  # type: ignore[arg-type]


def made(reading: FileReading, choice: Choice | None = None, most: int = 1000, **changes: object) -> Dataset:
    done = asked(reading, choice, most, **changes)
    assert done.data is not None, done.problem
    return done.data


def asked(reading: FileReading, choice: Choice | None = None, most: int = 1000, **changes: object) -> Plan:
    return plan(reading, replace(choice or first_choice(reading), **changes), "file", most)  # type: ignore[arg-type]


# ---- five files as people have them ---------------------------------------------------------------------------------


def test_decimal_commas_with_semicolons() -> None:
    reading = read("größe;gewicht;art\n1,5;2,5;a\n2,5;3,1;b\n3,5;1,2;a\n")
    assert reading.read_options == ReadOptions("utf-8", ";", ",", True)
    assert "semicolons between the cells, decimal commas; the first line names the columns" in reading.words
    data = made(reading)
    assert (data.columns, data.target, data.labels) == (("größe", "gewicht"), "art", ("a", "b", "a"))
    assert data.X.tolist() == [[1.5, 2.5], [2.5, 3.1], [3.5, 1.2]]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16(encoding: str) -> None:
    reading = understood("x,y,label\n1,2,a\n3,4,b\n1,1,é\n".encode(encoding))
    assert reading.words.startswith("UTF-16")
    assert made(reading).classes == ("a", "b", "é")


def test_a_target_of_numbers_at_the_end_is_asked_about() -> None:
    reading = read("age,fare,survived\n22,7.25,0\n38,71.28,1\n26,7.92,1\n35,53.1,1\n35,8.05,0\n")
    data = made(reading)
    assert (data.columns, data.target, data.task) == (("age", "fare"), "survived", "classification")
    assert possible_tasks(reading, "survived") == ("classification", "regression")
    assert usual_task(reading, "fare") == "regression"
    assert made(reading, target="", task="none", columns=("age", "fare", "survived")).task == "none"
    other = made(reading, target="fare", task="regression", columns=("age",))
    assert (other.columns, other.values[1]) == (("age",), 71.28)


def test_words_and_gaps() -> None:
    reading = read(
        "name,a,b,city,label\nx,1,2,Rome,p\ny,2,,Bonn,q\nz,3,4,Rome,p\nw,NA,2,Bonn,q\nv,1,1,Bonn,p\nu,5,6,,q\n"
    )
    assert first_choice(reading) == Choice("label", "classification", ("a", "b"))
    done = asked(reading)
    assert (done.unusable, done.way_on, done.data) == ((3, 5), "leave_out", None)
    assert done.problem == "line 3, column 'b': there is no value"
    data = made(reading, leave_out=True)
    assert data.X.tolist() == [[1, 2], [3, 4], [1, 1], [5, 6]]
    assert data.labels == ("p", "p", "p", "q")
    assert any("2 rows of the file are left out" in note for note in data.notes)
    assert asked(reading, target="city", task="classification").unusable == (3, 5, 7)  # a gap in the target, too


@pytest.mark.parametrize("n", [20_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_very_many_rows_sorted_by_class(n: int) -> None:
    rng = np.random.default_rng(0)
    numbers = rng.integers(0, 1000, (n, 2)).tolist()
    lines = [f"{a},{b},{'x' if i < 0.7 * n else 'y' if i < n - 10 else 'z'}" for i, (a, b) in enumerate(numbers)]
    reading = read("a,b,label\n" + "\n".join(lines))
    data = made(reading)
    assert data.n == 1000
    assert data.counts["z"] == 1  # ten in so many: still there
    assert abs(data.counts["x"] - 700) <= 1
    assert any(f"1000 of {n} points are used: every class keeps its share" in note for note in data.notes)
    assert made(reading) == data
    assert made(reading, seed=1) != data


@pytest.mark.parametrize("most", [MOST_ROWS // 10, pytest.param(MOST_ROWS, marks=pytest.mark.long)])  # of 3.6 MB
def test_very_many_short_rows_are_bounded(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kernviz.data.file_reading.MOST_ROWS", most)
    n = 5 * most
    reading = read("a,b,c\n" + "1,2,x\n" * (3 * n // 4) + "3,4,y\n" * (n // 4))
    assert most // 2 <= len(reading.rows) <= most
    data = made(reading)
    assert data.counts == {"x": 750, "y": 250}
    assert any("one of every 6 rows was read" in note for note in data.notes)
    assert reading.rows[-1][0] > 0.99 * n  # lines are counted in the file


# ---- everything else that may be in the way --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "way_on", "says"),
    [
        ("x,y,c\n1,2,a\n1,12 kg,b\n2,3,a\n4,5,b\n", "leave_out", "line 3, column 'y': '12 kg' is no number"),
        ("x,y,c\n1,2,a\n2,3,a,7\n4,5,b\n", "leave_out", "line 3 has more cells than there are columns"),
        ("x,y,c\n1,2,a\n2\n4,5,b\n", "leave_out", "line 3, column 'y': there is no value"),
        ("x,y,c\n1,2,a\n1,inf,a\n4,5,b\n", "leave_out", "line 3, column 'y': 'inf' is no number"),
        ("# comment\n\nx,y,c\n1,2,a\n1,,a\n4,5,b\n", "leave_out", "line 5, column 'y': there is no value"),
        ("pop,area,land\n83000000,357,a\n60000000,301,b\n", "shrink", "column 'pop' has the value 8.3·10⁷"),
        (
            "x,y,c\n" + "".join(f"{i},{i * i},c{i % 12}\n" for i in range(60)),
            "lump",
            "column 'c' has 12 different values",
        ),
    ],
)
def test_every_problem_of_an_import_has_a_solution(text: str, way_on: str, says: str) -> None:
    reading = read(text)
    choice = first_choice(reading)
    if way_on == "lump":
        choice = replace(choice, target="c", task="classification", columns=("x", "y"))
    done = plan(reading, choice)
    assert done.data is None
    assert done.way_on == way_on
    assert says in done.problem
    data = made(reading, choice, **{way_on: True})
    assert np.abs(data.X).max() <= 1e6
    assert len(data.classes) <= 10


@pytest.mark.parametrize("language", ["en", "de"])
def test_merged_classes_get_a_name_that_is_free(language: str) -> None:
    """The name is the same in every language: classes, colours and addresses depend on it."""
    names = [*("others", "others 2") * 9, *(f"c{i % 12}" for i in range(42))]
    reading = read("x,y,c\n" + "".join(f"{i},{i * i},{name}\n" for i, name in enumerate(names)))
    choice = replace(first_choice(reading), target="c", task="classification", columns=("x", "y"))
    with speaking(language):
        classes = made(reading, choice, lump=True).classes
    assert {"others", "others 2", "others 3"} <= {*classes}


@pytest.mark.parametrize("wrong", [Choice(), Choice("c", "classification", ("c",)), Choice(columns=("nothing",))])
def test_a_choice_of_nothing_is_said(wrong: Choice) -> None:
    done = plan(read("x,y,c\n1,2,a\n4,5,b\n"), wrong)
    assert done.data is None
    assert "choose at least one" in done.problem


def test_a_single_usable_row_is_refused() -> None:
    done = asked(read("x,y\n1,2\n,3\n4,\n"), leave_out=True)
    assert "only one row has a value in every chosen column" in done.problem


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"PK\x03\x04abc", "an Excel workbook"),
        (b"", "empty"),
        (b"x,y\n", "one line"),
        (b"a\0b,c\n1,2\n", "NUL"),
        (b'x,y\n"1,2\n', "quotation mark"),
        (b'# title: t\n\nx,y\n"1,2\n', "line 4"),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_its_format(content: bytes, says: str) -> None:
    with pytest.raises(DataError, match=says):
        understood(content)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("name;city;x;y\nA;Rome;1,5;2,5\nB;Bonn;1,5;2,5\n", ReadOptions("utf-8", ";", ",", True)),
        ("name;city;x\nA;Rome;1,5\nB;Bonn;1,5\n", ReadOptions("utf-8", ";", ",", True)),
        ("a b c\n1.5 2  x\n2.5 3 y\n", ReadOptions("utf-8", " ", ".", True)),
        ("1\t2,5\n3\t4,5\n", ReadOptions("utf-8", "\t", ",", False)),
        ("x\n1\n2\n", ReadOptions("utf-8", ",", ".", True)),
        ("x,y\n1,2\n3\n4\n", ReadOptions("utf-8", ",", ".", True)),
    ],
)
def test_the_delimiter_and_decimal_sign_are_detected(text: str, way: ReadOptions) -> None:
    assert read(text).read_options == way


def test_the_delimiter_and_decimal_sign_can_be_given() -> None:
    text = "1,5\n2,5\n3,5\n"
    assert made(read(text, delimiter=",")).X.tolist() == [[1, 5], [2, 5], [3, 5]]
    assert made(read(text, delimiter=";", decimal=",")).X.tolist() == [[1.5], [2.5], [3.5]]
    assert read("2020,2021\n1,2\n3,4\n", header=True).names == ("2020", "2021")
    assert read("x,y\n1,2\n", header=False).names == ("x1", "x2")
    assert "é" in understood("é,y\n1,2\n3,4\n".encode("cp1252")).names
    assert understood("ä,y\n1,2\n3,4\n".encode("mac_roman"), ReadOptions("mac_roman")).names[0] == "ä"
    with pytest.raises(DataError, match="UTF-16"):
        understood(b"x,y\n1,2\n\n", ReadOptions("utf-16"))


@pytest.mark.parametrize("name", library())
def test_our_own_files_are_read_as_ever(name: str) -> None:
    data = load(name)
    again = made(understood(to_csv(data).encode()), most=2000)
    assert again == data


def test_a_column_that_counts_the_rows_is_no_coordinate() -> None:
    text = "id,x,y,c\n" + "".join(f"{i},{i % 3},{i * i % 7},{'ab'[i % 2]}\n" for i in range(9))
    assert first_choice(read(text)).columns == ("x", "y")


@pytest.mark.parametrize("sizes", [(5, 0, 3), (1000, 1), (1, 1, 1, 500), (7,), (300, 300, 300)])
@pytest.mark.parametrize("most", [1, 4, 10, 400])
def test_a_fair_sample(sizes: tuple[int, ...], most: int) -> None:
    codes = np.repeat(np.arange(len(sizes)), sizes)
    rows = fair_rows(codes, most, seed=3)
    assert len(rows) == len(set(rows.tolist()))
    assert np.array_equal(rows, np.sort(rows))
    present = sum(size > 0 for size in sizes)
    assert len(rows) == min(len(codes), max(most, present))
    assert set(codes[rows].tolist()) == {i for i, size in enumerate(sizes) if size}
    if most >= 4 * present:
        share = np.bincount(codes[rows], minlength=len(sizes)) / len(rows)
        assert np.abs(share - np.array(sizes) / sum(sizes)).max() <= (1 + present) / len(rows)
