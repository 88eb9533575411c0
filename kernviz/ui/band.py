"""Finding across the top of a page: Streamlit's text at rest, a text of its own while a hand moves the picture."""

from __future__ import annotations

from kernviz.ui.component import component

NAME = "band"


def follow() -> None:
    """Draw the place of the live text; before the texts at rest."""
    component(NAME)(key="kv-band-live", data={})
