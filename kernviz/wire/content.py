"""Contents of a message: the pictures and read-outs of a lesson, with their words as plain text."""

from __future__ import annotations

from typing import Any

from kernviz.data.untrusted_text import unveil
from kernviz.lessons.lesson import Lesson, Picture
from kernviz.wire.light import light
from kernviz.wording import spoken

MARKUP = ("$", "*", "`")  # a caption with one of these is drawn at rest only


def content(lesson: Lesson, *, whole: bool = False) -> dict[str, Any]:
    """Return pictures, read-outs and problem of a lesson, ready to encode."""
    figures = {picture.key: drawn(picture, whole=whole) for picture in lesson.pictures}
    beside = [[[plain(t) for t in (n.label, n.soon, n.meaning)] for n in item.items] for item in lesson.readouts]
    return {"pictures": figures, "readouts": beside, "problem": plain(lesson.problem)}


def drawn(picture: Picture, *, whole: bool = False) -> dict[str, Any]:
    """Return a picture ready to encode: figure, alternative text, caption, places of its handles, lightness."""
    places = [handle.at for handle in picture.handles]
    figure, coded = (picture.figure.still(), False) if whole else light(picture.figure.still())
    return {
        "figure": figure,
        "alt": plain(picture.alt),
        "caption": live_caption(picture),
        "places": places,
        "light": coded,
    }


def live_caption(picture: Picture) -> str:
    """Return the caption for a live picture; empty if only Markdown can draw it."""
    text = plain(picture.caption)
    return "" if any(mark in text for mark in MARKUP) else text


def plain(text: str) -> str:
    """Return a text without markup, outside words as they are read."""
    return unveil(spoken(text))


__all__ = ["content", "drawn", "live_caption", "plain"]
