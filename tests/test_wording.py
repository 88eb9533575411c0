"""Messages in the current language."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import kernviz as kv
from kernviz import catalogue, wording
from kernviz.compute import shared
from kernviz.figures.theme import number, point
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.number_format import percent, vector
from kernviz.lessons.page import read, write
from kernviz.mercer.prover import prove
from kernviz.wording import (
    Phrase,
    begun,
    english,
    in_formula,
    phrase,
    remembered,
    say,
    several,
    short,
    speaking,
    spoken,
)


def test_english_messages_are_shown_unchanged() -> None:
    assert wording.language() == "en"
    assert say("{n} points.", n=3) == "3 points."
    assert several(1, "{n} point", "{n} points") == "1 point"
    assert several(0, "{n} point", "{n} points") == "0 points"
    assert short(-0.5) == "−0.5"


def test_german_messages_are_those_of_the_catalogue() -> None:
    with speaking("de"):
        assert several(1, "{n} point", "{n} points") == "1 Punkt"
        assert several(2, "{n} point", "{n} points") == "2 Punkte"
        assert say("No language has {this}.", this=1) == "No language has 1."
    assert several(2, "{n} point", "{n} points") == "2 points"


def test_a_phrase_is_compared_in_english_and_said_in_the_language() -> None:
    word = phrase("margin")
    with speaking("de"):
        assert word == "margin"
        assert {word: 1}["margin"] == 1
        assert spoken(word) == f"{word}" == say("{word}", word=word) == "Rand"
        assert spoken("margin") == "margin"  # a word from outside that happens to be one of ours
    assert spoken(copy.deepcopy(word)) == "margin"
    assert isinstance(copy.deepcopy(word), Phrase)


def test_translated_messages_keep_their_english_text() -> None:
    """Texts are compared and searched in English: the translation decides nothing."""
    for language in ("en", "de"):
        with speaking(language):
            notes = say("the notes' line")
            assert english(notes) == "the notes' line"
            assert english(say("{k} nearest by Euclid", k=3)) == "3 nearest by Euclid"
            assert english("(" + notes + ") " + several(2, "{n} point", "{n} points")) == "(the notes' line) 2 points"
            assert english(say("to {where}", where=phrase("margin"))) == "to margin"
            assert english(phrase("margin")) == english("margin") == "margin"
    with speaking("de"):
        assert notes != "the notes' line"
        assert pickle.loads(pickle.dumps(notes)) == notes  # noqa: S301  our own
        assert english(copy.deepcopy(notes)) == "the notes' line"


def test_a_proof_is_kept_for_each_language() -> None:
    k = kv.parse("polynomial(linear, [1, -2, 1])")
    proofs = {}
    for language in ("en", "de", "en"):
        with speaking(language):
            proofs[language] = [premise.condition for _, part in prove(k, 2).walk() for premise in part.premises]
    assert "every coefficient ≥ 0" in proofs["en"]
    assert "every coefficient ≥ 0" not in proofs["de"]


def test_a_sentence_begins_with_a_large_letter_and_keeps_the_others() -> None:
    assert begun("die Gram-Matrix von Punkten") == "Die Gram-Matrix von Punkten"
    assert begun("") == ""


def test_numbers_and_lists_are_written_as_in_the_language() -> None:
    with speaking("de"):
        assert short(-0.5) == number(-0.5) == "−0,5"
        assert vector([1, -0.5]) == point([1, -0.5]) == "(1; −0,5)"
        assert vector([1, -2]) == "(1, −2)"
        assert percent(0.975) == "97,5 %"
        assert short(math.inf) == "∞"
        assert say("{x:.2f} and {n}", x=0.5, n=3) == "0,50 and 3"
        assert in_formula("0.5\\,x_1 + 2") == "0{,}5\\,x_1 + 2"
    assert in_formula("0.5") == "0.5"


@pytest.mark.parametrize("cached", [remembered(8), shared(8)])
def test_cached_texts_are_cached_per_language(cached: object) -> None:
    kept = cached(lambda: say("margin"))  # type: ignore[operator]
    with speaking("de"):
        assert kept() == "Rand"
    assert kept() == "margin"
    with speaking("de"):
        assert kept() == "Rand"


def test_a_language_without_a_catalogue_is_english() -> None:
    with speaking("tlh"):
        assert wording.language() == "en"
    assert catalogue.best("fr-CH, de;q=0.9, en;q=0.8") == "de"
    assert catalogue.best("xx") == catalogue.best("") == "en"
    assert catalogue.best("en;q=0.1, de; q = 0.9") == "de"
    assert catalogue.best("de;q=0, en;q=0.2") == catalogue.best("de;q=0") == "en"
    assert catalogue.best("de, en") == "de"
    for low in ("en;q=.1", "en;Q=0.1", "en;q=0.1;x=1", "en;q=0.00001", "en; q = 0.", "en;q=", "en;q=-1", "en;q=nan"):
        assert catalogue.best(f"{low}, de;q=0.5") == "de", low
    assert catalogue.best("de;q=7, en;q=0.5") == "de"


def test_another_thread_speaks_its_own_language() -> None:
    with speaking("de"), ThreadPoolExecutor(1) as threads:
        assert threads.submit(wording.language).result() == "en"


def texts(lesson: Lesson) -> Iterator[str]:
    yield from (lesson.question, *(tab.title for tab in lesson.tabs))
    yield from (text for numbers in lesson.readouts for item in numbers.items for text in item.words)
    yield from (text for picture in lesson.pictures for text in (picture.alt, picture.caption))


@pytest.mark.parametrize("name", ["svm", "compose", "ridge", "sphere"])
def test_a_page_has_the_same_state_in_both_languages(name: str) -> None:
    """State, address and numbers do not depend on the language; switching back leaves no German in a cache."""
    page = lesson_page.pages()[name]
    about = data_and_kernel.read({"data": ["diabetes_bmi"]} if name == "ridge" else {}, {})
    assert about is not None
    state = read(page, about, {"C": ["3"]})
    english = page.build(state)
    with speaking("de"):
        state_there = read(page, about, {"C": ["3"]})
        german = page.build(state_there)
        translated = [spoken(text) for text in texts(german)]
        assert write(state_there) == write(state)
        assert [str.__str__(tab.title) for tab in german.tabs] == [str.__str__(tab.title) for tab in english.tabs]
    again = page.build(state)
    assert list(texts(again)) == list(texts(english))
    assert sum(a == b for a, b in zip(translated, texts(english), strict=True)) < len(translated) / 2
    values = [(a.value, b.value) for a, b in zip(read_outs(english), read_outs(german), strict=True)]
    assert values
    assert all(b.replace(",", ".") == a.replace(", ", "; ") or not any(c.isdigit() for c in a) for a, b in values)


def read_outs(lesson: Lesson) -> list[object]:
    return [item for numbers in lesson.readouts for item in numbers.items]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.5e-7, "1.5·10⁻⁷"),
        (1e-7, "10⁻⁷"),
        (-1e12, "−10¹²"),
        (-2.5e300, "−2.5·10³⁰⁰"),
        (1.1e-320, "1.1·10⁻³²⁰"),
        (0.25, "0.25"),
        (-0.0, "0"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "–"),
    ],
)
def test_a_number_is_written_with_powers_of_ten(number: float, text: str) -> None:
    assert wording.short(number) == text
    assert wording.shorts([3.0, number, number]) == ["3", text, text]
    read = wording.with_exponents(text).replace("−", "-").replace("∞", "inf").replace("–", "nan")
    assert float(read) == pytest.approx(number, rel=1e-3, nan_ok=True)
    assert (
        wording.with_exponents(f"x = {text} of 10, and 1.5·10 kg")
        == f"x = {wording.with_exponents(text)} of 10, and 1.5·10 kg"
    )
