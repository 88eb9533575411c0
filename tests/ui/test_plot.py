from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.ui.controls import positions
from tests.ui.helpers import figures, pictures


def page() -> None:
    import numpy as np
    import streamlit as st

    from kernviz.figures.figure import Figure
    from kernviz.ui import query
    from kernviz.ui.controls import log_slider
    from kernviz.ui.plot import DIVERGING, plot

    query.begin()
    penalty = log_slider("C, penalty", "C", 0.01, 1000.0, 1.0)
    z = penalty * np.eye(3)
    plot(
        Figure([{"type": "heatmap", "z": z, "colorscale": DIVERGING}]),
        key="field",
        alt=f"C = {penalty:g}",
        on_click=print,
    )
    st.json({"state": query.state(), "ignored": query.ignored()})


@pytest.fixture
def at() -> AppTest:
    return AppTest.from_function(page)


def told(at: AppTest) -> Any:
    import json

    return json.loads(at.json[0].value)


def test_a_test_sees_what_the_browser_will_draw(at: AppTest) -> None:
    at.run()
    assert not at.exception
    assert figures(at)[0]["data"][0]["z"].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert pictures(at)["field"]["options"]["alt"] == "C = 1"
    assert "template" not in figures(at)[0]["layout"]


def test_no_two_messages_are_equal(at: AppTest) -> None:
    first = at.run().get("bidi_component")[0].proto.bytes
    assert at.run().get("bidi_component")[0].proto.bytes != first


def test_the_address_sets_the_slider_off_its_grid(at: AppTest) -> None:
    at.query_params["C"] = "3.7"
    at.run()
    assert at.select_slider(key="C").value == 3.7
    assert at.number_input(key="C__typed").value == 3.7
    assert told(at) == {"state": {"C": "3.7"}, "ignored": []}


@pytest.mark.parametrize("said", ["-1", "nan", "1e400", "", "x", "1e9", "٣"])
def test_an_impossible_address_is_answered(at: AppTest, said: str) -> None:
    at.query_params["C"] = said
    at.run()
    assert not at.exception
    assert at.select_slider(key="C").value == 1.0
    assert told(at)["state"] == {"C": None}
    assert told(at)["ignored"][0].startswith(f"C={said} was ignored: C must be ")


def test_slider_and_field_follow_each_other(at: AppTest) -> None:
    at.run()
    at.number_input(key="C__typed").set_value(3.14159).run()
    assert at.select_slider(key="C").value == 3.14159
    at.select_slider(key="C").set_value(100.0).run()
    assert at.number_input(key="C__typed").value == 100.0
    assert told(at)["state"] == {"C": "100"}


def test_an_echo_is_not_a_wish(at: AppTest) -> None:
    # The slider moved and the browser, not yet told, still sends what the field said before.
    at.run()
    at.select_slider(key="C").set_value(100.0).run()
    at.select_slider(key="C").set_value(200.0)
    at.number_input(key="C__typed").set_value(1.0)
    at.run()
    assert at.select_slider(key="C").value == 200.0
    assert at.number_input(key="C__typed").value == 200.0


def test_positions_are_round_and_hold_what_they_must() -> None:
    found = positions(0.5, 20, 3.7)
    assert found[:5] == [0.5, 0.63, 0.79, 1.0, 1.3]
    assert {0.5, 3.7, 10.0, 20} <= set(found)
    assert found == sorted(set(found))
