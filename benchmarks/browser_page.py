"""Live pictures of one page during drags, requested as browsers do.

``kernviz/ui/assets/live.js`` requests the newest value when the answer to the one before has arrived, or after
`LATE` seconds without an answer. Values in between are never requested. Connections are kept. A value counts as shown
when its picture or that of a newer value comes.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from urllib.parse import urlsplit

LATE = 1.0  # seconds without an answer after which the newest value is requested anyway
PATIENCE = 30.0  # seconds after which an answer is no longer awaited

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Value = tuple[int, str, float]  # number from 1, address, and the moment it was due
Answered = Callable[[str, int, str, bytes, list[float]], None]


class BrowserPage:
    """One page whose number is dragged.

    answered  called with the address, status, head and body of each answer, and with the moments at which values were
              due: those that the picture shows first, or else that of the value requested
    source    local address of the connections; "": any
    """

    def __init__(self, url: str, who: str, answered: Answered, source: str = "") -> None:
        place = urlsplit(url)
        self.host, self.port = str(place.hostname), int(place.port or 80)
        self.who, self.answered, self.source = who, answered, source
        self.failed = 0  # requests without an answer
        self.skipped = 0  # values that were never requested
        self._moment = random.Random(who)  # noqa: S311  not for secrets
        self._due: list[tuple[int, float]] = []  # number and moment of the values not shown yet
        self._newest: Value | None = None  # if it was not requested yet
        self._values = self._asks = 0
        self._busy, self._sent, self._quiet = False, 0.0, 0.0
        self._free: list[Connection] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def move(self, address: str, due: float) -> None:
        """Move the number to a value, due at a moment of time.perf_counter()."""
        self._values += 1
        self.skipped += self._newest is not None
        self._newest = (self._values, address, due)
        self._due.append((self._values, due))
        self._ask()

    async def rest(self) -> None:
        """Wait until every request has ended and the newest value was requested."""
        while self._tasks or self._newest:
            await (asyncio.wait(self._tasks) if self._tasks else asyncio.sleep(0.05))
        for _, writer in self._free:
            writer.close()

    def _ask(self) -> None:
        now = time.perf_counter()
        if self._newest is None or now < self._quiet or (self._busy and now - self._sent < LATE):
            return
        value, self._newest = self._newest, None
        self._busy, self._sent, self._asks = True, now, self._asks + 1
        asyncio.get_running_loop().call_later(LATE, self._ask)
        task = asyncio.create_task(self._request(self._asks, value))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _request(self, number: int, value: Value) -> None:
        try:
            status, head, body = await asyncio.wait_for(self._get(value[1]), PATIENCE)
        except (TimeoutError, OSError, ValueError, IndexError, asyncio.IncompleteReadError):
            self.failed += 1
        else:
            self._read(number, value, status, head, body)
        if number == self._asks:
            self._busy = False
        if not self._busy:
            self._ask()

    def _read(self, number: int, value: Value, status: int, head: str, body: bytes) -> None:
        moments = [value[2]]
        if status == 200:
            moments = [due for each, due in self._due if each <= value[0]]
            self._due = [(each, due) for each, due in self._due if each > value[0]]
        self.answered(value[1], status, head, body, moments)
        wait = [line.partition(":")[2] for line in head.split("\r\n") if line.startswith("retry-after:")]
        if status == 503 and wait and number == self._asks:
            seconds = float(wait[0]) * (0.75 + self._moment.random() / 2)
            self._quiet = time.perf_counter() + seconds
            self._newest = self._newest or value
            asyncio.get_running_loop().call_later(seconds + 0.001, self._ask)

    async def _get(self, address: str) -> tuple[int, str, bytes]:
        """Return status, head in lower case and body of an answer.

        The server may have ended a kept connection; then the request goes over a new one.
        """
        while self._free:
            try:
                return await self._over(self._free.pop(), address)
            except (ConnectionError, asyncio.IncompleteReadError):
                continue
        own = (self.source, 0) if self.source else None
        return await self._over(await asyncio.open_connection(self.host, self.port, local_addr=own), address)

    async def _over(self, connection: Connection, address: str) -> tuple[int, str, bytes]:
        reader, writer = connection
        keeps = False
        try:
            writer.write(
                f"GET /{address} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAccept-Encoding: gzip\r\n"
                f"X-Kernviz-Hand: {self.who}\r\n\r\n".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            body = await _body(reader, fields)
            keeps = body is not None and fields.get("connection") != "close"
            return int(head.split(" ", 2)[1]), head, await reader.read() if body is None else body
        finally:
            if keeps:
                self._free.append((reader, writer))
            else:
                writer.close()


async def _body(reader: asyncio.StreamReader, fields: dict[str, str]) -> bytes | None:
    """Return the body of an answer.

    None if only the end of the connection ends it.
    """
    if (size := fields.get("content-length")) is not None:
        return await reader.readexactly(int(size))
    if fields.get("transfer-encoding") != "chunked":
        return None
    parts = []
    while length := int(await reader.readuntil(b"\r\n"), 16):
        parts.append((await reader.readexactly(length + 2))[:-2])
    await reader.readuntil(b"\r\n")
    return b"".join(parts)
