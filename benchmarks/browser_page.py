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

from benchmarks.http_client import HttpAnswer, HttpClient

LATE = 1.0  # seconds without an answer after which the newest value is requested anyway
PATIENCE = 30.0  # seconds after which an answer is no longer awaited

Value = tuple[int, str, float]  # number from 1, address, and the moment it was due
Answered = Callable[[str, HttpAnswer, list[float]], None]


class BrowserPage:
    """One page whose number is dragged.

    answered  called with the address and answer of each request, and with the moments at which values were due: those
              that the picture shows first, or else that of the value requested
    source    local address of the connections; "": any
    """

    def __init__(self, url: str, who: str, answered: Answered, source: str = "") -> None:
        self.url, self.who, self.answered, self.source = url, who, answered, source
        self.failed = 0  # requests without an answer
        self.skipped = 0  # values that were never requested
        self._moment = random.Random(who)  # noqa: S311  not for secrets
        self._due: list[tuple[int, float]] = []  # number and moment of the values not shown yet
        self._newest: Value | None = None  # if it was not requested yet
        self._values = self._asks = 0
        self._busy, self._sent, self._quiet = False, 0.0, 0.0
        self._free: list[HttpClient] = []
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
        for client in self._free:
            client.close()

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
        client = self._free.pop() if self._free else HttpClient(self.url, self.source)
        try:
            fields = {"Accept-Encoding": "gzip", "X-Kernviz-Hand": self.who}
            answer = await asyncio.wait_for(client.request("GET", f"/{value[1]}", **fields), PATIENCE)
        except OSError:  # also of a time that has run out
            self.failed += 1
        else:
            self._read(number, value, answer)
        self._free.append(client)
        if number == self._asks:
            self._busy = False
        if not self._busy:
            self._ask()

    def _read(self, number: int, value: Value, answer: HttpAnswer) -> None:
        moments = [value[2]]
        if answer.status == 200:
            moments = [due for each, due in self._due if each <= value[0]]
            self._due = [(each, due) for each, due in self._due if each > value[0]]
        self.answered(value[1], answer, moments)
        wait = answer.fields.get("retry-after")
        if answer.status == 503 and wait and number == self._asks:
            seconds = float(wait) * (0.75 + self._moment.random() / 2)
            self._quiet = time.perf_counter() + seconds
            self._newest = self._newest or value
            asyncio.get_running_loop().call_later(seconds + 0.001, self._ask)
