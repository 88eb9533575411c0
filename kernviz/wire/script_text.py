"""Text of the browser's scripts: values filled in, and translated messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kernviz import catalogue
from kernviz.extraction import IN_SCRIPT
from kernviz.figures.theme import SYMBOLS

PALETTE = files("kernviz").joinpath("ui", "assets", "palette.json")


def filled(text: str) -> str:
    """Return a script with its placeholders filled in.

    They stand for the colours of palette.json, the marks of the classes, and the decimal sign of each language.
    """
    for place, value in _values().items():
        text = text.replace(place, value)
    return text


@cache
def _values() -> dict[str, str]:
    signs = {language: catalogue.decimal_sign(language) for language in catalogue.languages()}
    return {
        "__LANGUAGES__": json.dumps(signs),
        "__PALETTE__": re.sub(r"\s+", "", PALETTE.read_text("utf-8")),
        "__SYMBOLS__": json.dumps(SYMBOLS),
    }


def words(language: str, scripts: Iterable[str]) -> str:
    """Return the translations of the scripts' messages as JSON, English -> language."""
    messages = [json.loads(message) for text in scripts for message in IN_SCRIPT.findall(text)]
    translations = {message: catalogue.translated(language, message) for message in messages}
    return json.dumps(translations, ensure_ascii=False, separators=(",", ":"))
