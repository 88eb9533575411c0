"""Coalescing of websocket messages into one write.

Messages that leave together reach the browser together: one write to its connection, not one
each.

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
    """A connection's transport that can hold back writes.

    The data written to it are kept for a moment.
    """

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
        kept, self._kept = self._kept, None
        if kept:
            self._transport.write(b"".join(kept))

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the underlying transport."""
        return getattr(self._transport, name)


class Piped:
    """ASGI middleware that makes websockets write into a Pipe.

    It does so on a server built as this class expects, uvicorn.
    """

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

    The client is one of Streamlit's, and its connection must be a Pipe. The context covers all
    messages sent to the client inside it.

    Streamlit puts them into a queue, whose reader is woken in the event loop's next iteration. Only
    then are they written.
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
