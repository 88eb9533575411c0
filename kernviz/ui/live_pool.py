"""Worker pool of the live pictures."""

from __future__ import annotations

from kernviz.ui.worker_pool import WorkerPool

MOST_WAITING = 64  # length of the queue, enough for one or two classes
MANY = 2  # waiting pictures; while there are more, runs of pages wait
workers = WorkerPool(threads=2, most=MOST_WAITING)


def many_before(address: str) -> bool:
    """Return True while many pictures go before an address's runs."""
    return workers.quick_before(address, MANY + 1) > MANY
