"""Pace of a browser's messages to its page.

All messages of all browsers pass through the event loop. A message that comes too soon is read later, and no other of
this page until then. So a browser that sends without end waits, and the others do not. Pages of one network address
share a second, larger bound.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kernviz.ui import client_address

# a message counts as one, and as one more for each of these bytes
LARGE = 200_000
# messages of one page at once, and further ones a second; a visitor's file counts as eleven
BURST, PACE = 60.0, 10.0
# the same for all pages of one address; a process draws fewer pages a second
ADDRESS_BURST, ADDRESS_PACE = 300.0, 50.0
# addresses whose messages are counted
MOST_ADDRESSES = 2_000


class Bucket:
    """Messages that may come at once; it fills again with time.

    A message beyond them has to wait until the bucket has filled so far.
    """

    def __init__(self, burst: float, pace: float, clock: Callable[[], float] = lambda: monotonic()) -> None:
        self.burst, self.pace, self._clock = burst, pace, clock
        self._left, self._at = burst, clock()

    def take(self, count: float) -> float:
        """Take messages out and return the seconds until they may be read."""
        now = self._clock()
        self._left = min(self.burst, self._left + self.pace * (now - self._at)) - count
        self._at = now
        return max(0.0, -self._left / self.pace)


_addresses: OrderedDict[str, Bucket] = OrderedDict()


def _of_address(address: str) -> Bucket:
    """Return the bucket of an address. Called in the event loop alone."""
    bucket = _addresses.pop(address, None) or Bucket(ADDRESS_BURST, ADDRESS_PACE)
    _addresses[address] = bucket
    while len(_addresses) > MOST_ADDRESSES:
        _addresses.popitem(last=False)
    return bucket


def count(message: Message) -> float:
    """Return how many messages a message counts as."""
    return 1 + len(message.get("bytes") or message.get("text") or b"") / LARGE


class MessagePace:
    """ASGI middleware that lets messages of a websocket come at their pace."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, with a `receive` that waits."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        own, address = Bucket(BURST, PACE), client_address.of((scope.get("client") or ("",))[0])

        async def receive_in_time() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                many = count(message)
                wait = max(own.take(many), _of_address(address).take(many))
                if wait:
                    await asyncio.sleep(wait)
            return message

        await self.app(scope, receive_in_time, send)
