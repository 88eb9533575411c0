"""Shared computation: one result for equal arguments, two at a time, nested results."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from time import sleep

import pytest

import kernviz.budget as budget
from kernviz import grid_size
from kernviz.compute import Gate, beside, politely, shared


def test_equal_arguments_are_computed_once() -> None:
    calls: list[int] = []

    @shared()
    def square(x: int) -> int:
        calls.append(x)
        return x * x

    assert [square(3), square(3), square(4)] == [9, 9, 16]
    assert calls == [3, 4]


def test_at_most_two_run_at_a_time() -> None:
    lock, running, most, go = Lock(), [0], [0], Event()

    @shared()
    def slow(x: int) -> int:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        go.wait(0.05)
        with lock:
            running[0] -= 1
        return x

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(slow, range(8))) == list(range(8))
    assert most[0] == 2


def test_results_may_rest_on_each_other_at_any_depth() -> None:
    @shared()
    def depth(n: int) -> int:
        return 0 if n == 0 else 1 + depth(n - 1)

    with ThreadPoolExecutor(4) as pool:
        assert pool.submit(depth, 6).result(timeout=10) == 6


def test_an_error_opens_the_gate_again() -> None:
    @shared()
    def broken(x: int) -> int:
        raise ValueError(str(x))

    for x in range(5):
        with pytest.raises(ValueError, match=str(x)):
            broken(x)


def test_patient_callers_wait_for_normal_callers() -> None:
    gate, order, lock = Gate(1), [], Lock()
    gate.enter()

    def go(name: str, patient: bool) -> None:
        gate.enter(patient=patient)
        with lock:
            order.append(name)
        gate.leave(patient=patient)

    with ThreadPoolExecutor(4) as pool:
        sweep = pool.submit(go, "sweep", True)
        while not gate._turn._waiters:  # it stands in line first
            sleep(0.001)
        hands = [pool.submit(go, "hand", False) for _ in range(2)]
        while gate._waiting < 2:
            sleep(0.001)
        gate.leave()
        for hand in (sweep, *hands):
            hand.result(timeout=10)
    assert order == ["hand", "hand", "sweep"]


def test_patient_callers_never_take_the_second_place() -> None:
    gate = Gate(2)
    gate.enter(patient=True)
    with ThreadPoolExecutor(2) as pool:
        second = pool.submit(gate.enter, patient=True)
        gate.enter()  # a normal caller finds a place at once
        gate.leave()
        assert not second.done()
        gate.leave(patient=True)
        second.result(timeout=10)
    gate.leave(patient=True)
    assert gate._free == 2


def test_an_error_of_a_patient_caller_opens_the_gate_again() -> None:
    for _ in range(5):
        with pytest.raises(ValueError, match="no"), politely(patient=True):
            raise ValueError("no")


def test_patient_callers_wait_for_live_pictures() -> None:
    gate = Gate(1)
    with ThreadPoolExecutor(1) as pool:
        with gate.beside():
            sweep = pool.submit(gate.enter, patient=True)
            gate.enter()  # the run of a page does not wait
            gate.leave()
            assert not sweep.done()
        sweep.result(timeout=10)
    gate.leave(patient=True)


def test_live_pictures_do_not_wait_at_the_gate() -> None:
    inside, go = [Event(), Event()], Event()

    def run(mine: Event) -> None:
        with politely():
            mine.set()
            go.wait(10)

    def hand() -> str:
        with beside(), politely():
            return "drawn"

    with ThreadPoolExecutor(3) as pool:
        runs = [pool.submit(run, each) for each in inside]
        assert all(each.wait(10) for each in inside)  # both places are taken
        assert pool.submit(hand).result(timeout=10) == "drawn"
        go.set()
        for each in runs:
            each.result(timeout=10)


def test_work_beside_the_gate_keeps_the_place_of_the_work_around_it() -> None:
    """Nested work that asked for a place would wait for the one that its own thread holds."""
    inside, release = Event(), Event()

    def other() -> None:
        with politely():
            inside.set()
            release.wait(20)

    def nested() -> str:
        with politely():
            with beside():
                pass
            with politely():  # both places are taken, one by this thread
                return "done"

    with ThreadPoolExecutor(2) as pool:
        waiting = pool.submit(other)
        try:
            assert inside.wait(10)
            assert pool.submit(nested).result(timeout=5) == "done"
        finally:
            release.set()
        waiting.result(timeout=10)


def test_the_cost_of_a_whole_grid_says_nothing_about_half_of_it() -> None:
    @shared()
    def field() -> str:
        while not grid_size.halved():
            budget.check()
        return "drawn"

    with budget.within(0.1), pytest.raises(budget.OverBudgetError):
        field()
    with budget.within(0.1), grid_size.half():
        assert field() == "drawn"


def test_a_caller_nobody_waits_for_leaves_the_queue() -> None:
    gate, gone, came = Gate(1), Event(), Event()
    gate.enter()

    def wait() -> str:
        try:
            with budget.within(60.0, gone.is_set):
                came.set()
                gate.enter()
        except budget.OverBudgetError:
            return "left"
        return "entered"

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(wait)
        assert came.wait(10)
        gone.set()
        assert waiting.result(timeout=10) == "left"
    gate.leave()
    gate.enter()  # the place is free for others
    gate.leave()
