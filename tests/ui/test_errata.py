"""Marks of errata, and the page that lists them, as a visitor sees them."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from kernviz import catalogue, wording
from kernviz.lessons import data_and_kernel, errata
from kernviz.ui import errata as errata_page
from tests.ui.helpers import visit


def cards(at: AppTest) -> list[str]:
    """Return the texts of the errata on the page."""
    starts = tuple(f"**{start}" for start in ("S", "all notes", "alle Skripte"))
    return [element.value for element in at.markdown if element.value.startswith(starts)]


@pytest.mark.sampled(15)
@pytest.mark.parametrize("lang", catalogue.languages())
@pytest.mark.parametrize("lecture", errata.LECTURES)
def test_the_page_lists_every_mistake_of_a_lecture_on_every_page(lecture: str, lang: str) -> None:
    """An address means the same in every language, and the words are those of the language."""
    at = visit("errata", lecture=lecture, lang=lang)
    shown, about = cards(at), data_and_kernel.read({})
    assert about is not None
    with wording.speaking(lang):
        expected = [place.erratum.where for place in errata.everywhere(about, lecture)]
        labels = [[option.content for option in group.proto.options] for group in at.get("button_group")]
        assert labels == [[wording.spoken(lecture) for lecture in errata.LECTURES.values()]]
    assert [re.sub(r"\*\*(.*?)\*\*.*", r"\1", each, flags=re.S) for each in shown] == expected
    assert expected


def test_the_page_takes_data_and_kernel_of_its_address() -> None:
    at = visit("errata", lecture="S4", data="moons", n="40", k="matern(nu=1.5, length=2)")
    text = "\n".join(cards(at))
    assert "N = 40 here" in text
    assert "ℓ = 2, ν = 1.5" in text
    assert not [element.value for element in at.get("html") if "ignored" in str(element.proto)]
    (sentence,) = (element.value for element in at.markdown if "places where the notes are wrong" in element.value)
    captions = [element.value for element in at.caption]
    here = sum("to the current data and kernel" in caption and "decides nothing" not in caption for caption in captions)
    assert f"{here} of the {len(cards(at))} below are decided" in sentence


@pytest.mark.parametrize(
    ("decided", "end"), [(3, "current data and kernel."), (2, "an example that decides it."), (0, "that decide them.")]
)
def test_the_errata_not_decided_here_are_counted(decided: int, end: str) -> None:
    assert errata_page._summary(decided, 3).endswith(end)


def test_data_without_classes_leave_no_mistake_out() -> None:
    whole, few = (
        len(cards(visit("errata", lecture="S0", **card))) for card in ({}, {"k": "bilinear([[1, 2], [2, 1]])"})
    )
    assert whole == few


def test_an_erratum_links_to_the_number_that_decides_it() -> None:
    at = visit("errata", lecture="S1")
    texts = [element.value for element in at.markdown]
    assert any("(E16)" in text for text in texts)
    assert not any("(E20)" in text for text in texts)
    (way,) = (element for element in at.button if element.label == "Gaussian features · Bars of ψ")
    way.click().run()
    assert at.title[0].value == "Gaussian features"
    assert at.session_state["tab"] == "Bars of ψ"


def test_the_page_opens_on_the_first_lecture() -> None:
    texts = [each.value for each in visit("errata").markdown]
    assert any("(E1)" in text for text in texts)


def test_a_mistake_that_decides_nothing_leads_to_an_example_where_it_does() -> None:
    at = visit("svm", data="separable_blobs", k="linear", C="1000", tab="What the notes say")
    (card,) = (element for element in at.button if str(element.key).startswith("decided-note-S4, slack (E46)"))
    card.click().run()
    assert at.session_state["noise"] == 0.3
    assert at.session_state["tab"] == "Every point"
    assert str(at.session_state["k"]) == "rbf(gamma=1)"


def test_an_erratum_is_shown_when_its_mark_is_opened() -> None:
    at = visit("svm", tab="Primal and dual")
    marks = ("errata-svm-S1-Primal and dual", "errata-svm-S2-Primal and dual")
    assert all(key in at.session_state for key in marks)
    assert not any(str(key).startswith("errata-svm-S4-Every") for key in at.session_state)  # its tab is not open
    assert not any("(E25)" in element.value for element in at.markdown)
    at.session_state["errata-svm-S2-Primal and dual"] = True
    at.run()
    assert any("(E25)" in element.value and "½ w·w" in element.value for element in at.markdown)


def test_a_mark_opens_on_a_number_that_decides() -> None:
    """With a hard margin nothing decides S4's sentence about slack, so the number of its example is shown."""
    at = visit("svm", data="separable_blobs", k="linear", hard="true", tab="Every point")
    at.session_state["errata-svm-S4-Every point"] = True
    at.run()
    (words,) = (element.value for element in at.markdown if "(E46)" in element.value)
    assert "Here no point is on its right side with slack" not in words


@pytest.mark.parametrize(
    ("view", "lectures"), [("Span", set()), ("Solve for α", {"S2", "S4"}), ("Descent", set()), ("Sizes", {"S4"})]
)
def test_a_view_shows_the_mistakes_of_its_own_formulas(view: str, lectures: set[str]) -> None:
    at = visit("dual", du_view=view)
    assert {name for name in ("S2", "S4") if f"errata-dual-{name}-" in at.session_state} == lectures
