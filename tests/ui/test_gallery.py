"""Gallery of Home: its catalogue for the browser, and the browser's messages."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit as st
from starlette.requests import Request
from starlette.responses import Response

from kernviz.lessons import data_and_kernel, home, page, thumbnails
from kernviz.lessons.presets import FIRST, PRESETS
from kernviz.ui import examples, gallery, navigation

CARDS: list[dict[str, Any]] = json.loads(gallery.catalogue())["cards"]


def test_a_card_is_a_link_to_the_state_it_promises() -> None:
    for preset, card in zip(PRESETS, CARDS, strict=True):
        where = urlsplit(card["href"])
        assert where.path == preset.page
        params = parse_qs(where.query, keep_blank_values=True)
        about = data_and_kernel.read(params)
        assert about is not None
        assert page.read(page.pages()[preset.page], about, params) == thumbnails.state(preset)
        assert params.get("tab", [None])[-1] == preset.values.get("tab")


def test_a_card_has_the_title_of_its_example() -> None:
    assert [card["title"] for card in CARDS] == [preset.sentence for preset in PRESETS]
    assert [card["title"] for card in CARDS if card["first"]] == [p.sentence for p in PRESETS if p.sentence in FIRST]
    assert len({card["title"] for card in CARDS}) == len(CARDS)  # a link's name is its title


def asked(version: str, name: str) -> Response:
    """Return the response of the gallery's route."""
    return gallery._serve(Request({"type": "http", "path_params": {"version": version, "name": name}}))


def test_the_browser_finds_catalogue_and_pictures() -> None:
    assert asked("any", gallery.CATALOGUE).body == gallery.catalogue()
    for theme in gallery.THEMES:
        version, name = CARDS[0]["picture"].split("/")
        answer = asked(version, f"{name}-{theme}.webp")
        assert answer.status_code == 200
        assert answer.media_type == "image/webp"
        assert "immutable" in answer.headers["cache-control"]
    for wrong in ("index.json", "none-light.webp", "../index.json", ""):
        assert asked("any", wrong).status_code == 404


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    state: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", state)
    return state


def test_the_search_text_goes_into_the_address(session: dict[str, Any]) -> None:
    session[gallery.KEY] = {"filter": {"lecture": "S3", "idea": "", "find": "margin", "other": "x"}}
    gallery._filtered()
    assert {name: session.get(name) for name in gallery.FILTER} == {"lecture": "S3", "idea": "", "find": "margin"}
    assert "other" not in session
    for nonsense in (None, 3, {"lecture": 3, "find": None}, [1]):
        session[gallery.KEY] = {"filter": nonsense}
        gallery._filtered()
    assert session["find"] == "margin"


def test_an_address_with_a_filter_is_read() -> None:
    about = data_and_kernel.read({})
    assert about is not None
    params = {"lecture": ["S3"], "idea": ["fitting"], "find": ["margin"]}
    state = page.read(home.PAGE, about, params)
    assert (state.lecture, state.idea, state.find) == ("S3", "fitting", "margin")
    assert page.write(state) == {name: texts[0] for name, texts in params.items()}
    assert page.read(home.PAGE, about, {"lecture": ["S9"], "idea": ["?"]}) == home.State(about.data, about.kernel)


@pytest.mark.parametrize("message", [-1, len(PRESETS), "0", None, 1.5, True])
def test_only_examples_can_be_opened(session: dict[str, Any], monkeypatch: pytest.MonkeyPatch, message: object) -> None:
    opened = []
    monkeypatch.setattr(examples, "open_preset", lambda preset, here: opened.append((preset, here)))
    session[gallery.KEY] = {"open": message}
    gallery._opened()
    assert not opened
    session[gallery.KEY] = {"open": 3}
    gallery._opened()
    assert opened == [(PRESETS[3], navigation.HOME)]
