"""Cards of courses, stories and Home's four links: what they show, and what a click on one does."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from kernviz.courses import reader
from kernviz.ui import gallery, home_links, link_cards, navigation
from kernviz.ui.courses import page as courses
from kernviz.ui.courses import visit as visits
from kernviz.ui.stories import page as stories
from tests.ui.helpers import visit

PAGES = ["course", "story", navigation.HOME]


def shown(at: AppTest) -> list[dict[str, Any]]:
    """Return all cards of a page."""
    components = [e.proto for e in at.get("bidi_component") if e.proto.component_name == "kernviz_link_cards"]
    return [card for proto in components for card in json.loads(proto.json)["cards"]]


@pytest.mark.parametrize("page", PAGES)
def test_a_card_has_words_and_an_address(page: str) -> None:
    cards = shown(visit(page))
    assert cards
    for card in cards:
        assert min(len(card["title"]), len(card["says"]))
        assert not set("*_`") & set(card["title"] + card["says"])
        assert not card["href"].startswith(("/", "http"))  # the app may stand below any path


@pytest.mark.parametrize("page", ["course", "story"])
def test_every_course_and_story_has_a_picture_of_its_own_with_both_backgrounds(page: str) -> None:
    at = visit(page)
    for proto in (e.proto for e in at.get("bidi_component") if e.proto.component_name == "kernviz_link_cards"):
        pictures = [card["picture"] for card in json.loads(proto.json)["cards"]]
        assert len(set(pictures)) == len(pictures)
        for picture in pictures:
            digest, name = picture.split("/")
            assert gallery.index()[name] == digest
            assert all((gallery.FOLDER / f"{name}-{theme}.webp").is_file() for theme in gallery.THEMES)


def test_all_courses_are_listed_with_the_number_of_their_steps() -> None:
    cards = {card["name"]: card for card in shown(visit("course"))}
    for course in reader.courses().values():
        assert cards[course.name]["note"] == f"{len(course.steps)} steps"
        assert cards[course.name]["href"].endswith(f"course?course={course.name}")


def test_a_cover_is_an_example_of_the_lecture_where_there_is_one() -> None:
    several = link_cards.covers([(["svm", "svm", "lift"], "S1"), (["svm"], "S3"), ([], ""), (["lift", "svm"], "S1")])
    of = {gallery.thumbnail(preset): (preset.page, preset.lecture) for preset in link_cards.PRESETS}
    assert [of.get(picture) for picture in several] == [of[several[0]], ("svm", "S3"), None, ("lift", "S1")]
    assert of[several[0]][0] == "svm"  # S1 has no example of that page


@pytest.mark.parametrize("message", [None, 3, True, ["s0"], "", "s99", "../s0"])
def test_only_a_card_that_is_shown_can_be_opened(monkeypatch: pytest.MonkeyPatch, message: object) -> None:
    opened: list[str] = []
    monkeypatch.setattr(st, "session_state", {"here": {"open": message}})
    link_cards._opened("here", frozenset({"s0"}), opened.append)
    assert not opened
    st.session_state["here"] = {"open": "s0"}
    link_cards._opened("here", frozenset({"s0"}), opened.append)
    assert opened == ["s0"]


@pytest.mark.parametrize(
    ("opener", "name", "page", "param"),
    [
        (visits.open_course, "s0", None, visits.COURSE.name),
        (stories._open, "why-is-it-allowed", "story", stories.STORY.name),
        (home_links._open, "learn", "story", stories.STORY.name),
        (home_links._open, "play", "kernel_or_not", None),
    ],
)
def test_a_click_goes_to_the_page(
    monkeypatch: pytest.MonkeyPatch, opener: Any, name: str, page: str | None, param: str | None
) -> None:
    went: list[str] = []
    session: dict[str, object] = {}
    monkeypatch.setattr(st, "session_state", session)
    monkeypatch.setattr("kernviz.ui.examples.request_page", went.append)
    opener(name)
    assert went == ([page] if page else [])
    if param:
        assert session[param] == {"learn": home_links.FIRST_STORY}.get(name, name)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("A *b*, **c** and ***d***", "A b, c and d"),
        ("_a b_ and __c__", "a b and c"),
        ("`k_1` and $k(x, z)$", "k_1 and k(x, z)"),
        ("[notes](https://a.b/c_d) of *x*", "notes of x"),
        ("x*z, k_1 * k_2 and 2 ** 3", "x*z, k_1 * k_2 and 2 ** 3"),
        ("snake_case_name and a $ sign", "snake_case_name and a $ sign"),
    ],
)
def test_marks_of_markdown_are_not_shown(monkeypatch: pytest.MonkeyPatch, written: str, text: str) -> None:
    sent: dict[str, Any] = {}
    monkeypatch.setattr(link_cards, "component", lambda name: lambda **given: sent.update(given))
    link_cards.cards("here", [link_cards.Card("a", written, written, "a")], lambda name: None)
    assert [(card["title"], card["says"]) for card in sent["data"]["cards"]] == [(text, text)]


def test_the_link_of_a_course_holds_its_name_whatever_the_file_is_called() -> None:
    course = replace(next(iter(reader.courses().values())), name="week 1+2 & more")
    assert parse_qs(urlsplit(courses._card(course, "").href).query) == {"course": ["week 1+2 & more"]}
