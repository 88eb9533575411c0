"""Visitor's own file on the server's side; the browser's part is in tests/browser/test_files.py."""

from __future__ import annotations

import base64
import gzip
import json
from itertools import count
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.data import DataError
from kernviz.data.file_reading import ReadOptions
from kernviz.data.import_plan import Choice
from kernviz.ui import files
from kernviz.ui.file_messages import LONGEST_BODY, file_of, made_of
from tests.ui import hostile
from tests.ui.helpers import pictures, sound, visit

_numbers = count()
GAPS = b"name,a,b,city,label\nx,1,2,Rome,p\ny,2,,Bonn,q\nz,3,4,Rome,p\nw,NA,2,Bonn,q\nv,1,1,Bonn,p\nu,5,6,,q\n"


def message(content: bytes, name: str = "mine.csv", **more: Any) -> dict[str, Any]:
    return {"id": "1-0.5", "name": name, "size": len(content), "body": packed(content), "lines": None, **more}


def packed(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content)).decode()


def sent(at: AppTest, sent_message: dict[str, Any], name: str = "file") -> AppTest:
    """Run the page as after this message of the browser."""
    key = files.CHOOSER if name in ("change", "forget") else files.KEY
    at.session_state[key] = {name: {"said": str(next(_numbers)), **sent_message}}
    return sound(at.run())


def component_data(at: AppTest, key: str = files.KEY) -> Any:
    """Return the data for the browser of the component ``key``."""
    found = [json.loads(e.proto.json) for e in at.get("bidi_component") if e.proto.component_name == "kernviz_file"]
    return next(each for each in found if (each["role"] == "keeper") == (key == files.KEY))


def words(at: AppTest) -> str:
    return "\n".join(element.value for element in at.text)


def click(at: AppTest, label: str) -> AppTest:
    next(b for b in at.button if b.label == label).click()
    return sound(at.run())


def buttons(at: AppTest) -> set[str]:
    return {b.label for b in at.button}


def pick(at: AppTest, label: str, value: Any) -> AppTest:
    next(w for w in (*at.selectbox, *at.multiselect) if w.label == label).set_value(value)
    return sound(at.run())


def data_of(at: AppTest) -> Any:
    return at.session_state[files.UPLOADED]


# ---- five files as spreadsheets write them --------------------------------------------------------------------------

ROWS = "".join(f"{i % 97},{i * 7 % 89},{'x' if i < 70_000 else 'y'}\n" for i in range(100_000))
FIVE = {
    "commas": ("größe;gewicht;art\n1,5;2,5;a\n2,5;3,1;b\n3,5;1,2;a\n4,5;2;b\n".encode(), "semicolons between", [], 4),
    "utf16": ("x,y,label\n1,2,a\n3,4,b\n1,1,é\n".encode("utf-16"), "UTF-16", [], 3),
    "titanic": (b"age,fare,survived\n22,7.2,0\n38,71.2,1\n26,7.9,1\n35,53.1,1\n35,8,0\n", "5 rows, 3 columns", [], 5),
    "gaps": (GAPS, "6 rows, 5 columns", ["Leave out these 2 rows"], 4),
    "large": (("a,b,label\n" + ROWS).encode(), "100000 rows", [], 1000),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", FIVE)
def test_the_five_files_are_understood_or_asked_about(name: str) -> None:
    content, says, clicks, points = FIVE[name]
    at = sent(visit(), message(content))
    assert f"Understood: {says}" in words(at) or says in words(at)
    for label in clicks:
        assert next(b for b in at.button if b.label == "Use these points").disabled
        at = click(at, label)
    at = click(at, "Use these points")
    assert data_of(at).n == points
    assert at.session_state["data"] == "your file"
    assert "mine.csv: kept in this browser" in words(at)
    assert "Use these points" not in buttons(at)
    assert component_data(at)["keep"]["id"] == "1-0.5"
    again = sent(visit(data="your file"), message(content, made=component_data(at)["keep"]["made"]), "kept")  # after F5
    assert data_of(again) == data_of(at)
    assert again.session_state["data"] == "your file"
    assert pictures(again)


def test_every_guess_about_a_file_can_be_changed() -> None:
    at = sent(visit(), message(b"1,5\n2,5\n3,5\n"))
    at = pick(at, "between cells", ",")
    assert "commas between the cells" in words(at)
    at = pick(at, "To predict", "x2")
    at = pick(at, "as", "regression")
    data = data_of(click(at, "Use these points"))
    assert (data.X.tolist(), data.values.tolist()) == ([[1], [2], [3]], [5, 5, 5])


def test_target_and_columns_are_chosen_and_chosen_again() -> None:
    at = sent(visit(), message(FIVE["titanic"][0]))
    at = pick(at, "To predict", "")
    at = click(at, "Use these points")
    assert (data_of(at).columns, data_of(at).task) == (("age", "fare", "survived"), "none")
    assert component_data(at, files.CHOOSER)["name"] == "mine.csv"
    at = sent(at, {}, "change")
    assert next(w for w in at.selectbox if w.label == "To predict").value == ""
    at = pick(pick(at, "To predict", "survived"), "Coordinates", ["fare"])
    at = click(at, "Use these points")
    assert (data_of(at).columns, data_of(at).target) == (("fare",), "survived")
    assert component_data(at)["keep"]["made"]["choice"]["columns"] == ["fare"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("file", "says"),
    [
        (message(b"PK\x03\x04 and more", "book.xlsx"), "an Excel workbook"),
        (message(b"", "empty.csv"), "the file is empty"),
        ({**message(b""), "large": True}, "too large to be sent"),
        ({**message(b""), "unread": True}, "could not be read"),
        ({**message(b""), "unlined": True}, "more than 4 MB"),
        ({**message(b""), "body": "!!"}, "damaged on its way"),
        ({**message(b""), "body": "abcd"}, "damaged on its way"),
        (message(b"x,y,c\n1,two,a\n3,4,b\n5,6,a\n"), "line 2, column 'y': 'two' is no number"),
    ],
)
def test_a_refusal_is_shown_until_the_next_file(file: dict[str, Any], says: str) -> None:
    at = sent(visit(), file)
    assert says.lower() in words(at).lower()
    at = click(at, "Not now" if "Not now" in buttons(at) else "Close")
    assert f"✗ {file['name']}: " in words(at)
    assert says in words(at)
    assert at.session_state["data"] == "moons"
    at = sent(at, message(FIVE["utf16"][0], "next.csv"))
    assert file["name"] not in words(at)


def test_the_page_waits_for_the_browsers_stored_file() -> None:
    at = visit(data="your file", C="5")
    assert component_data(at)["ask"]
    assert not pictures(at)
    at = sent(at, message(FIVE["utf16"][0], made={"way": {}, "choice": {"columns": ["x", "y"]}}), "kept")
    assert pictures(at)
    assert data_of(at).task == "none"


def test_a_missing_stored_file_is_reported() -> None:
    at = sent(visit(data="your file"), {"none": True}, "kept")
    assert pictures(at)
    assert at.session_state["data"] == "moons"
    assert "This browser keeps no file of yours" in words(at)


def test_a_stored_file_is_offered_and_requested_when_chosen() -> None:
    at = sent(visit(), {"name": "mine.csv"}, "has")
    data = next(w for w in at.selectbox if w.label == "Data")
    assert "Your file: mine.csv" in data.options
    data.set_value("your file")
    at = sound(at.run())
    assert component_data(at)["ask"]
    at = sent(at, message(FIVE["utf16"][0]), "kept")
    assert data_of(at).classes == ("a", "b", "é")
    assert pictures(at)


def test_a_file_is_forgotten_on_request() -> None:
    at = click(sent(visit(), message(FIVE["utf16"][0])), "Use these points")
    at = sent(at, {}, "forget")
    assert component_data(at)["forget"]
    assert component_data(at)["keep"] is None
    assert at.session_state["data"] == "moons"
    assert files.UPLOADED not in at.session_state
    options = next(w for w in at.selectbox if w.label == "Data").options
    assert not any("file:" in option and "mine" in option for option in options)


def test_a_file_not_put_to_use_changes_nothing() -> None:
    at = click(sent(visit(), message(FIVE["titanic"][0], "a.csv")), "Use these points")
    at = click(sent(at, message(FIVE["utf16"][0], "b.csv")), "Not now")
    assert "Your file: a.csv" in next(w for w in at.selectbox if w.label == "Data").options
    assert "a.csv: kept in this browser" in words(at)
    at = sent(at, {}, "change")
    assert next(w for w in at.selectbox if w.label == "To predict").options[-1] == "survived"


def test_each_message_is_heard_once() -> None:
    at = sent(visit(), message(FIVE["utf16"][0]))
    at = click(at, "Not now")
    assert "Use these points" not in buttons(sound(at.run()))


def test_hostile_names_in_a_file_stay_text() -> None:
    at = sent(visit(), message(hostile.csv(), hostile.WORDS[0]))
    assert hostile.turned(at) == []
    at = click(at, "Use these points")
    assert hostile.turned(at) == []


ANYTHING = [None, 1, "x", [], {}, {"name": 1}, {"id": "a", "name": "b", "body": 3}, {"id": [], "name": "b"}]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["file", "kept", "has", "unkept", "change", "forget"])
@pytest.mark.sampled(3)
def test_invalid_messages_of_a_browser_are_ignored(name: str) -> None:
    at = visit()
    for anything in ANYTHING:
        at.session_state[files.KEY] = {name: anything}
        assert pictures(sound(at.run())), anything
        if isinstance(anything, dict):
            at.session_state[files.KEY] = {name: {"said": str(next(_numbers)), **anything}}
            assert pictures(sound(at.run())), anything


@pytest.mark.parametrize(
    "made",
    [
        None,
        {},
        {"way": 1, "choice": {}},
        {"way": {"encoding": "rot13", "delimiter": "\0", "decimal": 1, "header": "yes"}, "choice": {}},
        {"way": {}, "choice": {"task": "cluster"}},
        {"way": {}, "choice": {"columns": [1, None, "x"], "seed": -1}},
        {"way": {}, "choice": {"leave_out": "yes"}},
        {"way": {}, "choice": {"target": "nowhere", "task": "classification", "columns": ["x"]}},
    ],
)
def test_an_invalid_stored_choice_is_ignored(made: Any) -> None:
    way, choice = made_of(made)
    assert isinstance(way, ReadOptions)
    assert choice is None or isinstance(choice, Choice)
    at = sent(visit(data="your file"), message(FIVE["utf16"][0], made=made), "kept")
    assert pictures(at)


def test_a_file_too_large_when_unpacked_is_refused() -> None:
    bomb = file_of(message(b"0" * 50_000_000))
    assert bomb is not None
    assert len(bomb.content) < 100_000
    with pytest.raises(DataError, match="one line of more than 4 MB"):
        files.reading_of(bomb, ReadOptions())
    long = file_of({"id": "1", "name": "n", "body": "A" * (LONGEST_BODY + 1)})
    assert long is not None
    assert long.refused
