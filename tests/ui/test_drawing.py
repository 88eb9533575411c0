"""Points set by hand, as the server sees them; what a browser does with the field is in tests/browser."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.data import read_drawn
from kernviz.ui.drawing import DEFAULT


def page() -> None:
    import streamlit as st

    from kernviz.ui import query
    from kernviz.ui.data_picker import data_picker, dataset_in_force, params

    query.begin()
    query.seed(params())
    data_picker()
    data = dataset_in_force()
    st.json({"X": data.X.tolist(), "labels": list(data.labels) if data.classes else [], "state": query.state()})


def visit(**address: str) -> AppTest:
    at = AppTest.from_function(page)
    for name, text in address.items():
        at.query_params[name] = text
    return sound(at.run())


def sound(at: AppTest) -> AppTest:
    assert not at.exception, [element.value for element in at.exception]
    return at


def told(at: AppTest) -> Any:
    import json

    return json.loads(at.json[0].value)


def field(at: AppTest) -> Any:
    """What the field in the browser is given."""
    import json

    return json.loads(at.get("bidi_component")[0].proto.json)


def click(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click()
    return sound(at.run())


def type_points(at: AppTest, text: str) -> AppTest:
    at.text_area(key="pts").set_value(text)
    return sound(at.run())


def test_the_address_carries_the_points() -> None:
    at = visit(data="drawn", pts="A: 1 2 B: -1 0.5")
    assert told(at)["X"] == [[1, 2], [-1, 0.5]]
    assert told(at)["labels"] == ["A", "B"]
    assert told(at)["state"]["pts"] == "A: 1 2 B: -1 0.5"
    assert field(at)["points"] == [[1, 2, 0], [-1, 0.5, 1]]


def test_without_points_in_the_address_there_is_an_example() -> None:
    at = visit(data="drawn")
    assert told(at)["X"] == read_drawn(DEFAULT).X.tolist()
    assert told(at)["state"]["pts"] is None


def test_what_cannot_be_read_leaves_the_last_points() -> None:
    at = type_points(visit(data="drawn", pts="A: 1 2 B: 3 4"), "A: 1 2 B: 3 x")
    assert told(at)["X"] == [[1, 2], [3, 4]]
    assert any("'x' is neither a number nor a class" in element.value for element in at.text)
    assert at.text_area(key="pts").value == "A: 1 2 B: 3 x"  # what was typed is still there
    at = type_points(at, "A: 1 2 B: 3 5")
    assert told(at)["X"] == [[1, 2], [3, 5]]
    assert not at.text


def test_a_bad_link_is_answered_and_an_example_shown() -> None:
    at = visit(data="drawn", pts="__import__('os')")
    assert told(at)["X"] == read_drawn(DEFAULT).X.tolist()
    assert any("is neither a number nor a class" in element.value for element in at.text)


def test_clear_keeps_the_classes_and_undo_brings_the_points_back() -> None:
    at = click(visit(data="drawn", pts="A: 1 2 B: 3 4"), "drawing_clear")
    assert at.text_area(key="pts").value == "A: B:"
    assert (field(at)["points"], field(at)["names"]) == ([], ["A", "B"])
    assert told(at)["X"] == [[1, 2], [3, 4]]  # the page shows the last ones
    assert at.button(key="drawing_clear").disabled
    at = click(at, "drawing_undo")
    assert at.text_area(key="pts").value == "A: 1 2 B: 3 4"
    assert at.button(key="drawing_undo").disabled


def test_any_set_of_the_plane_becomes_a_drawing_and_undo_brings_the_old_one_back() -> None:
    at = visit(data="drawn", pts="A: 1 2 B: 3 4")
    at.selectbox(key="data").set_value("xor")
    sound(at.run())
    at = click(at, "by_hand")
    assert at.selectbox(key="data").value == "drawn"
    assert len(told(at)["X"]) == 4
    assert set(told(at)["labels"]) == {"-1", "+1"}
    assert told(click(at, "drawing_undo"))["X"] == [[1, 2], [3, 4]]


def test_too_many_points_cannot_be_moved_by_hand() -> None:
    assert visit(data="moons", n="201").button(key="by_hand").disabled
    assert not visit(data="moons", n="200").button(key="by_hand").disabled


def test_a_drawing_is_still_there_after_a_look_at_other_data() -> None:
    at = type_points(visit(data="drawn"), "A: 1 2 B: 3 4")
    for name in ("moons", "drawn"):
        at.selectbox(key="data").set_value(name)
        sound(at.run())
    assert told(at)["X"] == [[1, 2], [3, 4]]
    assert told(at)["state"]["pts"] == "A: 1 2 B: 3 4"


def test_the_field_keeps_its_axes_while_points_move_inside() -> None:
    at = visit(data="drawn", pts="A: 0 0 B: 10 10")
    before = field(at)["window"]
    assert before[1] > 10
    at = type_points(at, "A: 0 0 B: 100 10")
    assert field(at)["window"][1] > 100


@pytest.mark.parametrize("pts", ["A: 1 1", "y= 0 1", "1 1"])
def test_one_point_is_a_drawing(pts: str) -> None:
    at = visit(data="drawn", pts=pts)
    assert len(told(at)["X"]) == len(field(at)["points"]) == 1


def test_no_two_messages_to_the_field_are_equal() -> None:
    at = visit(data="drawn")
    assert field(at) != field(sound(at.run()))
