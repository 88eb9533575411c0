"""Controls of the page Polynomial features: the sidebar's kernel or the page's own, never both."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.helpers import moved, numbers, readouts, visit


def own(at: AppTest) -> list[float]:
    """Return d, γ and c beside the picture, if they are there."""
    assert not at.exception
    controls = numbers(at.main)
    return [float(controls[label]["value"]) for label in ("d, degree", "γ, slope", "c, ζ in S3") if label in controls]


def in_sidebar(at: AppTest) -> list[str]:
    return [symbol for label in numbers(at.sidebar) if (symbol := label.split(",")[0]) in ("d", "γ", "c")]


def test_a_polynomial_in_the_sidebar_is_the_kernel_of_the_page() -> None:
    at = visit("polynomial", k="poly(degree=3, gamma=0.5, coef0=2)", po_gamma="7")
    assert own(at) == []
    assert in_sidebar(at) == ["d", "γ", "c"]
    assert not [b for b in at.button if b.key == "po_use"]
    at.text_input(key="k").set_value("rbf(gamma=1)")
    assert own(at.run()) == [2, 1, 1]
    assert in_sidebar(at) == []
    assert any("has no d" in caption.value for caption in at.sidebar.caption)


def test_the_button_puts_the_pages_kernel_into_the_sidebar() -> None:
    at = visit("polynomial", k="linear")
    moved(at, "po_c", 0.0)
    assert own(at) == [2, 1, 0]
    k = readouts(at)["k(x, z)"]
    at.button(key="po_use").click()
    at.run()
    assert own(at) == []
    assert at.text_input(key="k").value == "poly(degree=2, gamma=1, coef0=0)"
    assert readouts(at)["k(x, z)"] == k


def test_inapplicable_controls_are_hidden_and_keep_their_value() -> None:
    at = visit("objects", k="linear")
    captions = [caption.value for caption in at.sidebar.caption]
    assert any(text.startswith("**Data.**") for text in captions)
    assert any(text.startswith("**Kernel.**") for text in captions)
    assert at.text_input(key="k").value == "linear"
