"""Load test of a room with a class and its lecturer.

Both are clients of the HTTP routes.

    python benchmarks/room.py [--students 300] [--processes 1] [--thinking 10] [--kill] [--store redis://…] [--out FILE]

Each student joins, waits for the question as the students' page does, fetches it, thinks for up to `--thinking`
seconds, answers, and repeats failed requests. The lecturer's page requests the tally twice a second. With `--kill` the
first process is killed and restarted once a third has answered. `behind`: seconds from an acknowledged answer to the
arrival of a tally that counts it. At the end the stored answers are compared with the answers sent. Exit status 0:
every answer is stored exactly once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.http_client import HttpClient
from benchmarks.results_file import keep, quantile
from kernviz.rooms.location import SETTING, opened_store
from kernviz.rooms.room import Place
from kernviz.rooms.rooms import NewRoom, Rooms

QUESTIONS = (Place("what_is_a_kernel", "the-short-way"), Place("what_is_a_kernel", "who-carries-it"))
OFTEN = 0.5  # seconds between two requests of the lecturer's page
LATEST = 60.0  # seconds until everyone must have answered
NUMBERS = ("25", "16", "24", "5^2", "36")


class Client:
    """HTTP client with one kept connection and one cookie.

    A browser has the same.

    address  the network address to send as X-Forwarded-For, as a proxy would
    """

    def __init__(self, url: str, address: str = "") -> None:
        self.url, self.cookie = url, ""
        self._own = {"X-Forwarded-For": address} if address else {}
        self._http = HttpClient(url)

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Send a request, and return status and JSON of the answer.

        The JSON is None if the answer has none. Raises OSError without an answer.
        """
        status, answer = await self.bytes(method, path, body, **headers)
        try:
            return status, json.loads(answer) if answer else None
        except ValueError:  # a page of the proxy
            return status, None

    async def bytes(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
        """Send a request, and return status and body of the answer.

        Raises OSError without an answer.
        """
        sent = b"" if body is None else json.dumps(body).encode()
        fields = self._own | headers | ({"Cookie": self.cookie} if self.cookie else {})
        answer = await self._http.request(method, path, sent, **fields)
        self.cookie = answer.fields.get("set-cookie", self.cookie).split(";")[0]
        return answer.status, answer.body

    def close(self) -> None:
        self._http.close()


@dataclass
class Class:
    """Record of a class; times are those of `time.perf_counter`."""

    code: str
    sent: dict[str, str] = field(default_factory=dict)  # student -> acknowledged answer
    taken: list[float] = field(default_factory=list)  # times of the acknowledgements
    seen: list[tuple[float, int]] = field(default_factory=list)  # the lecturer's tallies: time, answers counted
    received: list[float] = field(default_factory=list)  # times at which students received question and reveal
    waits: list[float] = field(default_factory=list)  # seconds an answer took
    failed: int = 0
    over: bool = False


async def attend(number: int, urls: list[str], happened: Class, thinking: float, address: str = "") -> None:
    """Run one student until the class is over."""
    client = Client(urls[number % len(urls)], address)
    at, student, version = f"/kernviz-room/{happened.code}", "", -1
    answered: set[str] = set()
    while not happened.over:
        try:
            if not student:
                status, reply = await client.ask("POST", f"{at}/join", **{"X-Kernviz-Student": "new"})
                student = reply["student"] if status == 200 else ""
                continue
            known = {"X-Kernviz-Student": student}
            status, state = await client.ask("GET", f"{at}/now?since={version}", **known)
            if status != 200:
                raise OSError(str(status))
            if state["version"] == version:
                continue
            version = state["version"]
            await client.ask("GET", f"{at}/question?place={state['place']}", **{"Accept-Encoding": "identity"})
            happened.received.append(time.perf_counter())
            if state["revealed"] or state["place"] in answered:
                continue
            await asyncio.sleep(thinking * random.Random(number).random())  # noqa: S311
            text = NUMBERS[number % len(NUMBERS)] if state["place"] == QUESTIONS[0].name else f"{1 + number % 16}"
            await answer(client, at, known, state["place"], text, happened)
            answered.add(state["place"])
            happened.sent[student] = text
        except OSError:
            happened.failed += 1
            await asyncio.sleep(0.4 + 0.4 * random.random())  # noqa: S311
    client.close()


async def answer(client: Client, at: str, known: dict[str, str], place: str, text: str, happened: Class) -> None:
    """Send an answer until it is acknowledged."""
    start = time.perf_counter()
    while True:
        try:
            status, reply = await client.ask("POST", f"{at}/answer", {"place": place, "text": text}, **known)
            if status == 200:
                break
            raise OSError(f"{status} {reply}")
        except OSError:
            happened.failed += 1
            await asyncio.sleep(0.4)
    happened.taken.append(time.perf_counter())
    happened.waits.append(time.perf_counter() - start)


async def watch(url: str, made: NewRoom, happened: Class) -> None:
    """Request the tally until the class is over.

    The lecturer's page does the same.
    """
    client, mark = Client(url), ""
    while not happened.over:
        with suppress(OSError):
            path = f"/kernviz-room/{made.code}/tally?since={mark}"
            status, reply = await client.ask("GET", path, **{"X-Kernviz-Lecturer": made.key})
            if status == 200:
                mark = reply["mark"]
                happened.seen.append((time.perf_counter(), reply["count"]))
        await asyncio.sleep(OFTEN)
    client.close()


def behind(happened: Class, gone: tuple[float, float]) -> list[float]:
    """Return the seconds from each acknowledged answer to its tally.

    The tally is the first that the lecturer gets with this answer. Answers between the two times
    ``gone`` are left out: the server was down.
    """
    found = []
    for count, taken in enumerate(sorted(happened.taken), start=1):
        if gone[0] - OFTEN < taken < gone[1] + OFTEN:
            continue
        found.append(next((seen - taken for seen, had in happened.seen if had >= count), float("inf")))
    return [max(0.0, each) for each in found]


async def until(true: Any, limit: float = LATEST) -> float:
    """Wait until ``true()`` holds, and return the seconds it took.

    The wait lasts at most ``limit`` seconds.
    """
    start = time.perf_counter()
    while not true() and time.perf_counter() - start < limit:
        await asyncio.sleep(0.05)
    return time.perf_counter() - start


async def lesson(options: argparse.Namespace, store: str) -> dict[str, Any]:
    """Run one class with its room, and return the measurements.

    The room is in ``store``, a file or a redis:// address.
    """
    rooms = Rooms(opened_store(store, Path()))
    count, ports = options.students, [server_process.free_port() for _ in range(options.processes)]
    with ExitStack() as stack:
        servers = [stack.enter_context(server_process.kernviz(port=port)) for port in ports]
        urls = [server.url for server in servers]
        made = rooms.open(QUESTIONS[1])
        happened = Class(made.code)
        tasks = [asyncio.create_task(attend(i, urls, happened, options.thinking)) for i in range(count)]
        joined = await until(lambda: rooms.look(made.code).students == count)
        tasks.append(asyncio.create_task(watch(urls[0], made, happened)))
        await until(lambda: len(happened.taken) == count)  # the first question is for warming up
        await asyncio.sleep(2 * OFTEN)
        for each in (happened.taken, happened.seen, happened.received, happened.waits):
            each.clear()
        happened.sent.clear()
        happened.failed = 0
        cpu, bell = sum(server.cpu() for server in servers), time.perf_counter()
        rooms.ask(made.code, made.key, QUESTIONS[0])
        asked = await until(lambda: len(happened.received) >= count) if not options.kill else None
        outage, gone = None, (float("inf"), float("-inf"))
        if options.kill:
            await until(lambda: len(happened.taken) >= count // 3)
            servers[0].process.kill()
            killed = time.perf_counter()
            servers[0] = await asyncio.to_thread(stack.enter_context, server_process.kernviz(port=ports[0]))
            gone = killed, time.perf_counter()
            outage = gone[1] - killed
        await until(lambda: len(happened.taken) >= count)
        await asyncio.sleep(3 * OFTEN)
        late = behind(happened, gone)
        kept = rooms.answers(made.code, made.key)
        spent = None if options.kill else sum(server.cpu() for server in servers) - cpu
        passed, before = time.perf_counter() - bell, len(happened.received)
        rooms.reveal(made.code, made.key)
        shown = await until(lambda: len(happened.received) >= before + count)
        happened.over, again = True, happened.failed
        memory = [round(server.memory()) for server in servers]
        rooms.close(made.code, made.key)
        await asyncio.gather(*tasks)
    return {
        "students": count,
        "processes": options.processes,
        "store": "redis" if store.startswith("redis") else "sqlite",
        "killed": options.kill,
        "outage_s": outage and round(outage, 1),
        "joined_s": round(joined, 1),
        "all_asked_s": asked and round(asked, 2),
        "answers_kept": len(kept),
        "as_sent": Counter(kept) == Counter(happened.sent.values()) and len(happened.sent) == count,
        "answer_p50_ms": quantile([1000 * each for each in happened.waits], 0.5),
        "answer_p95_ms": quantile([1000 * each for each in happened.waits], 0.95),
        "behind_p50_s": quantile(late, 0.5),
        "behind_max_s": round(max(late), 2),
        "all_shown_s": round(shown, 2),
        "tried_again": again,
        "cpu_s": spent and round(spent, 1),
        "of_s": round(passed, 1),
        "memory_MB": memory,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--thinking", type=float, default=10.0, help="seconds")
    parser.add_argument("--kill", action="store_true", help="the first process, once a third has answered")
    parser.add_argument("--store", default="", help="redis://…; a file of its own unless said")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = options.store or str(Path(folder) / "rooms.sqlite")
        os.environ[SETTING] = store
        found = asyncio.run(lesson(options, store))
    keep(options.out, "room", [found])
    sys.exit(0 if found["as_sent"] and found["answers_kept"] == found["students"] else 1)


if __name__ == "__main__":
    main()
