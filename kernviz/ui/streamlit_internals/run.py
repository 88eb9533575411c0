"""Run of a page in this thread, as Streamlit knows it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import streamlit as st

from kernviz.ui.streamlit_internals.names import (
    CONTEXT,
    FOLDER,
    HISTORY,
    LANGUAGE,
    OVERTAKEN,
    PARTS,
    REQUEST_TYPE,
    STARTED,
    Feature,
    find,
)


def _context(feature: Feature) -> Any:
    return find(CONTEXT)(suppress_warning=True) if feature.known() else None


def session_id() -> str | None:
    """Id of the session whose run or callback this is; None outside of one."""
    context = _context(LANGUAGE)
    return None if context is None else str(context.session_id)


def script_path() -> Path | None:
    """Path of the script that runs; None outside of a run."""
    context = _context(FOLDER)
    return None if context is None else Path(context.main_script_path)


def fragments_of_run() -> list[str]:
    """Ids of the fragments this run draws; empty in a run of the whole script."""
    context = _context(PARTS)
    return (context and context.fragment_ids_this_run) or []


def fragments_named(name: str) -> list[str]:
    """Ids under which the fragment of that key has been drawn in this session."""
    context = _context(PARTS)
    return resolved(context.fragment_storage, name) if context else []


def resolved(storage: Any, name: str) -> list[str]:
    """Ids of the fragment of that key in a session's storage of fragments."""
    with suppress(st.errors.StreamlitAPIException):  # it has not been drawn
        return list(storage.resolve_target(name))
    return []


def history_navigation() -> bool:
    """True if the browser's Back or Forward caused this run."""
    context = _context(HISTORY)
    return bool(context and context.is_history_navigation)


def script_started() -> bool:
    """True if the script runs, False in a callback before it; True as well where nothing is known about it."""
    context = _context(STARTED)
    return not STARTED.known() or bool(context and context.has_script_started)


def overtaken() -> Callable[[], bool]:
    """Return a function that says whether a newer run waits for the end of this one, or the session has ended.

    Streamlit itself asks only when the page draws an element: a long computation would go on that nobody will see.
    """
    context, kinds = _context(OVERTAKEN), find(REQUEST_TYPE)
    requests = getattr(context, "script_requests", None)
    if requests is None:
        return lambda: False

    def newer() -> bool:
        if requests._state is kinds.RERUN:
            data = requests._rerun_data  # runs of parts wait for their turn
            return not data.fragment_id_queue or data.is_fragment_scoped_rerun
        return requests._state is kinds.STOP

    return newer
