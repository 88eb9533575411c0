"""Fair queue with simulated jobs and a simulated clock: shares, places and the longest wait."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import count

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kernviz.ui import fair_queue, virtual_clock
from kernviz.ui.fair_queue import HELD_BACK, SLICE, FairQueue
from kernviz.ui.virtual_clock import VirtualClock

BUDGET = 2.0  # seconds the most expensive job may take
HOSTILE, HONEST = "192.0.2.66", "192.0.2.1"
CHEAP = 0.03


@dataclass(frozen=True)
class Job:
    """Job that takes `seconds`; its number makes it unique."""

    address: str
    session: str
    seconds: float
    number: int


class Simulation:
    """Simulated threads that run the jobs of a queue with `most` places; each has a processor of its own."""

    def __init__(self, threads: int, most: int = 64, sort: Callable[[Job], Hashable] = lambda _: None) -> None:
        self.now, self.most, self.numbers = 0.0, most, count()
        self.queue: FairQueue[Job] = FairQueue(threads, lambda: self.now, sort=sort)
        self.begun: dict[Job, float] = {}
        self.asked: dict[Job, float] = {}
        self.waits: dict[str, list[float]] = {}
        self.waits_of: dict[str, list[float]] = {}  # of a session
        self.used, self.refused, self.refused_of = Counter[str](), Counter[str](), Counter[str]()
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.done: Callable[[Job], None] = lambda job: None

    def at(self, when: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.events, (when, next(self.numbers), what))

    def ask(self, address: str, session: str, seconds: float) -> None:
        job = Job(address, session, seconds, next(self.numbers))
        if len(self.queue) >= self.most:
            displaced = self.queue.displaced(address, session)
            if displaced is None:
                self._refuse(job)
                return
            self.queue.remove(displaced)
            self._refuse(displaced)
        self.queue.add(address, session, job)
        self.asked[job] = self.now
        self._serve()

    def _refuse(self, job: Job) -> None:
        self.refused[job.address] += 1
        self.refused_of[job.session] += 1

    def _serve(self) -> None:
        while len(self.queue.running) < self.queue.threads and (job := self.queue.take()) is not None:
            self.begun[job] = self.now
            for waits, owner in ((self.waits, job.address), (self.waits_of, job.session)):
                waits.setdefault(owner, []).append(self.now - self.asked[job])
            self.at(self.now + job.seconds, lambda job=job: self._end(job))  # type: ignore[misc]
        late = self.queue.giving_way
        if late is not None:
            self.at(max(self.now, self.begun[late] + SLICE), lambda: self._give_way(late))

    def _give_way(self, job: Job) -> None:
        if self.queue.giving_way is job:
            self._end(job, least=SLICE)

    def _end(self, job: Job, least: float = 0.0) -> None:
        """End a job that took at least `least` seconds; the difference of times alone is rounded."""
        if job not in self.queue.running:
            return
        seconds = max(least, self.now - self.begun[job])
        self.used[job.address] += seconds  # type: ignore[assignment]
        self.queue.finished(job, seconds)
        self._serve()
        self.done(job)

    def run(self, until: float) -> None:
        while self.events and self.events[0][0] <= until:
            self.now, _, what = heapq.heappop(self.events)
            what()


def closed_loop(simulation: Simulation, address: str, seconds: float, pause: float, session: str = "hand") -> None:
    """Let a session ask again whenever its job has ended, at most one at a time."""
    before = simulation.done

    def again(job: Job) -> None:
        before(job)
        if (job.address, job.session) == (address, session):
            simulation.at(simulation.now + pause, lambda: simulation.ask(address, session, seconds))

    simulation.done = again
    simulation.at(0.001, lambda: simulation.ask(address, session, seconds))


few_or_many = pytest.mark.parametrize("examples", [8, pytest.param(40, marks=pytest.mark.slow)])
ATTACK = st.lists(st.tuples(st.floats(0, 20), st.integers(0, 30), st.floats(0.001, BUDGET)), min_size=20, max_size=120)


@few_or_many
def test_an_honest_address_waits_for_a_slice_and_the_other_honest_ones(examples: int) -> None:
    """The wait does not depend on what another address sends, or on the names of its sessions."""

    @settings(max_examples=examples, deadline=None)
    @given(attack=ATTACK, pause=st.floats(0, 1), honest=st.integers(1, 8))
    def search(attack: list[tuple[float, int, float]], pause: float, honest: int) -> None:
        simulation = Simulation(threads=2)
        for when, name, seconds in attack:
            simulation.at(when, lambda name=name, seconds=seconds: simulation.ask(HOSTILE, f"forged{name}", seconds))  # type: ignore[misc]
        students = [f"198.51.100.{k}" for k in range(honest)]
        for student in students:
            closed_loop(simulation, student, CHEAP, pause)
        simulation.run(25)
        for student in students:
            assert len(simulation.waits[student]) >= 5
            assert max(simulation.waits[student]) <= SLICE + honest * CHEAP + 1e-9
            assert not simulation.refused[student]

    search()


@settings(max_examples=30, deadline=None)
@given(attack=ATTACK)
def test_with_one_thread_an_honest_address_waits_for_one_running_job(attack: list[tuple[float, int, float]]) -> None:
    simulation = Simulation(threads=1)
    for when, name, seconds in attack:
        simulation.at(when, lambda name=name, seconds=seconds: simulation.ask(HOSTILE, f"forged{name}", seconds))  # type: ignore[misc]
    closed_loop(simulation, HONEST, CHEAP, 0.5)
    simulation.run(25)
    assert max(simulation.waits[HONEST]) <= max(seconds for _, _, seconds in attack) + 1e-9


def flood(simulation: Simulation, address: str, seconds: float, sessions: int, until: float = 100.0) -> None:
    """Let an address ask every 0.05 s under the names of `sessions` sessions."""
    for k in range(int(until / 0.05)):
        simulation.at(0.05 * k, lambda k=k: simulation.ask(address, f"name{k % sessions}", seconds))  # type: ignore[misc]


@pytest.mark.parametrize("dear", [0.3, BUDGET])
def test_two_addresses_that_ask_without_end_share_the_time(dear: float) -> None:
    """One address is that of a lecture hall, the other that of an attacker with forged names."""
    simulation = Simulation(threads=2)
    flood(simulation, HOSTILE, dear, 1000)
    flood(simulation, HONEST, CHEAP * 4, 300)
    simulation.run(100)
    assert simulation.used[HONEST] >= 0.45 * 200
    assert simulation.used[HOSTILE] >= 0.3 * 200


def test_an_address_may_use_everything_while_nobody_else_waits() -> None:
    simulation = Simulation(threads=2)
    flood(simulation, HONEST, 0.2, 300)
    simulation.run(100)
    assert simulation.used[HONEST] >= 0.98 * 200


def test_what_was_used_while_nobody_waited_is_no_debt() -> None:
    simulation = Simulation(threads=1)
    flood(simulation, HONEST, 0.2, 300, until=60)
    simulation.at(60, lambda: flood_from(simulation, HOSTILE, 60))
    flood_from(simulation, HONEST, 60)
    simulation.run(60)
    before = simulation.used[HONEST]
    simulation.run(80)
    assert 8 <= simulation.used[HONEST] - before <= 12


def flood_from(simulation: Simulation, address: str, start: float) -> None:
    for k in range(400):
        simulation.at(start + 0.05 * k, lambda k=k: simulation.ask(address, f"name{k}", 0.2))  # type: ignore[misc]


def test_an_address_that_blocked_others_loses_the_last_thread_for_a_while() -> None:
    simulation = Simulation(threads=2)
    for k in range(40):
        simulation.at(0.001 * k, lambda k=k: simulation.ask(HOSTILE, f"forged{k % 2}", BUDGET))  # type: ignore[misc]
    simulation.at(0.5, lambda: simulation.ask(HONEST, "hand", CHEAP))
    simulation.run(0.6)
    assert simulation.waits[HONEST] == [0.0]  # the job in its way had had its slice
    simulation.run(0.5 + HELD_BACK - 0.01)
    assert [job.address for job in simulation.queue.running] == [HOSTILE]
    simulation.run(0.5 + HELD_BACK + 2 * BUDGET)
    assert [job.address for job in simulation.queue.running] == [HOSTILE] * 2


# a session waits for twelve jobs of the seven others
TWO_TURNS = [(0.0, 0, 0.5), *[(0.0, 0, 1.0)] * 7, *[(1.0, 0, 1.0)] * 12]


@few_or_many
def test_a_quick_session_of_a_hall_waits_for_a_slice_and_two_turns_of_the_other_quick_ones(examples: int) -> None:
    """Another client at the same address sends anything under new names, or long jobs under three names.

    Two turns: a session may have used one job more than the other quick ones when a long job ends, which
    moves virtual time. Then each of the others may be served twice before it.
    """

    @settings(max_examples=examples, deadline=None)
    @given(attack=ATTACK, pause=st.floats(0, 1), honest=st.integers(1, 8), forged=st.booleans())
    @example(attack=TWO_TURNS, pause=0.0, honest=8, forged=True)
    def search(attack: list[tuple[float, int, float]], pause: float, honest: int, forged: bool) -> None:
        simulation = Simulation(threads=2)
        students = [f"student{k}" for k in range(honest)]
        for student in students:
            closed_loop(simulation, HONEST, CHEAP, pause, student)
        for k, (when, name, seconds) in enumerate(attack):
            session, seconds = (f"forged{k}", seconds) if forged else (f"forged{name % 3}", max(2 * SLICE, seconds))
            simulation.at(
                2 + when,
                lambda session=session, seconds=seconds: simulation.ask(HONEST, session, seconds),  # type: ignore[misc]
            )
        simulation.run(25)
        for student in students:
            assert len(simulation.waits_of[student]) >= 5
            assert max(simulation.waits_of[student]) <= SLICE + 2 * honest * CHEAP + 1e-9
            assert not simulation.refused_of[student]

    search()


def test_the_last_thread_of_a_hall_is_left_to_its_quick_sessions_for_a_while() -> None:
    simulation = Simulation(threads=2)
    simulation.ask(HONEST, "hand", CHEAP)
    for k in range(40):
        simulation.at(0.1, lambda k=k: simulation.ask(HONEST, f"forged{k % 2}", BUDGET))  # type: ignore[misc]
    simulation.at(0.5, lambda: simulation.ask(HONEST, "hand", CHEAP))
    simulation.run(0.6)
    assert simulation.waits_of["hand"] == [0.0, 0.0]  # the job in its way had had its slice
    simulation.run(0.5 + HELD_BACK - 0.01)
    assert len(simulation.queue.running) == 1
    simulation.run(0.5 + HELD_BACK + 2 * BUDGET)
    assert len(simulation.queue.running) == 2


@pytest.mark.parametrize("known", [False, True])
def test_new_sessions_of_a_hall_wait_for_slices_and_not_for_long_jobs(known: bool) -> None:
    """A client at their address sends long jobs, eight at once, each under a new name.

    Where the jobs are `known` to be long, by what they ask for, new sessions wait for one slice and each other.
    """
    simulation = Simulation(threads=2, sort=lambda job: job.seconds if known else None)
    names = count()

    def attack(job: Job | None = None) -> None:
        if job is None or job.seconds == BUDGET:
            simulation.ask(HONEST, f"forged{next(names)}", BUDGET)

    simulation.done = attack
    for _ in range(8):
        simulation.at(0.0, attack)
    students = [f"student{k}" for k in range(10)]
    for student in students:
        simulation.at(1.0, lambda student=student: simulation.ask(HONEST, student, CHEAP))  # type: ignore[misc]
    simulation.run(25)
    longest = SLICE + len(students) * CHEAP if known else (8 + len(students)) * SLICE
    assert max(simulation.waits_of[student][0] for student in students) <= longest
    assert next(names) > (25 / BUDGET if known else 25 * 5)  # the attack goes on


def test_a_job_like_a_running_one_is_not_started() -> None:
    queue: FairQueue[str] = FairQueue(2, kind=lambda job: job[0])
    for session, job in enumerate(("a1", "a2", "b1")):
        queue.add(HONEST, str(session), job)
    assert [queue.take(), queue.take(), queue.take()] == ["a1", "b1", None]
    queue.finished("b1", CHEAP)
    assert queue.take() is None
    queue.finished("a1", CHEAP)
    assert queue.take() == "a2"


def test_a_session_that_was_answered_with_the_others_is_quick() -> None:
    queue: FairQueue[str] = FairQueue(2, kind=lambda job: job[0])
    queue.add(HONEST, "one", "a1")
    queue.add(HONEST, "two", "a2")
    assert queue.take() == "a1"
    queue.answered("a2", CHEAP)
    queue.finished("a1", CHEAP)
    assert len(queue) == 0
    for session, job in (("new", "b1"), ("other", "c1"), ("two", "d1")):
        queue.add(HONEST, session, job)
    assert [queue.take(), queue.take()] == ["b1", "d1"]


def test_sessions_of_a_hall_that_are_all_slow_use_everything() -> None:
    simulation = Simulation(threads=2)
    for k in range(40):
        closed_loop(simulation, HONEST, 2 * SLICE, 0.5, f"hand{k}")
    simulation.run(100)
    assert simulation.used[HONEST] >= 0.98 * 200


def test_a_quick_newcomer_takes_the_place_of_a_slow_session_of_its_hall() -> None:
    simulation = Simulation(threads=1, most=3)
    simulation.ask(HONEST, "hand", CHEAP)
    simulation.run(1)
    for k in range(4):
        simulation.ask(HONEST, f"forged{k}", BUDGET)
    assert not simulation.refused
    simulation.ask(HONEST, "forged9", BUDGET)  # neither is quick
    assert simulation.refused_of == {"forged9": 1}
    simulation.ask(HONEST, "hand", CHEAP)
    assert simulation.refused_of == {"forged9": 1, "forged3": 1}


def test_a_full_queue_takes_a_place_from_the_address_with_most() -> None:
    simulation = Simulation(threads=1, most=4)
    for k in range(5):
        simulation.ask(HOSTILE, f"forged{k}", BUDGET)
    assert simulation.refused == {}
    simulation.ask(HOSTILE, "forged9", BUDGET)
    assert simulation.refused == {HOSTILE: 1}
    for address in (HONEST, "192.0.2.2", "192.0.2.3"):
        simulation.ask(address, "hand", CHEAP)
    assert simulation.refused == {HOSTILE: 4}
    simulation.ask("192.0.2.4", "hand", CHEAP)  # each has one place
    assert simulation.refused == {HOSTILE: 4, "192.0.2.4": 1}


def test_in_a_hall_the_session_with_most_places_gives_one_up() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for name in ("a1", "a2", "a3", "b1"):
        queue.add(HONEST, name[0], name)
    assert queue.displaced(HONEST, "c") == "a3"
    assert queue.displaced(HONEST, "a") is None
    queue.remove("a3")
    queue.remove("a2")
    assert queue.displaced(HONEST, "c") is None


def test_quick_sessions_of_the_own_address_and_one_of_each_other_go_before_a_run() -> None:
    """Slow and unknown requests hold no run up, nor do many names at another address."""
    queue: FairQueue[tuple[str, str, int]] = FairQueue(1, sort=lambda job: job[1])
    for sort, seconds in (("quick", CHEAP), ("slow", BUDGET)):
        queue.add(HOSTILE, sort, (HOSTILE, sort, -1))
        job = queue.take()
        assert job is not None
        queue.finished(job, seconds)
    for k in range(9):
        for sort in ("slow", "unknown") if k < 6 else ("quick",):
            queue.add(HOSTILE, f"forged{k}{sort}", (HOSTILE, sort, k))
            queue.add(HONEST, f"student{k}{sort}", (HONEST, sort, k))
    assert queue.quick_before(HONEST, 100) == 3 + 1
    assert queue.quick_before(HOSTILE, 100) == 3 + 1
    assert queue.quick_before("198.51.100.1", 100) == 2
    assert queue.quick_before(HONEST, 2) == 2


def test_the_records_of_use_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (fair_queue, virtual_clock):
        monkeypatch.setattr(module, "MOST_NOTED", 20)
    simulation = Simulation(threads=1, most=8)
    for k in range(500):
        simulation.at(0.1 * k, lambda k=k: simulation.ask(f"198.51.100.{k}", f"{k}", 0.5))  # type: ignore[misc]
    simulation.run(1000)
    queue = simulation.queue
    assert not len(queue)
    assert not queue._since
    assert len(queue._clocks) <= 20 + 8 + 2
    assert all(len(clock._ends) <= 20 for clock in queue._clocks.values())
    assert len(queue._speeds) <= 2 * 20


def test_virtual_time_is_divided_among_those_who_share() -> None:
    clock = VirtualClock()
    clock.charge(("a",), 0.0, 3.0, 3)
    assert clock.now == 1.0
    assert clock.start(("a",), 1.0) == 3.0
    assert clock.start(("b",), 1.0) == 1.0
    clock.charge(("b",), 1.0, 8.0, 2)
    assert clock.now == 5.0
    assert ("a",) not in clock._ends  # an end before virtual time is forgotten
