"""Shared, bounded computation: classmates in the same state share one result, and at most two are computed at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import BoundedSemaphore, local
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# A process serves many sessions with a thread each; two at a time get more done than forty at once, and bound the memory.
_GATE = BoundedSemaphore(2)
_HERE = local()  # whether this thread is inside already: a shared result may rest on another shared result


def shared(maxsize: int = 256) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember results for hashable arguments, for every session of this process. The results must not be changed.

    The memory is a global of the module, not Streamlit's: any visitor may clear that one for everybody.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=maxsize)
        def gated(*args: P.args, **kwargs: P.kwargs) -> R:
            if getattr(_HERE, "inside", False):
                return function(*args, **kwargs)
            with _GATE:
                _HERE.inside = True
                try:
                    return function(*args, **kwargs)
                finally:
                    _HERE.inside = False

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return gated(*args, **kwargs)  # type: ignore[arg-type]

        return call

    return wrap
