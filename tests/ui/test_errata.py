"""Marks beside numbers, and the page of all mistakes, as a visitor meets them."""

from __future__ import annotations

from tests.ui.helpers import visit


def test_the_page_lists_a_lecture_and_leads_to_the_number() -> None:
    at = visit("errata", lecture="S1")
    said = [each.value for each in at.markdown]
    assert any("(E16)" in each for each in said)
    assert not any("(E20)" in each for each in said)
    (way,) = (each for each in at.button if each.label == "Gaussian features · Bars of ψ")
    way.click().run()
    assert at.title[0].value == "Gaussian features"
    assert at.session_state["tab"] == "Bars of ψ"


def test_the_page_opens_on_the_first_lecture() -> None:
    said = [each.value for each in visit("errata").markdown]
    assert any("(E1)" in each for each in said)


def test_a_mark_says_what_is_printed_when_it_is_opened() -> None:
    at = visit("svm", tab="Primal and dual")
    marks = ("erratum-svm-E17-", "erratum-svm-E25-Primal and dual")
    assert all(key in at.session_state for key in marks)
    assert "erratum-svm-E26-Every point" not in at.session_state  # its tab is not open
    assert not any("(E25)" in each.value for each in at.markdown)
    at.session_state["erratum-svm-E25-Primal and dual"] = True
    at.run()
    assert any("(E25)" in each.value and "½ w·w" in each.value for each in at.markdown)
