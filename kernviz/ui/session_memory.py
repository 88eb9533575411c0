"""Per-session memory of a module, created on first use.

An entry of the session's state is slow to find: Streamlit asks each time if the run is to end, and if the entry is a
widget's. A run asks for the same memories a hundred times. So it looks each of them up once (`begin`).
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")


class _Run(local):
    """Memories that this thread's run has looked up.

    `found` is None before the first run.
    """

    found: dict[str, Any] | None = None


_run = _Run()


def begin() -> None:
    """Begin a run in this thread: look all memories up again."""
    _run.found = {}


def of_session(key: str, make: Callable[[], T]) -> T:
    """Return the session's entry ``key``, which ``make`` creates if it is absent."""
    known = _run.found
    if known is not None and key in known:
        found: T = known[key]
        return found
    try:
        found = st.session_state[key]
    except KeyError:
        found = st.session_state[key] = make()
    if known is not None:
        known[key] = found
    return found


def put(key: str, memory: object) -> None:
    """Replace the session's entry ``key``, which `of_session` returns from now on."""
    st.session_state[key] = memory
    if _run.found is not None:
        _run.found[key] = memory
