"""Soak test of one process under visitors who come and go.

Memory, files and threads are measured.

    python benchmarks/soak.py [--minutes 15] [--visitors 20] [--moves 3] [--states 0] [--kinds] [--out FILE]

Take 15 minutes for a quick check, 120 before a release. In each round visitors open pages, move a slider, request live
pictures as a browser does, and disconnect. The memory in the last third of the rounds is compared with that in the
third before: exit status 0 if it has grown by at most 3 %. With --kinds the server counts its objects, and the types
that grew most are reported. With --states 40 there are only forty different visits: stored results then cannot explain
memory that still grows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import server_process
from benchmarks.results_file import keep
from benchmarks.visitor import Visitor, get

PAGES = {"svm": "γ", "ridge": "γ", "pca": "γ", "mercer": "γ", "gaussian": "γ"}
LEVEL = 1.03  # largest allowed ratio of the memory in the last third to that in the third before
KINDS = """
import collections, gc, json, threading, time
def _count():
    while True:
        time.sleep({every})
        kinds = collections.Counter(type(each).__qualname__ for each in gc.get_objects())
        with open({file!r}, "a") as file:
            file.write(json.dumps(kinds.most_common(400)) + "\\n")
threading.Thread(target=_count, daemon=True).start()
"""


async def visit(server: server_process.Server, number: int, moves: int) -> int:
    """Open a page, move its number, and disconnect.

    The result is 1 after a failure, otherwise 0.
    """
    page = sorted(PAGES)[number % len(PAGES)]
    visitor, chance = Visitor(server.url, page, PAGES[page], number), random.Random(number)  # noqa: S311  not for secrets
    try:
        await asyncio.wait_for(visitor.open(), 120)
        for _ in range(moves):
            share = chance.random()
            kernel = quote(f"rbf(gamma={10 ** (4 * share - 2):.4g})")
            await get(server.url, f"/kernviz-live/{page}?n=60&k={kernel}", f"visitor{number}")
            await asyncio.wait_for(visitor.move(share), 120)
    except Exception:
        return 1
    finally:
        await visitor.close()
    return 0


async def soak(server: server_process.Server, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Run rounds until the time is over.

    The result holds the measurements after each round.
    """
    begun, found, number = time.monotonic(), [], 0
    while time.monotonic() - begun < 60 * options.minutes:
        failed = sum(
            await asyncio.gather(
                *(
                    visit(server, (number + k) % (options.states or 10**9), options.moves)
                    for k in range(options.visitors)
                )
            )
        )
        number += options.visitors
        found.append(
            {
                "minute": round((time.monotonic() - begun) / 60, 2),
                "visitors": number,
                "memory_MB": round(server.memory(), 1),
                "files": server.process.num_fds(),
                "threads": server.process.num_threads(),
                "failed": failed,
            }
        )
        print(found[-1], file=sys.stderr, flush=True)
    return found


def level(found: list[dict[str, Any]]) -> float:
    """Return the growth of memory over the last rounds.

    The growth is the median of the last third of the rounds over that of the third before.
    """
    memory = [each["memory_MB"] for each in found]
    third = max(1, len(memory) // 3)
    return round(median(memory[-third:]) / median(memory[-2 * third : -third] or memory[:1]), 3)


def grown(file: Path) -> list[tuple[str, int]]:
    """Return the 20 types whose number of objects grew most.

    The growth is that between the middle and the end.
    """
    counts = [dict(json.loads(line)) for line in file.read_text().splitlines()]
    if len(counts) < 2:
        return []
    before, after = counts[len(counts) // 2], counts[-1]
    more = {kind: n - before.get(kind, 0) for kind, n in after.items()}
    return sorted(more.items(), key=lambda each: -each[1])[:20]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--visitors", type=int, default=20, help="at once, in each round")
    parser.add_argument("--moves", type=int, default=3, help="of each visitor")
    parser.add_argument("--states", type=int, default=0, help="how many different visits there are; 0: no two the same")
    parser.add_argument("--kinds", action="store_true", help="count the objects of the server")
    parser.add_argument("--app", type=Path, default=server_process.ROOT, help="the checkout to measure")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kinds"
        file.touch()
        before = KINDS.format(every=max(5.0, 2 * options.minutes), file=str(file)) if options.kinds else ""
        with server_process.kernviz(options.app, before) as server:
            found = asyncio.run(soak(server, options))
        result = {"rounds": found, "level": level(found), "grown": grown(file)}
    keep(options.out, "soak", result)
    sys.exit(0 if result["level"] <= LEVEL else 1)


if __name__ == "__main__":
    main()
