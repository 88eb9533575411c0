"""Coalescing of websocket messages into one write.

Messages sent together (`at_once`) are written to the browser's connection in one write.

Between two writes the event loop releases Python's global interpreter lock, and waits for it
while a page is computed. Meanwhile the browser draws the whole page again for the message
before: up to thirty times a run, where four would do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from kernviz.ui.streamlit_internals import messages

PIPE = "kernviz.pipe"  # key of the connection's Pipe in the scope of a websocket


class Pipe:
    """A connection's transport that holds back writes between `keep` and `let_go`."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._kept: list[bytes] | None = None

    def write(self, data: bytes) -> None:
        """Write the data now, or together with later data."""
        if self._kept is None:
            self._transport.write(data)
        else:
            self._kept.append(data)

    def keep(self) -> None:
        """Hold back all data written from now on."""
        if self._kept is None:
            self._kept = []

    def let_go(self) -> None:
        """Write the data that were held back."""
        pending, self._kept = self._kept, None
        if pending:
            self._transport.write(b"".join(pending))

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the underlying transport."""
        return getattr(self._transport, name)


class WriteCoalescingMiddleware:
    """ASGI middleware that makes uvicorn's websockets write into a Pipe."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app with its websocket connection writing into a Pipe."""
        if scope["type"] == "websocket" and (pipe := messages.wrap_transport(send, Pipe)) is not None:
            scope[PIPE] = pipe
        await self.app(scope, receive, send)


@contextmanager
def at_once(client: Any) -> Iterator[None]:
    """Send a client's messages of this context in one write.

    The client is one of Streamlit's. If its connection is no Pipe, the context has no effect.

    Streamlit puts the messages into a queue, whose reader is woken in the event loop's next iteration. Only then are
    they written. So the Pipe lets go in that iteration, after the reader.
    """
    pipe = messages.websocket_scope(client).get(PIPE)
    if pipe is None:
        yield
        return
    pipe.keep()
    try:
        yield
    finally:
        asyncio.get_running_loop().call_soon(pipe.let_go)
