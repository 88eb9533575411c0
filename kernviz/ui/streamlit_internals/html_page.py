"""The HTML page of Streamlit's browser app."""

from __future__ import annotations

import re

from kernviz.ui.streamlit_internals.names import HEAD, index_page


def with_first(line: str) -> str:
    """Return Streamlit's HTML page with `line` first in its head.

    The result is empty where Streamlit has no such page.
    """
    return (index_page() or "").replace(HEAD, HEAD + line, 1)


def with_tags(page: str, tags: str) -> str:
    """Return the HTML page with these tags first in its head."""
    return page.replace(HEAD, HEAD + tags, 1)


def inline_scripts(page: str) -> list[str]:
    """Return the texts of an HTML page's inline scripts."""
    return re.findall(r"<script(?![^>]*\ssrc\b)[^>]*>(.*?)</script>", page, re.DOTALL)
