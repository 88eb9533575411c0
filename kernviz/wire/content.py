"""Content of a message: pictures, read-outs, band and problem of a lesson.

All words are plain text.
"""

from __future__ import annotations

import re
from typing import Any

from kernviz.data.untrusted_text import plain
from kernviz.lessons.lesson import Lesson, Picture, Text
from kernviz.wire.reduced_figure import reduced_figure

MARKUP = ("$", "*", "`")  # a caption that contains one of these is drawn at rest only, not during a drag
# a band with one of these in a text is drawn at rest only; bold words and headings become plain text in a band
_BAND_MARKUP = ("$", "`")
_PLAIN = re.compile(r"^#+ |\*\*")


def content(lesson: Lesson, *, whole: bool = False) -> dict[str, Any]:
    """Return pictures, read-outs, band and problem of a lesson, ready to encode.

    With ``whole`` the figures are complete, otherwise they are reduced (wire/reduced_figure.py).
    """
    figures = {picture.key: drawn(picture, whole=whole) for picture in lesson.pictures}
    beside = [[[plain(t) for t in (n.heading, n.soon, n.meaning)] for n in item.items] for item in lesson.readouts]
    found: dict[str, Any] = {"pictures": figures, "readouts": beside, "problem": plain(lesson.problem)}
    if any(item.note for item in lesson.readouts):
        found["notes"] = [plain(item.note) for item in lesson.readouts]
    return found | {"band": live_band(lesson)} if lesson.band else found


def drawn(picture: Picture, *, whole: bool = False) -> dict[str, Any]:
    """Return a picture ready to encode.

    The entries are the figure, alternative text, caption and places of the handles. ``light`` is
    True if values of the figure were left out or rounded.
    """
    places = [handle.at for handle in picture.handles]
    figure, coded = (picture.figure.still(), False) if whole else reduced_figure(picture.figure.still())
    return {
        "figure": figure,
        "alt": plain(picture.alt),
        "caption": live_caption(picture),
        "places": places,
        "light": coded,
    }


def live_caption(picture: Picture) -> str:
    """Return the caption of a picture during a drag.

    A caption with markup needs Markdown, and gives an empty text.
    """
    text = plain(picture.caption)
    return "" if any(mark in text for mark in MARKUP) else text


def live_band(lesson: Lesson) -> list[str]:
    """Return the texts of the lesson's band during a drag.

    The list is empty if an item of the band is not a text, or a text needs Markdown.
    """
    texts = [plain(item.markdown) for item in lesson.band if isinstance(item, Text)]
    if len(texts) < len(lesson.band) or any(mark in text for text in texts for mark in _BAND_MARKUP):
        return []
    return [_PLAIN.sub("", text) for text in texts]
