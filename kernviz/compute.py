"""Shared, bounded computation: classmates in the same state share one result, and at most two are computed at a
time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Condition, local
from typing import ParamSpec, TypeVar

from kernviz.wording import remembered

P = ParamSpec("P")
R = TypeVar("R")


class Gate:
    """So many at a time. Who is patient goes in only where nobody else waits, and only one such is ever inside: the
    other places are left to those who are not.
    """

    def __init__(self, places: int) -> None:
        self._turn = Condition()
        self._free = places
        self._waiting = 0  # of those who are not patient
        self._patient = False  # whether one who is, is inside

    def enter(self, *, patient: bool = False) -> None:
        """Wait for a place."""
        with self._turn:
            if patient:
                self._turn.wait_for(lambda: self._free > 0 and not self._waiting and not self._patient)
                self._patient = True
            else:
                self._waiting += 1
                try:
                    self._turn.wait_for(lambda: self._free > 0)
                finally:
                    self._waiting -= 1
            self._free -= 1

    def leave(self, *, patient: bool = False) -> None:
        """Give the place back."""
        with self._turn:
            self._free += 1
            if patient:
                self._patient = False
            self._turn.notify_all()


# A process serves many sessions with a thread each; two at a time get more done than forty at once, and bound the
# memory.
_GATE = Gate(2)
_HERE = local()  # whether this thread is inside already: a shared result may rest on another shared result


@contextmanager
def politely(*, patient: bool = False) -> Iterator[None]:
    """Compute inside the gate; a thread that is inside already goes on. What nobody's hand waits for is `patient`."""
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


def shared(maxsize: int = 256) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember results for hashable arguments, for every session of this process and each language alone. The results
    must not be changed.

    The memory is a global of the module, not Streamlit's: any visitor may clear that one for everybody.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @remembered(maxsize)
        def gated(*args: P.args, **kwargs: P.kwargs) -> R:
            with politely():
                return function(*args, **kwargs)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return gated(*args, **kwargs)

        return call

    return wrap
