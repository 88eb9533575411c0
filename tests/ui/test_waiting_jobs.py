"""Waiting jobs: order, kinds, and a time per job that does not grow with their number."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest

from kernviz.ui.fair_queue import FairQueue
from kernviz.ui.waiting_jobs import WaitingJobs

Job = tuple[str, int]  # kind, which may be "", and number


def kind(job: Job) -> str | None:
    return job[0] or None


def test_every_count_agrees_with_a_plain_list() -> None:
    drawn, jobs, plain = np.random.default_rng(1), WaitingJobs[Job](kind), list[tuple[tuple[str, str], Job]]()
    for number in range(2000):
        if plain and drawn.random() < 0.48:
            flow, job = plain[drawn.integers(len(plain))]
            assert jobs.remove(job) == flow
            plain.remove((flow, job))
        else:
            address, session, name = (
                "ab"[drawn.integers(2)],
                "stu"[drawn.integers(3)],
                ("", "x", "y")[drawn.integers(3)],
            )
            flow, job = (address, session), (name, number)
            jobs.add(flow, job)
            plain.append((flow, job))
        waiting = [job for _, job in plain]
        kinds = [kind(job) for job in waiting]
        assert len(jobs) == len(plain)
        assert sorted(jobs) == sorted(waiting)
        assert jobs.different == kinds.count(None) + len({*kinds} - {None})
        assert jobs.alike("x") == tuple(job for job in waiting if job[0] == "x")
        assert {*jobs.addresses} == {flow[0] for flow, _ in plain}
        for address in "ab":
            assert {*jobs.sessions(address)} == {flow for flow, _ in plain if flow[0] == address}
            for session in "stu":
                own = [job for flow, job in plain if flow == (address, session)]
                assert jobs.of((address, session)) == tuple(own)


def test_a_job_that_does_not_wait_is_not_removed() -> None:
    jobs = WaitingJobs[Job](kind)
    assert jobs.remove(("x", 1)) is None
    jobs.add(("a", "s"), ("x", 1))
    jobs.clear()
    assert jobs.remove(("x", 1)) is None
    assert (len(jobs), jobs.different, jobs.alike("x")) == (0, 0, ())


def steps(act: Callable[[], object]) -> int:
    """Return the number of lines of Python that run."""
    count = 0

    def line(_frame: object, event: str, _arg: object) -> object:
        nonlocal count
        count += event == "line"
        return line

    sys.settrace(line)  # type: ignore[arg-type]
    try:
        act()
    finally:
        sys.settrace(None)
    return count


@pytest.mark.parametrize("act", ["different", "alike", "replace", "remove", "finish"])
def test_a_question_costs_no_more_in_a_long_queue(act: str) -> None:
    def cost(sessions: int) -> int:
        queue = FairQueue[Job](2, kind=kind)
        for number in range(sessions):
            queue.add("hall", f"s{number}", ("lecturer" if number % 2 else "", number))
        running = queue.take()
        assert running is not None
        last = ("lecturer" if (sessions - 1) % 2 else "", sessions - 1)
        acts: dict[str, Callable[[], object]] = {
            "different": lambda: queue.different,
            "alike": lambda: queue.alike("nobody"),
            "replace": lambda: queue.replace("hall", f"s{sessions - 1}", ("", -1)),
            "remove": lambda: queue.remove(last),
            "finish": lambda: queue.finished(running, 0.01),
        }
        return steps(acts[act])

    assert cost(512) <= cost(8) + 2
