"""Per-session memory of a module, created on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

T = TypeVar("T")


def of_session(key: str, make: Callable[[], T]) -> T:
    """Return the session's entry ``key``, which ``make`` creates if it is absent."""
    state = st.session_state
    if key not in state:
        state[key] = make()
    found: T = state[key]
    return found
