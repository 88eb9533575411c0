"""Simulation of a lecture, with the share of pictures computed before.

Pictures that were already computed need not be computed again.

    python benchmarks/lecture.py [--students 200] [--minutes 3] [--follow 0.7] [--processes 1] [--out FILE]

Every few seconds the lecturer moves one number of a page to another place of its slider, by steps. A share `--follow`
of the students makes the same steps a little later; the others move numbers on pages of their own. Each step requests
one live picture, at the address the page would use. With --processes the app is served by `kernviz serve` (nginx stores
pictures), without by one process. A student requests pictures as a browser does (browser_page.py). A time counts from
the moment a value was due until its picture, or that of a newer value, came. Refusals, overtaken requests, values never
requested and failures are counted apart. Times depend on the machine's other load; counts and processor seconds do not.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.browser_page import BrowserPage
from benchmarks.http_client import HttpAnswer
from benchmarks.results_file import keep, quantile
from kernviz.ui import cacheable_urls

EVERY = 8.0  # seconds between two moves of the lecturer
STEPS = 12  # places of a slider that one move passes, at most
RATE = 0.15  # seconds between two places
LATER = 2.0  # seconds by which a following student is behind the lecturer, at most
PLACES = 81  # of a slider from end to end
PAGES = {  # the numbers of a page, with the powers of ten at the ends of their sliders
    "svm": {"C": (-2.0, 3.0), "k": (-2.0, 2.0)},
    "ridge": {"k": (-2.0, 2.0)},
    "gaussian": {"k": (-2.0, 2.0)},
    "pca": {"k": (-2.0, 2.0)},
    "mercer": {"k": (-2.0, 2.0)},
}


@dataclass
class Hand:
    """Lecturer or student: the open page and the positions of its sliders."""

    random: random.Random
    page: str = "svm"
    seed: int = 0
    at: dict[str, int] = field(default_factory=dict)

    def move(self) -> Iterator[str]:
        """Yield the addresses of one move.

        One number of the page passes some places of its slider.
        """
        name = self.random.choice(sorted(PAGES[self.page]))
        start = self.at.get(f"{self.page}.{name}", PLACES // 2)
        end = max(0, min(PLACES - 1, start + self.random.choice((-1, 1)) * self.random.randint(3, STEPS)))
        way = range(start + 1, end + 1) if end > start else range(start - 1, end - 1, -1)
        for place in way:
            self.at[f"{self.page}.{name}"] = place
            yield self.address()

    def address(self) -> str:
        params = {"n": "60"} | ({"seed": str(self.seed)} if self.seed else {})
        for name, (low, high) in PAGES[self.page].items():
            value = 10 ** (low + (high - low) * self.at.get(f"{self.page}.{name}", PLACES // 2) / (PLACES - 1))
            params[name] = f"rbf(gamma={value:.4g})" if name == "k" else f"{value:.4g}"
        return f"kernviz-live/{cacheable_urls.version()}/en/{self.page}?{urlencode(sorted(params.items()))}"


@dataclass
class Tally:
    """Answers to the requests of a lecture.

    times      milliseconds from the moment each value was due until its picture, or that of a newer value, came
    refusals   the same, of the answers that tell a student to wait
    status     of all answers but those overtaken
    stored     who served them: the proxy or a process
    asked      how often each address was answered
    overtaken  number of requests in whose place a newer one of the same student is computed
    failed     number of requests without an answer
    skipped    number of values that were never requested, since a newer one was there
    half       number of answers on half the grid
    """

    times: list[float] = field(default_factory=list)
    refusals: list[float] = field(default_factory=list)
    status: Counter[int] = field(default_factory=Counter)
    stored: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    overtaken: int = 0
    skipped: int = 0
    failed: int = 0
    half: int = 0

    def count(self, address: str, answer: HttpAnswer, due: Sequence[float]) -> None:
        """Count one answer.

        ``due`` are the moments of the values it shows.
        """
        status = answer.status
        self.half += answer.fields.get("x-kernviz-grid") == "half"
        # not a picture that takes too long
        if status == 503 and "retry-after" not in answer.fields and b"too many ask" in answer.body:
            self.overtaken += 1
            return
        self.stored["proxy" if answer.fields.get("x-kernviz-cache", "").lower() == "hit" else "process"] += 1
        self.asked[address] += 1
        self.status[status] += 1
        if status in (200, 503):
            now = time.perf_counter()
            (self.times if status == 200 else self.refusals).extend(1000 * (now - each) for each in due)

    def errors(self) -> int:
        """Return the number of requests without a picture or refusal."""
        return self.failed + sum(self.status.values()) - self.status[200] - self.status[503]


def source_of(who: str) -> str:
    """Return a loopback address of the student's own.

    On Linux all of 127.0.0.0/8 belong to this machine.
    """
    number = int(who.removeprefix("student"))
    return f"127.1.{number // 250}.{1 + number % 250}"


def script(options: argparse.Namespace, first_seed: int = 0) -> list[tuple[float, str, str]]:
    """Return the requests of a lecture in order of time.

    A request is (seconds, address, student). ``first_seed`` is the seed of the lecturer's points; another one gives
    other addresses.
    """
    found: list[tuple[float, str, str]] = []
    lecturer = Hand(random.Random(0), seed=first_seed)  # noqa: S311  not for secrets
    students = [random.Random(1 + k) for k in range(options.students)]  # noqa: S311
    following = [each.random() < options.follow for each in students]
    own = [
        Hand(each, each.choice(sorted(PAGES)), first_seed + each.randint(0, 3)) for each in students
    ]  # a student who does not follow takes a page, and often another set of points
    begun = 0.0
    while begun < 60 * options.minutes:
        way = list(lecturer.move())
        for k, chance in enumerate(students):
            mine = way if following[k] else list(own[k].move())
            start = begun + chance.random() * (LATER if following[k] else EVERY)
            found += [(start + RATE * i, address, f"student{k}") for i, address in enumerate(mine)]
        begun += EVERY
        if lecturer.random.random() < 0.1:
            lecturer.page = lecturer.random.choice(sorted(PAGES))
    return sorted(found)


async def lecture(url: str, asked: list[tuple[float, str, str]], *, one_hall: bool = True) -> Tally:
    """Move each student's number at the given times, and return the tally.

    With ``one_hall`` all students share one network address, otherwise each has one of its own.
    """
    tally, open_pages = Tally(), dict[str, BrowserPage]()
    bell = time.perf_counter()
    for when, address, who in asked:
        await asyncio.sleep(max(0.0, when - (time.perf_counter() - bell)))
        if who not in open_pages:
            open_pages[who] = BrowserPage(url, who, tally.count, "" if one_hall else source_of(who))
        open_pages[who].move(address, bell + when)
    await asyncio.gather(*(each.rest() for each in open_pages.values()))
    tally.failed = sum(each.failed for each in open_pages.values())
    tally.skipped = sum(each.skipped for each in open_pages.values())
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--follow", type=float, default=0.7, help="share that follows the lecturer")
    parser.add_argument("--processes", type=int, default=0, help="by `kernviz serve`; 0: one process without a proxy")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    asked = script(options)
    with server_process.kernviz(serve=options.processes) as server:
        cpu = server.cpu()
        tally = asyncio.run(lecture(server.url, asked))
        cpu = server.cpu() - cpu
        family = [server.process, *server.process.children(recursive=True)]
        memory = sum(each.memory_info().rss for each in family) / 2**20
    total = sum(tally.asked.values())
    found: dict[str, Any] = {
        "students": options.students,
        "processes": options.processes,
        "pictures": total,
        "different": len(tally.asked),
        "share_already_computed": round(1 - len(tally.asked) / total, 3),
        "share_from_the_proxy": round(tally.stored["proxy"] / total, 3),
        "cpu_ms_a_picture": round(1000 * cpu / total, 2),
        "p50_ms": quantile(tally.times, 0.5),
        "p95_ms": quantile(tally.times, 0.95),
        "refused": tally.status[503],
        "refused_p95_ms": quantile(tally.refusals, 0.95),
        "overtaken": tally.overtaken,
        "never_requested": tally.skipped,
        "failed": tally.errors(),
        "memory_MB": round(memory),
    }
    print(found, file=sys.stderr, flush=True)
    keep(options.out, "lecture", [found])


if __name__ == "__main__":
    main()
