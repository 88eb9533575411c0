"""Page Kernel PCA in Streamlit's test client: its views, its button and its switches."""

from __future__ import annotations

import pytest

from kernviz.lessons.pca.state import VIEWS
from tests.lessons.reading import value
from tests.ui.helpers import moved, numbers, pictures, readouts, visit


def test_the_button_turns_to_the_eigenvector() -> None:
    at = visit("pca", pc_view=VIEWS[0], data="blobs")
    assert readouts(at)["variance uᵀSu"] != readouts(at)["λ₁"]
    at.button(key="pc_peak").click()
    at.run()
    assert not at.exception
    assert readouts(at)["variance uᵀSu"] == readouts(at)["λ₁"]
    assert at.session_state["pc_angle"] == pytest.approx(27.1)


@pytest.mark.parametrize(
    ("view", "picture"),
    list(zip(VIEWS, ("pca-plane", "components", "curved", "denoise", "digits"), strict=True)),
)
def test_every_view_has_its_picture(view: str, picture: str) -> None:
    at = visit("pca", pc_view=view)
    assert not at.exception
    assert picture in pictures(at)


def test_the_switches_move_the_variance() -> None:
    at = visit("pca")
    assert readouts(at)["var z₁"] == readouts(at)["λ₁"]
    next(t for t in at.toggle if t.label == "normalise").set_value(False)
    at.run()
    assert not at.exception
    assert float(readouts(at)["var z₁"]) == pytest.approx(
        float(readouts(at)["λ₁"]) * float(readouts(at)["N·λ₁"]), rel=2e-3
    )


def test_more_components_reduce_the_error_of_reconstruction() -> None:
    at = visit("pca", pc_view=VIEWS[3])
    before = value(readouts(at)["J"])
    moved(at, "pc_M", 12)
    assert value(readouts(at)["J"]) < before
    at.session_state["px"], at.session_state["py"] = 1.0, -0.5
    at.run()
    assert any(m.value.startswith("**Probe** x = (1, −0.5)") for m in at.markdown)


def test_a_line_has_no_direction_to_turn() -> None:
    at = visit("pca", pc_view=VIEWS[0], data="sine")
    assert not at.exception
    assert "one column" in at.warning[0].value
    assert "angle of u, degrees" not in numbers(at)
