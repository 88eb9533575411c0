"""Mistakes in a course are reported with line and nearest valid word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kernviz.courses import reader
from kernviz.courses.__main__ import findings
from kernviz.courses.authoring import TEMPLATE as TEMPLATE_FILE
from kernviz.courses.toml_lines import Place, line, lines, unfinished

COURSE = '''title = "T"
says = "S"

[[step]]
name = "first"
title = "First"
says = """
Look at
{=margin} and {=number of points}."""
page = "svm"
state = "data=moons & k=rbf(gamma=1) & C={=c}"
controls = ["C", "gamma"]
show = ["margin"]
hide = ["machine"]
picture = ""
vary = {c = [1, 10], d = {from = 1, to = 3}}
then = "C=100"
reveal = """
It is
{=margin}."""
formula = 'm = {=margin:tex}'
rows = ["3.1"]
require = "c > 0"
[step.question]
kind = "number"
ask = "How many?"
answer = "number of support vectors"
because = "So many: {=number of support vectors}."
tolerance = 0.1
[[step.question.mistake]]
value = "0"
because = "None at all: {=c}?"
[[step.question.mistake]]
value = "-c"
because = "Fewer than none."

[[step]]
name = "second"
title = "Second"
says = "Look."
page = "svm"
state = "data=separable_blobs & n=16 & k=linear & hard=true & seed={=s}"
hide = ["machine"]
reveal = "They are."
[step.vary]
s = [1, 5]
[step.question]
kind = "point"
ask = "Which?"
points = "support vectors"

[[step]]
name = "third"
title = "Third"
says = "Look."
page = "svm"
state = "data=circles & n=60 & k=linear & seed={=s}"
vary = {s = [0, 1]}
reveal = "It is."
[step.question]
kind = "choose"
ask = "Which?"
[[step.question.option]]
text = "this"
holds = "training error > 0"
[[step.question.option]]
text = "that"
state = "k=linear**2"
holds = "training error > 0"
because = "It is {=training error:%}."

[[step]]
name = "fourth"
title = "Fourth"
says = "Look."
page = "svm"
state = "data=moons & k=linear & seed={=s}"
vary = {s = [0, 1]}
reveal = "It is."
[step.question]
kind = "move"
ask = "Move."
condition = "C > 5"
solution = "C=10"
because = "C is {=C}."
wrong = ["C=2"]
'''

# what is written, what is written instead, in which line that is, and a word of the sentence
MISTAKES = [
    ("{=margin} and", "{=marginn} and", 9, "margin"),
    ("{=number of points}", "{=number of pionts}", 9, "number of points"),
    ("{=number of points}", "{=number of points", 9, "not closed"),
    ('page = "svm"', 'page = "svn"', 10, "svm"),
    ("data=moons & k=rbf", "data=mons & k=rbf", 11, "moons"),
    ("k=rbf(gamma=1)", "k=rfb(gamma=1)", 11, "rbf"),
    ("k=rbf(gamma=1)", "k=rbf(gamma=-1)", 11, "kernel"),
    ("C={=c}", "CC={=c}", 11, "“C”"),
    ("C={=c}", "C={=e}", 11, "“e”"),
    ("C={=c}", "C=-1", 11, "between"),
    ("C={=c}", "D=1", 11, "“D”"),
    ('"C", "gamma"', '"C", "gama"', 12, "gamma"),
    ('show = ["margin"]', 'show = ["margn"]', 13, "argin"),
    ('hide = ["machine"]', 'hide = ["machin"]', 14, "machine"),
    ('picture = ""', 'picture = "plan"', 15, "picture"),
    ("c = [1, 10]", "c = []", 16, "empty"),
    ("from = 1", "fro = 1", 16, "from"),
    ("to = 3", "to = 0", 16, "from, to"),
    ("to = 3", "to = 3, step = 0", 16, "from, to"),
    ("to = 3", "to = 3, step = 1e-4", 16, "more than"),
    ("to = 3", "to = 3, step = 1e-320", 16, "more than"),
    ('then = "C=100"', 'then = "D=100"', 17, "“D”"),
    ('then = "C=100"', 'then = "ridg: C=100"', 17, "ridge"),
    ('reveal = """\nIt is\n{=margin}."""\n', "", 4, "reveal"),
    ("\n{=margin}.", "\n{=margan}.", 20, "margin"),
    ("{=margin:tex}", "{=margun:tex}", 21, "margin"),
    ('rows = ["3.1"]', 'rows = ["three"]', 22, "three"),
    ('require = "c > 0"', 'require = "c > 1000"', 23, "never"),
    ('require = "c > 0"', 'require = "x > 0"', 23, "“x”"),
    ('kind = "number"', 'kind = "numbr"', 25, "number"),
    ('ask = "How many?"', 'ask = "How many {=pionts}?"', 26, "pionts"),
    ('answer = "number of support vectors"', 'answer = "number of suport vectors"', 27, "number of support vectors"),
    ("So many: {=number of support vectors}", "So many: {=number of support vectrs}", 28, "number of support vectors"),
    ("tolerance = 0.1", "tolerance = 10", 29, "share"),
    ("tolerance = 0.1", "tollerance = 0.1", 29, "tolerance"),
    ('value = "0"', 'value = "zero"', 31, "zero"),
    ("at all: {=c}", "at all: {=cc}", 32, "“c"),
    ('value = "-c"', 'vlue = "-c"', 34, "value"),
    ('value = "-c"', 'value = "-cc"', 34, "cc"),
    ('because = "Fewer than none."', 'becuse = "Fewer than none."', 35, "because"),
    ('value = "-c"', 'value = "0"', 34, "as one above"),
    ('value = "-c"', 'value = "number of support vectors"', 34, "the answer is"),
    ('name = "second"', 'name = "first"', 38, "two steps"),
    ('name = "second"', 'name = "Second Step"', 38, "small letters"),
    ('points = "support vectors"', 'points = "suport vectors"', 50, "support vectors"),
    ("s = [1, 5]", "s = [1, true]", 46, "numbers, texts"),
    ("s = [1, 5]", "s = [0, 5]", 50, "differ by 1.9 %"),
    ('holds = "training error > 0"\n[[', 'holds = "training eror > 0"\n[[', 65, "training error"),
    ('text = "that"\n', "", 66, "text"),
    ('text = "that"', 'text = "this"', 67, "same text"),
    ("k=linear**2", "q=linear**2", 68, "“q”"),
    ("{=training error:%}", "{=training err:%}", 70, "training error"),
    ('condition = "C > 5"', 'condition = "C >> 5"', 83, "C >> 5"),
    ('solution = "C=10"', 'solution = "CC=10"', 84, "“C”"),
    ('because = "C is {=C}."', 'because = "C is {=Cc}."', 85, "“C”"),
    ('wrong = ["C=2"]', 'wrong = ["C=20"]', 83, "taken for right"),
    ('wrong = ["C=2"]', "wrong = 2", 86, "list"),
    ('wrong = ["C=2"]', 'wrong = ["C=2"]\nwrnog = 1', 87, "wrong"),
    ('ask = "Move."', 'askx = "Move."', 82, "“ask”"),
    ('kind = "move"', 'kid = "move"', 81, "“kind”"),
    ('kind = "move"\n', "", 80, "choose, number, move"),
    ('condition = "C > 5"', 'conditin = "C > 5"', 83, "“condition”"),
    ('solution = "C=10"', 'solutin = "C=10"', 84, "“solution”"),
    ('answer = "number', 'answr = "number', 27, "“answer”"),
    ('[[step.question.option]]\ntext = "that"', '[[step.question.optin]]\ntext = "that"', 66, "“option”"),
    ('[[step.question.mistake]]\nvalue = "-c"', '[[step.question.mistae]]\nvalue = "-c"', 33, "“mistake”"),
    ('ask = "Move."', "ask = Move.", 82, "line 82"),
    ('reveal = """\nIt is', 'reveal = "\nIt is', 18, "line 18"),
    ('controls = ["C", "gamma"]', 'controls = ["C", "gamma"', 12, "line 13"),
    ('title = "T"', 'titel = "T"', 1, "title"),
    ('says = "S"', 'says = "S"\nspeak = "S9"', 3, "S0"),
    ('title = "First"', 'title = "First {=margin}"', 6, "title"),
]


GRAPH = """title = "T"

[[step]]
name = "graph"
title = "Graph"
says = "Look."
page = "svm"
state = "data=circles & n=30 & k=rbf(gamma=1)"
reveal = "It is."
[step.question]
kind = "draw"
what = "graph"
ask = "Sketch it."
of = "number of support vectors"
over = "γ"
state = "k=rbf(gamma={=v})"
between = [0.1, 10]
top = "number of points"
because = "It is {=number of points}."
"""

MISTAKES_IN_A_GRAPH = [
    ('of = "number of support vectors"', 'of = "number of suport vectors"', 14, "number of support vectors"),
    ("gamma={=v}", "gama={=v}", 16, "gamma"),
    ("gamma={=v}", "gamma={=w}", 16, "“w”"),
    ("[0.1, 10]", "[10, 0.1]", 17, "smaller one first"),
    ("[0.1, 10]", "[true, 10]", 17, "smaller one first"),
    ("[0.1, 10]", f"[1, 1{400 * '0'}]", 17, "smaller one first"),
    ('top = "number of points"', 'top = "numbr of points"', 18, "number of points"),
    ('top = "number of points"', 'top = "0"', 18, "above 0"),
    ('top = "number of points"', 'top = "1e400"', 18, "above 0"),
    ("{=number of points}", "{=numbr of points}", 19, "number of points"),
    ('what = "graph"', 'wht = "graph"', 12, "“what”"),
]


@pytest.mark.sampled(31)
@pytest.mark.parametrize(
    ("course", "old", "new", "number", "word"),
    [
        pytest.param(course, *mistake, id=f"{mistake[2]}-{mistake[3]}")
        for course, mistakes in ((COURSE, MISTAKES), (GRAPH, MISTAKES_IN_A_GRAPH))
        for mistake in mistakes
    ],
)
def test_a_mistake_is_named_with_its_line_and_the_right_word(
    course: str, old: str, new: str, number: int, word: str
) -> None:
    assert old in course
    found = list(findings(reader.read(course.replace(old, new, 1), "t")))
    assert len(found) == 1, found
    assert found[0].startswith(f"t.toml, line {number}"), found
    assert word in found[0], found


TEMPLATE = TEMPLATE_FILE.read_text("utf-8").split("\n")
KEYS = [i for i, text in enumerate(TEMPLATE) if re.match(r"\w+ = |\[", text)]
SLIPS: dict[str, Callable[[str], str]] = {
    "a letter lost": lambda word: word[:-2] + word[-1],
    "a letter more": lambda word: f"{word}x",
    "two letters swapped": lambda word: word[:-2] + word[-1] + word[-2],
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("kind", "entry", "word"),
    [
        ("point", 'because = "{=number of pionts}"', "number of points"),
        ("weights", 'because = "{=number of pionts}"', "number of points"),
        ("weights", 'condition = "a5 > 0"', "a4"),
        ("write", 'because = "{=number of pionts}"', "number of points"),
    ],
)
def test_a_mistake_in_a_further_entry_is_named_with_the_line_of_the_entry(kind: str, entry: str, word: str) -> None:
    at = TEMPLATE.index(f'kind = "{kind}"') + 1
    (found,) = reader.read("\n".join([*TEMPLATE[:at], entry, *TEMPLATE[at:]]), "t").faults
    assert found.line == at + 1, str(found)
    assert word in found.why, str(found)


@pytest.mark.parametrize("slip", SLIPS)
def test_every_misspelt_key_and_header_is_named_with_its_line_and_the_right_word(
    slip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each word of each header, and each key, of the course to begin with."""
    monkeypatch.setattr(reader, "check", lambda step: None)  # such a slip is found before a text is computed
    assert len(KEYS) > 80
    for i in KEYS:
        for found in re.finditer(r"\w+", TEMPLATE[i] if TEMPLATE[i][0] == "[" else TEMPLATE[i].partition("=")[0]):
            wrong = SLIPS[slip](found[0])
            if wrong == found[0]:  # two equal letters
                continue
            line = TEMPLATE[i][: found.start()] + wrong + TEMPLATE[i][found.end() :]
            first = reader.read("\n".join([*TEMPLATE[:i], line, *TEMPLATE[i + 1 :]]), "t").faults[0]
            assert first.line == i + 1, (line, str(first))
            fault, _, suggestion = first.why.partition(": is ")
            assert wrong in fault, (line, str(first))
            assert re.match(rf"“[.\w\[]*\b{found[0]}\b[\].\w]*”", suggestion), (line, str(first))


def test_without_a_mistake_nothing_is_found() -> None:
    assert reader.read(GRAPH, "t").faults == ()
    assert not list(findings(reader.read(COURSE, "t")))


def test_most_lines_of_a_course_have_a_mistake() -> None:
    assert len({mistake[2] for mistake in MISTAKES}) > 30


def places(table: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every entry of a table, as tomllib reads it."""
    found = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    for key, value in found:
        yield (*at, key), value
        yield from places(value, (*at, key))


@pytest.mark.parametrize("path", sorted(reader.OWN.glob("*.toml")), ids=lambda path: path.stem)
def test_every_entry_of_our_courses_is_found_where_it_stands(path: Any) -> None:
    """An entry cut out by its lines is read as the value it has in the whole."""
    written = path.read_text("utf-8")
    found, texts = lines(written), 0
    for place, value in places(tomllib.loads(written)):
        if place in found and isinstance(value, str):
            first, last = found[place]
            (alone,) = tomllib.loads("\n".join(written.split("\n")[first - 1 : last])).values()
            assert alone == value, place
            texts += 1
    assert texts > 80


@pytest.mark.parametrize(
    ("written", "place", "number"),
    [
        ("a = 1\nb = 2", ("b",), 2),
        ("a = '''\n[b]\n'''\n[b]\nc = 1", ("b", "c"), 5),
        ('a = "#"\n# b = 1\nb = 2', ("b",), 3),
        ('a = [\n  "]", # ]\n]\nb = 2', ("b",), 4),
        ('a = "\\""\nb = 2', ("b",), 2),
        ('a = """\\"""\n"""\nb = 2', ("b",), 3),
        ("[[s]]\n[s.t]\nx = 1\n[[s]]\n[[s.u]]\nx = 1\n[[s.u]]\nx = 2", ("s", 1, "u", 1, "x"), 8),
        ('"a b" = 1\n"c.d" = 2', ("c.d",), 2),
        ("a.b.c = 1", ("a", "b", "c"), 1),
        ("a = {b = 1}", ("a", "b"), 1),
        ("", ("a",), 1),
        ("\n\na = 1\r\nb = 2", ("b",), 4),
    ],
)
def test_a_line(written: str, place: Place, number: int) -> None:
    assert line(written, place) == number


def test_an_unclosed_string_is_reported_at_its_first_line() -> None:
    assert unfinished('a = 1\nb = """\nx\ny\nz', 5) == 2
    assert unfinished("a = [1,\nb = 2\n", 2) == 1
    assert unfinished("a = 1\nb = ?\n", 2) == 2
