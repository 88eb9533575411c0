"""Load test of an expensive machine under many visitors.

All visitors drag a slider at once.

    python benchmarks/crowd.py [--hands 40] [--seconds 30] [--app FOLDER] [--out FILE]

The pictures of each visitor are counted. Every visitor requests as the browser does (assets/live.js): always the newest
value, and the next one when the answer has come or a second has passed. After a refusal the visitor waits a second.
Meanwhile the home page and a room's page are opened again and again; `page_worst_s` is the longest time it took.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.results_file import keep, quantile
from benchmarks.visitor import get

LATE, AGAIN = 1.0, 1.0  # seconds
ASKED = "/kernviz-live/svm?data=moons&n=1000&noise=0.3&seed={hand}&k=rbf(gamma={gamma:.4g})&C={C:.4g}"


class Hand:
    """Visitor who drags without a pause.

    ``pictures`` are the arrival times in seconds.
    """

    def __init__(self, number: int, url: str) -> None:
        self.number, self.url = number, url
        self.pictures: list[float] = []
        self.refused, self.turn = 0, 0

    async def hold(self, until: float) -> None:
        """Request pictures until the time ``until`` of `time.perf_counter`."""
        asked: list[asyncio.Task[bool]] = []
        while time.perf_counter() < until:
            newest = asyncio.create_task(self.ask())
            asked.append(newest)
            done, _ = await asyncio.wait({newest}, timeout=LATE)
            if done and not newest.result():
                await asyncio.sleep(AGAIN)
        for each in asked:
            each.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    async def ask(self) -> bool:
        """Send one request; True if it brought a picture."""
        self.turn += 1
        place = (self.turn * 0.37 + self.number * 0.13) % 1
        address = ASKED.format(hand=self.number, gamma=10 ** (2 * place - 1), C=10 ** (4 * place - 1))
        status, _ = await get(self.url, address, f"hand{self.number}")
        if status == 200:
            self.pictures.append(time.perf_counter())
        else:
            self.refused += 1
        return status == 200


async def come(url: str, until: float, times: list[float]) -> None:
    """Open the home page and a room's page, again and again.

    The seconds of each opening are appended to ``times``, inf for a failure.
    """
    while time.perf_counter() < until:
        for path in ("/", "/r/ABCDEF"):
            start = time.perf_counter()
            status, _ = await get(url, path)
            times.append(time.perf_counter() - start if status == 200 else float("inf"))
        await asyncio.sleep(0.5)


async def crowd(server: server_process.Server, options: argparse.Namespace) -> dict[str, Any]:
    """Run all visitors and return the measurements."""
    await get(server.url, ASKED.format(hand=0, gamma=1, C=1))  # loads the data before the measurement
    begin, cpu = time.perf_counter(), server.cpu()
    until = begin + options.seconds
    hands, times = [Hand(number, server.url) for number in range(options.hands)], list[float]()
    await asyncio.gather(come(server.url, until, times), *(hand.hold(until) for hand in hands))
    pictures = sorted(len(hand.pictures) for hand in hands)
    gaps = [b - a for hand in hands for a, b in zip([begin, *hand.pictures], [*hand.pictures, until], strict=True)]
    return {
        "hands": options.hands,
        "seconds": options.seconds,
        "pictures": sum(pictures),
        "fewest": pictures[0],
        "median": pictures[len(pictures) // 2],
        "most": pictures[-1],
        "longest_wait_s": round(max(gaps), 1),
        "turned_away": sum(hand.refused for hand in hands),
        "page_p50_s": quantile(times, 0.5),
        "page_worst_s": round(max(times), 3),
        "cpu_s": round(server.cpu() - cpu, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--app", type=Path, default=server_process.ROOT, help="the checkout to measure")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with server_process.kernviz(options.app) as server:
        found = asyncio.run(crowd(server, options))
    print(found)
    keep(options.out, "crowd", found)


if __name__ == "__main__":
    main()
