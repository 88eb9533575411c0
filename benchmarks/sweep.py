"""Size and cost of a sweep: `python benchmarks/sweep.py [--values 60] [--n 200] [page …]`.

For each page its first number, mostly γ, is swept. The script prints the bytes the browser keeps, the bytes on the wire
(gzip), the processor time a picture, and the longest request, which occupies one of the process's two worker slots.

`--dask 2` starts a cluster of two workers on this machine (`pip install "kernviz[dask]"`), runs the same sweep on it
through the environment variable KERNVIZ_DASK alone, and compares the answers byte for byte.
"""

from __future__ import annotations

import argparse
import gzip
import os
import struct
import time
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from kernviz import batch
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.swept_numbers import swept_numbers
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.sweeps import frames, route

PAGES = ("svm", "ridge", "pca", "lift", "mercer", "sphere", "multiclass", "neighbors", "geometry", "objects")
ROW = "{:<12} {:>8} {:>9} {:>9} {:>12} {:>14}"


def asked(page: str, n: int, values: int) -> str:
    """Return the query of a sweep over the page's first number."""
    params = {"data": ["moons"], "n": [str(n)]}
    shown, about = lesson_page.pages()[page], data_and_kernel.read(params)
    assert about is not None
    number = swept_numbers(lesson_page.read(shown, about, params))[0]
    low, high, _ = number.usual
    return f"data=moons&n={n}&sweep={number.name}:{low}:{high}:{values}"


def whole(page: str, query: str, many: int = 4) -> tuple[bytes, int, float]:
    """Return all frames, their number, and the longest request.

    Frames are requested ``many`` at a time. The time of the request is in ms.
    """
    answers, at, count, slowest = [], 0, 1, 0.0
    while at < count:
        began = time.process_time()
        answer = route.answer(page, f"{query}&@from={at}&@many={many}")
        slowest = max(slowest, 1000 * (time.process_time() - began))
        count = struct.unpack_from("<I", answer)[0]
        answers.append(answer)
        at += many
    return b"".join(answers), count, slowest


def afresh() -> None:
    """Empty the cache of frames."""
    route._cache = ByteCache(frames.ROOM)


def here(names: list[str], n: int, values: int) -> None:
    print(ROW.format("page", "pictures", "kB", "kB gzip", "CPU ms each", "request ms, 4"))
    for page in names:
        query = asked(page, n, values)
        whole(page, query.rpartition(":")[0] + ":3")  # warms up imports and caches
        afresh()
        began = time.process_time()
        answer, count, slowest = whole(page, query)
        spent = 1000 * (time.process_time() - began) / count
        size, wire = len(answer) / 1000, len(gzip.compress(answer, 1)) / 1000
        print(ROW.format(page, count, f"{size:,.0f}", f"{wire:,.0f}", f"{spent:.1f}", f"{slowest:.0f}"))


def worker(_: Any) -> int:
    """Return the id of the process that runs this function."""
    return os.getpid()


def carried(names: list[str], n: int, values: int, workers: int) -> None:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as one,
    ):
        one.wait_for_workers(workers)
        for page in names:
            query = asked(page, n, values)
            os.environ.pop(batch.ENVIRONMENT, None)
            afresh()
            alone, count, _ = whole(page, query, route.MOST_ASKED)
            afresh()
            os.environ[batch.ENVIRONMENT] = cluster.scheduler_address
            away = set(batch.results(worker, range(8 * workers)))
            began = time.process_time()
            together, _, _ = whole(page, query, route.MOST_ASKED)
            spent = 1000 * (time.process_time() - began) / count
            same = "the same bytes" if together == alone else "OTHER BYTES"
            assert os.getpid() not in away, "the cluster was not asked"
            print(
                f"{page}: {count} pictures by {len(away)} workers: {same}; here {spent:.1f} ms of processor time each"
            )
        batch._connect(cluster.scheduler_address).close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", default=PAGES)
    parser.add_argument("--values", type=int, default=60)
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--dask", type=int, default=0, metavar="WORKERS")
    options = parser.parse_args()
    if options.dask:
        carried(list(options.pages), options.n, options.values, options.dask)
    else:
        here(list(options.pages), options.n, options.values)


if __name__ == "__main__":
    main()
