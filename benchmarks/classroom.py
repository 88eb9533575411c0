"""Load test: a class moves sliders of one server process.

    python benchmarks/classroom.py [--sessions 10,30,60,100,300] [--seconds 20] [--same 0.5] [--app FOLDER] [--out FILE]

The clients speak Streamlit's websocket protocol (visitor.py); no browser runs. Every session opens the page, then moves
its slider once every `--period` seconds on a clock of its own. A delayed move is timed from when it was due. A share
`--same` of the class follows the lecturer: these sessions move to the same position within a period.
`answers_a_cpu_second` does not depend on the machine's other load; the times do. With `--live` a session opens no page
and requests a live picture every `--period` seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.results_file import keep, quantile
from benchmarks.server_process import Server
from benchmarks.visitor import Visitor, get

RAMP = 0.05  # seconds between the openings of two sessions
OPENING = 90.0  # seconds a first page may take
LIVE = "/kernviz-live/svm?k="


@dataclass
class Tally:
    """Measurements of a class: times in seconds, sizes in bytes."""

    opened: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    wrong: int = 0
    errors: list[str] = field(default_factory=list)


def place(visitor: int, turn: int, same: bool) -> float:
    """Return the slider's position as a share of its length.

    With ``same``, the position is the lecturer's.
    """
    seed = turn if same else 1_000_003 * (visitor + 1) + turn
    return random.Random(seed).random()  # noqa: S311  not for secrets


async def attend(number: int, server: Server, options: argparse.Namespace, doors: asyncio.Event, tally: Tally) -> None:
    """Run one session: open the page, then move the slider.

    The session waits for ``doors`` before the moves. They last ``options.seconds``.
    """
    visitor = Visitor(server.url, "svm", "γ", number)
    try:
        await asyncio.sleep(number * RAMP)
        if not options.live:
            start = time.perf_counter()
            await asyncio.wait_for(visitor.open(), OPENING)
            tally.opened.append(time.perf_counter() - start)
        await doors.wait()
        same = random.Random(number).random() < options.same  # noqa: S311  not for secrets
        bell = time.perf_counter()
        due = bell + options.period * random.Random(-number).random()  # noqa: S311
        turn = 0
        while due < bell + options.seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await asyncio.wait_for(_move(visitor, place(number, turn, same), due, options, tally), OPENING)
            turn, due = turn + 1, due + options.period
            if time.perf_counter() > bell + 3 * options.seconds:
                break
    except Exception as problem:
        tally.errors.append(f"{type(problem).__name__}: {problem}"[:120])
    finally:
        await visitor.close()


async def _move(visitor: Visitor, share: float, due: float, options: argparse.Namespace, tally: Tally) -> None:
    sent = time.perf_counter()
    if options.live:
        status, size = await get(visitor.url, LIVE + quote(f"rbf(gamma={10 ** (4 * share - 2):.3g})"), str(id(visitor)))
        tally.wrong += status != 200
        tally.sizes.append(size)
    else:
        answer = await visitor.move(share)
        tally.sizes.append(answer.size)
        tally.wrong += not answer.right
        if answer.picture is not None:
            tally.pictures.append(sent - due + answer.picture)
    tally.answers.append(time.perf_counter() - due)


async def lesson(sessions: int, server: Server, options: argparse.Namespace) -> dict[str, Any]:
    """Run one class against the server and return its measurements."""
    tally, doors = Tally(), asyncio.Event()
    people = [asyncio.create_task(attend(k, server, options, doors, tally)) for k in range(sessions)]
    waited = time.perf_counter()
    while not options.live and len(tally.opened) + len(tally.errors) < sessions:
        await asyncio.sleep(0.1)
        if time.perf_counter() - waited > OPENING + sessions * RAMP:
            break
    await asyncio.sleep(1.0)
    cpu, start, files = server.cpu(), time.perf_counter(), server.process.num_fds()
    doors.set()
    await asyncio.gather(*people)
    cpu, passed = server.cpu() - cpu, time.perf_counter() - start
    milliseconds = [1000 * t for t in tally.answers]
    return {
        "sessions": sessions,
        "answers": len(tally.answers),
        "answers_s": round(len(tally.answers) / passed, 1),
        "p50_ms": quantile(milliseconds, 0.5),
        "p95_ms": quantile(milliseconds, 0.95),
        "picture_p50_ms": quantile([1000 * t for t in tally.pictures], 0.5),
        "picture_p95_ms": quantile([1000 * t for t in tally.pictures], 0.95),
        "open_p95_s": quantile(tally.opened, 0.95),
        "kB": round(sum(tally.sizes) / max(1, len(tally.sizes)) / 1000, 1),
        "cpu_ms_an_answer": round(1000 * cpu / max(1, len(tally.answers)), 1),
        "answers_a_cpu_second": round(len(tally.answers) / cpu, 1) if cpu else None,
        "cores": round(cpu / passed, 2),
        "memory_MB": round(server.memory()),
        "files": files,
        "wrong": tally.wrong,
        "errors": len(tally.errors),
        "first_error": tally.errors[0] if tally.errors else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", default="10,30,60,100,300")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long a class moves")
    parser.add_argument("--period", type=float, default=5.0, help="seconds between two moves of a session")
    parser.add_argument("--same", type=float, default=0.5, help="share of the class that follows the lecturer")
    parser.add_argument("--live", action="store_true", help="ask for live pictures instead")
    parser.add_argument("--app", type=Path, default=server_process.ROOT, help="the checkout to measure")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    found = []
    for sessions in (int(number) for number in options.sessions.split(",")):
        with server_process.kernviz(options.app) as server:
            found.append(asyncio.run(lesson(sessions, server, options)))
            print(found[-1], file=sys.stderr, flush=True)
    keep(options.out, "classroom live" if options.live else "classroom", found)


if __name__ == "__main__":
    main()
