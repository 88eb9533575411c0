"""The thread pool and its queue: its limit, its fairness, disconnected visitors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from threading import Event
from time import sleep
from typing import Any

import pytest
from starlette.requests import Request

from kernviz.ui import live_before_rerun, worker_pool
from kernviz.ui.worker_pool import BusyError, Crew, GoneError
from kernviz.wording import language, speaking
from tests.ui.asking import run

SOON = 20  # seconds; a passing test waits far less


class Held:
    """A crew of one thread, busy until `go` is set, with a record of its work in order."""

    def __init__(self, most: int = 100) -> None:
        self.crew, self.go, self.did = Crew(1, most), Event(), []  # type: ignore[var-annotated]
        begun = Event()
        self.first = self.crew.join("first", lambda given_up: begun.set() or self.go.wait(SOON))
        assert begun.wait(SOON)

    def join(self, who: str, name: str, **how: Any) -> Any:
        return self.crew.join(who, lambda _: self.did.append(name) or name, **how)

    def finish(self) -> list[str]:
        self.go.set()
        while self.crew.waiting:
            sleep(0.001)
        self.crew.join("last", lambda _: None).made.result(SOON)
        return self.did


def test_each_has_a_turn_however_many_jobs_another_has() -> None:
    held = Held()
    for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
        held.join(name[0], name)
    assert held.finish()[:4] == ["a1", "b1", "c1", "a2"]
    assert held.did == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_who_has_used_much_waits_until_nobody_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hostile neighbour who asks for the dearest pictures at full speed."""
    held = Held()
    held.crew._note("hostile", 2.0)
    held.crew._note("dear", 0.4)
    for name in ("hostile", "dear", "b1", "c1", "b2"):
        held.join(name.rstrip("12"), name)
    assert held.finish() == ["b1", "c1", "b2", "dear", "hostile"]
    later = worker_pool.monotonic() + 100
    monkeypatch.setattr(worker_pool, "monotonic", lambda: later)  # what was used is forgotten
    assert held.crew._lately("hostile") < worker_pool.STEP


def test_nobody_has_both_threads_while_others_wait() -> None:
    crew, go, begun, did = Crew(2, 100), Event(), Event(), list[str]()
    first = crew.join("hostile", lambda _: begun.set() or go.wait(SOON))
    assert begun.wait(SOON)
    hold, started = Event(), Event()
    other = crew.join("x", lambda _: started.set() or hold.wait(SOON))  # the second thread
    assert started.wait(SOON)
    jobs = [crew.join(who, lambda _, who=who: did.append(who)) for who in ("hostile", "b", "c")]
    hold.set()
    for job in jobs:
        job.made.result(SOON)
    assert did == ["b", "c", "hostile"]
    go.set()
    for job in (first, other):
        job.made.result(SOON)


def test_the_newest_of_a_hand_has_the_place_of_its_older_ones() -> None:
    held = Held()
    old = held.join("a", "old", newest=True)
    held.join("b", "b", newest=True)
    new = held.join("a", "new", newest=True)
    with pytest.raises(BusyError):
        old.made.result(SOON)
    assert held.finish() == ["new", "b"]
    assert new.made.result() == "new"


def test_the_line_has_an_end_and_a_newer_one_of_the_same_hand_still_finds_its_place() -> None:
    held = Held(most=3)
    for who in "abc":
        held.join(who, who, newest=True)
    with pytest.raises(BusyError):
        held.join("d", "d", newest=True)
    held.join("b", "newer", newest=True)
    assert held.crew.waiting == 3
    assert held.finish() == ["a", "newer", "c"]


def test_who_leaves_is_not_computed_and_makes_room() -> None:
    held = Held(most=1)
    job = held.join("a", "a")
    held.crew.leave(job)
    held.join("b", "b")
    assert job.made.cancelled()
    assert held.finish() == ["b"]


def test_what_is_computed_hears_that_nobody_waits_for_it() -> None:
    begun, crews = Event(), Crew(1, 1)

    def work(given_up: Callable[[], bool]) -> str:
        begun.set()
        while not given_up():
            sleep(0.001)
        return "broken off"

    job = crews.join("a", work)
    assert begun.wait(SOON)
    crews.leave(job)
    assert job.made.result(SOON) == "broken off"


def test_what_goes_wrong_is_told_to_who_waits_and_the_next_is_done() -> None:
    crews = Crew(1, 10)
    with pytest.raises(ZeroDivisionError):
        crews.join("a", lambda _: 1 / 0).made.result(SOON)
    assert crews.join("a", lambda _: 7).made.result(SOON) == 7


def test_it_is_done_in_the_language_of_who_asks() -> None:
    with speaking("de"):
        job = Crew(1, 1).join("a", lambda _: language())
    assert job.made.result(SOON) == "de"


def test_when_the_process_ends_the_line_is_empty_at_once() -> None:
    held = Held()
    job = held.join("a", "a")
    worker_pool.end()
    with pytest.raises(BusyError):
        job.made.result(SOON)
    assert held.first.given_up.is_set()
    assert held.finish() == []


# ---- of a request ----------------------------------------------------------------------------------------------------


def request(gone: asyncio.Event | None = None, hand: str = "a", client: str = "1.2.3.4") -> Request:
    told = iter([{"type": "http.request", "body": b""}])

    async def receive() -> dict[str, Any]:
        for message in told:
            return message
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    headers = [(live_before_rerun.HEADER.lower().encode(), hand.encode())] if hand else []
    return Request({"type": "http", "method": "GET", "headers": headers, "client": (client, 1)}, receive)


@pytest.fixture
def held() -> Iterator[Held]:
    made = Held(most=2)
    yield made
    made.go.set()


def test_a_request_is_answered() -> None:
    assert run(worker_pool.done(Crew(1, 1), request(), lambda _: 7)) == 7


def test_a_request_whose_browser_goes_leaves_the_line(held: Held) -> None:
    async def ask() -> int:
        gone = asyncio.Event()
        asked = asyncio.create_task(worker_pool.done(held.crew, request(gone), lambda _: held.did.append("asked")))
        while not held.crew.waiting:
            await asyncio.sleep(0)
        gone.set()
        with pytest.raises(GoneError):
            await asked
        return held.crew.waiting

    assert run(ask()) == 0
    assert held.finish() == []


def test_a_request_whose_browser_has_gone_never_joins_it(held: Held) -> None:
    async def ask() -> None:
        gone = asyncio.Event()
        gone.set()
        one = request(gone)
        await one.receive()
        with pytest.raises(GoneError):
            await worker_pool.done(held.crew, one, lambda _: held.did.append("asked"))

    run(ask())
    assert held.finish() == []


def test_who_does_not_say_a_name_has_the_one_of_the_address() -> None:
    assert worker_pool.asker(request(hand="abc")) == worker_pool.asker(request(hand="abc", client="5.6.7.8"))
    assert worker_pool.asker(request(hand="")) == worker_pool.asker(request(hand=""))
    assert worker_pool.asker(request(hand="")) != worker_pool.asker(request(hand="", client="5.6.7.8"))
    assert len(worker_pool.asker(request(hand="x" * 9000))) <= 64


def test_who_is_turned_away_hears_when_to_ask_again() -> None:
    answer = worker_pool.busy()
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
