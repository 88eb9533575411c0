"""Shared and bounded computation for all sessions of a process.

Sessions in the same state share one cached result (`shared`). At most two threads compute at a time in the gate
(`politely`).

Page runs have turns of their own (ui/page_turns.py), and live updates during an interaction a few threads of their own.
Both compute without a place in the gate (`admitted`, `beside`), so they do not block each other.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Condition, Lock, local
from typing import ParamSpec, TypeVar

import kernviz.budget as budget
import kernviz.grid_size as grid_size
from kernviz.wording import remembered

LOOK = 0.2  # seconds between two checks of a waiting caller's budget, which ends if nobody wants the result
P = ParamSpec("P")
R = TypeVar("R")


class Gate:
    """Limit on the number of concurrent computations, with normal and patient callers.

    `places` is the largest number of callers inside. At most one patient caller is inside. None enters while a normal
    caller waits, or while a caller computes outside the limit (`beside`).
    """

    def __init__(self, places: int) -> None:
        self._turn = Condition()
        self._free = places
        self._waiting = 0  # number of waiting callers that are not patient
        self._patient = False  # True if a patient caller is inside
        self._beside = 0  # number of callers that need no place; they go before patient callers, too

    def enter(self, *, patient: bool = False) -> None:
        """Wait for a place and take it.

        Raises OverBudgetError if this thread's budget ends meanwhile, as when nobody waits for the result any more.
        """
        with self._turn:
            if patient:
                self._wait_for(lambda: self._free > 0 and not (self._waiting or self._patient or self._beside))
                self._patient = True
            else:
                self._waiting += 1
                try:
                    self._wait_for(lambda: self._free > 0)
                finally:
                    self._waiting -= 1
            self._free -= 1

    def _wait_for(self, true: Callable[[], bool]) -> None:
        while not self._turn.wait_for(true, LOOK):
            budget.check()

    def leave(self, *, patient: bool = False) -> None:
        """Give the place back."""
        with self._turn:
            self._free += 1
            if patient:
                self._patient = False
            self._turn.notify_all()

    @contextmanager
    def beside(self) -> Iterator[None]:
        """Let no new patient caller enter during a block."""
        with self._turn:
            self._beside += 1
        try:
            yield
        finally:
            with self._turn:
                self._beside -= 1
                self._turn.notify_all()


# A process serves each session in a thread. Two computations at a time finish more than forty at once, and bound the
# memory.
_GATE = Gate(2)
_HERE = local()  # marks a thread that is inside the gate: a shared result may need another shared result


@contextmanager
def politely(*, patient: bool = False) -> Iterator[None]:
    """Hold a place in the gate for the block, waiting for it.

    A thread that already has a place does not wait. `patient`: no interaction waits for the result. Raises
    OverBudgetError as `Gate.enter` does.
    """
    if getattr(_HERE, "inside", False):
        yield
        return
    _GATE.enter(patient=patient)
    _HERE.inside = True
    try:
        yield
    finally:
        _HERE.inside = False
        _GATE.leave(patient=patient)


@contextmanager
def beside() -> Iterator[None]:
    """Run a block without a place in the gate, and without waiting.

    Only a bounded, small number of threads may use this context, as the gate does not limit them.
    """
    with _GATE.beside(), admitted():
        yield


@contextmanager
def admitted() -> Iterator[None]:
    """Run a block without taking a place in the gate.

    Only a bounded, small number of threads may use this context, as the gate does not limit them.
    """
    before, _HERE.inside = getattr(_HERE, "inside", False), True
    try:
        yield
    finally:
        _HERE.inside = before


class _TooDear:
    """Lower bounds on the cost of computations that exceeded their budget.

    At most `most` computations are kept. The bound is the processor time already spent in vain. With no more than this
    time left, such a computation does not begin.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._spent: OrderedDict[object, float] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def watch(self, what: object) -> Iterator[None]:
        """Remember how long a computation ran if it exceeds its budget.

        `what` names the computation. Raises OverBudgetError at once if the computation is known to need more time than
        is left.
        """
        budget.check()
        before = budget.left()
        with self._lock:
            known = self._spent.get(what, 0.0)
        if known >= before:
            budget.refuse()
        try:
            yield
        except budget.OverBudgetError:
            with self._lock:
                self._spent[what] = max(known, before - budget.left())
                self._spent.move_to_end(what)
                while len(self._spent) > self._most:
                    self._spent.popitem(last=False)
            raise


def shared(maxsize: int = 256) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function to cache its results for all sessions.

    Arguments have to be hashable, and the results must not be changed. The cache holds `maxsize` results of this
    process, kept apart by language, notation and size of the grids. A call whose result is not cached takes a place in
    the gate.

    Streamlit's cache is not used, as any visitor may clear it for everybody. A computation that exceeds its budget is
    not cached, but its cost is recorded.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        dear = _TooDear(maxsize)

        @remembered(maxsize)
        @wraps(function)
        def gated(*args: P.args, **kwargs: P.kwargs) -> R:
            with dear.watch((grid_size.halved(), args, tuple(kwargs.items()))), politely():
                return function(*args, **kwargs)

        return gated

    return wrap
