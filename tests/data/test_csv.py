"""Reading and writing files: the 43 bad files of the reliability study, and read(write(D)) == D."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernviz.data import DataError, Dataset, load_csv, parse_csv, to_csv
from kernviz.data.toys import toys

HEAD = "x1,x2,label\n"
GOOD = HEAD + "1,2,a\n3,4,b\n"
MANY = "x,y,label\n" + "".join(f"{i},{i % 7},{'ab'[i % 2]}\n" for i in range(2500))


def data(rows: str) -> str:
    """A file whose first two points are good."""
    return GOOD + rows


REFUSED: list[tuple[str, str | bytes, list[str]]] = [
    ("1 empty", "", ["empty"]),
    ("1 empty, comments only", "# title: nothing\n\n", ["empty"]),
    ("2 header only", HEAD, ["no points"]),
    ("3 one row", HEAD + "1,2,a\n", ["1 usable point", "at least 2 points"]),
    ("6 NaN cell", data("nan,2,a\n"), ["line 4", "missing", "leave out"]),
    ("6 empty cell", data("1,,a\n"), ["line 4", "missing"]),
    ("6 no label", data("1,2,\n"), ["line 4", "missing"]),
    ("6 counted with the comments", "# title: t\n# source: s\n" + data("nan,2,a\n"), ["line 6"]),
    ("6 short row below comments", "# title: t\n# source: s\n" + data("1,2\n"), ["line 6"]),
    ("6 quote below comments", "# title: t\n# source: s\n" + data('1,2,"a\n'), ["line 6"]),
    ("6 wide row below comments", "# title: t\n# source: s\n" + data("1," * 400 + "\n"), ["line 6"]),
    ("7 inf", data("1,inf,a\n"), ["line 4", "'x2'", "infinite"]),
    ("7 -Infinity", data("1,-Infinity,a\n"), ["line 4", "infinite"]),
    ("8 too large", data("1e308,2,a\n"), ["line 4", "'x1'", "1e308", "10⁶", "rescale"]),
    ("9 overflows", data("1e400,2,a\n"), ["line 4", "1e400", "10⁶"]),
    ("10 word in a coordinate", data("1,red,a\n"), ["line 4", "'x2'", "'red'", "not a number"]),
    ("11 hexadecimal", data("0x10,2,a\n"), ["'0x10'", "not a number"]),
    ("11 underscore", data("1_0,2,a\n"), ["'1_0'", "not a number"]),
    ("11 other digits", data("٣,2,a\n"), ["not a number"]),
    ("12 NA", data("NA,2,a\n"), ["line 4", "missing"]),
    ("12 null", data("null,2,a\n"), ["line 4", "missing"]),
    ("12 -1.#IND", data("-1.#IND,2,a\n"), ["line 4", "missing"]),
    ("16 NUL", b"x1,x2,label\n1,2,a\n\x00,4,b\n", ["line 3", "NUL"]),
    ("20 short row", data("1,2\n"), ["line 4", "2 cells", "3 columns"]),
    ("20 long row", data("1,2,3,a\n"), ["line 4", "4 cells", "3 columns"]),
    ("21 unclosed quote", data('1,2,"a\n'), ["quotation mark"]),
    ("25 one column", "x\n1\n2\n", ["only one column", "# task: none"]),
    ("25 labels only", "label\na\nb\n", ["only one column"]),
    ("28 zip", b"PK\x03\x04rest", ["zip archive or an Excel workbook", "CSV"]),
    ("28 png", b"\x89PNG\r\n\x1a\n", ["PNG picture"]),
    ("28 pdf", b"%PDF-1.7\n", ["PDF"]),
    ("28 rubbish marked as UTF-16", b"\xff\xfe" + b"\x00\xd8" * 5, ["cannot be read as UTF-16"]),
    ("39 target with a word in it", "x,y\n1,0.5\n2,0.7\n3,abc\n", ["line 4", "'y'", "'abc'", "not a number"]),
    ("5 too many labels", HEAD + "".join(f"1,2,l{i}\n" for i in range(11)), ["11 different labels", "10"]),
    ("24 too many columns", ",".join(f"c{i}" for i in range(31)) + ",label\n" + ("1," * 31 + "a\n") * 2, ["32", "30"]),
    (
        "24 as many without a target",
        ",".join(f"c{i}" for i in range(31)) + "\n" + ("1," * 30 + "1\n") * 2,
        ["31", "30"],
    ),
    ("24 far too many columns", "1," * 1000 + "\n" + "2," * 1000, ["1001 cells", "at most 300"]),
    ("unknown target", "# target: z\n" + GOOD, ["'z' is not a column", "x1, x2, label"]),
    ("unknown task", "# task: guess\n" + GOOD, ["'guess'", "regression"]),
    ("words without a target", "# task: none\n" + GOOD, ["line 3", "'label'", "'a'", "not a number"]),
    ("positive that is no label", "# positive: c\n" + GOOD, ["'c'", "a, b"]),
    ("label that is not listed", "# classes: a, c\n" + GOOD, ["'b' is not among"]),
    ("one endless line", "1," * 2_100_000, ["one line"]),
    ("a long run of digits", HEAD + "1,2,a\n3,4,b\n" + "1" * 100_000 + "x,2,a\n", ["line 4", "not a number"]),
    ("nothing but comments", "#\n" * 10_000, ["1000 lines of comments"]),
    ("nothing but empty lines", GOOD + "\n" * 20_000 + "1,2,a\n", ["more than 10000 empty lines"]),
    ("one endless cell", data("1,2," + "a" * 200_000), ["cells"]),
    ("half a character", "x1,x2,label\n1,2,\ud800\n3,4,b\n", ["surrogate"]),
]


@pytest.mark.parametrize(("content", "fragments"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_bad_file_is_refused_with_a_reason(content: str | bytes, fragments: list[str]) -> None:
    with pytest.raises(DataError) as refusal:
        parse_csv(content)
    message = str(refusal.value)
    assert all(fragment in message for fragment in fragments), message
    assert len(message) < 400
    assert "\n" not in message


def facts(**expected: Any) -> dict[str, Any]:
    return expected


READ: list[tuple[str, str | bytes, dict[str, Any]]] = [
    ("4 one class", HEAD + "1,2,a\n3,4,a\n", facts(classes=("a",), concern="one class only")),
    ("5 three classes", data("5,6,c\n"), facts(classes=("a", "b", "c"), note="")),
    ("13 BOM", b"\xef\xbb\xbf" + GOOD.encode(), facts(columns=("x1", "x2"), note="")),
    ("14 UTF-16", GOOD.encode("utf-16"), facts(columns=("x1", "x2"), note="read as UTF-16")),
    ("14 UTF-16 without a mark", GOOD.encode("utf-16-le"), facts(columns=("x1", "x2"), note="read as UTF-16-LE")),
    ("14 UTF-16 big end first", GOOD.encode("utf-16-be"), facts(columns=("x1", "x2"), note="read as UTF-16-BE")),
    ("15 Latin-1", data("5,6,Käfer\n").encode("latin-1"), facts(classes=("a", "b", "Käfer"), note="not UTF-8")),
    ("15 undefined in Windows", data("5,6,\x81\n").encode("latin-1"), facts(n=3, note="read as LATIN-1")),
    ("17 semicolons", GOOD.replace(",", ";"), facts(X=[[1, 2], [3, 4]], note="semicolons were")),
    ("18 decimal comma", "x;y;label\n1,5;2;a\n3;4,25;b\n", facts(X=[[1.5, 2], [3, 4.25]], note="decimal commas")),
    ("18 the trap", "1,5;1\n2,5;2\n3,5;3\n", facts(X=[[1.5, 1], [2.5, 2], [3.5, 3]], task="none")),
    ("18 one column", "# task: none\nx\n1,5\n2,5\n", facts(X=[[1.5], [2.5]])),
    ("19 tabs", GOOD.replace(",", "\t"), facts(X=[[1, 2], [3, 4]], note="")),
    ("19 tabs and decimal comma", "x\ty\n1,5\t2,5\n2\t3\n", facts(X=[[1.5], [2]], task="regression")),
    ("22 no header", "1,2\n3,4\n5,6\n", facts(X=[[1, 2], [3, 4], [5, 6]], columns=("x1", "x2"), note="no header")),
    ("22 no header, labels", "1,2,a\n3,4,b\n", facts(n=2, classes=("a", "b"), note="no header")),
    ("22 a number among the names", "x,2020,label\n1,2,a\n3,4,b\n", facts(n=2, columns=("x", "2020"))),
    ("23 double names", "x,x,label\n1,2,a\n3,4,b\n", facts(columns=("x", "x (2)"), note="'x (2)'")),
    ("23 double, and taken", "x,x,x (2),label\n1,2,3,a\n3,4,5,b\n", facts(columns=("x", "x (3)", "x (2)"))),
    ("23 no name", ",x,label\n1,2,a\n3,4,b\n", facts(columns=("x1", "x"), note="'x1'")),
    ("24 four columns", "a,b,c,d,label\n1,2,3,4,a\n1,2,3,5,b\n", facts(d=4, note="4 columns")),
    ("26 many rows", MANY, facts(n=2000, note="2000 of 2500 points were read, spread evenly")),
    ("27 large file", MANY + "# " * 3_000_000, facts(n=2000, note="the first 2500 points were read")),
    ("29 formulas as labels", data("5,6,=cmd()\n7,8,@SUM\n"), facts(classes=("=cmd()", "@SUM", "a", "b"), note="")),
    ("30 long label", data("5,6," + "z" * 10_000 + "\n"), facts(classes=("a", "b", "z" * 39 + "…"), note="cut to 40")),
    ("31 markup as a label", data("5,6,<script>\n"), facts(classes=("<script>", "a", "b"), note="")),
    ("32 right to left", data("5,6,\u202eאב\n7,8,👩‍🔬\n"), facts(classes=("a", "b", "\u202eאב", "👩‍🔬"), note="")),
    ("33 duplicates", data("1,2,a\n"), facts(n=3, concern="")),
    ("34 contradiction", data("1,2,b\n"), facts(n=3, concern="not separable: 1 place")),
    ("35 all identical", HEAD + "1,2,a\n1,2,a\n", facts(concern="identical")),
    ("36 collinear", data("5,6,a\n"), facts(n=3, concern="")),
    ("37 tiny", HEAD + "1e-300,0,a\n0,1e-300,b\n", facts(concern="rescale")),
    ("38 mixed scales", HEAD + "1e-9,1e5,a\n2e-9,2e5,b\n", facts(concern="10⁴ times")),
    ("39 regression", "x,label\n1,0.5\n2,0.7\n", facts(task="regression", note="regression target")),
    ("40 one label three ways", HEAD + "1,2,1\n3,4,1.0\n5,6, 1\n7,8,2\n", facts(classes=("1", "2"), note="as one")),
    ("41 signed numbers", HEAD + "-0.0,+1,a\n3,4,b\n", facts(X=[[0, 1], [3, 4]], note="")),
    ("42 old line ends", GOOD.replace("\n", "\r"), facts(X=[[1, 2], [3, 4]], note="")),
    ("42 Windows line ends", GOOD.replace("\n", "\r\n"), facts(X=[[1, 2], [3, 4]], note="")),
    ("blank lines and empty columns", "x1,x2,label,\n\n1,2,a,\n,,,\n3,4,b,\n", facts(X=[[1, 2], [3, 4]], note="")),
    ("quoted cells", '"x1", "x2","label"\n"1","2","a, b"\n3,4,"say ""hi"""\n', facts(classes=("a, b", 'say "hi"'))),
    ("a break in a cell", 'x1,x2,label\n1,2,"a\nb"\n3,4,c\n', facts(classes=("a b", "c"))),
    ("target in the middle", "x,kind,y\n1,a,2\n3,b,4\n", facts(columns=("x", "y"), target="kind", note="'kind'")),
    ("target in front", "class,x,y2\n1,1,2\n2,3,4\n1,4,4\n2,1,1\n", facts(columns=("x", "y2"), target="class")),
    ("target named", "# target: x2\nx1,x2,x3\n1,1.5,2\n3,2.5,4\n", facts(columns=("x1", "x3"), task="regression")),
    ("few whole numbers are classes", "x,y\n1,0\n2,1\n3,0\n", facts(task="classification", classes=("0", "1"))),
    ("different whole numbers are not", "x,y\n1,2\n2,4\n3,6\n", facts(task="regression", note="all different")),
    ("unless it is said", "# task: classification\nx,y\n1,2\n2,4\n3,6\n", facts(classes=("2", "4", "6"), note="")),
    ("title and source", "#title:  T \n# Source: S, s\n#x\n" + GOOD, facts(title="T", source="S, s", name="data")),
    ("a label that starts with #", 'x,label\n1,#a\n2,"#b"\n', facts(classes=("#a", "#b"))),
]


@pytest.mark.parametrize(("content", "expected"), [case[1:] for case in READ], ids=[case[0] for case in READ])
def test_a_table_is_read(content: str | bytes, expected: dict[str, Any]) -> None:
    found = parse_csv(content)
    for text, lines in (("note", found.notes), ("concern", found.concerns)):
        fragment = expected.pop(text, None)
        assert fragment is None or (fragment in " | ".join(lines) if fragment else not lines), lines
    for field, value in expected.items():
        assert (found.X.tolist() if field == "X" else getattr(found, field)) == value
    assert parse_csv(to_csv(found)) == found


def test_case_43_the_same_file_twice_is_the_same_state() -> None:
    assert parse_csv(GOOD).key == parse_csv(GOOD.encode()).key == parse_csv(GOOD.replace("\n", "\r\n")).key


def test_missing_values_can_be_dropped_and_it_is_said() -> None:
    found = parse_csv(data("nan,2,a\n5,6,\n7,8,b\n"), drop_missing=True)
    assert found.X.tolist() == [[1, 2], [3, 4], [7, 8]]
    assert found.notes == ("2 points with a missing value were left out (line 4, 5)",)
    with pytest.raises(DataError, match="0 usable points"):
        parse_csv(HEAD + "nan,1,a\nnan,2,b\n", drop_missing=True)


def test_dropping_does_not_excuse_other_faults() -> None:
    with pytest.raises(DataError, match="infinite"):
        parse_csv(data("inf,2,a\n"), drop_missing=True)


# --- paths -----------------------------------------------------------------------------------------------------------


def test_the_name_is_given_or_stated_or_the_files(tmp_path: Path) -> None:
    path = tmp_path / "my points.csv"
    path.write_text(GOOD)
    assert load_csv(path).name == load_csv(str(path)).name == "my points"
    assert load_csv(path, "other").name == "other"
    path.write_text("# name: said\n" + GOOD)
    assert load_csv(path).name == "said"
    assert parse_csv(GOOD).name == "data"


def test_load_takes_content_as_well() -> None:
    assert load_csv(GOOD) == load_csv(GOOD.encode()) == parse_csv(GOOD)


@pytest.mark.parametrize("path", ["/no/such/file.csv", "/", "", "a\0b"])
def test_a_file_that_cannot_be_opened_raises_data_error(path: str) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load_csv(path)


def test_parse_never_opens_a_file(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text(GOOD)
    with pytest.raises(DataError, match="no points"):
        parse_csv(str(path))


# --- writing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("toy_set", toys(), ids=lambda t: t.name)
def test_every_toy_comes_back(toy_set: Any) -> None:
    whole = toy_set()
    assert parse_csv(to_csv(whole)) == whole
    assert not parse_csv(to_csv(whole)).notes
    if whole.classes:
        signed = whole.versus(whole.classes[0])
        assert parse_csv(to_csv(signed)) == signed


def test_classes_without_points_and_in_an_order_of_their_own_come_back() -> None:
    three = Dataset.labelled(np.eye(3), ["a", "=b, c", "d"])
    assert parse_csv(to_csv(three.take([0, 2]))) == three.take([0, 2])
    odd = Dataset(np.eye(2), np.array([0, 1]), classes=("z", "a"), task="classification")
    assert parse_csv(to_csv(odd)) == odd


def test_formulas_do_not_leave_the_program() -> None:
    hostile = Dataset(
        np.eye(2),
        np.array([0, 1]),
        title="t,=cmd()",
        source="s; @x",
        columns=("=a", "2020"),
        target="-t",
        classes=("=cmd()", "@SUM(1,2)"),
        task="classification",
    )
    text = to_csv(hostile)
    assert parse_csv(text) == hostile
    assert "# title: t,'=cmd()" in text
    assert "'=a,'2020,'-t" in text
    for line in text.splitlines():
        for cell in line.replace('"', "").split(","):
            assert cell.strip()[:1] not in tuple("=@+"), line


# Words that have gone wrong somewhere before: delimiters, quotes, comments, numbers, gaps, formulas, emoji.
NASTY = st.sampled_from(
    [
        "a;b;c",
        "1;2;3;4;5;6",
        'say "x"',
        "'",
        "''=",
        "#",
        "NA",
        "nan",
        "1,5",
        "=1+1",
        "-",
        "+",
        "\u200b",
        "é",
        "1e400",
        "\t",
    ]
)
WORD = st.one_of(NASTY, st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8))
NUMBER = st.floats(-1e6, 1e6) | st.integers(-9, 9).map(float) | st.sampled_from([1e-300, -0.0, 5e-324, 1e6])


@st.composite
def datasets(draw: st.DrawFn) -> Dataset:
    """Valid datasets: words that the Dataset itself refuses are not drawn again but replaced."""
    n, d = draw(st.integers(2, 6)), draw(st.integers(1, 3))
    X = np.array(draw(st.lists(st.lists(NUMBER, min_size=d, max_size=d), min_size=n, max_size=n)))
    task = draw(st.sampled_from(["classification", "regression", "none", "signed"]))
    words: dict[str, Any] = {"name": draw(WORD), "title": draw(WORD), "source": draw(WORD)}
    names = tuple(draw(WORD) for _ in range(d + 1))
    good: tuple[str, ...] = tuple(f"c{j}" for j in range(d + 1))
    try:
        Dataset(np.zeros((1, d + 1)), columns=names)
        good = names
    except DataError:
        pass
    words |= {"columns": good[:d]} | ({"target": good[d]} if task != "none" else {})
    if task == "none":
        return Dataset(X, **words)
    if task == "regression":
        return Dataset(X, np.array(draw(st.lists(NUMBER, min_size=n, max_size=n))), task="regression", **words)
    labels = draw(st.lists(WORD.filter(str.strip), min_size=2, max_size=4, unique=True))
    try:
        made = Dataset.labelled(X, [labels[draw(st.integers(0, len(labels) - 1))] for _ in range(n)], **words)
    except DataError:
        made = Dataset.labelled(X, ["a", "b"] + ["a"] * (n - 2), **words)
    if task == "signed" and all(f"not {c}" != o for c in made.classes for o in made.classes):
        return made.versus(made.classes[0])
    return made


@given(datasets())
@settings(max_examples=150, deadline=None)
def test_read_of_write_is_the_dataset(dataset: Dataset) -> None:
    text = to_csv(dataset)
    assert parse_csv(text) == dataset
    assert parse_csv(text.encode()) == dataset
    assert to_csv(parse_csv(text)) == text


PIECES = st.sampled_from(
    [
        "x",
        "y",
        ",",
        ";",
        "\t",
        "\n",
        '"',
        "1",
        "2.5",
        "1,5",
        "nan",
        "a",
        "# task: ",
        "# classes: ",
        "#",
        "'",
        "=",
        "\0",
        " ",
    ]
)


@given(st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=60)))
@settings(max_examples=200, deadline=None)
def test_the_reader_raises_nothing_but_data_errors(text: str) -> None:
    try:
        found = parse_csv(text)
    except DataError:
        return
    assert parse_csv(to_csv(found)) == found


@given(st.binary(max_size=80), st.sampled_from([b"", b"\xff\xfe", b"\xef\xbb\xbf", b"\xfe\xff", GOOD.encode()]))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes, before: bytes) -> None:
    with suppress(DataError):
        parse_csv(before + data)


# ---- a sample -------------------------------------------------------------------------------------------------------


def test_a_long_file_sorted_by_class_keeps_its_classes() -> None:
    """The first 2000 rows of this file are of one class only."""
    of = ["a"] * 3000 + ["b"] * 2400 + ["c"] * 600
    found = parse_csv("u,v,kind\n" + "".join(f"{i % 83},{i % 97},{kind}\n" for i, kind in enumerate(of)))
    assert found.n == 2000
    assert found.counts == {"a": pytest.approx(1000, abs=1), "b": pytest.approx(800, abs=2), "c": pytest.approx(200, 1)}
    assert not any("one class" in concern for concern in found.concerns)
    assert "2000 of 6000 points were read, spread evenly over the file" in found.notes


def test_a_long_file_whose_classes_take_turns_keeps_them_too() -> None:
    """Every third row of it is of one class."""
    found = parse_csv("u,v,kind\n" + "".join(f"{i % 83},{i % 97},{'abc'[i % 3]}\n" for i in range(6000)))
    assert min(found.counts.values()) > 600


def drawn(header: str, *last: int) -> str:
    rng = np.random.default_rng(4)
    rows = rng.normal(size=(40, header.count(","))).round(2).tolist()
    return header + "\n" + "".join(f"{','.join(map(str, row))},{last[i % len(last)]}\n" for i, row in enumerate(rows))


@pytest.mark.parametrize(
    ("header", "last", "columns"),
    [
        ("x,y,group", (0, 1), ("x", "y")),
        ("age,fare,survived", (0, 1), ("age", "fare")),
        ("height,weight,kind", (1, 2, 3), ("height", "weight")),
        ("a,b,class", (0, 1), ("a", "b")),
    ],
)
def test_a_last_column_of_few_whole_numbers_is_the_class(
    header: str, last: tuple[int, ...], columns: tuple[str, ...]
) -> None:
    found = parse_csv(drawn(header, *last))
    assert (found.task, found.target, found.columns) == ("classification", header.split(",")[-1], columns)
    assert found.classes == tuple(map(str, last))
    if header != "a,b,class":
        assert any("few different whole numbers" in note for note in found.notes)


@pytest.mark.parametrize(
    "text",
    [
        "u,v\n" + "1,1\n1,-1\n-1,1\n-1,-1\n" * 3,  # a square's corners: either column has two values
        "0.5,0\n0.25,1\n" * 5,  # without names
        "year,sales\n" + "".join(f"{i},{i * i}\n" for i in range(20)),
    ],
)
def test_a_last_column_that_may_be_a_coordinate_is_one(text: str) -> None:
    assert parse_csv(text).task == "none"


def test_in_a_table_of_x_and_y_y_is_the_target() -> None:
    assert parse_csv("x,y\n" + "".join(f"{i},{i / 7}\n" for i in range(9))).task == "regression"
    assert parse_csv("age,height,y\n" + "".join(f"{i},{i * i},{i / 7}\n" for i in range(9))).target == "y"
