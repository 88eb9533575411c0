import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.helpers import figures, pictures


def page() -> None:
    import numpy as np

    from kernviz.figures.figure import Figure
    from kernviz.ui.plot import DIVERGING, plot

    plot(
        Figure([{"type": "heatmap", "z": np.eye(3), "colorscale": DIVERGING}]), key="field", alt="C = 1", on_click=print
    )


@pytest.fixture
def at() -> AppTest:
    return AppTest.from_function(page)


def test_a_test_sees_what_the_browser_will_draw(at: AppTest) -> None:
    at.run()
    assert not at.exception
    assert figures(at)[0]["data"][0]["z"].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert pictures(at)["field"]["options"]["alt"] == "C = 1"
    assert "template" not in figures(at)[0]["layout"]


def test_no_two_messages_are_equal(at: AppTest) -> None:
    first = at.run().get("bidi_component")[0].proto.bytes
    assert at.run().get("bidi_component")[0].proto.bytes != first
