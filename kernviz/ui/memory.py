"""What a module remembers of a session, made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

T = TypeVar("T")


def of_session(key: str, make: Callable[[], T]) -> T:
    """The entry of that name in the session's state; a new one only where there is none."""
    state = st.session_state
    if key not in state:
        state[key] = make()
    found: T = state[key]
    return found
