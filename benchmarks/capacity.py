"""Capacity of a server, and its answers under twice as many sessions.

    python benchmarks/capacity.py [--seconds 20] [--first 40] [--pages 0.1] [--processes 0] [--steps 3] [--out FILE]

A session is a student of lecture.py: 70 % follow the lecturer by live pictures, 30 % move sliders of their own. A share
`--pages` of the sessions also has a page open and moves a number of it every eight seconds. The number of sessions is
doubled until fewer than 95 % of the values are shown within 0.5 s of the moment they were due. Halving the gap
`--steps` times then gives the capacity. A last round has twice as many sessions. Sessions request pictures as a browser
does (browser_page.py): a value is shown by its own picture or by that of a newer value. "superseded" are the values
without a picture of their own. An answer that tells a student to wait shows nothing. Every round shows other data, so
that no round finds what an earlier one has computed. The rounds are printed as one table. Its last columns are the
processor time of each part of the server, of the clients, and of all that runs on the machine, in cores.

The pages open before a round begins to count. With the numbers above it takes at most 7 minutes. Nothing else should
run on the machine meanwhile: the clients take their share of it, too.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import lecture, server_process
from benchmarks.lecture import EVERY, Tally
from benchmarks.load import stay
from benchmarks.results_file import keep, quantile
from benchmarks.visitor import Answer

SOON = 500.0  # milliseconds within which a picture is to be shown
SHARE = 0.95  # of the pictures
MOST = 20_000  # sessions that are tried at most
COLUMNS = {
    "sessions": "sessions",
    "load": "of the capacity",
    "rate": "asked a second",
    "p50": "shown p50, ms",
    "p95": "p95, ms",
    "soon": "within 0.5 s",
    "coarse": "on half the grid",
    "superseded": "superseded",
    "refused": "told to wait",
    "errors": "errors",
    "runs": "runs of pages p50, ms",
    "runs_p95": "p95, ms",
    "app": "processes, cores",
    "proxy": "nginx, cores",
    "clients": "clients, cores",
    "machine": "all, cores",
}


@dataclass
class Round:
    """Answers to a number of sessions.

    times   milliseconds until each picture was shown, of live pictures and pages
    coarse  number of these on half the grid
    runs    milliseconds until the runs of pages ended that followed their pictures
    took    seconds of the round that count
    busy    processor seconds of the clients, which run on the same machine
    app, proxy, machine
            processor seconds of the app's processes, of nginx, and of everything on the machine
    """

    sessions: int
    seconds: float
    times: list[float] = field(default_factory=list)
    coarse: int = 0
    superseded: int = 0
    refused: int = 0
    errors: int = 0
    runs: list[float] = field(default_factory=list)
    took: float = 0.0
    busy: float = 0.0
    app: float = 0.0
    proxy: float = 0.0
    machine: float = 0.0

    @property
    def asked(self) -> int:
        """Number of answers asked for, shown or not."""
        return len(self.times) + self.refused + self.errors

    @property
    def soon(self) -> float:
        """Return the share of the answers that were shown within SOON."""
        return sum(each <= SOON for each in self.times) / max(1, self.asked)

    def row(self, capacity: int) -> dict[str, Any]:
        """Return the cells of the table."""
        every, took = max(1, self.asked), self.took or self.seconds
        return {
            "sessions": self.sessions,
            "load": f"{self.sessions / max(1, capacity):.2f}",
            "rate": f"{every / self.seconds:.1f}",
            "p50": quantile(self.times, 0.5),
            "p95": quantile(self.times, 0.95),
            "soon": f"{self.soon:.1%}",
            "coarse": f"{self.coarse / max(1, len(self.times)):.1%}",
            "superseded": f"{self.superseded / every:.1%}",
            "refused": f"{self.refused / every:.1%}",
            "errors": self.errors,
            "runs": quantile(self.runs, 0.5),
            "runs_p95": quantile(self.runs, 0.95),
            "app": f"{self.app / took:.2f}",
            "proxy": f"{self.proxy / took:.2f}",
            "clients": f"{self.busy / took:.2f}",
            "machine": f"{self.machine / took:.2f}",
        }


def capacity(run: Callable[[int], Round], first: int, steps: int, most: int = MOST) -> int:
    """Return the largest number of sessions tried that were served in time.

    0 if ``first`` are too many. ``run`` loads the server with a number of sessions, never with more than ``most``.
    """
    below, above = 0, first
    while run(above).soon >= SHARE:
        below = above
        if above == most:
            return most
        above = min(2 * above, most)
    for _ in range(steps):
        middle = (below + above) // 2
        if middle in (below, above):
            break
        below, above = (middle, above) if run(middle).soon >= SHARE else (below, middle)
    return below


def loaded(server: server_process.Server, sessions: int, options: argparse.Namespace, number: int) -> Round:
    """Load a server with a number of sessions and return its answers.

    ``number`` is that of the round.
    """
    asked = lecture.script(
        argparse.Namespace(students=sessions, minutes=options.seconds / 60, follow=0.7), first_seed=10 * number
    )

    async def run() -> tuple[Tally, list[float], list[Answer], int, list[float]]:
        opening = 1.5 * EVERY if options.pages else 0.0
        until, moves, answers = time.perf_counter() + opening + options.seconds, list[float](), list[Answer]()
        staying = [
            asyncio.create_task(stay(k, server.url, until, moves, answers))
            for k in range(round(options.pages * sessions))
        ]
        await asyncio.sleep(opening)  # the pages open one after another, before anything is measured
        moves.clear()
        answers.clear()
        begun = _clocks(server)
        tally = await lecture.lecture(server.url, asked)
        used = [after - before for before, after in zip(begun, _clocks(server), strict=True)]
        return tally, moves, answers, sum(await asyncio.gather(*staying)), used

    tally, moves, answers, failed, used = asyncio.run(run())
    found = Round(sessions, options.seconds, tally.times + moves, tally.half + sum(each.coarse for each in answers))
    found.runs = [1000 * each.done for each in answers]
    found.took, found.busy, found.app, found.proxy, found.machine = used
    found.superseded = tally.overtaken + tally.skipped
    found.refused, found.errors = tally.status[503], tally.errors() + failed
    print(found.row(sessions), file=sys.stderr, flush=True)
    return found


def _clocks(server: server_process.Server) -> list[float]:
    """Return the clocks of a round.

    They are the time, and the processor seconds so far of the clients, the processes, nginx and the machine.
    """
    machine = psutil.cpu_times()
    idle = machine.idle + getattr(machine, "iowait", 0.0)
    return [time.perf_counter(), time.process_time(), *server.cpu_by_part(), sum(machine[:8]) - idle]


def table(rounds: Sequence[Round], capacity: int) -> str:
    """Return the rounds as a Markdown table, the fewest sessions first."""
    lines = ["| " + " | ".join(COLUMNS.values()) + " |", "| " + " | ".join("---" for _ in COLUMNS) + " |"]
    for each in sorted(rounds, key=lambda each: each.sessions):
        row = each.row(capacity)
        lines.append("| " + " | ".join("–" if row[name] is None else str(row[name]) for name in COLUMNS) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each round")
    parser.add_argument("--first", type=int, default=40, help="sessions of the first round")
    parser.add_argument("--pages", type=float, default=0.1, help="share of the sessions with a page open beside")
    parser.add_argument("--processes", type=int, default=0, help="by `kernviz serve`; 0: one process without a proxy")
    parser.add_argument("--steps", type=int, default=3, help="how often the gap is halved at the end")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rounds: list[Round] = []
    with server_process.kernviz(serve=options.processes) as server:

        def run(sessions: int) -> Round:
            rounds.append(loaded(server, sessions, options, len(rounds) + 1))
            return rounds[-1]

        loaded(server, 2, options, 0)  # the first pictures of a process load what later ones share
        found = capacity(run, options.first, options.steps)
        run(2 * max(found, 1))
    print(f"{found} sessions are served in time: {SHARE:.0%} of the pictures within {SOON / 1000:g} s\n")
    print(table(rounds, found))
    if options.out:
        keep(options.out, "capacity", {"capacity": found, "rounds": [each.row(found) for each in rounds]})


if __name__ == "__main__":
    main()
