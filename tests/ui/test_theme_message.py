"""The theme in the first message of a run: as Streamlit writes it, and read from the settings once."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit.config as settings
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import app_session

from kernviz.ui.streamlit_internals import patches

SECTIONS = {
    "theme": (),
    "theme.light": ("light",),
    "theme.dark": ("dark",),
    "theme.sidebar": ("sidebar",),
    "theme.light.sidebar": ("light", "sidebar"),
    "theme.dark.sidebar": ("dark", "sidebar"),
}
GIVEN = {
    "theme": {"base": "light", "font": "sans-serif", "headingFontSizes": ["2rem"], "baseRadius": "6px"},
    "theme.light": {"primaryColor": "#000000", "chartCategoricalColors": ["#111111"]},
    "theme.dark": {"primaryColor": "#ffffff"},
    "theme.dark.sidebar": {"backgroundColor": "#123456"},
}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the settings of the theme, and return the list of the sections read from now on."""
    found: list[str] = []
    fill = app_session._populate_theme_msg
    monkeypatch.setattr(app_session, "_populate_theme_msg", getattr(fill, "__wrapped__", fill))  # Streamlit's own
    monkeypatch.setattr(
        settings, "get_options_for_section", lambda name: found.append(name) or dict(GIVEN.get(name, {}))
    )
    return found


def message() -> bytes:
    """Return the theme in the message, filled in Streamlit's order."""
    message: Any = ForwardMsg()
    for section, path in SECTIONS.items():
        place = message.new_session.custom_theme
        for name in path:
            place = getattr(place, name)
        app_session._populate_theme_msg(place, section)
    return bytes(message.SerializeToString(deterministic=True))


def test_the_theme_is_the_same_and_read_once(read: list[str]) -> None:
    streamlits = message()
    assert len(streamlits) > 50
    patches.read_theme_once()
    patches.read_theme_once()  # a second call has no effect
    read.clear()
    assert [message() for _ in range(3)] == [streamlits] * 3
    assert read == list(SECTIONS)


def test_a_change_of_the_settings_is_seen(read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    patches.read_theme_once()
    before = message()
    monkeypatch.setitem(GIVEN, "theme.light", {"primaryColor": "#222222"})
    assert message() == before
    monkeypatch.setattr(settings, "_config_options", dict(settings.get_config_options()))  # as after a new parsing
    assert b"#222222" in message()
