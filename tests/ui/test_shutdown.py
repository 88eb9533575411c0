"""Termination signal: a last timer starts, computations end, and the server's own handler is called.

Queued jobs are refused next; the timer ends the process.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from kernviz import budget
from kernviz.ui import shutdown, worker_pool
from tests.ui.asking import run


def test_a_signal_starts_the_last_timer_before_the_server_handles_it(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(shutdown, "current_thread", threading.main_thread)
    handlers: dict[int, Any] = {each: lambda number, _: heard.append(f"server {number}") for each in shutdown.SIGNALS}
    kept = dict(handlers)
    monkeypatch.setattr(shutdown.signal, "getsignal", handlers.__getitem__)
    monkeypatch.setattr(shutdown.signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(budget, "_ending", Event())
    monkeypatch.setattr(worker_pool, "end", lambda: heard.append("turned away"))

    def timer(seconds: float, what: Any, arguments: list[int]) -> Any:
        assert what is os._exit
        return SimpleNamespace(start=lambda: heard.append(f"gone after {seconds:g} with {arguments[0]}"))

    monkeypatch.setattr(shutdown, "Timer", timer)

    async def serve() -> None:
        with shutdown.prompt():
            handlers[signal.SIGTERM](signal.SIGTERM, None)
            assert budget._ending.is_set()
            await asyncio.sleep(0.01)

    run(serve())
    assert heard == [f"gone after 4 with {128 + signal.SIGTERM}", f"server {signal.SIGTERM:d}", "turned away"]
    assert handlers == kept


def test_in_another_thread_no_handler_is_changed() -> None:
    before = signal.getsignal(signal.SIGTERM)

    def serve() -> None:
        with shutdown.prompt():
            assert signal.getsignal(signal.SIGTERM) is before

    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()
