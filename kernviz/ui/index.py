"""Streamlit's own HTML page, with lines before its scripts: where the app's root is, and whether it is in a frame.

A script of ours comes with it that says so where the page gets no websocket. Before those stand the tags for previews
of links (link_preview.py).

Streamlit finds its root by asking below the page's address first (``/svm/_stcore/health``), which the browser's console
reports as an error, and one path higher then. The line tells it: every page stands directly below the root. Where a
later Streamlit does not read the line, it asks as before.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from kernviz.ui import asset_routes, link_preview
from kernviz.ui.streamlit_internals import html_page

LINE = """
    <script>
      window.__streamlit = { ...window.__streamlit, BACKEND_BASE_URL: new URL("./", location.href).href }
      document.documentElement.classList.toggle("kv-embed", new URLSearchParams(location.search).get("embed") === "1")
    </script>"""


@cache
def html() -> str:
    """The page, read once a process; empty where this Streamlit has none."""
    return html_page.with_first(LINE + script())


def script() -> str:
    """The line that loads the script which watches the connection (assets/unconnected.js)."""
    return f'\n    <script type="module" src="{asset_routes.url("unconnected.js")}"></script>'


def routes(pages: Iterable[str]) -> list[Route]:
    """The root and each page below it; Streamlit itself answers for any other address, and for all without a page."""
    if not html():
        return []
    found = [Route("/", partial(_serve, name=""), methods=["GET"])]
    for name in pages:
        found += [
            Route(f"/{name}", partial(_serve, name=name), methods=["GET"]),
            Route(f"/{name}/", _shorter, methods=["GET"]),
        ]
    return found


async def _serve(request: Request, name: str) -> Response:
    shown = html_page.with_tags(html(), await link_preview.tags(request, name))
    return HTMLResponse(shown, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language"})


def _shorter(request: Request) -> Response:
    """The same page without the slash at its end, by a relative address: it holds behind any proxy."""
    name = request.url.path.rstrip("/").rpartition("/")[2]
    query = request.url.query and "?" + request.url.query
    return RedirectResponse(f"../{name}{query}", status_code=301, headers={"Cache-Control": "no-cache"})
