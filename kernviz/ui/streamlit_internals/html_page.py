"""HTML page of Streamlit's browser app."""

from __future__ import annotations

import re

from kernviz.ui.streamlit_internals.names import HEAD, index_page


def with_first(line: str) -> str:
    """Streamlit's page with `line` at the beginning of its head; empty where Streamlit has no such page."""
    return (index_page() or "").replace(HEAD, HEAD + line, 1)


def with_tags(page: str, tags: str) -> str:
    """The page with these tags at the beginning of its head."""
    return page.replace(HEAD, HEAD + tags, 1)


def inline_scripts(page: str) -> list[str]:
    """Texts of the scripts that stand in an HTML page itself."""
    return re.findall(r"<script(?![^>]*\ssrc\b)[^>]*>(.*?)</script>", page, re.DOTALL)
