"""Streamlit's own HTML page with added lines before its scripts.

The lines say where the app's root is, and whether the page is in a frame.

A script of the app's own comes with the page. It reports when the page gets no websocket. Before
those lines stand the tags for previews of links (link_preview.py).

Streamlit finds its root by asking below the page's address first (``/svm/_stcore/health``). The
browser's console reports this as an error. Streamlit then sends its requests to the parent
path. The line tells the root: every page stands directly below it. A later Streamlit that
ignores the line sends them as before.
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
    """Return Streamlit's HTML page, read once a process.

    The text is empty where this Streamlit has no such page.
    """
    return html_page.with_first(LINE + script())


def script() -> str:
    """Return the line that loads the script watching the connection.

    The script is assets/unconnected.js.
    """
    return f'\n    <script type="module" src="{asset_routes.url("unconnected.js")}"></script>'


def routes(pages: Iterable[str]) -> list[Route]:
    """Return the routes of the root and of each page below it.

    Streamlit itself answers for any other address, and for all without a page.
    """
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
    """Return a redirect to the address without the slash at its end.

    The page is the same. The address is relative, so it holds behind any proxy.
    """
    name = request.url.path.rstrip("/").rpartition("/")[2]
    query = request.url.query and "?" + request.url.query
    return RedirectResponse(f"../{name}{query}", status_code=301, headers={"Cache-Control": "no-cache"})
