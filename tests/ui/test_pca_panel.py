"""The Kernel PCA page through Streamlit's test client: its views, its button, and what follows a click."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.lessons.pca import VIEWS
from tests.ui.helpers import moved, numbers, pictures, readouts

ROOT = Path(__file__).parents[2]


def visit(**address: str) -> AppTest:
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return at.switch_page(str(ROOT / "pages/machines/pca.py")).run()


def metric(at: AppTest, label: str) -> str:
    return readouts(at)[label]


def test_the_button_turns_to_the_eigenvector() -> None:
    at = visit(pc_view=VIEWS[0], data="blobs")
    assert metric(at, "variance uᵀSu") != metric(at, "λ₁")
    at.button(key="pc_peak").click()
    at.run()
    assert not at.exception
    assert metric(at, "variance uᵀSu") == metric(at, "λ₁")
    assert at.session_state["pc_angle"] == pytest.approx(27.1)


@pytest.mark.parametrize(
    ("view", "picture"),
    list(zip(VIEWS, ("pca-plane", "components", "curved", "denoise", "digits"), strict=True)),
)
def test_every_view_has_its_picture(view: str, picture: str) -> None:
    at = visit(pc_view=view)
    assert not at.exception
    assert picture in pictures(at)


def test_the_switches_move_the_variance() -> None:
    at = visit()
    assert metric(at, "var z₁") == metric(at, "λ₁")
    at.toggle(key="pc_norm").set_value(False)
    at.run()
    assert not at.exception
    assert float(metric(at, "var z₁")) == pytest.approx(float(metric(at, "λ₁")) * float(metric(at, "N·λ₁")), rel=2e-3)


def test_more_components_hold_more() -> None:
    at = visit(pc_view=VIEWS[3])
    before = float(metric(at, "J"))
    moved(at, "pc_M", 12)
    assert float(metric(at, "J")) < before
    at.number_input(key="px").set_value(1.0)
    at.number_input(key="py").set_value(-0.5)
    at.run()
    assert any(m.value.startswith("**Probe** x = (1, −0.5)") for m in at.markdown)


def test_a_line_has_no_direction_to_turn() -> None:
    at = visit(pc_view=VIEWS[0], data="sine")
    assert not at.exception
    assert "one column" in at.warning[0].value
    assert "angle of u, degrees" not in numbers(at)
