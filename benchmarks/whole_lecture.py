"""Simulation of a whole lecture under `kernviz serve`.

A process is killed, and an update is made.

    python benchmarks/whole_lecture.py [--students 1000] [--processes 2] [--pages 0.05] [--thinking 10] [--out FILE]

The lecturer moves a slider, asks two questions and reveals them. All students are in the room and follow the slider by
live pictures; a share `--pages` of them has a page open as well. While they answer the first question one process is
killed; while they answer the second all processes are renewed as for an update. A client without an answer asks again,
as a browser does. Exit status 0: at the end every stored answer is the answer sent, every student has every picture,
and every page answers. With 1,000 students the simulation takes about five minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.lecture import Hand
from benchmarks.results_file import keep, quantile
from benchmarks.room import QUESTIONS, Class, Client, attend, until, watch
from benchmarks.visitor import Visitor
from kernviz.rooms.location import SETTING, opened_store
from kernviz.rooms.room import Place
from kernviz.rooms.rooms import Rooms
from kernviz.ui import trusted_proxies

LONGEST = 240.0  # seconds a part of the lecture may take
PAUSE = 0.3  # seconds until a picture is asked for again


@dataclass
class Seen:
    """Record of the pictures and pages of the lecture.

    Class `Class` has the record of its room.
    """

    due: list[str] = field(default_factory=list)  # addresses of the pictures shown so far
    pictures: list[float] = field(default_factory=list)  # seconds each took, waiting included
    again: int = 0
    lost: int = 0
    pages_opened_again: int = 0


def address_of(number: int) -> str:
    """Return a network address of a student's own."""
    return f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"


async def follow(number: int, url: str, seen: Seen, over: asyncio.Event) -> None:
    """Request each picture of the lecturer's slider until it arrives.

    A request lasts at most LONGEST seconds.
    """
    client, got = Client(url, address_of(number)), 0
    while got < len(seen.due) or not over.is_set():
        if got == len(seen.due):
            await asyncio.sleep(0.1)
            continue
        await asyncio.sleep(random.random())  # noqa: S311  not for secrets
        begun = time.perf_counter()
        while not await _picture(client, number, seen.due[got]):
            seen.again += 1
            if time.perf_counter() - begun > LONGEST:
                seen.lost += 1
                break
            await asyncio.sleep(PAUSE)
        seen.pictures.append(time.perf_counter() - begun)
        got += 1
    client.close()


async def _picture(client: Client, number: int, address: str) -> bool:
    try:
        headers = {"Accept-Encoding": "gzip", "X-Kernviz-Hand": f"student{number}"}
        status, body = await client.bytes("GET", f"/{address}", **headers)
    except OSError:
        return False
    return status == 200 and len(body) > 1000


async def stay(number: int, url: str, seen: Seen, over: asyncio.Event) -> bool:
    """Keep a page open and move its number until the end.

    The result is True if the page then answers.
    """
    visitor: Visitor | None = None
    while True:
        try:
            if visitor is None:
                visitor = Visitor(url, "svm", "γ", number)
                await asyncio.wait_for(visitor.open(), LONGEST)
            answer = await asyncio.wait_for(visitor.move(random.Random(number).random()), LONGEST)  # noqa: S311
            if over.is_set():
                await visitor.close()
                return answer.right
            await asyncio.sleep(5 + 5 * random.random())  # noqa: S311
        except Exception:  # the process has ended: the browser connects again
            seen.pages_opened_again += 1
            visitor = None
            if over.is_set() and seen.pages_opened_again > LONGEST:
                return False
            await asyncio.sleep(1)


def processes(server: server_process.Server) -> list[psutil.Process]:
    """Return the processes of the app behind the proxy."""
    return [each for each in server.process.children() if any("--server.port=" in word for word in each.cmdline())]


async def ask(place: Place, rooms: Rooms, key: str, happened: Class, count: int, then: Any) -> dict[str, Any]:
    """Ask a question, wait for all, and compare the stored answers.

    `then` is called when a third has answered.
    """
    for each in (happened.taken, happened.waits):
        each.clear()
    happened.sent.clear()
    begun = time.perf_counter()
    if rooms.look(happened.code).place != place:
        rooms.ask(happened.code, key, place)
    await until(lambda: len(happened.taken) >= count // 3, LONGEST)
    then()
    await until(lambda: len(happened.taken) >= count, LONGEST)
    await asyncio.sleep(1.0)
    kept = rooms.answers(happened.code, key)
    rooms.reveal(happened.code, key)
    return {
        "answers_kept": len(kept),
        "as_sent": Counter(kept) == Counter(happened.sent.values()) and len(happened.sent) == count,
        "answer_p50_s": quantile(happened.waits, 0.5),
        "answer_max_s": quantile(happened.waits, 1.0),
        "seconds": round(time.perf_counter() - begun, 1),
    }


async def lecture(options: argparse.Namespace, server: server_process.Server, store: str) -> dict[str, Any]:
    """Run the lecture against the server and return the measurements."""
    rooms, count, seen, over = Rooms(opened_store(store, Path())), options.students, Seen(), asyncio.Event()
    lecturer = Hand(random.Random(0))  # noqa: S311  not for secrets
    made = rooms.open(QUESTIONS[0])
    happened, url, begun = Class(made.code), server.url, time.perf_counter()
    first = asyncio.create_task(ask(QUESTIONS[0], rooms, made.key, happened, count, lambda: _kill(server)))
    room = [asyncio.create_task(attend(k, [url], happened, options.thinking, address_of(k))) for k in range(count)]
    room.append(asyncio.create_task(watch(url, made, happened)))
    hands = [asyncio.create_task(follow(k, url, seen, over)) for k in range(count)]
    pages = [asyncio.create_task(stay(k, url, seen, over)) for k in range(round(options.pages * count))]
    seen.due += list(lecturer.move())
    result = {"killed": await first}
    seen.due += list(lecturer.move())
    second = ask(QUESTIONS[1], rooms, made.key, happened, count, lambda: server.process.send_signal(signal.SIGHUP))
    result["updated"] = await second
    await until(lambda: len(processes(server)) == options.processes, LONGEST)
    seen.due += list(lecturer.move())
    over.set()
    await asyncio.gather(*hands)
    alive = await asyncio.gather(*pages)
    students = rooms.look(made.code).students
    happened.over = True
    rooms.close(made.code, made.key)
    await asyncio.gather(*room)
    return {
        "students": count,
        "in_the_room": students,
        "processes": options.processes,
        **result,
        "pictures": len(seen.pictures),
        "pictures_lost": seen.lost,
        "pictures_asked_again": seen.again,
        "picture_p50_s": quantile(seen.pictures, 0.5),
        "picture_p95_s": quantile(seen.pictures, 0.95),
        "pages": len(alive),
        "pages_alive": sum(alive),
        "pages_opened_again": seen.pages_opened_again,
        "tried_again": happened.failed,
        "of_s": round(time.perf_counter() - begun, 1),
    }


def _kill(server: server_process.Server) -> None:
    processes(server)[0].kill()


def nobody_is_lost(found: dict[str, Any]) -> bool:
    """Return True if nothing is missing or stored twice.

    Students, answers, pictures and pages are checked.
    """
    count = found["students"]
    asked = [found["killed"], found["updated"]]
    return (
        found["in_the_room"] == count
        and all(each["as_sent"] and each["answers_kept"] == count for each in asked)
        and not found["pictures_lost"]
        and found["pages_alive"] == found["pages"]
    )


def run_lecture(options: argparse.Namespace) -> dict[str, Any]:
    """Start the server, run the lecture, end the server; return the measurements."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "rooms.sqlite")
        os.environ |= {SETTING: store, trusted_proxies.SETTING: "127.0.0.0/8"}
        with server_process.kernviz(serve=options.processes) as server:
            return asyncio.run(lecture(options, server, store))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--students", type=int, default=1000)
    made.add_argument("--processes", type=int, default=2)
    made.add_argument("--pages", type=float, default=0.05, help="share of the students with a page open as well")
    made.add_argument("--thinking", type=float, default=10.0, help="seconds")
    made.add_argument("--out", type=Path)
    return made


def main() -> None:
    options = parser().parse_args()
    found = run_lecture(options)
    keep(options.out, "whole lecture", [found])
    sys.exit(0 if nobody_is_lost(found) else 1)


if __name__ == "__main__":
    main()
