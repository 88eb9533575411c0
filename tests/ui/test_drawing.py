"""Drawn points on the server's side; the field in a browser is tested in tests/browser."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.data import read_drawn
from kernviz.ui.drawing import DEFAULT
from tests.ui.helpers import person, sound


def page() -> None:
    import streamlit as st

    from kernviz.ui import drawing, query
    from kernviz.ui.data_picker import current_dataset, data_picker
    from kernviz.ui.sidebar import settle

    query.begin()
    settle()
    data_picker()
    st.button("undo", key="undo", on_click=drawing.undo)
    data = current_dataset()
    st.json({"X": data.X.tolist(), "labels": list(data.labels) if data.classes else [], "state": query.state()})


def visit(**address: str) -> AppTest:
    at = AppTest.from_function(page, default_timeout=60)
    for name, text in address.items():
        at.query_params[name] = text
    return sound(at.run())


def component_data(at: AppTest) -> Any:
    import json

    return json.loads(at.json[0].value)


def click(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click()
    return sound(at.run())


def text_field(at: AppTest) -> Any:
    """Return the text field of the points."""
    return at.text_area[0]


def type_points(at: AppTest, text: str) -> AppTest:
    text_field(at).set_value(text)
    return sound(at.run())


def test_the_address_carries_the_points() -> None:
    at = visit(data="drawn", pts="A: 1 2 B: -1 0.5")
    assert component_data(at)["X"] == [[1, 2], [-1, 0.5]]
    assert component_data(at)["labels"] == ["A", "B"]
    assert component_data(at)["state"]["pts"] == "A: 1 2 B: -1 0.5"
    assert text_field(at).value == "A: 1 2 B: -1 0.5"


def test_without_points_in_the_address_there_is_an_example() -> None:
    at = visit(data="drawn")
    assert component_data(at)["X"] == read_drawn(DEFAULT).X.tolist()
    assert component_data(at)["state"]["pts"] is None


def test_an_unreadable_text_keeps_the_last_points() -> None:
    at = type_points(visit(data="drawn", pts="A: 1 2 B: 3 4"), "A: 1 2 B: 3 x")
    assert component_data(at)["X"] == [[1, 2], [3, 4]]
    assert any("'x' is neither a number nor a class" in element.value for element in at.text)
    assert text_field(at).value == "A: 1 2 B: 3 x"  # the typed text is still there
    at = type_points(at, "A: 1 2 B: 3 5")
    assert component_data(at)["X"] == [[1, 2], [3, 5]]
    assert not at.text


def test_a_bad_link_is_answered_and_an_example_shown() -> None:
    at = visit(data="drawn", pts="__import__('os')")
    assert component_data(at)["X"] == read_drawn(DEFAULT).X.tolist()
    assert any("is neither a number nor a class" in element.value for element in at.text)


def test_typing_can_be_undone() -> None:
    at = type_points(visit(data="drawn", pts="A: 1 2 B: 3 4"), "A: 5 5")
    assert component_data(at)["X"] == [[5, 5]]
    assert component_data(click(at, "undo"))["X"] == [[1, 2], [3, 4]]


def test_a_text_without_a_point_keeps_the_last_ones_and_says_so() -> None:
    at = type_points(visit(data="drawn", pts="A: 1 2 B: 3 4"), "A: B:")
    assert component_data(at)["X"] == [[1, 2], [3, 4]]
    assert component_data(at)["state"]["pts"] == "A: B:"
    assert any("No point is set" in element.value for element in at.caption)


def test_a_long_text_is_packed_in_the_address_and_readable_on_the_page() -> None:
    text = "A: " + " ".join(f"{i / 7} {i / 3}" for i in range(100))
    at = type_points(visit(data="drawn"), text)
    packed = component_data(at)["state"]["pts"]
    assert packed.startswith("z:")
    assert len(packed) < len(text)
    assert text_field(visit(data="drawn", pts=packed)).value == text


def test_a_drawing_is_still_there_after_a_look_at_other_data() -> None:
    at = type_points(visit(data="drawn"), "A: 1 2 B: 3 4")
    for name in ("moons", "drawn"):
        person(at, "data").set_value(name)
        sound(at.run())
    assert component_data(at)["X"] == [[1, 2], [3, 4]]
    assert component_data(at)["state"]["pts"] == "A: 1 2 B: 3 4"


@pytest.mark.parametrize("pts", ["A: 1 1", "y= 0 1", "1 1", "x= 1"])
def test_one_point_is_a_drawing(pts: str) -> None:
    assert len(component_data(visit(data="drawn", pts=pts))["X"]) == 1
