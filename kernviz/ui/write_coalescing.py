"""Messages that leave together reach the browser together: one write to its connection, not one each.

Between two writes the server's event loop gives Python's lock away, and waits for it while a page is being computed.
Meanwhile the browser draws the whole page again for the message before: up to thirty times a run, where four would do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from kernviz.ui.streamlit_internals import messages

PIPE = "kernviz.pipe"  # in the scope of a websocket: the connection's Pipe


class Pipe:
    """A connection's transport, which can keep what is written to it for a moment."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._kept: list[bytes] | None = None

    def write(self, data: bytes) -> None:
        """Now, or with what comes after it."""
        if self._kept is None:
            self._transport.write(data)
        else:
            self._kept.append(data)

    def keep(self) -> None:
        """From now on."""
        if self._kept is None:
            self._kept = []

    def let_go(self) -> None:
        """Write what was kept."""
        kept, self._kept = self._kept, None
        if kept:
            self._transport.write(b"".join(kept))

    def __getattr__(self, name: str) -> Any:
        """Anything else is the transport's own affair."""
        return getattr(self._transport, name)


class Piped:
    """ASGI middleware: websockets of a server that is built as this one expects, uvicorn, write into a Pipe."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, with the connection of a websocket writing into a Pipe."""
        if scope["type"] == "websocket" and (pipe := messages.wrap_transport(send, Pipe)) is not None:
            scope[PIPE] = pipe
        await self.app(scope, receive, send)


@contextmanager
def at_once(client: Any) -> Iterator[None]:
    """Send this client of Streamlit's in one write all it is told in here, where its connection is a Pipe.

    Streamlit puts it into a queue, whose other end is woken in the event loop's next turn; only then is it written.
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
