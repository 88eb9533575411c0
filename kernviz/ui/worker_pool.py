"""A thread pool with a bounded, fair queue.

It serves one kind of work.

Visitors are served in turn. Streamlit's pages and static files have threads of their own and
never wait behind this pool. Its threads are daemons: a process told to end does not wait for
their computations.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextvars import copy_context
from threading import Condition, Event, Thread
from time import monotonic, thread_time
from typing import Any, TypeVar
from weakref import WeakSet

from starlette.requests import Request
from starlette.responses import Response

from kernviz.ui import live_before_rerun
from kernviz.wording import say

R = TypeVar("R")
STEP = 0.25  # seconds of processor time: who differs by less has used as much
HALF = 10.0  # seconds after which half of what was used is forgotten
MOST_NOTED = 2000  # visitors whose use is known
AGAIN = 1  # seconds after which a browser that was turned away may ask again
_all: WeakSet[Crew] = WeakSet()


class BusyError(Exception):
    """The error of a job the pool will not run.

    The queue is full, a newer job of the same visitor replaced this one, or the process ends.
    """


class GoneError(Exception):
    """The error of a job whose asking browser has disconnected."""


class _Job:
    """A computation, with a flag for abandonment.

    The flag is set when no request waits for the computation any more.
    """

    def __init__(self, work: Callable[[Callable[[], bool]], Any]) -> None:
        self.given_up = Event()
        self.made: Future[Any] = Future()
        self.since = monotonic()
        context = copy_context()  # carries the visitor's language
        self.work: Callable[[], Any] = lambda: context.run(work, self.given_up.is_set)


class Crew:
    """A pool of ``threads`` threads with a bounded queue.

    The queue holds at most ``most`` jobs.

    Visitors take turns, one job each, in order of arrival. A visitor with many jobs does not delay
    the others. A visitor who has used much processor time lately waits until nobody else does. That
    visitor has one thread at most while others wait.
    """

    def __init__(self, threads: int, most: int) -> None:
        self.threads, self.most = threads, most
        self._changed = Condition()
        self._queue: OrderedDict[str, deque[_Job]] = OrderedDict()  # visitor -> jobs
        self._working: dict[_Job, str] = {}
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()  # visitor -> seconds of processor time, when
        self._started = 0
        self.superseded = 0  # jobs dropped because their visitor asked for something newer
        _all.add(self)

    @property
    def waiting(self) -> int:
        """Return the number of jobs in the queue."""
        return sum(map(len, self._queue.values()))

    def age(self) -> float:
        """Return the waiting time of the oldest queued job in seconds.

        Return 0 if the queue is empty.
        """
        with self._changed:
            begun = [job.since for jobs in self._queue.values() for job in jobs]
        return monotonic() - min(begun) if begun else 0.0

    def join(self, who: str, work: Callable[[Callable[[], bool]], Any], *, newest: bool = False) -> _Job:
        """Queue a job and return it.

        `work` receives a function that returns True once the job was given up.

        With `newest`, it replaces the visitor's queued jobs, which end in BusyError. Raises BusyError if
        the queue is full.
        """
        job, old = _Job(work), deque[_Job]()
        with self._changed:
            if newest and who in self._queue:
                old, self._queue[who] = self._queue[who], deque()
                self.superseded += len(old)
            if self.waiting >= self.most:
                raise BusyError
            self._queue.setdefault(who, deque()).append(job)
            if self._started < self.threads:
                self._started += 1
                Thread(target=self._serve, name="kernviz crew", daemon=True).start()
            self._changed.notify()
        _refuse(old)
        return job

    def leave(self, job: _Job) -> None:
        """Cancel a job nobody waits for.

        It is dropped if queued, and told to stop if running.
        """
        job.given_up.set()
        with self._changed:
            for who, jobs in self._queue.items():
                if job in jobs:
                    jobs.remove(job)
                    job.made.cancel()
                    if not jobs:
                        del self._queue[who]
                    break

    def end(self) -> None:
        """Refuse all queued jobs, and tell the running ones to stop."""
        with self._changed:
            jobs = [job for each in self._queue.values() for job in each]
            self._queue.clear()
            for job in self._working:
                job.given_up.set()
        _refuse(jobs)

    def _serve(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._queue)
                who = self._next()
                jobs = self._queue.pop(who)
                job = jobs.popleft()
                if jobs:
                    self._queue[who] = jobs  # to the end of the queue
                self._working[job] = who
            begun = thread_time()
            if job.made.set_running_or_notify_cancel():
                try:
                    job.made.set_result(job.work())
                except BaseException as problem:  # every exception is passed on to the waiting request
                    job.made.set_exception(problem)
            with self._changed:
                del self._working[job]
                self._note(who, thread_time() - begun)

    def _next(self) -> str:
        """Return the visitor to serve next.

        Of the visitors who have used least processor time, it is the one who has waited longest.
        """
        busy = set(self._working.values())
        return min(self._queue, key=lambda who: (who in busy, int(self._lately(who) / STEP)))

    def _lately(self, who: str) -> float:
        seconds, when = self._spent.get(who, (0.0, 0.0))
        return seconds * 0.5 ** ((monotonic() - when) / HALF)

    def _note(self, who: str, seconds: float) -> None:
        self._spent[who] = self._lately(who) + seconds, monotonic()
        self._spent.move_to_end(who)
        while len(self._spent) > MOST_NOTED:
            self._spent.popitem(last=False)


def _refuse(jobs: Iterable[_Job]) -> None:
    """End jobs taken from the queue with BusyError."""
    for job in jobs:
        if job.made.set_running_or_notify_cancel():
            job.made.set_exception(BusyError())


def end() -> None:
    """End every crew when the process ends."""
    for crew in list(_all):
        crew.end()


async def done(crew: Crew, request: Request, work: Callable[[Callable[[], bool]], R], *, newest: bool = False) -> R:
    """Run ``work`` for a request and return its result.

    Raises BusyError, or GoneError if the browser disconnects.
    """
    if await request.is_disconnected():
        raise GoneError
    job = crew.join(asker(request), work, newest=newest)
    made = asyncio.wrap_future(job.made)
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({made, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not made.done():
            raise GoneError
        found: R = made.result()
        return found
    finally:
        gone.cancel()
        if not made.done():
            crew.leave(job)
            made.cancel()


def asker(request: Request) -> str:
    """Return a name for the visitor of a request.

    It is the browser's own header, else the network address.
    """
    hand = request.headers.get(live_before_rerun.HEADER, "")
    return hand[:64] or f"at {request.client.host if request.client else ''}"


def busy() -> Response:
    """Return a 503 response with Retry-After."""
    headers = {"Cache-Control": "no-store", "Retry-After": str(AGAIN)}
    return Response(say("too many ask at once"), status_code=503, media_type="text/plain", headers=headers)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
