"""The HTML page of Streamlit's browser app."""

from __future__ import annotations

import re
from pathlib import Path

import streamlit as st

from kernviz.ui.streamlit_internals.names import HEAD, INDEX, index_page

# beginnings of the names of Streamlit's font files: formulas, icons, and all other words
FONTS = ("KaTeX_Main", "KaTeX_Math", "KaTeX_Size", "KaTeX_AMS", "MaterialSymbols", "SourceSans")


def with_first(line: str) -> str:
    """Return Streamlit's HTML page with `line` first in its head.

    The result is empty where Streamlit has no such page.
    """
    return (index_page() or "").replace(HEAD, HEAD + line, 1)


def missing_fonts() -> list[str]:
    """Return the fonts of pages for which Streamlit has no file.

    Browsers get all fonts of pages from Streamlit. The server needs none: its pictures have no words.
    """
    files = {path.name for path in (Path(st.__file__).parent / INDEX).parent.rglob("*.woff2")}
    return [font for font in FONTS if not any(name.startswith(font) for name in files)]


def with_tags(page: str, tags: str) -> str:
    """Return the HTML page with these tags first in its head."""
    return page.replace(HEAD, HEAD + tags, 1)


def inline_scripts(page: str) -> list[str]:
    """Return the texts of an HTML page's inline scripts."""
    return re.findall(r"<script(?![^>]*\ssrc\b)[^>]*>(.*?)</script>", page, re.DOTALL)
