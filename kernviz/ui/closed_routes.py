"""Streamlit's addresses that the app does not use, closed.

Streamlit takes files of a megabyte from any visitor, as many as are sent, and keeps them in memory while the
visitor's page is open. Its numbers about sessions are open to everybody, and it has addresses for programs and for
logging in. The app uses none of them: a visitor's file comes with a message of the page (file_messages.py), and
the numbers are in metrics.py.
"""

from __future__ import annotations

import streamlit as st
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

CORE = "_stcore"
# addresses below CORE that pages use
USED = frozenset({"health", "host-config", "stream"})
# beginnings of Streamlit's other addresses: older components, and logging in
CLOSED = frozenset({"component", "auth", "oauth2callback"})


def closed(path: str) -> bool:
    """Return True for a path that the app does not use.

    A browser may ask below a page's address: ``/svm/_stcore/health``.
    """
    prefix = str(st.get_option("server.baseUrlPath") or "").strip("/").split("/")
    parts = [part for part in path.split("/") if part]
    if prefix != [""] and parts[: len(prefix)] == prefix:
        parts = parts[len(prefix) :]
    if CORE in parts:
        return not USED & set(parts[parts.index(CORE) + 1 :][:1])
    return bool(CLOSED & set(parts[:1]))


class ClosedRoutes:
    """ASGI middleware that answers at closed addresses with status 404."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or call the app."""
        if scope["type"] == "http" and closed(scope["path"]):
            response = PlainTextResponse("not found", 404, headers={"Cache-Control": "no-store"})
            await response(scope, receive, send)
        else:
            await self.app(scope, receive, send)
