"""Press of a button whose work a run does after the callback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from kernviz.ui.streamlit_internals import run


@contextmanager
def press(key: str) -> Iterator[Any]:
    """Yield the press stored under a key, or None without one.

    It is dropped at the end of the block, when its work is done. A run that a newer one overtakes leaves it: the newer
    run does the work. A press whose work fails is dropped, so that it does not fail in every run.
    """
    newer = run.overtaken()
    try:
        yield st.session_state.get(key)
    except Exception:
        if not newer():
            st.session_state.pop(key, None)
        raise
    st.session_state.pop(key, None)
