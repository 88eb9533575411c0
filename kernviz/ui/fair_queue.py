"""Start-time fair queueing of jobs, by network address and then by session.

Addresses share processor time, and the sessions of an address share the time of that address. A
browser chooses the name of its session, so names may be forged. All forged names share the time of
their address. A lecture hall behind one address uses all threads while nobody else waits.

Virtual time (Goyal, Vin and Cheng, 1996) advances by the processor time of a job, divided by the
number of active owners. A job starts at the virtual time of its arrival, or where the use of its
owner ends, if that is later. The job with the least start is served first. An idle owner gains no
credit. Time used while nobody else is active costs nothing later.

A running job *gives way* if it is stopped for the job of another owner. A session whose last job took
less than SLICE is quick, one whose last job took longer is slow. A new one is judged by what it asks for
(job_speeds.py), and may be neither. A job that has run for SLICE is slow whoever asked for it. Sessions that
are not slow do not wait behind long jobs of their own address: the newest of these gives way. If it gave
way to a quick one, one thread is closed to slow sessions for HELD_BACK seconds. Quick sessions have this
thread first. So a forged name gains a slice of one thread at most, where no quick session waits and where
nothing is known of what it asks for.

A waiting job like a running one is not started: it ends with the result of the other.

The queue knows neither threads nor locks: worker_pool.py has both.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from heapq import heapify, heappop
from itertools import chain, islice
from time import monotonic
from typing import Generic, TypeVar

from kernviz.ui.job_speeds import NEW, QUICK, SLOW, JobSpeeds
from kernviz.ui.virtual_clock import MOST_NOTED, VirtualClock
from kernviz.ui.waiting_jobs import Flow, WaitingJobs

J = TypeVar("J", bound=Hashable)

SLICE = 0.1  # seconds of processor time after which a job gives way to another address
GRAIN = 0.02  # seconds of processor time: sessions of an address that differ by less take turns
HELD_BACK = 10.0  # seconds in which the owner of a job that gave way is not given the last thread


class FairQueue(Generic[J]):
    """Waiting and running jobs of addresses and their sessions.

    threads  number of jobs that run at the same time
    clock    returns seconds
    kind     returns a key, equal for jobs with equal results; None for a job like no other
    sort     returns a key, equal for jobs that take about as long; None if nothing is known of that
    quick    seconds of processor time: a session whose last job took less is quick
    last_for_others
             True if one address never has all threads, as where a running job cannot give way
    """

    def __init__(
        self,
        threads: int,
        clock: Callable[[], float] = lambda: monotonic(),
        kind: Callable[[J], Hashable] = lambda _: None,
        *,
        sort: Callable[[J], Hashable] = lambda _: None,
        quick: float = SLICE,
        last_for_others: bool = False,
    ) -> None:
        self.threads, self._clock = threads, clock
        self._of_one = max(1, threads - last_for_others)  # threads that one address may have
        self._kind = kind
        self._waiting = WaitingJobs[J](kind)
        self._since: dict[Flow, float] = {}  # virtual time at which a flow began to wait
        self._running: dict[J, tuple[Flow, tuple[float, float]]] = {}  # job -> owner, starts at both levels
        self._clocks: OrderedDict[Flow, VirtualClock] = OrderedDict({(): VirtualClock()})  # of a flow's children
        self._held_back: dict[Flow, float] = {}  # flow -> time until which it may not have the last thread
        self._sort, self._quick_below = sort, quick
        self._speeds = JobSpeeds(quick, MOST_NOTED)
        self._long: set[J] = set()  # running jobs that have had a slice
        self._closed_to_slow: dict[str, float] = {}  # address -> until when its last thread is closed to slow sessions
        self.giving_way: J | None = None  # the running job that gives way once it has had a slice
        self.quick_is_running = False  # True while a job of a quick session runs

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[J]:
        return iter(self._waiting)

    @property
    def different(self) -> int:
        """Return the number of waiting jobs of different kinds."""
        return self._waiting.different

    def quick_before(self, address: str, most: int) -> int:
        """Return the number of quick sessions that go before an address.

        It counts waiting sessions: those of the address, and one for each other address. So nobody elsewhere holds an
        address up by many names. The count ends at `most`.
        """
        own = (flow for flow in self._waiting.sessions(address) if self._speed(flow) == QUICK)
        others = (
            each
            for each in self._waiting.addresses
            if each != address and any(self._speed(flow) == QUICK for flow in self._waiting.sessions(each))
        )
        return sum(1 for _ in islice(chain(own, others), most))

    def alike(self, kind: Hashable) -> tuple[J, ...]:
        """Return the waiting jobs of a kind."""
        return self._waiting.alike(kind)

    @property
    def running(self) -> tuple[J, ...]:
        """Return the running jobs, the oldest first."""
        return tuple(self._running)

    def add(self, address: str, session: str, job: J) -> None:
        """Put a job at the end of its session's jobs."""
        for flow in ((address,), (address, session)):
            self._since.setdefault(flow, self._clock_of(flow).now)
        self._waiting.add((address, session), job)
        self._see_who_gives_way()

    def replace(self, address: str, session: str, job: J) -> list[J]:
        """Replace a session's waiting jobs by one, and return them.

        If no job of the session waits, return an empty list and do not queue the job.
        """
        old = self._waiting.of((address, session))
        if old:
            self._waiting.add((address, session), job)
            for each in old:
                self._waiting.remove(each)
        return list(old)

    def remove(self, job: J) -> bool:
        """Remove a waiting job; return False if it does not wait."""
        flow = self._waiting.remove(job)
        if flow is None:
            return False
        self._forget_if_empty(flow)
        self._see_who_gives_way()
        return True

    def displaced(self, address: str, session: str, sort: Hashable = None) -> J | None:
        """Return the job that a newcomer may displace from a full queue.

        `sort` is that of the newcomer. The job is the newest of the session with most waiting jobs, at the address with
        most. After the exchange the
        newcomer must not have more jobs than that owner. If its own address has most, a quick newcomer may also
        displace a job of a session that is not quick. None if there is no such job.
        """
        sessions = {each: tuple(self._waiting.sessions(each)) for each in self._waiting.addresses}
        of_session = {flow: len(self._waiting.of(flow)) for flows in sessions.values() for flow in flows}
        of_address = {each: sum(of_session[flow] for flow in flows) for each, flows in sessions.items()}
        if not of_address:
            return None
        most, own = max(of_address.values()), of_address.get(address, 0)
        if most > own + 1:
            greedy = next(each for each, count in of_address.items() if count == most)
        elif most == own:
            greedy = address
        else:
            return None
        flows = sessions[greedy]
        flow = max(reversed(flows), key=lambda each: (of_session[each], self._speed(each) < QUICK))
        if greedy == address and of_session[flow] <= of_session.get((address, session), 0) + 1:
            not_quick = [each for each in flows if self._speed(each) < QUICK]
            if not not_quick or self._speeds.expected((address, session), sort) < QUICK:
                return None
            flow = not_quick[-1]
        return self._waiting.of(flow)[-1]

    def take(self) -> J | None:
        """Return the next job, running from now on, or None."""
        for address in self._by_rank([(each,) for each in self._waiting.addresses]):
            if self._running_of(address) >= self._of_one or self._kept_from_last_thread(address):
                continue
            waiting = list(self._startable(address[0]))
            least = self._least_speed(address[0], waiting)
            for flow in self._by_rank(waiting):
                if self._speed(flow) >= least and not self._kept_from_last_thread(flow):
                    return self._started(flow)
        return None

    def answered(self, job: J, seconds: float) -> None:
        """Remove a waiting job that another one has answered.

        The other took so many seconds, which count for this one's session if they are few.
        """
        flow = self._waiting.remove(job)
        if flow is None:
            return
        self._forget_if_empty(flow)
        if seconds < self._quick_below:
            self._speeds.note(flow, None, seconds)

    def _startable(self, address: str) -> Iterator[Flow]:
        """Yield the waiting sessions whose next job is like no running one.

        They are those of one address.
        """
        running = {self._kind(job) for job in self._running} - {None}
        for flow in self._waiting.sessions(address):
            if not running or self._kind(self._waiting.of(flow)[0]) not in running:
                yield flow

    def note_long(self, job: J) -> None:
        """Note that a running job has had a slice: it is slow."""
        self._long.add(job)
        self._see_who_gives_way()

    def finished(self, job: J, seconds: float) -> None:
        """Note the end of a job, and its seconds of processor time."""
        flow, starts = self._running[job]
        self._long.discard(job)
        self._speeds.note(flow, self._sort(job), seconds)
        if job is self.giving_way and seconds >= SLICE:
            self._hold_back(flow)
        sharing = self._active(flow[0])
        del self._running[job]
        for each, start, among in zip((flow[:1], flow), starts, sharing, strict=True):
            self._clock_of(each).charge(each, start, seconds, among)
            if each in self._since:  # its next job starts where this one's use ends
                self._since[each] = max(self._since[each], start + seconds)
        self._see_who_gives_way()

    def _active(self, address: str) -> tuple[int, int]:
        """Return the number of active addresses, and of sessions of one.

        Those are active that have waiting or running jobs.
        """
        running = {owner for owner, _ in self._running.values()}
        addresses, sessions = self._waiting.addresses, self._waiting.sessions(address)
        return (
            len(addresses) + len({owner[0] for owner in running if owner[0] not in addresses}),
            len(sessions) + sum(owner[0] == address and owner not in sessions for owner in running),
        )

    def clear(self) -> list[J]:
        """Remove and return all waiting jobs."""
        jobs = list(self)
        self._waiting.clear()
        self._since.clear()
        self._see_who_gives_way()
        return jobs

    def _clock_of(self, flow: Flow) -> VirtualClock:
        """Return the clock that a flow shares with its neighbours."""
        parent = flow[:-1]
        if parent not in self._clocks:
            self._clocks[parent] = VirtualClock()
            for old in list(self._clocks)[1 : -MOST_NOTED or None]:  # the first is that of the addresses
                if not any(each[:1] == old for each in self._since):
                    del self._clocks[old]
        elif parent:
            self._clocks.move_to_end(parent)
        return self._clocks[parent]

    def _by_rank(self, flows: Sequence[Flow]) -> Iterator[Flow]:
        """Yield waiting flows in the order in which they are served.

        The flows are all addresses, or sessions of one address.
        """
        if not flows:
            return
        start, since = self._clock_of(flows[0]).start, self._since
        grain = GRAIN if len(flows[0]) > 1 else 0.0
        running = Counter(owner[: len(flows[0])] for owner, _ in self._running.values())
        ranks = []
        for place, flow in enumerate(flows):
            at = start(flow, since[flow])
            ranks.append((running[flow], at // grain if grain else at, place))
        heapify(ranks)
        while ranks:
            yield flows[heappop(ranks)[-1]]

    def _running_of(self, flow: Flow) -> int:
        return sum(owner[: len(flow)] == flow for owner, _ in self._running.values())

    def _started(self, flow: Flow) -> J:
        job = self._waiting.of(flow)[0]
        starts = tuple(self._clock_of(each).start(each, self._since[each]) for each in (flow[:1], flow))
        self._running[job] = flow, (starts[0], starts[1])
        self._waiting.remove(job)
        self._waiting.move_to_end(flow)
        self._forget_if_empty(flow)
        self._see_who_gives_way()
        return job

    def _forget_if_empty(self, flow: Flow) -> None:
        sessions = self._waiting.sessions(flow[0])
        if flow not in sessions:
            del self._since[flow]
        if not sessions:
            del self._since[flow[:1]]

    def _kept_from_last_thread(self, flow: Flow) -> bool:
        until = self._held_back.get(flow)
        if until is None:
            return False
        if self._clock() >= until:
            del self._held_back[flow]
            return False
        return self._running_of(flow) >= max(1, self.threads - 1)

    def _speed(self, flow: Flow) -> int:
        """Return the expected speed of a waiting session's next job."""
        return self._speeds.expected(flow, self._sort(self._waiting.of(flow)[0]))

    def _speed_of_running(self, job: J) -> int:
        """Return the speed of a running job."""
        return SLOW if job in self._long else self._speeds.expected(self._running[job][0], self._sort(job))

    def _least_speed(self, address: str, waiting: Sequence[Flow]) -> int:
        """Return the least speed of a session that may be started now.

        Sessions that are not quick may have all threads of the address but the last. That one is left to the quickest
        of the ``waiting`` sessions. It is closed to slow ones, too, if a job gave way to a quick one less than
        HELD_BACK seconds ago.
        """
        others = sum(
            owner[0] == address and self._speed_of_running(job) < QUICK for job, (owner, _) in self._running.items()
        )
        if others < max(1, self._of_one - 1):
            return SLOW
        closed = self._clock() < self._closed_to_slow.get(address, 0.0)
        return max([NEW if closed else SLOW, *map(self._speed, waiting)])

    def _hold_back(self, flow: Flow) -> None:
        """Deny the last thread for a while after a job gave way.

        It is denied to the owner of the job for HELD_BACK seconds. Where the job gave way to a quick session of its
        address, the last thread is closed to slow sessions instead.
        """
        now = self._clock()
        self._held_back = {each: until for each, until in self._held_back.items() if until > now}
        self._closed_to_slow = {each: until for each, until in self._closed_to_slow.items() if until > now}
        if any(each != flow[0] for each in self._waiting.addresses):
            self._held_back[flow[:1]] = now + HELD_BACK
        elif any(self._speed(each) == QUICK for each in self._startable(flow[0])):
            self._closed_to_slow[flow[0]] = now + HELD_BACK
        else:
            self._held_back[flow] = now + HELD_BACK

    def _see_who_gives_way(self) -> None:
        """Choose the running job that gives way, if any.

        It is the newest running job, if one address has all threads. It gives way to a waiting job of another address.
        It also gives way to another session of its own address, if that session is not slow or if one session has all
        threads.
        """
        self.giving_way = None
        owners = {owner for owner, _ in self._running.values()}
        self.quick_is_running = any(self._speed_of_running(job) == QUICK for job in self._running)
        if self.threads < 2 or len(self._running) < self.threads or len({owner[0] for owner in owners}) > 1:
            return
        address = next(iter(owners))[0]
        if any(each != address for each in self._waiting.addresses) or any(
            flow not in owners and (len(owners) == 1 or self._speed(flow) > SLOW) for flow in self._startable(address)
        ):
            self.giving_way = list(self._running)[-1]
