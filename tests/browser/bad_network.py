"""Relay between browser and server that simulates a bad network."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

REFUSED = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Relay:
    """Relay that passes bytes on, late or not at all.

    delay       seconds on each way
    loss        share of pieces that are lost and sent again `again` seconds later; TCP lets nothing overtake them
    websockets  False: refuse them, as a proxy that does not support them
    asleep      True: hold all bytes back and refuse new connections, as a sleeping computer
    """

    def __init__(self, server: str) -> None:
        self.to = urlsplit(server)
        self.delay, self.loss, self.again, self.websockets = 0.0, 0.0, 0.6, True
        self.asleep = False
        self.port = 0
        self._chance = random.Random(20261124)  # noqa: S311
        self._open: set[asyncio.StreamWriter] = set()
        self._loop: asyncio.AbstractEventLoop
        self._over: asyncio.Event

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Abort all connections, as after a computer's sleep: the other end gets a reset."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result(10)

    async def _cut(self) -> None:
        for writer in list(self._open):
            with suppress(OSError):
                made: Any = writer.get_extra_info("socket")
                made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.asleep:
            writer.transport.abort()
            return
        self._open.add(writer)
        first = await reader.read(65536)
        if not self.websockets and b"upgrade: websocket" in first.lower():
            writer.write(REFUSED)
            writer.close()
            return
        try:
            to, away = await asyncio.open_connection(self.to.hostname, self.to.port)
        except OSError:
            writer.transport.abort()
            return
        self._open.add(away)
        with suppress(asyncio.CancelledError):  # the relay ends
            await asyncio.gather(self._pass(reader, away, first), self._pass(to, writer, b""))
        self._open -= {writer, away}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes) -> None:
        """Pass pieces on, each at its time and in their order."""
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def write() -> None:
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                while self.asleep:
                    await asyncio.sleep(0.05)
                if not piece:
                    return
                writer.write(piece)
                await writer.drain()

        writing = asyncio.create_task(write())
        with suppress(OSError):
            piece = first or await reader.read(65536)
            while piece:
                lost = self.again if self._chance.random() < self.loss else 0.0
                pieces.put_nowait((self._loop.time() + self.delay + lost, piece))
                piece = await reader.read(65536)
        pieces.put_nowait((self._loop.time() + self.delay, b""))
        with suppress(OSError):
            await writing
        with suppress(OSError):
            writer.close()

    async def main(self, listening: Event) -> None:
        """Listen until `stop` is called; ``asyncio.run`` then cancels the remaining tasks."""
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        listening.set()
        await self._over.wait()
        server.close()
        await self._cut()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)


@contextmanager
def relayed(server: str) -> Iterator[Relay]:
    """Run a relay in front of the server at this address; yield the relay."""
    made, listening = Relay(server), Event()
    thread = Thread(target=lambda: asyncio.run(made.main(listening)), daemon=True)
    thread.start()
    assert listening.wait(10)
    yield made
    made.stop()
    thread.join(10)
