"""Streamlit's own HTML page with added lines before its scripts.

The head of the page begins with the tags for link previews (link_preview.py). An inline script follows. It sets
Streamlit's BACKEND_BASE_URL to the parent path of the page, and the class ``kv-embed`` if the address has ``embed=1``.
A second script, assets/unconnected.js, reports a page without a websocket.

Without BACKEND_BASE_URL, Streamlit first requests ``/svm/_stcore/health``, which fails and logs an error in the
browser's console. Then it requests the parent path. A Streamlit that ignores the setting still works in this way.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from kernviz.ui import asset_routes, link_preview
from kernviz.ui.navigation import HOME, PageEntry
from kernviz.ui.streamlit_internals import html_page

LINE = """
    <script>
      window.__streamlit = { ...window.__streamlit, BACKEND_BASE_URL: new URL("./", location.href).href }
      document.documentElement.classList.toggle("kv-embed", new URLSearchParams(location.search).get("embed") === "1")
    </script>"""


@cache
def html() -> str:
    """Return Streamlit's HTML page with two scripts added.

    The text is empty where this Streamlit has no such page.
    """
    return html_page.with_first(LINE + script())


def script() -> str:
    """Return the line that loads the script watching the connection.

    The script is assets/unconnected.js.
    """
    return f'\n    <script type="module" src="{asset_routes.url("unconnected.js")}"></script>'


def routes(pages: Iterable[PageEntry]) -> list[Route]:
    """Return the routes of the pages. Home is at the root.

    Streamlit itself answers any other address. If Streamlit has no HTML page to change, the list is empty.
    """
    if not html():
        return []
    found = []
    for entry in pages:
        own = entry.name == HOME
        found.append(Route("/" if own else f"/{entry.name}", partial(_serve, entry=entry), methods=["GET"]))
        if not own:
            found.append(Route(f"/{entry.name}/", _shorter, methods=["GET"]))
    return found


async def _serve(request: Request, entry: PageEntry) -> Response:
    shown = html_page.with_tags(html(), await link_preview.tags(request, entry))
    return HTMLResponse(shown, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language"})


def _shorter(request: Request) -> Response:
    """Return a redirect to the address without the slash at its end.

    The page is the same. The address is relative, so it holds behind any proxy.
    """
    name = request.url.path.rstrip("/").rpartition("/")[2]
    query = request.url.query and "?" + request.url.query
    return RedirectResponse(f"../{name}{query}", status_code=301, headers={"Cache-Control": "no-cache"})
