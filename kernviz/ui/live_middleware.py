"""Live requests answered before the other middleware."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from kernviz.catalogue import languages
from kernviz.lessons.page import pages
from kernviz.ui import asset_routes, live

STAMP = re.compile("[0-9a-f]+(-[0-9a-f]+)?")  # a stamp of any version (cacheable_urls.py)


class LiveMiddleware:
    """ASGI middleware that answers live requests at lasting addresses directly.

    Such an address contains the language, and its answer is compressed already. So the visitor's language, Streamlit's
    session and compression, and the search among all routes have no effect on it. They take a third of the event
    loop's time for a live picture. All other requests pass to the app.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        known = live.routes()
        self._routes = [route for route in (*asset_routes.prefixed(known), *known) if "{language}" in route.path]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a live request, or call the app."""
        asked = scope["type"] == "http" and scope["method"] == "GET" and live.FOLDER in scope["path"]
        found = next(filter(None, (_lasting(route, scope) for route in self._routes)), None) if asked else None
        if found is None:
            await self.app(scope, receive, send)
            return
        request = Request({**scope, **found}, receive, send)
        response = await live.serve(request)
        await response(request.scope, receive, send)


def _lasting(route: Route, scope: Scope) -> Scope | None:
    """Return the scope of a lasting address of a page.

    Return None for any other address.
    """
    match, found = route.matches(scope)
    if match is not Match.FULL:
        return None
    parts = found["path_params"]
    known = parts["page"] in pages() and parts["language"] in languages()
    return found if known and STAMP.fullmatch(parts["stamp"]) else None
