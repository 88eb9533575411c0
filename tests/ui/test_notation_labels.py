"""Notation of a lecture on the page: shown and set values of a control, the address, the live picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from kernviz.lessons.notation import OWN, VOICES, lecture_symbol
from kernviz.lessons.number_map import Map
from kernviz.lessons.page import pages
from kernviz.ui import navigation, notation_labels, notation_menu
from kernviz.ui.scale import Scale
from tests.ui.helpers import moved, numbers, pictures, readouts
from tests.ui.test_live import message, same

ROOT = Path(__file__).parents[2]
ENTRIES = {entry.name: entry for entry in navigation.entries(ROOT)}
WIDTH = lecture_symbol("width", "S4").map  # type: ignore[union-attr]


def opened(page: str, **address: str) -> AppTest:
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    at = at.switch_page(str(ENTRIES[page].path)).run()
    assert not at.exception
    return at


def kernel(at: AppTest) -> str:
    return next(field.value for field in at.text_input if field.key == "k")


def test_a_control_shows_the_lectures_number_and_sets_ours() -> None:
    at = opened("svm", speak="S4", k="rbf(gamma=0.5)")
    control = numbers(at)["σ², width of rbf"]
    assert control["value"] == "1"
    assert (control["low"], control["high"]) == (5e-4, 500)
    assert control["log"]
    assert control["how"] == [0.5, -1]
    moved(at, "σ², width of rbf", 2)
    assert kernel(at) == "rbf(gamma=0.25)"
    assert numbers(at)["σ², width of rbf"]["value"] == "2"
    assert at.session_state["speak"] == "S4"
    moved(at, "σ², width of rbf", 3)
    assert numbers(at)["σ², width of rbf"]["value"] == "3", "what is typed stays, though 1/6 is no decimal"
    for nonsense in ("0", "-1", "1e-300", "inf", "nan"):
        moved(at, "σ², width of rbf", nonsense)
        assert numbers(at)["σ², width of rbf"]["value"] == "3"
        assert not at.exception


def test_the_notation_changes_texts_but_no_computed_value() -> None:
    at = opened("svm", k="rbf(gamma=4)", C="2")
    before, ours = readouts(at), pictures(at)["plane"]["figure"]
    at.session_state["speak"] = "S4"
    at.run()
    assert readouts(at) == before, "values of the machine are what they were"
    assert kernel(at) == "rbf(gamma=4)"
    theirs = pictures(at)["plane"]["figure"]
    assert same(ours["data"][0]["z"], theirs["data"][0]["z"])
    assert any("a = C" in str(trace.get("name")) for trace in theirs["data"])
    assert any("α = C" in str(trace.get("name")) for trace in ours["data"])
    assert "σ², width of rbf" in numbers(at)
    assert "γ, inverse width of rbf" not in numbers(at)


def test_the_question_of_a_page_is_in_the_lectures_notation() -> None:
    asked = [text.value for text in opened("polynomial", speak="S3").markdown if text.value.startswith(":gray[Which")]
    assert asked == [":gray[Which coordinates does (γ xᵀx′ + ζ)^Q have, and with which weights?]"]


def test_the_notation_menu_shows_the_current_symbols() -> None:
    at = opened("svm", speak="S4", k="rbf(gamma=1)")
    table = next(text.value for text in at.markdown if "| S4 | kernviz |" in text.value)
    assert "| σ² | γ | width of the Gaussian; γ = 1/(2σ²): here γ = 1 is σ² = 0.5 |" in table
    assert "| a | α |" in table
    assert "| y | f |" in table
    for page in pages():
        for lecture in VOICES[1:]:
            assert notation_menu.table(page, lecture).count("\n") != 1
    assert "writes everything on this page as kernviz does" in notation_menu.table("words", "S3")
    assert "K before points is the kernel" in notation_menu.table("mercer", "S3")


def test_a_ridge_is_named_as_the_lecture_names_it() -> None:
    at = opened("ridge", speak="S2", data="sine", rr_ridge="0.5")
    assert numbers(at)["σ², ridge"]["value"] == "0.5"
    assert any(button.label == "Take the best σ²" for button in at.button)
    moved(at, "σ², ridge", 0.25)
    assert at.session_state["rr_ridge"] == 0.25
    assert "λ, ridge" in numbers(opened("ridge", speak="S4", data="sine"))


def test_a_number_of_a_page_is_typed_in_the_lectures_notation() -> None:
    at = opened("gaussian", speak="S2", k="linear", ga_gamma="4")
    assert numbers(at)["σ², width"]["value"] == "0.25"
    moved(at, "σ², width", 2)
    assert at.session_state["ga_gamma"] == 0.5


@pytest.mark.sampled(5)
@pytest.mark.parametrize("lecture", VOICES[1:])
def test_the_live_picture_speaks_like_the_page(lecture: str) -> None:
    address = {"data": "moons", "k": "rbf(gamma=1)", "speak": lecture}
    live = message("svm", **address)
    at = opened("svm", **address)
    assert live is not None
    shown = pictures(at)["plane"]
    assert live["pictures"]["plane"]["alt"] == shown["options"]["alt"]
    assert same(live["pictures"]["plane"]["figure"]["layout"], shown["figure"]["layout"])
    dragged_to = message("svm", **address, **{"~gamma": "0.25"})
    rest = message("svm", **(address | {"k": "rbf(gamma=0.25)"}))
    assert same(dragged_to, rest)


def test_an_unknown_lecture_in_the_address_is_reported() -> None:
    at = opened("svm", speak="S9")
    assert "γ, inverse width of rbf" in numbers(at)
    lines = [str(element.proto.body) for element in at.get("html")]
    assert any("speak=S9" in line and "must be one of kernviz, S0" in line for line in lines)


def test_an_example_keeps_the_notation() -> None:
    at = opened("svm", speak="S4")
    next(button for button in at.button if str(button.key).startswith("example_")).click().run()
    assert at.session_state["speak"] == "S4"


# ---- the scale -------------------------------------------------------------------------------------------------------

LOG = Scale(1e-3, 1e3, 1.0, log=True, least=0.0)


@given(value=st.floats(1e-3, 1e3))
@settings(max_examples=50)
def test_a_scale_in_a_lectures_notation_has_the_same_range(value: float) -> None:
    scale = LOG.mapped(WIDTH)
    assert scale.log
    assert scale.low <= WIDTH.shown(value) <= scale.high
    assert (scale.low, scale.high, scale.default) == (5e-4, 500.0, 0.5)
    assert scale.read(str(WIDTH.shown(value))) == WIDTH.shown(value)


def test_a_scale_without_a_map_is_itself() -> None:
    assert LOG.mapped(None) is LOG
    twice = LOG.mapped(Map(2.0, 1))
    assert (twice.low, twice.high, twice.default) == (0.002, 2000.0, 2.0)


def test_zero_negative_and_infinite_numbers_are_no_width() -> None:
    scale = Scale(1e-3, 1e3, 1.0, log=True).mapped(WIDTH)
    assert scale.least > 0
    for text in ("0", "-2", "inf"):
        assert scale.read(text) is None


def test_the_default_notation_is_kernvizs_own() -> None:
    assert notation_labels.PARAM.default == OWN
    assert notation_labels.PARAM.options == VOICES


def test_menus_and_buttons_of_panels_are_in_the_lectures_notation() -> None:
    at = opened("mercer", speak="S3", tab="Fun Time 4")
    options = [button.label for button in at.button if str(button.key).startswith("me_option")]
    assert len(options) == 4
    assert all("xᵀx′" in label and "x·" not in label for label in options), options
    chosen = opened("geometry", speak="S1", tab="Why it is the minimum")
    said_there = [option for group in chosen.get("button_group") for option in map(str, group.proto.options)]
    assert any("ψ(xᵢ)" in option for option in said_there), said_there
    assert not any("φ(xᵢ)" in option for option in said_there)
