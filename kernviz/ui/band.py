"""The finding across the top of a page: Streamlit's text at rest, its own live text while a hand moves the picture."""

from __future__ import annotations

import re

from kernviz.lessons.lesson import Lesson, Text
from kernviz.ui import escaping
from kernviz.ui.component import component

NAME = "band"
_MARKUP = re.compile(r"^#+ |\*\*")  # left out of the live text
_DRAWN = ("$", "`")  # such a text is drawn at rest only


def follow() -> None:
    """Draw the place of the live text; before the texts at rest."""
    component(NAME)(key="kv-band-live", data={})


def live(lesson: Lesson) -> list[str]:
    """Return the live texts; none if only Markdown can draw them."""
    texts = [escaping.plain(item.markdown) for item in lesson.band if isinstance(item, Text)]
    if len(texts) < len(lesson.band) or any(mark in text for text in texts for mark in _DRAWN):
        return []
    return [_MARKUP.sub("", text) for text in texts]
