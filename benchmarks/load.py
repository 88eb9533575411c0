"""Load test of a lecture under several settings.

The settings are one and two processes, with and without stored pictures.

    python benchmarks/load.py [--sessions 1000] [--minutes 1.2] [--pages 0.1] [--processes 1,2] [--out FILE]

The results are printed as one table. The times of pictures count from the moment each was due, and do not hold the
answers that tell a student to wait; these have a time of their own. "overtaken": the picture of a newer value of the
same student was computed instead. The lecture is that of lecture.py: 70 % follow the lecturer by live pictures, 30 %
move sliders of their own. A share `--pages` of the sessions also has a page open and moves a number of it every eight
seconds. "stored": nginx stores pictures; without it every picture is requested from a process, which has its own cache.
At the end 100 honest students are measured alone and beside a hostile client. The hostile client requests the most
expensive pictures at full speed, each under another visitor's name: first from a network address of its own, then from
that of the students. With the numbers above the test takes at most 12 minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import lecture, server_process
from benchmarks.lecture import EVERY, Tally
from benchmarks.results_file import keep, quantile
from benchmarks.visitor import Answer, Visitor, get

HONEST = 100
HOSTILE = 8  # requests at once of the hostile client
ELSEWHERE, BESIDE = "127.2.0.1", ""  # its address: one of its own, and that of the students
DEAR = "/kernviz-live/svm?data=moons&n=1000&noise=0.5&k=poly(degree=10)&C=1e6&seed={seed}"
OPENING = 120.0  # seconds a page may take under load
COLUMNS = {
    "processes": "processes",
    "stored": "stored",
    "p50": "picture p50, ms",
    "p95": "p95, ms",
    "page_p50": "page p50, ms",
    "page_p95": "p95, ms",
    "run_p50": "run of a page p50, ms",
    "run_p95": "p95, ms",
    "errors": "errors",
    "refused": "told to wait",
    "refused_p95": "p95, ms",
    "overtaken": "overtaken",
    "half": "on half the grid",
    "memory_MB": "memory, MB",
    "cpu_h": "processor hours an hour",
    "share": "served from storage",
}


def short(address: str) -> str:
    """Return the address without version and language.

    nginx does not store the answer to this address.
    """
    folder, _, _, rest = address.split("/", 3)
    return f"{folder}/{rest}"


async def stay(number: int, url: str, until: float, moves: list[float], answers: list[Answer] | None = None) -> int:
    """Keep a page open and move its number every eight seconds.

    The milliseconds until each picture are appended to ``moves``, and the whole answers to ``answers``. Returns
    1 after a failure, otherwise 0.
    """
    visitor, chance = Visitor(url, "svm", "γ", number), random.Random(number)  # noqa: S311  not for secrets
    try:
        await asyncio.sleep(EVERY * chance.random())
        await asyncio.wait_for(visitor.open(), OPENING)
        while time.perf_counter() < until:
            begun = time.perf_counter()
            answer = await asyncio.wait_for(visitor.move(chance.random(), live=True), OPENING)
            moves.append(1000 * (answer.picture or time.perf_counter() - begun))
            if answers is not None:
                answers.append(answer)
            await asyncio.sleep(EVERY)
    except Exception:
        return 1
    finally:
        with suppress(Exception):
            await visitor.close()
    return 0


async def attack(url: str, until: float, source: str) -> int:
    """Request expensive pictures at full speed under forged names.

    The result is the number of answers.
    """
    answers = 0

    async def ask(start: int) -> None:
        nonlocal answers
        for seed in range(start, 10**9, HOSTILE):
            if time.perf_counter() > until:
                return
            with suppress(OSError, asyncio.TimeoutError, ValueError, IndexError):
                await asyncio.wait_for(get(url, DEAR.format(seed=seed), f"forged{seed}", source), 30)
                answers += 1

    await asyncio.gather(*(ask(k) for k in range(HOSTILE)))
    return answers


def measured(
    sessions: int,
    minutes: float,
    pages: float,
    processes: int,
    stored: bool,
    hostile: str | None = None,
    one_hall: bool = True,
) -> dict[str, Any]:
    """Run one lecture on a new server, and return its row.

    The row is one of the table.

    hostile   local network address of the hostile client; None: there is none
    one_hall  all students share one network address
    """
    options = argparse.Namespace(students=sessions, minutes=minutes, follow=0.7)
    asked = lecture.script(options)
    if not stored:
        asked = [(when, short(address), who) for when, address, who in asked]

    async def run(server: server_process.Server) -> tuple[Tally, list[float], list[float], int]:
        until, moves, answers = time.perf_counter() + 60 * minutes, list[float](), list[Answer]()
        staying = [
            asyncio.create_task(stay(k, server.url, until, moves, answers)) for k in range(round(pages * sessions))
        ]
        attacking = asyncio.create_task(attack(server.url, until, hostile)) if hostile is not None else None
        tally = await lecture.lecture(server.url, asked, one_hall=one_hall)
        failed = sum(await asyncio.gather(*staying))
        if attacking:
            await attacking
        return tally, moves, [1000 * each.done for each in answers], failed

    with server_process.kernviz(serve=processes) as server:
        cpu, begun = server.cpu(), time.perf_counter()
        tally, moves, runs, failed = asyncio.run(run(server))
        cpu, passed = server.cpu() - cpu, time.perf_counter() - begun
        family = [server.process, *server.process.children(recursive=True)]
        memory = sum(each.memory_info().rss for each in family) / 2**20
    total = max(1, sum(tally.asked.values()))
    return {
        "sessions": sessions,
        "processes": processes,
        "stored": stored,
        "hostile": {None: "no", BESIDE: "at the students' address"}.get(hostile, "elsewhere"),
        "pictures": total,
        "p50": quantile(tally.times, 0.5),
        "p95": quantile(tally.times, 0.95),
        "page_p50": quantile(moves, 0.5),
        "page_p95": quantile(moves, 0.95),
        "run_p50": quantile(runs, 0.5),
        "run_p95": quantile(runs, 0.95),
        "errors": failed + tally.errors(),
        "refused": tally.status[503],
        "refused_p95": quantile(tally.refusals, 0.95),
        "overtaken": tally.overtaken + tally.skipped,
        "half": tally.half,
        "memory_MB": round(memory),
        "cpu_h": round(cpu / passed, 2),
        "share": round(tally.stored["proxy"] / total, 3),
    }


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| " + " | ".join(COLUMNS.values()) + " |", "| " + " | ".join("---" for _ in COLUMNS) + " |"]
    for row in rows:
        cells = [
            {True: "yes", False: "no"}.get(row[name], row[name]) if name == "stored" else row[name] for name in COLUMNS
        ]
        lines.append("| " + " | ".join("–" if cell is None else str(cell) for cell in cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=1.2, help="of each lecture")
    parser.add_argument("--pages", type=float, default=0.1, help="share of the sessions with a page open beside")
    parser.add_argument("--processes", default="1,2")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    ways = [(int(count), stored) for count in options.processes.split(",") for stored in (True, False)]
    rows = []
    for processes, stored in ways:
        rows.append(measured(options.sessions, options.minutes, options.pages, processes, stored))
        print(rows[-1], file=sys.stderr, flush=True)
    honest = min(HONEST, options.sessions)
    ways_beside = [(None, False), (ELSEWHERE, False), (BESIDE, True)]
    beside = [measured(honest, options.minutes, options.pages, 1, True, *way) for way in ways_beside]
    print(table(rows))
    print(f"\n{honest} honest students alone, and beside a hostile one:")
    for row in beside:
        print(f"hostile {row['hostile']}: p95 {row['p95']} ms, {row['refused']} of {row['pictures']} told to wait")
    keep(options.out, "load", {"rows": rows, "beside": beside})


if __name__ == "__main__":
    main()
