"""A thread pool with a bounded, fair queue.

Each kind of work, such as live pictures or sweeps, has a pool of its own. Visitors share a pool's processor time
(fair_queue.py). Streamlit's pages and static files have other threads and never wait for a pool. A pool's threads are
daemons: a process told to end does not wait for their computations.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import Future
from contextvars import copy_context
from threading import Condition, Event, Thread
from time import monotonic, sleep, thread_time
from typing import Any, TypeVar
from weakref import WeakSet

from starlette.requests import Request
from starlette.responses import Response

from kernviz.ui import client_address, live_before_rerun, loop_first
from kernviz.ui.fair_queue import SLICE, FairQueue
from kernviz.wording import say

R = TypeVar("R")
Asker = tuple[str, str]  # network address and name of the session
LONGEST_NAME = 64  # characters of the name of a session
ALIKE = 8  # jobs of a queue for each of its places: 512 students may wait for the pictures of one lecturer
PAUSED = 3.0  # a long job is paused at most so many times as long as it has computed beyond SLICE
REST = 0.005  # seconds between two looks of a paused job
AGAIN = 1  # seconds after which a browser that was turned away may ask again
_all: WeakSet[WorkerPool] = WeakSet()


class BusyError(Exception):
    """Error of a job that the pool refuses or ends early.

    The queue is full, the job gave way to another visitor, or the process ends.
    """


class OvertakenError(BusyError):
    """Error of a job replaced by a newer one of its session."""


class GoneError(Exception):
    """The error of a job whose asking browser has disconnected."""


class _Job:
    """A computation that requests wait for.

    The flag `given_up` is set when no request waits for it any more.
    """

    def __init__(
        self, work: Callable[[Callable[[], bool]], Any], pool: WorkerPool, same: Hashable, sort: Hashable
    ) -> None:
        self.same = same  # equal for jobs with equal results; None for a job like no other
        self.sort = sort  # equal for jobs that take about as long; None if nothing is known of that
        self.given_up = Event()
        self.made: Future[Any] = Future()
        self.since = monotonic()  # time of queueing
        self.begun = 0.0  # on the clock of its thread
        self.gave_way = False
        self.is_long = False
        self.paused = 0.0  # seconds
        self._pool = pool
        context = copy_context()  # carries the visitor's language
        self.work: Callable[[], Any] = lambda: context.run(work, self._ends)

    def _ends(self) -> bool:
        """Return True if the computation must end, asked in its thread."""
        beyond = thread_time() - self.begun - SLICE
        if beyond >= 0.0:
            self._pool.pause(self, beyond)
            self.gave_way = self.gave_way or self._pool.is_in_the_way(self)
        return self.gave_way or self.given_up.is_set()


class WorkerPool:
    """A pool of ``threads`` threads with a bounded, fair queue.

    The queue holds at most ``most`` different jobs. If it is full, a new job may displace a job of the address that has
    most.
    Addresses share processor time, and so do the sessions of an address (fair_queue.py). If one of them has all
    threads and another waits, its newest job gives way: it ends in BusyError.
    """

    def __init__(self, threads: int, most: int) -> None:
        self.threads, self.most = threads, most
        self._changed = Condition()
        self._queue = FairQueue[_Job](threads, kind=lambda job: job.same, sort=lambda job: job.sort)
        self._started = 0
        self.superseded = 0  # jobs dropped because their visitor asked for something newer
        self.gave_way = 0  # jobs ended for another visitor, queued or running
        _all.add(self)

    @property
    def waiting(self) -> int:
        """Return the number of different jobs in the queue.

        Jobs with equal results count as one: a class that follows the lecturer waits for one computation.
        """
        with self._changed:
            return self._queue.different

    def quick_before(self, address: str, most: int) -> int:
        """Return the number of quick sessions that go before an address.

        `FairQueue.quick_before` counts them, up to `most`.
        """
        with self._changed:
            return self._queue.quick_before(address, most)

    def age(self) -> float:
        """Return the waiting time of the oldest queued job in seconds.

        Return 0 if the queue is empty.
        """
        with self._changed:
            queued_at = [job.since for job in self._queue]
        return monotonic() - min(queued_at) if queued_at else 0.0

    def submit(
        self,
        who: Asker,
        work: Callable[[Callable[[], bool]], Any],
        *,
        newest: bool = False,
        same: Hashable = None,
        sort: Hashable = None,
    ) -> _Job:
        """Queue a job for the client `who` and return it.

        The job's ``made`` is the Future of its result. `work` receives a function that returns True once the job is to
        end.

        With `newest`, the job replaces the session's queued jobs, which end in OvertakenError. Jobs with an equal
        `same` have equal results: the result of one also ends the others that are in the queue then. Jobs of an equal
        `sort` take about as long. Raises
        BusyError if the queue is full and no other job can be displaced.
        """
        job = _Job(work, self, same, sort)
        with self._changed:
            old = self._queue.replace(*who, job) if newest else []
            self.superseded += len(old)
            displaced = None if old else self._make_room(who, same, sort)
            if not old:
                self._queue.add(*who, job)
            if self._started < self.threads:
                self._started += 1
                Thread(target=self._serve, name="kernviz workers", daemon=True).start()
            self._changed.notify()
        _refuse(old, OvertakenError)
        _refuse([displaced] if displaced else [])
        return job

    def _make_room(self, who: Asker, same: Hashable, sort: Hashable) -> _Job | None:
        """Make room in the queue for one job.

        A job like one in the queue needs none, unless the queue has ALIKE times as many jobs as it has places.
        Return the job displaced for it, or None. Raises BusyError if the queue is full and no job can be displaced.
        """
        count = len(self._queue)
        if count < self.most or (
            count < ALIKE * self.most
            and (self._queue.different < self.most or (same is not None and self._queue.alike(same)))
        ):
            return None
        displaced = self._queue.displaced(*who, sort)
        if displaced is None:
            raise BusyError
        self._queue.remove(displaced)
        self.gave_way += 1
        return displaced

    def is_in_the_way(self, job: _Job) -> bool:
        """Return True if a running job is to give way."""
        return self._queue.giving_way is job

    def pause(self, job: _Job, beyond: float) -> None:
        """Pause a long job while a job of a quick session runs.

        The long job has computed for SLICE + `beyond` seconds. All threads share Python's global interpreter lock, so
        it would make the quick one several times as slow. This is called in the thread of the long job.
        """
        if not job.is_long:
            job.is_long = True
            with self._changed:
                self._queue.note_long(job)
        while (
            self._queue.quick_is_running
            and job.paused < PAUSED * beyond
            and not self.is_in_the_way(job)
            and not job.given_up.is_set()
        ):
            sleep(REST)
            job.paused += REST

    def cancel(self, job: _Job) -> None:
        """Cancel a job nobody waits for.

        It is dropped if queued, and told to stop if running.
        """
        job.given_up.set()
        with self._changed:
            if self._queue.remove(job):
                job.made.cancel()

    def end(self) -> None:
        """Refuse all queued jobs, and tell the running ones to stop."""
        with self._changed:
            jobs = self._queue.clear()
            for job in self._queue.running:
                job.given_up.set()
        _refuse(jobs)

    def _serve(self) -> None:
        while True:
            loop_first.wait()  # before a job is taken, for a newer one may replace it until then
            with self._changed:
                job = self._queue.take()
                if job is None:
                    self._changed.wait()
                    continue
            job.begun = thread_time()
            if job.made.set_running_or_notify_cancel():
                try:
                    found = job.work()
                except BaseException as problem:  # every exception is passed on to the waiting request
                    job.made.set_exception(BusyError() if job.gave_way else problem)
                else:
                    job.made.set_result(found)
                    self._share(job.same, found, thread_time() - job.begun)
            with self._changed:
                self.gave_way += job.gave_way
                self._queue.finished(job, thread_time() - job.begun)
                self._changed.notify()  # a job that was kept from the last thread may now run

    def _share(self, same: Hashable, found: Any, seconds: float) -> None:
        """End the queued jobs that have the same result.

        `seconds` is the processor time that the result took.
        """
        if same is None:
            return
        with self._changed:
            alike = self._queue.alike(same)
            for job in alike:
                self._queue.answered(job, seconds)
        for job in alike:
            if job.made.set_running_or_notify_cancel():
                job.made.set_result(found)


def _refuse(jobs: Iterable[_Job], error: type[BusyError] = BusyError) -> None:
    """End jobs taken from the queue with an error."""
    for job in jobs:
        if job.made.set_running_or_notify_cancel():
            job.made.set_exception(error())


def end() -> None:
    """End every pool when the process ends."""
    for workers in list(_all):
        workers.end()


async def run_for_request(
    workers: WorkerPool,
    request: Request,
    work: Callable[[Callable[[], bool]], R],
    *,
    newest: bool = False,
    same: Hashable = None,
    sort: Hashable = None,
) -> R:
    """Run ``work`` for a request and return its result.

    ``newest``, ``same`` and ``sort`` are those of `WorkerPool.submit`.

    Raises BusyError, GoneError if the browser disconnects, and the exceptions of ``work``.
    """
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.sleep(0)  # a task that need not wait has ended after one turn of the loop
        if gone.done():
            raise GoneError
        result: R = await _result(
            workers, workers.submit(asker(request), work, newest=newest, same=same, sort=sort), gone
        )
        return result
    finally:
        gone.cancel()


async def _result(workers: WorkerPool, job: _Job, gone: asyncio.Task[None]) -> Any:
    """Return the result of a job; raise GoneError if ``gone`` ends first.

    If the wait ends without a result, the job is cancelled.
    """
    made = asyncio.wrap_future(job.made)
    try:
        await asyncio.wait({made, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not made.done():
            raise GoneError
        return made.result()
    finally:
        if not made.done():
            workers.cancel(job)
            made.cancel()


def asker(request: Request) -> Asker:
    """Return the network address of a request and its session's name.

    The browser says the name of its session. The name proves nothing: it only distinguishes clients that share an
    address.
    """
    return client_address.network(request), request.headers.get(live_before_rerun.HEADER, "")[:LONGEST_NAME]


def busy_response(problem: BusyError | None = None) -> Response:
    """Return a 503 response.

    It has Retry-After, except for a request that a newer one of its session has overtaken.
    """
    headers = {"Cache-Control": "no-store"}
    if not isinstance(problem, OvertakenError):
        headers["Retry-After"] = str(AGAIN)
    return Response(say("too many ask at once"), status_code=503, media_type="text/plain", headers=headers)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
