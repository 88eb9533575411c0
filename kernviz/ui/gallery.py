"""The gallery of examples with thumbnails.

Its entries are real links, filtered in the browser while typing (assets/gallery.js).

The browser fetches the catalogue once and caches it. A run of the page sends only the filter from
the address. A click opens the example in this session, which keeps drawn points. The link itself
opens the example in a new session.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kernviz.lessons import page as lesson_page
from kernviz.lessons import thumbnails
from kernviz.lessons.presets import FIRST, LECTURES, PRESETS, TOPICS, Preset
from kernviz.ui import asset_routes, examples
from kernviz.ui.component import component, reported
from kernviz.wording import language, remembered, say, spoken

ADDRESS = "kernviz-gallery"
FOLDER = asset_routes.ASSETS / "thumbnails"
INDEX = FOLDER / "index.json"
CATALOGUE = "examples.json"
THEMES = ("light", "dark")
KEY = "gallery"
FILTER = ("lecture", "idea", "find")  # query parameters of the filter
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@cache
def index() -> dict[str, str]:
    """Return name -> hash of the state shown, for each thumbnail."""
    found: dict[str, str] = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else {}
    return found


def thumbnail(preset: Preset) -> str:
    """Return the address of an example's thumbnail.

    It is below the gallery's address, without theme and ending.
    """
    name = thumbnails.name(preset)
    return f"{index().get(name, 'none')}/{name}"


@remembered()
def catalogue() -> bytes:
    """Return all examples as JSON for the browser."""
    cards = [
        {
            "title": spoken(preset.sentence),
            "english": str(preset.sentence),
            "lecture": preset.lecture,
            "ideas": preset.ideas,
            "first": preset.sentence in FIRST,
            "page": spoken(lesson_page.pages()[preset.page].title),
            "href": f"{preset.page}?"
            + urlencode({name: texts[-1] for name, texts in thumbnails.params_of(preset).items()}),
            "picture": thumbnail(preset),
        }
        for preset in PRESETS
    ]
    data = {
        "cards": cards,
        "lectures": {name: spoken(title) for name, title in LECTURES.items()},
        "ideas": {name: spoken(title) for name, title in TOPICS.items()},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


@remembered()
def _version() -> str:
    return hashlib.sha256(catalogue()).hexdigest()[:16]


def gallery(state: Any) -> None:
    """Draw the gallery of examples, filtered by the page's State."""
    st.header(say("Start from an example of the lectures"), anchor=False)
    chosen = {name: getattr(state, name) for name in FILTER}
    data = {
        "catalogue": f"{asset_routes.path(ADDRESS, _version(), CATALOGUE)}?lang={language()}",
        "pictures": asset_routes.path(ADDRESS),
    }
    component(KEY)(key=KEY, data=data | {"filter": chosen}, on_filter_change=_filtered, on_open_change=_opened)


def _filtered() -> None:
    """Write the gallery filter into the session (callback).

    The filter is untrusted. The State validates it like the address.
    """
    text = reported(KEY, "filter")
    wanted = text if isinstance(text, Mapping) else {}
    st.session_state.update({name: wanted[name] for name in FILTER if isinstance(wanted.get(name), str)})


def _opened() -> None:
    number = reported(KEY, "open")
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(PRESETS):
        examples.open_preset(PRESETS[number], "home")


def routes() -> list[Route]:
    """Return the routes of catalogue and thumbnails."""
    return [Route(f"/{ADDRESS}/{{version}}/{{name}}", _serve, methods=["GET", "HEAD"])]


def _serve(request: Request) -> Response:
    name = request.path_params["name"]
    if name == CATALOGUE:
        return Response(catalogue(), media_type="application/json", headers=FOREVER)
    found = _picture(name) if name in _pictures() else None
    if found is None:
        return Response(say("no such picture"), status_code=404, media_type="text/plain")
    return Response(found, media_type="image/webp", headers=FOREVER)


@cache
def _pictures() -> frozenset[str]:
    return frozenset(f"{name}-{theme}.webp" for name in index() for theme in THEMES)


@lru_cache(maxsize=512)
def _picture(name: str) -> bytes | None:
    try:
        return (FOLDER / name).read_bytes()
    except OSError:
        return None
