"""Pictures on a page: the messages to the browser, and the clicks that come back."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.helpers import figures, pictures


def page() -> None:
    import numpy as np

    from kernviz.figures.figure import Figure
    from kernviz.figures.theme import DIVERGING
    from kernviz.lessons.lesson import Picture
    from kernviz.ui.plot import plot

    figure = Figure([{"type": "heatmap", "z": np.eye(3), "colorscale": DIVERGING}])
    plot(Picture(figure, "C = 1", key="field"), on_click=print)


@pytest.fixture
def at() -> AppTest:
    return AppTest.from_function(page)


def test_the_message_has_the_figure_that_the_browser_draws(at: AppTest) -> None:
    at.run()
    assert not at.exception
    assert figures(at)[0]["data"][0]["z"].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert pictures(at)["field"]["options"]["alt"] == "C = 1"
    assert "template" not in figures(at)[0]["layout"]


def test_no_two_messages_are_equal(at: AppTest) -> None:
    first = at.run().get("bidi_component")[0].proto.bytes
    assert at.run().get("bidi_component")[0].proto.bytes != first


def test_repeated_clicks_are_handled_once_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report may be replaced by the next one while the server is busy: each repeats the clicks before it."""
    import streamlit as st

    from kernviz.ui import plot

    monkeypatch.setattr(st, "session_state", {})
    first, second, third = ({"x": float(n), "y": 0, "number": 1000 + n} for n in (1, 2, 3))
    assert [click.x for click in plot._new("a", [first])] == [1]
    assert [click.x for click in plot._new("a", [first, second, third])] == [2, 3]
    assert plot._new("a", [first, second, third]) == []
    assert [click.x for click in plot._new("b", [first])] == [1]  # another picture
    strange = ["x", {}, {"number": 10**30}, {"x": 1, "y": 0, "number": "5"}, {"x": None, "y": 0, "number": 2000}]
    assert plot._new("a", strange) == []
    corners = ([[0, 10**400]], [[0, True]], [[0]], [None], "x", [[0, 0]] * 101)
    places = [{"x": 10**400, "y": 0}, {"x": True, "y": 0}, *({"x": 1, "y": 0, "path": path} for path in corners)]
    assert plot._new("a", [{**place, "number": 3000} for place in places]) == []
    for message in (None, "x", {"x": 1, "y": 0}, 5):
        assert plot._new("a", message) == []


def test_clicks_are_handled_before_the_button_that_came_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    import streamlit as st

    from kernviz.ui import plot

    heard: list[float] = []
    call = plot._clicked("a", lambda click: heard.append(click.x))
    gone = plot._clicked("gone", lambda click: heard.append(-1))
    session = {"a": {"click": [{"x": 1.0, "y": 0, "number": 5}, {"x": 2.0, "y": 0, "number": 6}]}}
    monkeypatch.setattr(st, "session_state", session | {plot._LISTENING: {"a": call, "gone": gone}})
    plot.listen()
    assert heard == [1, 2]
    call()  # the picture's own turn: it has been heard already
    assert heard == [1, 2]
