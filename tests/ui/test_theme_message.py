"""The theme read once is the theme."""

import pytest
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.runtime import app_session

from kernviz.ui.theme_message import remembered

THEMES = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar", "theme.dark.sidebar")


@pytest.mark.parametrize("section", THEMES)
def test_a_theme_read_once_is_what_streamlit_reads_each_time(section: str) -> None:
    once = remembered(app_session._populate_theme_msg)
    for _ in range(2):
        ours, theirs = NewSession(), NewSession()
        once(ours.custom_theme, section)
        app_session._populate_theme_msg(theirs.custom_theme, section)
        assert ours == theirs
        assert ours.custom_theme.primary_color == {"theme.light": "#0072B2"}.get(section, ours.custom_theme.primary_color)
