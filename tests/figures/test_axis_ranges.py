"""Final ranges of a figure's axes, so that plotly.js chooses none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.figures.theme import axis, figure
from tests.lessons.scales import unsound

ONE, NEXT = 1.0, float(np.nextafter(1.0, 2.0))
VALUES = {
    "a rounding apart": [ONE, NEXT],
    "a rounding apart, far": [1e6, float(np.nextafter(1e6, 2e6))],
    "1e-302": [1e-302, -1e-302],
    "1e300": [1e300, -1e300, 0.0],
    "one, far": [1e300],
    "with holes": [ONE, None, NEXT],
    "no numbers": [float("nan"), float("inf")],
}
EITHER = pytest.mark.parametrize("log", [False, True], ids=["linear", "log"])


def line(values: Any) -> dict[str, Any]:
    return {"type": "scatter", "x": np.arange(float(len(values))), "y": values}


@EITHER
@pytest.mark.parametrize("name", VALUES)
def test_an_axis_left_to_plotly(name: str, log: bool) -> None:
    kind = {"type": "log"} if log else {}
    assert unsound(figure([line(VALUES[name])], xaxis=axis("x"), yaxis=axis("y", **kind))) == []


@pytest.mark.parametrize("name", VALUES)
def test_the_check_reports_axes_that_plotly_would_choose(name: str) -> None:
    from kernviz.figures.figure import Figure

    seen = unsound(Figure([line(VALUES[name])], {"xaxis": {}, "yaxis": {}}))
    assert bool(seen) == (name not in ("no numbers", "1e300"))


@EITHER
@given(st.floats(), st.floats())
def test_a_range_that_is_given(log: bool, low: float, high: float) -> None:
    kind = {"type": "log"} if log else {}
    assert unsound(figure([], xaxis=axis("x", (low, high), **kind), yaxis=axis("y"))) == []


def test_drawable_ranges_are_not_changed() -> None:
    drawn = figure(
        [line([1.0, 3.0]), line(["a", "b"])],
        xaxis=axis("x", (4, -1)),
        yaxis=axis("y"),
        yaxis2={"autorange": "reversed"},
        xaxis2={"type": "category"},
    )
    assert drawn.layout["xaxis"]["range"] == [4.0, -1.0]
    assert all("range" not in drawn.layout[name] for name in ("yaxis", "yaxis2", "xaxis2"))


def test_bars_stand_on_zero() -> None:
    bars = figure([{"type": "bar", "x": [1, 2], "y": [ONE, NEXT]}], xaxis=axis("x"), yaxis=axis("y"))
    assert "range" not in bars.layout["yaxis"]
    lying = figure([{"type": "bar", "orientation": "h", "y": [1, 2], "x": [1e-300, 1e-300]}], xaxis={}, yaxis={})
    assert unsound(lying) == []


def test_a_space() -> None:
    cloud = {"type": "scatter3d", "x": [ONE, NEXT], "y": [0, 1], "z": np.array([[5.0, 5.0]])}
    drawn = figure([cloud], scene={"xaxis": {"title": {"text": "x"}}, "zaxis": {"range": [5, 5]}})
    assert unsound(drawn) == []
    assert drawn.layout["scene"]["xaxis"]["title"] == {"text": "x"}
    assert "yaxis" not in drawn.layout["scene"]
