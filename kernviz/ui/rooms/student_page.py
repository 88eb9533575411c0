"""The students' page: a few kilobytes for a phone, without Streamlit.

Its content comes from the routes.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from kernviz.ui import asset_routes
from kernviz.wording import language, remembered, say

PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>{title}</title>
<link rel="icon" href="data:,"><style>{style}</style></head>
<body data-root="{root}"><main id="room" aria-live="polite"><noscript>{without}</noscript></main>
<script type="module" src="{script}"></script></body></html>"""


async def serve(request: Request) -> Response:
    """Return the students' page.

    The page is the same for every room: its script reads the code from the address. Nothing here blocks the event
    loop, so no thread is needed.
    """
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return HTMLResponse(_page("../" if "code" in request.path_params else "./"), headers=headers)


@remembered()
def _page(root: str) -> str:
    style = "".join((asset_routes.ASSETS / f"{name}.css").read_text("utf-8") for name in ("student", "placing"))
    return PAGE.format(
        lang=language(),
        title=say("kernviz: a room"),
        without=say("This page needs JavaScript."),
        style=style,
        root=root,
        script=root + asset_routes.url("student.js"),
    )
