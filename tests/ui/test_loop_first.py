"""Event loop before computations: nothing is begun while the loop is late."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest

from kernviz.ui import app_setup, live, live_before_rerun, loop_first, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.loop_first import BEAT, UNNOTICED, Pulse
from tests.ui.asking import run
from tests.ui.test_half_grid import answered

SOON = 20  # seconds; a passing test waits far less


class Clock:
    """Clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pulse(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pulse]:
    """Give the process a pulse of a clock that the test moves; its loop beats on time so far."""
    found = Pulse(clock)
    found.beat()
    monkeypatch.setattr(loop_first, "_pulse", found)
    monkeypatch.setattr(loop_first, "PAUSE", SOON)
    yield found
    found.stop()


def test_the_lag_is_that_of_the_last_beat_or_of_the_next() -> None:
    clock = Clock()
    pulse = Pulse(clock)
    assert pulse.lag() == 0  # no loop beats
    pulse.beat()
    clock.now += BEAT
    assert pulse.lag() == 0
    clock.now += 0.7
    assert pulse.lag() == pytest.approx(0.7)
    pulse.beat()  # what waited for this beat may still wait for the next
    assert pulse.lag() == pytest.approx(0.7)
    clock.now += BEAT
    pulse.beat()
    assert pulse.lag() == 0
    clock.now += BEAT + 1
    pulse.stop()
    assert pulse.lag() == 0


def test_the_wait_ends_with_the_first_beat_on_time(pulse: Pulse, clock: Clock) -> None:
    clock.now += BEAT + 2 * UNNOTICED
    waited = Thread(target=loop_first.wait, daemon=True)
    waited.start()
    pulse.beat()
    waited.join(0.05)
    assert waited.is_alive()  # this beat was late
    clock.now += BEAT
    pulse.beat()
    waited.join(SOON)
    assert not waited.is_alive()


def test_a_loop_that_is_always_late_stops_nothing(pulse: Pulse, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_first, "PAUSE", 0.01)
    clock.now += 1000
    job = worker_pool.WorkerPool(1, 8).submit(("192.0.2.1", "a"), lambda _: "made")
    assert job.made.result(SOON) == "made"


def test_while_the_loop_is_late_the_newest_request_replaces_the_others(pulse: Pulse, clock: Clock) -> None:
    workers, did = worker_pool.WorkerPool(1, 8), list[int]()
    clock.now += BEAT + 2 * UNNOTICED
    jobs = [workers.submit(("192.0.2.1", "a"), lambda _, k=k: did.append(k), newest=True) for k in range(5)]  # type: ignore[misc]
    assert workers.waiting == 1
    pulse.beat()
    clock.now += BEAT
    pulse.beat()
    jobs[-1].made.result(SOON)
    assert did == [4]
    assert workers.superseded == 4


def test_a_run_of_a_page_waits_for_the_loop(pulse: Pulse, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("streamlit.session_state", {})
    clock.now += BEAT + 2 * UNNOTICED
    begun = Thread(target=live_before_rerun.wait, daemon=True)
    begun.start()
    begun.join(0.05)
    assert begun.is_alive()
    for _ in range(2):
        pulse.beat()
        clock.now += BEAT
    begun.join(SOON)
    assert not begun.is_alive()


@pytest.mark.parametrize(("late", "half"), [(live.LONG_WAIT, False), (1.01 * live.LONG_WAIT, True)])
def test_the_grid_depends_on_the_time_before_a_request_is_read(
    late: float, half: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = worker_pool.WorkerPool(1, 8)
    monkeypatch.setattr(live, "clock", lambda: 0.0)
    monkeypatch.setattr(live, "_workers", workers)
    monkeypatch.setattr(live, "_answers", ByteCache(live.ROOM))
    monkeypatch.setattr(loop_first, "wait", lambda: None)
    monkeypatch.setattr(loop_first, "lag", lambda: late)
    answer = answered(workers, "svm", f"n=35&C={1 + half}", 0)
    assert (answer.headers.get(live.GRID) == live.HALF) is half
    workers.end()


def test_the_loop_of_the_server_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    beats, enough = [0], Event()

    class Counting(Pulse):
        def beat(self) -> None:
            super().beat()
            beats[0] += 1
            if beats[0] == 3:
                enough.set()

    pulse = Counting()
    monkeypatch.setattr(loop_first, "_pulse", pulse)
    monkeypatch.setattr(loop_first, "BEAT", 0.0)
    for name in ("set_tcp_nodelay", "prepare"):
        monkeypatch.setattr(app_setup, name, lambda: None)
    for name in (
        "logs.prepare",
        "names.check",
        "patches.only_own_pages",
        "fragments.prepare",
        "open_files.prepare",
        "message_batching.install",
        "patches.keep_session_state_uncopied",
        "report.tell",
    ):
        monkeypatch.setattr(f"kernviz.ui.app_setup.{name}", lambda: None)

    async def live_and_end() -> Any:
        async with app_setup.lifespan(None):  # type: ignore[arg-type]
            while not enough.is_set():
                await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        return pulse._due

    assert run(live_and_end()) is None  # it has stopped with the server
