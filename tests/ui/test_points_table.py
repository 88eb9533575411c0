"""Table of points on the server's side; the browser's part is in tests/browser."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.ui import files, points_table
from tests.ui.helpers import ROOT, pictures, sound
from tests.ui.test_files import FIVE, click, message, sent
from tests.ui.test_hands import acts, address, place_of

_numbers = count()


def visit(**params: str) -> AppTest:
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for name, text in params.items():
        at.query_params[name] = text
    at.session_state[points_table.OPEN] = True
    at.switch_page("pages/machines/svm.py")
    return sound(at.run())


def table(at: AppTest) -> Any:
    """Return the table's data for the browser."""
    found = [e.proto for e in at.get("bidi_component") if e.proto.component_name == "kernviz_table"]
    return json.loads(found[0].json)


def typed(at: AppTest, rows: Any) -> AppTest:
    at.session_state[points_table.KEY] = {"rows": {"said": str(next(_numbers)), "rows": rows}}
    return sound(at.run())


def test_table_and_picture_show_the_same_points() -> None:
    at = visit(data="drawn", pts="A: 0.10 2 B: 3 4")
    assert table(at)["rows"] == [["0.10", "2", "A"], ["3", "4", "B"]]
    assert table(at)["columns"] == ["x1", "x2", "class"]
    at = typed(at, [["0.10", "2.50", "A"], ["3", "4", "B"], ["-1,5", "0", "B"]])
    assert place_of(at)[0] == [[0.1, 2.5], [3, 4], [-1.5, 0]]
    assert address(at)["pts"] == "A: 0.10 2.50 B: 3 4 -1.5 0"  # as it was typed
    assert table(at)["rows"][0] == ["0.10", "2.50", "A"]
    at = acts(at, {"points": {"at": [[1, 1]], "codes": [0], "names": ["A", "B"]}})
    assert table(at)["rows"] == [["1", "1", "A"]]
    at = acts(at, {"do": "undo"}, {"do": "undo"})
    assert table(at)["rows"] == [["0.10", "2", "A"], ["3", "4", "B"]]
    assert place_of(acts(at, {"do": "redo"}))[0] == [[0.1, 2.5], [3, 4], [-1.5, 0]]


@pytest.mark.parametrize("data", ["moons", "s1_line", "sine", "cloud", "surface"])
def test_an_edited_cell_turns_any_data_into_drawn_points(data: str) -> None:
    at = visit(data=data)
    rows = table(at)["rows"]
    changed = [*rows[:-1], ["0.5", *rows[-1][1:]]]
    at = typed(at, changed)
    assert table(at)["rows"] == changed
    assert address(at)["data"] == "drawn"
    assert address(at)["was"]


def test_unreadable_cells_are_reported_and_change_nothing() -> None:
    at = visit(data="xor")
    before = place_of(at)
    at = typed(at, [["1", "x", "+1"]])
    assert table(at)["problem"] == "row 1, x2: 'x' is no number"
    assert place_of(at) == before
    at = typed(at, [["1e9", "0", "+1"]])
    assert "beyond |x| ≤ 10⁶" in table(at)["problem"]
    assert not table(typed(at, [["1", "0", "+1"]]))["problem"]


def test_all_rows_may_be_deleted() -> None:
    at = typed(visit(data="drawn", pts="A: 1 2 B: 3 4"), [])
    assert table(at)["rows"] == []
    assert address(at)["pts"] == "A: B:"
    at = typed(at, [["1", "2", "C"]])
    assert place_of(at)[0] == [[1, 2]]


def test_a_third_class_does_not_swap_the_positive_class() -> None:
    at = visit(data="xor")
    at = typed(at, [*table(at)["rows"], ["0", "0", "A"]])
    assert address(at)["positive"] == "+1"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("rows", [None, 1, "x", {}, [1], [[1, None, {}]], [["1", "2", "A"]] * 3000, [["9" * 5000]]])
def test_invalid_messages_of_a_browser_are_ignored(rows: Any) -> None:
    at = typed(visit(data="xor"), rows)
    assert pictures(at)


def test_a_closed_table_is_not_drawn() -> None:
    at = visit(data="xor")
    at.session_state[points_table.OPEN] = False
    assert not [e for e in sound(at.run()).get("bidi_component") if e.proto.component_name == "kernviz_table"]


def test_the_points_of_a_file_go_into_the_address() -> None:
    at = click(sent(visit(), message(FIVE["commas"][0])), "Use these points")
    assert at.session_state["data"] == "your file"
    rows = table(at)["rows"]
    at = click(at, "Put these points into the address")
    assert address(at)["data"] == "drawn"
    assert (
        table(at)["rows"] == rows == [["1.5", "2.5", "a"], ["2.5", "3.1", "b"], ["3.5", "1.2", "a"], ["4.5", "2", "b"]]
    )
    assert files.UPLOADED in at.session_state
