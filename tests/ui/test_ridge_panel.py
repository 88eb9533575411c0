"""Controls of the Ridge regression page: the button for the best λ; controls that do not apply are absent."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import ridge
from tests.ui.helpers import readouts, visit


def opened(**address: str) -> AppTest:
    return visit("ridge", **address)


def left_out(at: AppTest) -> float:
    return float(readouts(at)["left-out error"])


def test_the_best_ridge_is_taken_and_ends_least_squares() -> None:
    at = opened(data="sine", k="rbf(gamma=1)", rr_ols="true")
    before = left_out(at)
    at.button(key="rr_best").click().run()
    assert not at.exception
    assert at.session_state["rr_ols"] is False
    assert at.session_state["rr_ridge"] == ridge.best_ridge(ridge.State(load("sine"), kv.parse("rbf(gamma=1)")))
    assert left_out(at) < before


def test_inapplicable_controls_are_absent() -> None:
    labels = {w.label for w in opened(data="sine").toggle}
    assert {"no ridge (λ = 0): OLS", "Gaussian process band, 95 %"} <= labels
    assert "with the noise σ²" not in labels
    assert "with the noise σ²" in {w.label for w in opened(data="sine", rr_band="true").toggle}
    assert "rr_best" in {b.key for b in opened(data="sine").button}
    assert "rr_best" not in {b.key for b in opened(data="cloud").button}


def test_data_with_classes_get_a_button_that_opens_a_curve() -> None:
    at = opened(data="moons")
    at.button(key="rr_curve").click().run()
    assert not at.exception
    assert at.session_state["data"] == "sine"
    assert "rr_curve" not in {b.key for b in at.button}
