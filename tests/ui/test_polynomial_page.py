"""A page's numbers that follow the sidebar's kernel, and the button that gives it back."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.ui.helpers import moved, numbers, readouts

ROOT = Path(__file__).parents[2]


def visit(page: str, **address: str) -> AppTest:
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return at.switch_page(str(ROOT / f"pages/kernels/{page}.py")).run()


def shown(at: AppTest) -> list[float]:
    told = numbers(at)
    return [float(told[label]["value"]) for label in ("d, degree", "γ, slope", "c, ζ in S3")]


def test_the_page_begins_with_the_sidebars_polynomial_and_goes_with_it() -> None:
    at = visit("polynomial", k="poly(degree=3, gamma=0.5, coef0=2)")
    assert not at.exception
    assert shown(at) == [3, 0.5, 2]
    at.text_input(key="k").set_value("poly(degree=4, gamma=0.5, coef0=2)")
    assert shown(at.run()) == [4, 0.5, 2]
    moved(at, "po_gamma", 7.0)
    assert shown(at) == [4, 7, 2]
    at.text_input(key="k").set_value("linear")
    assert shown(at.run()) == [1, 1, 0]
    at.text_input(key="k").set_value("rbf(gamma=1)")
    assert shown(at.run()) == [1, 1, 0]


def test_the_address_has_the_last_word_at_first() -> None:
    at = visit("polynomial", k="poly(degree=3, gamma=0.5, coef0=2)", po_gamma="7")
    assert shown(at) == [3, 7, 2]


def test_the_button_makes_it_the_kernel_of_every_page() -> None:
    at = visit("polynomial", k="poly(degree=3, gamma=0.5, coef0=2)")
    moved(at, "po_c", 0.0)
    k = readouts(at)["k(x, z)"]
    at.button(key="po_use").click()
    at.run()
    assert not at.exception
    assert at.text_input(key="k").value == "poly(degree=3, gamma=0.5, coef0=0)"
    assert shown(at) == [3, 0.5, 0]
    assert readouts(at)["k(x, z)"] == k


def test_the_gaussian_page_goes_with_a_gaussian() -> None:
    at = visit("gaussian", k="rbf(gamma=2)")
    assert float(numbers(at)["γ, width"]["value"]) == 2
    at.text_input(key="k").set_value("rbf(gamma=3)")
    assert float(numbers(at.run())["γ, width"]["value"]) == 3
