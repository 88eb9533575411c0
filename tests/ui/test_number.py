"""Number on the page: set by address, code and visitor, and the validation of its messages."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from kernviz.ui.scale import Scale
from tests.ui.helpers import moved, numbers


def page() -> None:
    import math

    import streamlit as st

    from kernviz.ui import number as numbers
    from kernviz.ui import query
    from kernviz.ui.number import number
    from kernviz.ui.scale import Scale

    query.begin()
    numbers.listen()

    def changed() -> None:
        st.session_state["changes"] = st.session_state.get("changes", 0) + 1

    if st.checkbox("hide", key="hide"):
        values = {}
    else:
        values = {
            "C": number("C", "C, penalty", Scale.closed(0.01, 1000, 1, log=True), on_change=changed),
            "n": number("n", "n, points", Scale.closed(4, 100, 20, most=1000, whole=True)),
            "nu": number(
                "nu", "ν, smoothness", Scale.closed(0.5, 10, 1.5, infinite=True, stops=(0.5, 1.5, 10, math.inf))
            ),
        }
    st.json({name: query.written(value) for name, value in values.items()})
    st.json({"state": query.state(), "ignored": query.ignored(), "whole": isinstance(values.get("n"), int)})


@pytest.fixture
def at() -> AppTest:
    return AppTest.from_function(page)


def values(at: AppTest) -> dict[str, float]:
    assert not at.exception
    return {name: float(text) for name, text in json.loads(at.json[0].value).items()}


def component_data(at: AppTest) -> Any:
    return json.loads(at.json[1].value)


def test_a_number_starts_at_its_default_with_an_empty_address(at: AppTest) -> None:
    assert values(at.run()) == {"C": 1, "n": 20, "nu": 1.5}
    assert component_data(at) == {"state": {"C": None, "n": None, "nu": None}, "ignored": [], "whole": True}


def test_the_address_may_set_values_off_the_grid(at: AppTest) -> None:
    at.query_params.update({"C": "3.7", "n": "1000", "nu": "inf"})
    assert values(at.run()) == {"C": 3.7, "n": 1000, "nu": math.inf}
    assert component_data(at)["state"] == {"C": "3.7", "n": "1000", "nu": "inf"}
    assert [n["value"] for n in numbers(at).values()] == ["3.7", "1000", "inf"]
    assert component_data(at)["ignored"] == []


def test_parameters_read_by_the_browser_only_are_not_reported(at: AppTest) -> None:
    at.query_params["size"] = "hall"
    assert component_data(at.run())["ignored"] == []
    assert "size" not in component_data(at)["state"]
    at.query_params["size"] = "huge"
    assert component_data(at.run())["ignored"] == ["size=huge was ignored: nothing here has that name."]


@pytest.mark.parametrize("text", ["-1", "nan", "1e400", "", "x", "1e9", "٣", "inf"])
def test_an_invalid_number_in_the_address_is_reported(at: AppTest, text: str) -> None:
    at.query_params["C"] = text
    assert values(at.run())["C"] == 1
    assert component_data(at)["state"]["C"] is None
    assert component_data(at)["ignored"][0].startswith(f"C={text} was ignored: C must be ")


def test_a_moved_value_is_set_and_stands_in_the_address(at: AppTest) -> None:
    moved(at.run(), "C", 3.14159)
    assert values(at)["C"] == 3.14159
    assert component_data(at)["state"]["C"] == "3.14159"
    assert numbers(at)["C, penalty"]["seq"] == 1  # the browser hears that its message has arrived
    assert at.session_state["changes"] == 1
    at.run()
    assert at.session_state["changes"] == 1  # taken once
    assert values(moved(at, "nu", "inf"))["nu"] == math.inf
    assert values(moved(at, "n", 50))["n"] == 50


def test_an_old_message_does_not_undo_a_value_set_by_code(at: AppTest) -> None:
    moved(at.run(), "C", 100)
    at.session_state["C"] = 2.0
    at.run()
    assert values(at)["C"] == 2
    assert numbers(at)["C, penalty"]["value"] == "2"
    at.session_state["C-number"] = {"value": {"text": "100", "seq": 1}}
    assert values(at.run())["C"] == 2
    at.session_state["C"] = 1e9  # a value that the field refuses is refused from code too
    assert values(at.run())["C"] == 1000
    at.session_state["C"] = "x"
    assert values(at.run())["C"] == 1


def test_a_number_not_drawn_keeps_its_value_but_leaves_the_address(at: AppTest) -> None:
    moved(at.run(), "C", 100)
    at.checkbox(key="hide").check().run()
    assert component_data(at)["state"]["C"] is None
    at.checkbox(key="hide").uncheck().run()
    assert values(at)["C"] == 100
    assert component_data(at)["state"]["C"] == "100"
    assert values(moved(at, "C", 50))["C"] == 50


def test_a_repeated_number_is_not_reported_as_a_change(at: AppTest) -> None:
    """A browser repeats its number after a restart of the server."""
    at.run()
    at.session_state["C-number"] = {"value": {"text": "8", "seq": 5, "again": True}}
    assert values(at.run())["C"] == 8
    assert "changes" not in at.session_state


@pytest.mark.parametrize(
    "message",
    [
        *({"text": text, "seq": 1} for text in ("", "x", "nan", "inf", "-1", "1e9", "1e400", "9" * 9000, 5, None, [])),
        *({"text": "5", "seq": seq} for seq in (0, -1, 1.5, "1", None, True, 99999999999999999999)),
        {},
        [],
        "5",
        None,
    ],
    ids=lambda message: str(message)[:30],
)
def test_an_invalid_message_is_ignored(at: AppTest, message: Any) -> None:
    at.run()
    at.session_state["C-number"] = {"value": message}
    assert values(at.run())["C"] == 1
    assert values(moved(at, "C", 5))["C"] == 5


@given(st.floats() | st.integers() | st.text() | st.booleans() | st.none())
def test_values_set_by_code_are_fitted_to_the_scale(value: Any) -> None:
    for scale in (Scale(0.1, 10, 1, log=True, least=0.1, most=20), Scale(1, 9, 5, whole=True, least=1, most=9)):
        fitted = scale.fit(value)
        assert scale.least <= fitted <= scale.most
        assert not scale.whole or isinstance(fitted, int)
        assert scale.fit(fitted) == fitted
    assert Scale(0.5, 10, 1, infinite=True).fit(math.inf) == math.inf


@pytest.mark.parametrize(
    "wrong",
    [
        {"low": 0, "log": True},
        {"low": 10},
        {"default": 11, "most": 10},
        {"default": 0, "least": 1},
        {"default": math.inf},
        {"high": math.inf},
    ],
    ids=str,
)
def test_an_invalid_scale_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is needed"):
        Scale(**({"low": 1, "high": 10, "default": 5} | wrong))
