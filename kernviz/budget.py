"""Budgets of processor time, so that no computation runs for minutes.

The caller opens a budget with `within`. Solvers call `check` between two steps, which raises if the budget is used
up. A budget belongs to the thread in which it was opened. It is counted in the processor time of this thread, so
other work of the machine does not use it up. Without an open budget, as in a script, there is no limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, local
from time import thread_time
from typing import NoReturn

clock: Callable[[], float] = thread_time


class OverBudgetError(Exception):
    """Error of a computation that exceeded its budget or was given up.

    ``seconds`` is the length of the budget, 0 without one. A computation is given up if nobody waits for its result,
    or if the process ends.

    The class is no ValueError. A ValueError says what is wrong with an input, and caches keep such errors.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"more than {seconds:g} seconds of processor time")
        self.seconds = seconds


@dataclass(frozen=True)
class _Budget:
    until: float  # time on the clock of this thread
    seconds: float
    given_up: Callable[[], bool]


_here = local()
_ending = Event()


def _never() -> bool:
    return False


@contextmanager
def within(seconds: float, given_up: Callable[[], bool] = _never) -> Iterator[None]:
    """Limit this thread's processor time in a block, in seconds.

    The budget also ends as soon as `given_up` returns True. Inside another budget the earlier end of the two counts.
    """
    around: _Budget | None = getattr(_here, "budget", None)
    own = _Budget(clock() + seconds, seconds, given_up)
    if around is not None:
        first, outer = min(own, around, key=lambda limit: limit.until), around.given_up
        own = _Budget(first.until, first.seconds, lambda: given_up() or outer())
    _here.budget = own
    try:
        yield
    finally:
        _here.budget = around


def check() -> None:
    """Raise OverBudgetError if this thread's computation must end.

    It must end if its budget is used up, or if it is given up. The check takes about a microsecond.
    """
    budget: _Budget | None = getattr(_here, "budget", None)
    if budget is not None and (_ending.is_set() or clock() > budget.until or budget.given_up()):
        raise OverBudgetError(budget.seconds)


def refuse() -> NoReturn:
    """Raise OverBudgetError for a computation known to need more than is left."""
    budget: _Budget | None = getattr(_here, "budget", None)
    raise OverBudgetError(budget.seconds if budget is not None else 0.0)


def left() -> float:
    """Return the seconds of processor time left to this thread.

    The result is inf without a budget.
    """
    budget: _Budget | None = getattr(_here, "budget", None)
    return float("inf") if budget is None else budget.until - clock()


def end() -> None:
    """End every budget of the process for good, because the process ends."""
    _ending.set()
