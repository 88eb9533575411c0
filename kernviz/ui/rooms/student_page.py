"""The students' page: a few kilobytes for a phone, without Streamlit. What it shows comes from the routes."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from kernviz.ui import served
from kernviz.wording import language, remembered, say

PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>{title}</title>
<link rel="icon" href="data:,"><style>{style}</style></head>
<body data-rooms="{rooms}"><main id="room" aria-live="polite"><noscript>{without}</noscript></main>
<script type="module" src="{script}"></script></body></html>"""


def serve(_: Request) -> Response:
    """The same for every room: its script reads the address."""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return HTMLResponse(_page(served.path("kernviz-room"), served.url("student.js")), headers=headers)


@remembered()
def _page(rooms: str, script: str) -> str:
    style = (served.ASSETS / "student.css").read_text("utf-8")
    return PAGE.format(
        lang=language(),
        title=say("kernviz: a room"),
        without=say("This page needs JavaScript."),
        style=style,
        rooms=escape(rooms),
        script=escape(script),
    )
