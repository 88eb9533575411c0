"""Space of Compose: a control of its own, in the address, reset by examples.

The data only set its default.
"""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.lessons.compose.space import DATAS, DIMENSIONS
from kernviz.lessons.presets import PRESETS
from tests.ui.helpers import numbers, pictures, visit

BEST = "2*rbf(gamma=2) - rbf(gamma=1)"


def opened(**address: str) -> AppTest:
    return visit("compose", **address)


def verdict(at: AppTest) -> str:
    return next(str(m.value) for m in at.markdown if m.value.startswith("## "))


@pytest.mark.parametrize("space", DIMENSIONS)
def test_a_link_asks_about_its_space(space: str) -> None:
    at = opened(k=BEST, space=space)
    assert ("refuted" in verdict(at)) == (space in ("ℝ³", "ℝ⁵", "every ℝᵈ"))
    assert at.session_state["space"] == space
    assert ("was ignored" in "".join(str(h.value) for h in at.get("html"))) is False
    assert "spectral" in pictures(at)


def test_the_data_set_the_default_space_only() -> None:
    assert verdict(opened(k=BEST)) == "## ✓ proven on ℝ²"
    assert verdict(opened(k=BEST, data="s1_line")) == "## ✓ proven on ℝ"
    assert verdict(opened(k=BEST, data="s1_line", space="ℝ³")) == "## ✗ refuted on ℝ³"
    assert "[0,∞)" not in verdict(opened(k="minimum", data="circle_points"))
    assert verdict(opened(k="minimum", nonneg="true")) == "## ✓ proven on [0,∞)²"


def test_moving_the_space_moves_the_verdict() -> None:
    at = opened(k=BEST)
    at.session_state["space"] = "ℝ³"
    at.run()
    assert verdict(at) == "## ✗ refuted on ℝ³"
    at.session_state["nonneg"] = True
    at.run()
    assert verdict(at) == "## ✗ refuted on [0,∞)³"
    assert {"x1", "x2", "x3", "x4"} & set(numbers(at)) == {"x1", "x2", "x3"}


def test_an_example_resets_the_space() -> None:
    at = opened(k=BEST, space="ℝ⁵", nonneg="true")
    number = next(i for i, preset in enumerate(PRESETS) if preset.sentence.startswith("Quiz 1: the Gaussian kernel"))
    at.button(key=f"example_{number}").click().run()
    assert verdict(at) == "## ✓ proven on ℝ²"
    assert at.session_state["nonneg"] is False
    assert at.session_state["space"] == DATAS  # the default, which the address leaves out
    best = next(
        i for i, preset in enumerate(PRESETS) if preset.sentence.startswith("Twice a Gaussian minus a wider one")
    )
    at.button(key=f"example_{best}").click().run()
    assert verdict(at) == "## ✗ refuted on ℝ³"


@pytest.mark.parametrize("space", ["ℝ⁹", "", "<b>", "0"])
def test_an_invalid_space_is_reported(space: str) -> None:
    at = opened(k=BEST, space=space)
    assert verdict(at) == "## ✓ proven on ℝ²"
    if space:
        assert "was ignored" in "".join(str(h.proto.body) for h in at.get("html"))


@pytest.mark.parametrize("space", DIMENSIONS)
def test_blocks_that_do_not_fit_the_space_do_not_stop_the_page(space: str) -> None:
    at = opened(k="bilinear([[1, 0], [0, 1]]) + linear", space=space)
    fits = space in ("the data's", "ℝ²")
    assert bool(at.warning) != fits
    assert any("does not fit" in m.value for m in at.markdown) != fits
