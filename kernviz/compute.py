"""Shared, bounded computation: classmates in the same state share one result, and at most two are computed at a
time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import BoundedSemaphore, local
from typing import ParamSpec, TypeVar

from kernviz.wording import remembered

P = ParamSpec("P")
R = TypeVar("R")

# A process serves many sessions with a thread each; two at a time get more done than forty at once, and bound the
# memory.
_GATE = BoundedSemaphore(2)
_HERE = local()  # whether this thread is inside already: a shared result may rest on another shared result


@contextmanager
def politely() -> Iterator[None]:
    """Compute inside the gate; a thread that is inside already goes on."""
    if getattr(_HERE, "inside", False):
        yield
        return
    with _GATE:
        _HERE.inside = True
        try:
            yield
        finally:
            _HERE.inside = False


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
