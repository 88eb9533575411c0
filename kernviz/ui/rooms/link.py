"""The way into a room: a short link, and the same as a QR code, made here."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
import streamlit as st

from kernviz.ui import served

HERE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Link:
    """A link, its QR code as an SVG path in a square of `size` modules, and whether only this machine can follow it."""

    text: str
    path: str
    size: int
    alone: bool


def link(code: str) -> Link:
    """Into the room of that code, at the address the lecturer's browser uses."""
    parts = urlsplit(st.context.url or "")
    text = served.path("r", code)
    if parts.scheme and parts.netloc:
        text = f"{parts.scheme}://{parts.netloc}{text}"
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return Link(text, path, len(rows), parts.hostname in HERE)
