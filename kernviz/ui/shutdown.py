"""Shutdown of the server within seconds of a signal.

The server waits for pending answers before it lets the app end (uvicorn has no limit for that).
Python waits for threads. So the signal's handler refuses queued jobs and stops running ones at their
next step. A long call into LAPACK has no steps. Therefore the process exits after `GRACE` seconds in
any case. No data are lost: rooms are written in transactions, and all other state is in the
visitors' addresses.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from types import FrameType
from typing import Any

import kernviz.budget as budget
from kernviz.ui import worker_pool

GRACE = 4.0  # seconds; service managers wait about 10 s before they kill a process
SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGBREAK") if hasattr(signal, name)]


@contextmanager
def prompt() -> Iterator[None]:
    """Handle termination signals first, then pass them to the server.

    Enter the context inside the server's event loop.
    """
    if current_thread() is not main_thread():  # Python delivers signals to the main thread only
        yield
        return
    loop, before = asyncio.get_running_loop(), {number: signal.getsignal(number) for number in SIGNALS}

    def hear(number: int, frame: FrameType | None) -> None:
        last = Timer(GRACE, os._exit, [128 + number])
        last.daemon = True
        last.start()
        budget.end()
        loop.call_soon_threadsafe(worker_pool.end)
        then: Any = before[signal.Signals(number)]
        if callable(then):
            then(number, frame)

    for number in SIGNALS:
        signal.signal(number, hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
