"""The theme, which every run begins by telling the browser, is read once.

Streamlit reads it out of its 250 options in every run; they cannot change while the server runs.
"""

from __future__ import annotations

from collections.abc import Callable

from streamlit.proto.NewSession_pb2 import CustomThemeConfig, NewSession
from streamlit.runtime import app_session

Populate = Callable[..., None]


def remember() -> None:
    """Before the first visitor: sessions of this process read each section of the theme once for all."""
    app_session._populate_theme_msg = remembered(app_session._populate_theme_msg)


def remembered(populate: Populate) -> Populate:
    """The same for every section of the theme, read once."""
    known: dict[str, CustomThemeConfig | None] = {}

    def populate_theme(theme: CustomThemeConfig, section: str = "theme") -> None:
        if section not in known:
            read = NewSession()
            populate(read.custom_theme, section)
            known[section] = read.custom_theme if read.HasField("custom_theme") else None
        if (found := known[section]) is not None:
            theme.MergeFrom(found)

    return populate_theme
