"""Every erratum has a deciding number, or links to an example with one."""

from __future__ import annotations

import re

import pytest

from kernviz.lessons import errata, erratum_examples, thumbnails
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.presets import PRESETS
from kernviz.wording import with_exponents
from tests.lessons.reading import lesson_at

STATES: tuple[dict[str, str], ...] = (
    {},
    {"k": "linear"},
    {"k": "poly(degree=2, gamma=0.5, coef0=2)"},
    {"data": "separable_blobs", "n": "20", "k": "linear", "hard": "true"},
    {"data": "s1_line", "k": "linear + linear @ square", "hard": "true"},
    {"data": "fun_time_4", "k": "polynomial(linear, [1, -2, 1])"},
    {"data": "two_neighbours", "k": "linear"},
    {"data": "xor", "k": "poly(degree=2, gamma=1, coef0=1)", "C": "100"},
    {"data": "circle_points", "k": "linear"},
    {"data": "ridge_line", "k": "linear"},
    {"data": "moons", "n": "30", "k": "matern(nu=1.5, length=1)"},
    {"data": "drawn", "pts": "a: 0 0", "k": "rbf(gamma=1)"},
)
PAGES = tuple(dict.fromkeys((*errata.MARKS, *erratum_examples.EXAMPLES)))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", PAGES)
def test_each_decides_here_or_leads_to_an_example(name: str) -> None:
    for params in STATES:
        cards = errata.of(lesson_at(name, **params))
        assert len({(card.where, card.printed) for card in cards}) == len(cards)
        for card in cards:
            assert card.check, (params, card.where)
            if card.of == "state":
                assert re.search(r"\d|∞", card.check), (params, card)
            else:
                assert errata.example(name, errata.numbered(card)) is not None, (params, card)


@pytest.mark.parametrize("name", PAGES)
def test_an_example_decides(name: str) -> None:
    for number in erratum_examples.EXAMPLES[name]:
        opened = errata.example(name, number)
        assert opened is not None
        lesson = thumbnails.lesson(opened)
        cards = [each for each in errata.of(lesson) if errata.numbered(each) == number]
        assert cards, (name, number, lesson.problem)
        assert {card.of for card in cards} == {"state"}, (number, cards)
        wanted = opened.values.get("tab")
        assert wanted in (None, errata.NOTES) or wanted in {tab.title for tab in lesson.tabs} | {errata.BESIDE}


def test_examples_of_the_gallery() -> None:
    for preset in PRESETS[::5]:
        for card in errata.of(thumbnails.lesson(preset)):
            assert card.of == "state" or errata.example(preset.page, errata.numbered(card)), (preset, card)


def numbers(words: str) -> list[float]:
    return [float(n.replace("−", "-")) for n in re.findall(r"[−]?\d+(?:\.\d+)?(?:e-?\d+)?", with_exponents(words))]


def the(name: str, number: str, **params: str) -> Erratum:
    return next(card for card in errata.of(lesson_at(name, **params)) if errata.numbered(card) == number)


def test_without_cross_terms_k_is_another_number_on_both_pages() -> None:
    """At (1, 2) and (3, −1) with ζ = 2, γ = ½ it is 9.25 without them, 6.25 with them."""
    for card in (the("lift", "E28"), the("polynomial", "E28", k="poly(degree=2, gamma=0.5, coef0=2)")):
        assert "9.25 without them, 6.25 with them" in card.check
    probe = the("lift", "E28", k="poly(degree=2, gamma=2, coef0=1)", px="1", py="2")
    assert probe.of == "state"
    assert "(1, 2)" in probe.check


@pytest.mark.parametrize("m", [3, 10])
def test_the_term_of_one_point_is_divided_by_n(m: int) -> None:
    """Projecting two points on one component loses nothing; three points lose a third of each square."""
    card = the("pca", "E36", data="drawn", pts="a: 0 0 2 0 1 1" if m == 3 else "a: 0 0 2 0 1 1 1 4", k="linear")
    mean, values, first = numbers(card.check.partition("to n = N is")[2].replace("n = 1", "").replace("1/N", ""))[:3]
    assert mean == pytest.approx(values, rel=1e-4)
    assert first <= mean


def test_a_sum_that_is_too_small_to_see_is_shown_where_it_is_not() -> None:
    for number in ("E3", "E20"):
        card = the("compose", number, k="rbf(gamma=1)")
        assert card.of == "state"
        assert card.check.removesuffix(" is another number").endswith("= 4")


def test_a_soft_margin_does_not_decide_which_points_have_one() -> None:
    assert the("svm", "E41", data="moons", noise="0.3", k="rbf(gamma=1)", C="1").of == "nothing"
    hard = the("svm", "E41", data="separable_blobs", n="20", k="linear", hard="true")
    assert hard.of == "state"
    most, least = numbers(hard.check)
    assert least == 1 < most


def test_the_notes_three_points_decide_nothing_about_the_sum() -> None:
    card = the("sphere", "E13", data="circle_points", k="linear")
    assert card.of == "nothing"
    assert "nothing is lost without Σα = 1" in card.check


def test_the_printed_rule_is_wrong_of_every_support_vector() -> None:
    card = the("sphere", "E15", data="square_corners", k="linear")
    assert card.check.startswith("by the printed rule all 4 support vectors, where f = 0, are novel")
