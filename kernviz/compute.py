"""Shared and bounded computation for all sessions of a process.

Sessions in the same state share one result. At most two results are computed at a time.

Live updates during an interaction are computed by a few threads of their own (`beside`). So
full page runs and the pictures of forty interactions do not block each other.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Condition, Lock, local
from typing import ParamSpec, TypeVar

import kernviz.budget as budget
from kernviz import grid_size
from kernviz.wording import remembered

LOOK = 0.2  # seconds between two checks by a waiting caller if its computation is still wanted
P = ParamSpec("P")
R = TypeVar("R")


class Gate:
    """Limit on concurrent computations, with normal and patient callers.

    Patient callers enter only if no normal caller waits, at most one at a time. The other places
    are left to normal callers.
    """

    def __init__(self, places: int) -> None:
        self._turn = Condition()
        self._free = places
        self._waiting = 0  # number of waiting callers that are not patient
        self._patient = False  # True if a patient caller is inside
        self._beside = 0  # number of callers that need no place; they go before patient callers, too

    def enter(self, *, patient: bool = False) -> None:
        """Wait for a place.

        Raises OverBudgetError once nobody waits for the computation any more.
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
        """Context in which no new patient caller enters."""
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
    """Context that computes inside the gate.

    A thread already inside goes on. `patient`: no interaction waits for the result.
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
    """Context that computes without a place in the gate.

    Only threads that are few may use it.
    """
    with _GATE.beside():
        before, _HERE.inside = getattr(_HERE, "inside", False), True
        try:
            yield
        finally:
            _HERE.inside = before


class _TooDear:
    """Smallest cost of the computations that exceeded their budget.

    With less time left, such a computation need not begin.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._spent: OrderedDict[object, float] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def watch(self, what: object) -> Iterator[None]:
        """Context of a computation whose excess of budget is remembered.

        Raises OverBudgetError at once if the computation is known to need more than is left.
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

    Arguments have to be hashable. The cache belongs to this process, with one memory per language.

    The results must not be changed. The memory is a global of the module, not Streamlit's cache:
    any visitor may clear Streamlit's for everybody. A computation that exceeds its budget is not
    remembered, but its cost is.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        dear = _TooDear(maxsize)

        @remembered(maxsize)
        def gated(*args: P.args, **kwargs: P.kwargs) -> R:
            with dear.watch((grid_size.halved(), args, tuple(kwargs.items()))), politely():
                return function(*args, **kwargs)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return gated(*args, **kwargs)

        return call

    return wrap
