"""Thread pool and its queue: the limit, fairness, disconnected visitors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from threading import Event
from time import sleep, thread_time
from typing import Any

import pytest
from starlette.requests import Request

from kernviz.budget import OverBudgetError
from kernviz.ui import client_address, live_before_rerun, worker_pool
from kernviz.ui.worker_pool import BusyError, GoneError, OvertakenError, WorkerPool
from kernviz.wording import language, speaking
from tests.ui.asking import run

A = ("192.0.2.1", "a")
SOON = 20  # seconds; a passing test waits far less


class StoppedPool:
    """Pool of one thread, busy until `go` is set; `did` lists its finished jobs in order."""

    def __init__(self, most: int = 100) -> None:
        self.workers, self.go, self.did = WorkerPool(1, most), Event(), []  # type: ignore[var-annotated]
        begun = Event()
        self.first = self.workers.submit(("", "first"), lambda given_up: begun.set() or self.go.wait(SOON))
        assert begun.wait(SOON)

    def submit(self, who: str, name: str, address: str = "", **how: Any) -> Any:
        return self.workers.submit((address, who), lambda _: self.did.append(name) or name, **how)

    def finish(self) -> list[str]:
        self.go.set()
        while self.workers.waiting:
            sleep(0.001)
        self.workers.submit(("", "last"), lambda _: None).made.result(SOON)
        return self.did


def test_sessions_take_turns_however_many_jobs_one_has() -> None:
    queue = StoppedPool()
    for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
        queue.submit(name[0], name)
    assert queue.finish() == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_an_address_has_one_turn_whatever_names_its_requests_have() -> None:
    queue = StoppedPool()
    for k in range(9):
        queue.submit(f"forged{k}", f"hostile{k}", "192.0.2.66")
    queue.submit("b", "honest", "192.0.2.1")
    assert queue.finish().index("honest") <= 1


def test_a_job_gives_way_where_its_address_has_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "SLICE", 0.0)
    workers, begun = WorkerPool(2, 100), [Event(), Event()]

    def dear(given_up: Callable[[], bool], k: int) -> None:
        begun[k].set()
        while not given_up():
            sleep(0.001)
        raise OverBudgetError(2.0)

    jobs = []
    for k in range(2):
        jobs.append(workers.submit(("192.0.2.66", f"forged{k}"), lambda given_up, k=k: dear(given_up, k)))
        assert begun[k].wait(SOON)
    assert workers.submit(("192.0.2.1", "b"), lambda _: 7).made.result(SOON) == 7
    with pytest.raises(BusyError):
        jobs[1].made.result(SOON)
    assert not jobs[0].made.done()  # the other thread is left to it
    assert workers.gave_way == 1
    workers.cancel(jobs[0])


def test_a_long_job_pauses_while_a_quick_one_runs() -> None:
    """The pauses last at most `PAUSED` times as long as the computation beyond a slice."""
    workers, begun, done = WorkerPool(2, 100), Event(), Event()

    def dear(given_up: Callable[[], bool]) -> float:
        begun.set()
        start = thread_time()
        while not given_up() and thread_time() - start < worker_pool.SLICE + 0.1:
            pass
        return thread_time() - start

    workers.submit(("192.0.2.1", "quick"), lambda _: None).made.result(SOON)
    workers.submit(("192.0.2.1", "quick"), lambda _: done.wait(SOON))
    job = workers.submit(("192.0.2.1", "long"), dear)
    assert begun.wait(SOON)
    used = job.made.result(SOON)
    done.set()
    least, most = 0.05, worker_pool.PAUSED * (used - worker_pool.SLICE) + worker_pool.REST
    assert least <= job.paused <= most
    alone = workers.submit(("192.0.2.1", "long"), dear)
    alone.made.result(SOON)
    assert alone.paused == 0.0


def test_in_a_full_queue_the_address_with_most_places_gives_one_up() -> None:
    queue = StoppedPool(most=3)
    jobs = [queue.submit(f"forged{k}", f"hostile{k}", "192.0.2.66") for k in range(3)]
    queue.submit("b", "honest", "192.0.2.1")
    with pytest.raises(BusyError):
        jobs[2].made.result(SOON)
    with pytest.raises(BusyError):
        queue.submit("forged3", "hostile3", "192.0.2.66")
    assert sorted(queue.finish()) == ["honest", "hostile0", "hostile1"]


def test_the_newest_request_of_a_session_replaces_its_older_one() -> None:
    queue = StoppedPool()
    old = queue.submit("a", "old", newest=True)
    queue.submit("b", "b", newest=True)
    new = queue.submit("a", "new", newest=True)
    with pytest.raises(OvertakenError):
        old.made.result(SOON)
    assert queue.finish() == ["new", "b"]
    assert new.made.result() == "new"


def test_a_full_queue_still_takes_a_newer_request_of_a_waiting_session() -> None:
    queue = StoppedPool(most=3)
    for who in "abc":
        queue.submit(who, who, newest=True)
    with pytest.raises(BusyError):
        queue.submit("d", "d", newest=True)
    queue.submit("b", "newer", newest=True)
    assert queue.workers.waiting == 3
    assert queue.finish() == ["a", "newer", "c"]


def test_a_cancelled_job_is_not_computed_and_frees_its_place() -> None:
    queue = StoppedPool(most=1)
    job = queue.submit("a", "a")
    queue.workers.cancel(job)
    queue.submit("b", "b")
    assert job.made.cancelled()
    assert queue.finish() == ["b"]


def test_a_running_job_is_told_that_nobody_waits_for_it() -> None:
    begun, pool = Event(), WorkerPool(1, 1)

    def work(given_up: Callable[[], bool]) -> str:
        begun.set()
        while not given_up():
            sleep(0.001)
        return "broken off"

    job = pool.submit(A, work)
    assert begun.wait(SOON)
    pool.cancel(job)
    assert job.made.result(SOON) == "broken off"


def test_an_error_reaches_the_waiting_caller_and_the_next_job_runs() -> None:
    pool = WorkerPool(1, 10)
    with pytest.raises(ZeroDivisionError):
        pool.submit(A, lambda _: 1 / 0).made.result(SOON)
    assert pool.submit(A, lambda _: 7).made.result(SOON) == 7


def test_a_job_runs_in_the_language_of_its_caller() -> None:
    with speaking("de"):
        job = WorkerPool(1, 1).submit(A, lambda _: language())
    assert job.made.result(SOON) == "de"


def test_the_queue_is_emptied_at_once_when_the_process_ends() -> None:
    queue = StoppedPool()
    job = queue.submit("a", "a")
    worker_pool.end()
    with pytest.raises(BusyError):
        job.made.result(SOON)
    assert queue.first.given_up.is_set()
    assert queue.finish() == []


# ---- of a request ----------------------------------------------------------------------------------------------------


def request(gone: asyncio.Event | None = None, hand: str = "a", client: str = "1.2.3.4") -> Request:
    messages = iter([{"type": "http.request", "body": b""}])

    async def receive() -> dict[str, Any]:
        for message in messages:
            return message
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    headers = [(live_before_rerun.HEADER.lower().encode(), hand.encode())] if hand else []
    return Request({"type": "http", "method": "GET", "headers": headers, "client": (client, 1)}, receive)


@pytest.fixture
def queue() -> Iterator[StoppedPool]:
    made = StoppedPool(most=2)
    yield made
    made.go.set()


def test_a_request_is_answered() -> None:
    assert run(worker_pool.run_for_request(WorkerPool(1, 1), request(), lambda _: 7)) == 7


def test_a_request_whose_browser_disconnects_leaves_the_queue(queue: StoppedPool) -> None:
    async def ask() -> int:
        gone = asyncio.Event()
        asked = asyncio.create_task(
            worker_pool.run_for_request(queue.workers, request(gone), lambda _: queue.did.append("asked"))
        )
        while not queue.workers.waiting:
            await asyncio.sleep(0)
        gone.set()
        with pytest.raises(GoneError):
            await asked
        return queue.workers.waiting

    assert run(ask()) == 0
    assert queue.finish() == []


def test_a_request_of_a_disconnected_browser_does_not_join_the_queue(queue: StoppedPool) -> None:
    async def ask() -> None:
        gone = asyncio.Event()
        gone.set()
        one = request(gone)
        await one.receive()
        with pytest.raises(GoneError):
            await worker_pool.run_for_request(queue.workers, one, lambda _: queue.did.append("asked"))

    run(ask())
    assert queue.finish() == []


def test_a_visitor_is_an_address_and_the_name_of_a_session() -> None:
    assert worker_pool.asker(request(hand="abc")) == ("1.2.3.4", "abc")
    assert worker_pool.asker(request(hand="", client="5.6.7.8")) == ("5.6.7.8", "")
    assert len(worker_pool.asker(request(hand="x" * 9000))[1]) == worker_pool.LONGEST_NAME


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_one_subscriber_has_one_address(address: str, network: str) -> None:
    assert client_address.of(address) == network


def test_a_refused_request_is_told_when_to_retry() -> None:
    answer = worker_pool.busy_response()
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert (
        "retry-after" not in worker_pool.busy_response(worker_pool.OvertakenError()).headers
    )  # the newer one is asked already


def test_jobs_with_one_result_are_computed_once() -> None:
    queue = StoppedPool()
    alike = [queue.submit(f"student{k}", f"picture{k}", same="picture") for k in range(3)]
    other = queue.submit("c", "other", same="other")
    plain = [queue.submit(f"d{k}", f"plain{k}") for k in range(2)]
    assert queue.workers.waiting == 4
    did = queue.finish()
    assert sorted(did) == ["other", "picture0", "plain0", "plain1"]
    assert [job.made.result(SOON) for job in alike] == ["picture0"] * 3
    assert other.made.result(SOON) == "other"
    assert [job.made.result(SOON) for job in plain] == ["plain0", "plain1"]


def test_an_error_is_not_shared() -> None:
    queue = StoppedPool()

    def fail(_: Any) -> None:
        raise OverBudgetError(2.0)

    failed = queue.workers.submit(("", "a"), fail, same="picture")
    made = queue.submit("b", "made", same="picture")
    queue.finish()
    with pytest.raises(OverBudgetError):
        failed.made.result(SOON)
    assert made.made.result(SOON) == "made"


def test_a_class_that_follows_takes_one_place_of_the_queue() -> None:
    queue = StoppedPool(most=2)
    alike = [queue.submit(f"student{k}", "picture", same="picture") for k in range(10)]
    own = queue.submit("own", "own", same="own")
    with pytest.raises(BusyError):
        queue.submit("one more", "more", same="more")
    queue.finish()
    assert {job.made.result(SOON) for job in alike} == {"picture"}
    assert own.made.result(SOON) == "own"


def test_the_queue_is_bounded_also_where_all_jobs_are_alike() -> None:
    queue = StoppedPool(most=2)
    for k in range(2 * worker_pool.ALIKE):
        queue.submit(f"student{k}", "picture", same="picture")
    with pytest.raises(BusyError):
        queue.submit("one more", "picture", same="picture")
    queue.finish()
