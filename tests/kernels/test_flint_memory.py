"""The memory FLINT keeps for a thread is freed with the thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

import psutil
import pytest
from flint import fmpq

from kernviz.kernels import work_budget
from kernviz.ui import page_run_errors

THREADS = 200
LARGE = fmpq(3**80, 7**60)


def _large_numbers() -> list[fmpq]:
    return [(LARGE + i) ** 3 for i in range(200)]


def _of_a_page() -> list[fmpq]:
    with page_run_errors.caught():
        return _large_numbers()


def _of_a_judgement() -> list[fmpq]:
    return work_budget.attempt(_large_numbers, [])


def _in_threads(work: Callable[[], object], count: int) -> float:
    """Run `work` in threads, one after the other; return by how many MB the process has grown."""
    before = psutil.Process().memory_info().rss
    for _ in range(count):
        thread = Thread(target=work)
        thread.start()
        thread.join()
    return float(psutil.Process().memory_info().rss - before) / 2**20


@pytest.mark.parametrize("work", [_of_a_page, _of_a_judgement])
def test_threads_that_end_leave_no_memory_of_flint(work: Callable[[], object]) -> None:
    _in_threads(work, 20)
    assert _in_threads(work, THREADS) < 8  # MB; 0.2 each without the clean-up


def test_numbers_outlive_their_thread() -> None:
    found: list[list[fmpq]] = []
    thread = Thread(target=lambda: found.append(_of_a_judgement()))
    thread.start()
    thread.join()
    assert found == [_large_numbers()]
