"""The short link into a room, and its QR code."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

import segno
import streamlit as st

from kernviz.ui import asset_routes

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Link:
    """A link and its QR code.

    The code is an SVG path in a square of `size` modules. `alone` is True if the link works on this
    machine only.
    """

    text: str
    path: str
    size: int
    alone: bool


def link(code: str) -> Link:
    """Return the link into the room of a code.

    Its host is the address the lecturer's browser uses.
    """
    page = st.context.url or "/"
    text = urljoin(page, asset_routes.path("r", code))
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return Link(text, path, len(rows), urlsplit(page).hostname in LOCAL_HOSTS)
