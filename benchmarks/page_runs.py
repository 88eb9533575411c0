"""Processor time of a page run after one number moved.

    python benchmarks/page_runs.py [--pages svm,ridge,pca] [--moves 40] [--beside FOLDER] [--out FILE]

A visitor without a browser (visitor.py) moves the number of each page. Each move has a value of its own, so that
nothing is stored. The time is that of the server's process, not that of the clock, and is split into that of the event
loop's thread and that of all others. With ``--beside`` the same moves go to the server of another checkout, in turn, so
that both have the same share of the machine. It needs Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.results_file import keep
from benchmarks.server_process import Server
from benchmarks.targets import PAGES
from benchmarks.visitor import Visitor

GOLDEN = 0.381966  # steps of this share of a slider come back to no place
REST = 0.15  # seconds after a run in which its last messages are sent
FIRST = 6  # moves that load what later ones share, not counted


def spent(server: Server) -> tuple[float, float]:
    """Return the milliseconds of processor time of a server so far.

    They are those of the whole process, and those of the thread of its event loop.
    """
    process = 1000 * time.clock_gettime((~server.process.pid << 3) | 2)  # Linux's clock of another process
    schedule = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/schedstat").read_text()
    return process, int(schedule.split()[0]) / 1e6


async def moved(servers: Sequence[Server], page: str, symbol: str, moves: int) -> list[list[tuple[float, float]]]:
    """Return the milliseconds of each move, of each server.

    They are (all, of the event loop).
    """
    visitors = [Visitor(server.url, page, symbol, 0) for server in servers]
    for visitor in visitors:
        await visitor.open()
    found: list[list[tuple[float, float]]] = [[] for _ in servers]
    for move in range(FIRST + moves):
        turn = range(len(servers)) if move % 2 else reversed(range(len(servers)))
        for k in turn:
            await asyncio.sleep(REST)
            before = spent(servers[k])
            await visitors[k].move((GOLDEN * move) % 1)
            await asyncio.sleep(REST)
            after = spent(servers[k])
            if move >= FIRST:
                found[k].append((after[0] - before[0], after[1] - before[1]))
    for visitor in visitors:
        await visitor.close()
    return found


def summary(times: Sequence[tuple[float, float]]) -> dict[str, float]:
    """Return the median milliseconds a move."""
    whole, loop = zip(*times, strict=True)
    return {"all": round(statistics.median(whole), 2), "loop": round(statistics.median(loop), 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", default=",".join(each.name for each in PAGES))
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--beside", type=Path, help="another checkout")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    folders = [server_process.ROOT, *([options.beside.resolve()] if options.beside else [])]
    rows: dict[str, Any] = {}
    with ExitStack() as running:
        servers = [running.enter_context(server_process.kernviz(folder)) for folder in folders]
        for name in options.pages.split(","):
            target = next(each for each in PAGES if each.name == name)
            times = asyncio.run(moved(servers, target.path.removeprefix("/"), target.slider, options.moves))
            rows[name] = summary(times[0])
            if options.beside:
                rows[name] |= {f"beside_{what}": ms for what, ms in summary(times[1]).items()}
                ratios = [here[0] / there[0] for here, there in zip(*times, strict=True)]
                rows[name]["ratio"] = round(statistics.median(ratios), 3)
            print(name, rows[name], flush=True)
    if options.out:
        keep(options.out, "page_runs", rows)


if __name__ == "__main__":
    main()
