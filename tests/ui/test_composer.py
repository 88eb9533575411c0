"""Composer of kernels: typing, sliders, blocks and undo all change one text.

An invalid text keeps the last valid kernel.
"""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.kernels import parse
from kernviz.kernels.numbers import numbers as numbers_of
from tests.ui.helpers import moved, numbers


def page(d: int) -> None:
    import streamlit as st

    from kernviz.ui import expression, fragments
    from kernviz.ui.composer import current_kernel, kernel_field, large_composer, sidebar_composer

    fragments.listen()
    expression.settle(d)
    with st.sidebar:
        sidebar_composer()
    kernel_field()
    large_composer()
    st.code(str(current_kernel()))


def opened(k: str | None = None, d: int = 2) -> AppTest:
    at = AppTest.from_function(page, args=(d,), default_timeout=30)
    if k is not None:
        at.query_params["k"] = k
    at.run()
    assert not at.exception
    return at


def typed(at: AppTest, text: str) -> AppTest:
    at.text_input(key="k").set_value(text).run()
    assert not at.exception
    return at


def force(at: AppTest) -> str:
    return str(at.code[0].value)


def problem(at: AppTest) -> str:
    bodies = [html.proto.body for html in at.get("html")]
    return next((body for body in bodies if body.startswith('<div class="kv-kernel-problem')), "")


def move(at: AppTest, label: str, value: float) -> AppTest:
    moved(at, label, value)
    assert not at.exception
    return at


def shown(at: AppTest) -> list[tuple[str, float]]:
    """Return the numbers of the sidebar: (label, value)."""
    return [(label, float(control["value"])) for label, control in numbers(at.sidebar).items()]


def test_the_composer_starts_with_the_gaussian_or_the_addresss_kernel() -> None:
    assert force(opened()) == "rbf(gamma=1)"
    at = opened("linear + 2*rbf(3)")
    assert force(at) == "linear + 2*rbf(gamma=3)"
    assert shown(at) == [("c, factor of rbf", 2), ("γ, inverse width of rbf", 3)]
    assert at.text_input(key="k_large").value == "linear + 2*rbf(3)"


def test_typing_sets_every_slider_and_every_number_has_one() -> None:
    text = "0.5*rbf(gamma=2)*matern(nu=inf, length=3) + polynomial(linear, [1, -2]) + 7"
    at = typed(opened(), text)
    assert shown(at) == [(n.label, n.value) for n in numbers_of(parse(text))]
    assert numbers(at)["ν, smoothness of matern"]["value"] == "inf"


def test_a_slider_rewrites_the_text_and_only_its_number() -> None:
    at = move(opened("rbf(2)*poly(2) + exp(linear)"), "γ, inverse width of rbf", 5.0)
    assert at.session_state["k"] == "rbf(gamma=5)*poly(degree=2, gamma=1, coef0=1) + exp(linear)" == force(at)
    move(at, "d, degree of poly", 3.0)
    assert force(at) == "rbf(gamma=5)*poly(degree=3, gamma=1, coef0=1) + exp(linear)"
    assert at.text_input(key="k_large").value == force(at)


def test_the_field_takes_any_number_and_the_slider_follows() -> None:
    at = opened("rbf(2)")
    move(at, "γ, inverse width of rbf", 0.1234567)
    assert force(at) == "rbf(gamma=0.1234567)"
    assert shown(at) == [("γ, inverse width of rbf", 0.1234567)]
    move(at, "γ, inverse width of rbf", -1.0)
    assert force(at) == "rbf(gamma=0.1234567)"
    assert shown(at) == [("γ, inverse width of rbf", 0.1234567)]
    assert "must be > 0" in numbers(at)["γ, inverse width of rbf"]["problem"]
    assert (
        numbers(at)["γ, inverse width of rbf"]["seq"] == 2
    )  # received, though refused: the browser returns to the old value
    assert not numbers(move(at, "γ, inverse width of rbf", 3.0))["γ, inverse width of rbf"]["problem"]


def test_fast_moves_are_exact_although_the_browser_repeats_old_values() -> None:
    at = opened("rbf(2) + 3*laplacian(1)")
    for gamma in (2.5, 3.2, 4.0, 3.2, 5.0):
        # the text, the field and the answers seen are as they were before the first of these moves
        at.text_input(key="k").set_value("rbf(2) + 3*laplacian(1)")
        at.text_input(key="kv_seen_side").set_value("1")
        move(at, "γ, inverse width of rbf", gamma)
        assert force(at) == f"rbf(gamma={gamma:g}) + 3*laplacian(gamma=1)"
    # another event, still without acknowledgement
    at.text_input(key="k").set_value("rbf(2) + 3*laplacian(1)")
    at.text_input(key="kv_seen_side").set_value("1")
    move(at, "c, factor of laplacian", 4.0)
    assert force(at) == "rbf(gamma=5) + 4*laplacian(gamma=1)"
    assert at.session_state["k"] == force(at)
    # acknowledged by now: the same report is a visitor's action
    at.text_input(key="k").set_value("rbf(2) + 3*laplacian(1)").run()
    assert force(at) == "rbf(gamma=2) + 3*laplacian(gamma=1)"


def test_undo_takes_back_the_moves_of_one_number_together() -> None:
    at = typed(opened(), "rbf(2) + linear")
    for gamma in (2.5, 3.2, 4.0):
        move(at, "γ, inverse width of rbf", gamma)
    at.button(key="k_undo_side").click().run()
    assert at.session_state["k"] == "rbf(2) + linear"
    at.button(key="k_undo_page").click().run()
    assert force(at) == "rbf(gamma=1)"
    assert at.button(key="k_undo_side").disabled


def test_start_again_can_be_undone() -> None:
    at = typed(opened(), "linear")
    at.button(key="k_again_side").click().run()
    assert force(at) == "rbf(gamma=1)"
    at.button(key="k_undo_side").click().run()
    assert force(at) == "linear"


@pytest.mark.parametrize(
    ("text", "message", "pointed"),
    [
        ("rbf(2) + exp(linaer)", "did you mean linear?", "<br>             ^"),
        ("rbf(2", "the text ends", "<br>     ^"),
        ("", "text is empty", ""),
        ("<img src=x>", "&#x27;&lt;&#x27; has no meaning", "&lt;img"),
        ("poly(2.5)", "must be a whole number", "<br>^"),
    ],
)
def test_wrong_text_keeps_the_last_valid_kernel_and_says_where(text: str, message: str, pointed: str) -> None:
    at = typed(opened("linear + 1"), text)
    assert force(at) == "linear + 1"
    assert at.session_state["k"] == text
    assert message in problem(at)
    assert pointed in problem(at)
    assert "<code>linear + 1</code>" in problem(at)
    at.button(key="k_undo_side").click().run()
    assert at.session_state["k"] == "linear + 1"
    assert not problem(at)


@pytest.mark.parametrize("k", ["rbf(", "x" * 700, "bilinear([[1, 2, 3]])", "\N{GRINNING FACE}", "rbf(1e400)"])
def test_an_address_that_means_nothing_gives_the_gaussian_and_a_sentence(k: str) -> None:
    at = opened(k)
    assert force(at) == "rbf(gamma=1)"
    assert problem(at)


def test_a_matrix_of_the_wrong_size_names_the_way_out() -> None:
    at = typed(opened("linear", d=1), "bilinear([[2, 1], [1, 2]])")
    assert "give a 1×1 matrix" in problem(at)
    assert force(at) == "linear"


def test_moving_a_number_while_the_text_is_wrong_goes_on_from_the_last_valid_kernel() -> None:
    at = move(typed(opened("rbf(2)"), "rbf(2) +"), "γ, inverse width of rbf", 4.0)
    assert at.session_state["k"] == "rbf(gamma=4)"
    assert not problem(at)


def choose(at: AppTest, label: str, title: str) -> AppTest:
    next(s for s in at.main.selectbox if s.label == label).set_value(title).run()
    assert not at.exception
    return at


def select(at: AppTest, name: str) -> AppTest:
    next(b for b in at.main.button if b.label == name).click().run()
    return at


def test_building_block_by_block() -> None:
    at = choose(opened("linear"), "Wrap in", "exponential: exp(k)")
    assert force(at) == "exp(linear)"
    choose(at, "Add", "Laplacian")
    assert force(at) == "exp(linear) + laplacian(gamma=1)"
    choose(select(at, "linear"), "Replace with", "polynomial")
    assert force(at) == "exp(poly(degree=2, gamma=1, coef0=1)) + laplacian(gamma=1)"
    choose(select(at, "Laplacian"), "Multiply by", "constant")
    assert force(at) == "exp(poly(degree=2, gamma=1, coef0=1)) + 1*laplacian(gamma=1)"
    select(select(at, "Laplacian"), "Remove")
    assert force(at) == "exp(poly(degree=2, gamma=1, coef0=1))"
    select(select(at, "exponential of a kernel"), "Unwrap")
    assert force(at) == "poly(degree=2, gamma=1, coef0=1)"
    for _ in range(6):
        at.button(key="k_undo_page").click().run()
    assert force(at) == "linear"


def test_inapplicable_buttons_are_absent() -> None:
    at = opened("linear")
    labels = {b.label for b in at.main.button}
    assert "Remove" not in labels
    assert "Unwrap" not in labels
    assert not numbers(at)
    assert "Exchange f" not in {s.label for s in at.main.selectbox}
    choose(opened("weight(norm, linear)"), "Exchange f", "x₁")


def test_the_large_field_is_the_same_text() -> None:
    at = opened()
    at.text_input(key="k_large").set_value("2*linear").run()
    assert at.session_state["k"] == "2*linear" == force(at)
    at.text_input(key="k_large").set_value("2*lin").run()
    assert force(at) == "2*linear"
    assert problem(at)


@pytest.mark.parametrize(
    ("k", "d", "badge"), [("cosine(1)", 1, "✓ proven"), ("cosine(1)", 2, "✗ refuted"), ("rbf(1)", 2, "✓ proven")]
)
def test_the_verdict_is_that_of_the_dimension(k: str, d: int, badge: str) -> None:
    side = opened(k, d).sidebar
    assert badge in " ".join(
        [*(badge_text.value for badge_text in side.markdown), *(button.label for button in side.button)]
    )


def test_the_badge_of_a_refuted_kernel_opens_the_witness() -> None:
    at = opened("linear - 1")
    at.sidebar.button(key="k_verdict").click().run()
    assert (at.session_state["tab"], at.session_state["_go"], at.session_state["space"]) == (
        "Witness",
        "compose",
        "the data's",
    )
    assert "k_verdict" not in [button.key for button in opened("rbf(1)").sidebar.button]


def test_a_text_set_by_an_example_is_used() -> None:
    at = typed(opened(), "linear")
    at.session_state["k"] = "sigmoid(1)"
    at.run()
    assert force(at) == "sigmoid(gamma=1, coef0=-1)"
    at.button(key="k_undo_side").click().run()
    assert force(at) == "linear"


# ---- maths as it is printed ------------------------------------------------------------------------------------------


def read_as(at: AppTest) -> str:
    bodies = [html.proto.body for html in at.get("html")]
    return next((body for body in bodies if body.startswith('<div class="kv-kernel-read')), "")


def test_mathematics_with_one_reading_is_read_and_reported() -> None:
    at = typed(opened(), "(x·z − 1)²")
    assert force(at) == "(linear - 1)**2" == at.session_state["k"] == at.text_input(key="k_large").value
    assert not problem(at)
    assert "“(x·z − 1)²” is read as <code>(linear - 1)**2</code>" in read_as(at)
    assert not read_as(typed(at, "rbf(2)"))
    at.button(key="k_undo_side").click().run()
    assert force(at) == "(linear - 1)**2"


def test_maths_in_a_link_is_read_too() -> None:
    at = opened("e^{−‖x−z‖²/4} + x*z")
    assert force(at) == "rbf(gamma=0.25) + linear"
    assert "is read as" in read_as(at)
    assert not problem(at)
    assert at.run().session_state["k"] == "rbf(gamma=0.25) + linear" == force(at)


def test_a_width_called_sigma_is_asked_about() -> None:
    at = typed(opened("linear"), "rbf(sigma=2)")
    assert force(at) == "linear"
    assert problem(at)
    assert [at.button(key=f"k_offer_side_{i}").label for i in (0, 1)] == ["`rbf(gamma=0.25)`", "`rbf(gamma=0.125)`"]
    captions = [caption.value for caption in at.caption]
    assert "γ = 1/σ², as S0 and S2 write" in captions
    at.button(key="k_offer_side_1").click().run()
    assert force(at) == "rbf(gamma=0.125)" == at.session_state["k"]
    assert not problem(at)


def test_quoted_mathematics_is_escaped() -> None:
    at = typed(opened(), "(⟨x,z⟩ − 1)²")
    assert "⟨x,z⟩" in read_as(at)
    at = typed(at, "(<x,z> + 1)^2")
    assert "&lt;x,z&gt;" in read_as(at)
