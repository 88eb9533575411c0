"""The run of a page in this thread, as Streamlit knows it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from kernviz.ui.streamlit_internals.names import (
    CONTEXT,
    FOLDER,
    HISTORY,
    LANGUAGE,
    OVERTAKEN,
    OVERTAKEN_PART,
    PARTS,
    REQUEST_TYPE,
    STARTED,
    THREAD,
    Feature,
    find,
)


def _context(feature: Feature) -> Any:
    return find(CONTEXT)(suppress_warning=True) if feature.known() else None


def session_id() -> str | None:
    """Return the id of the session of this run or callback.

    Return None outside of a run.
    """
    context = _context(LANGUAGE)
    return None if context is None else str(context.session_id)


def script_path() -> Path | None:
    """Return the path of the running script.

    Return None outside of a run.
    """
    context = _context(FOLDER)
    return None if context is None else Path(context.main_script_path)


def fragments_of_run() -> list[str]:
    """Return the ids of the fragments this run draws.

    The list is empty in a run of the whole script.
    """
    context = _context(PARTS)
    return (context and context.fragment_ids_this_run) or []


def fragments_named(name: str) -> list[str]:
    """Return the ids of the fragment with that key in this session.

    They are the ids under which the fragment has been drawn.
    """
    context = _context(PARTS)
    return resolved(context.fragment_storage, name) if context else []


def resolved(storage: Any, name: str) -> list[str]:
    """Return the ids of a key's fragment in a session's fragment storage."""
    with suppress(st.errors.StreamlitAPIException):  # the widget has not been drawn
        return list(storage.resolve_target(name))
    return []


def history_navigation() -> bool:
    """Return True if the browser's Back or Forward caused this run."""
    context = _context(HISTORY)
    return bool(context and context.is_history_navigation)


def script_started() -> bool:
    """Return True if the script runs, and False in an earlier callback.

    Return True as well where nothing is known about the script.
    """
    context = _context(STARTED)
    return not STARTED.known() or bool(context and context.has_script_started)


def stopped() -> Callable[[], bool]:
    """Return a function that is True once the session has ended."""
    context, kinds = _context(OVERTAKEN), find(REQUEST_TYPE)
    requests = getattr(context, "script_requests", None)
    if requests is None:
        return lambda: False
    return lambda: bool(requests._state is kinds.STOP)


def overtaken() -> Callable[[], bool]:
    """Return a function that tells if this run is obsolete.

    The run is obsolete if a newer run waits for its end, or the session has ended. It is obsolete as well if a newer
    run draws the part of the page that this run is drawing.

    Streamlit itself checks this only when the page draws an element. A long computation calls the function
    (`budget.check`), so that it does not continue without use; ui/page_run_errors.py sets it.
    """
    context, kinds = _context(OVERTAKEN), find(REQUEST_TYPE)
    requests = getattr(context, "script_requests", None)
    if requests is None:
        return lambda: False

    def newer() -> bool:
        if requests._state is not kinds.RERUN:
            return requests._state is kinds.STOP
        with requests._lock:  # Streamlit writes the kind of a request before its data
            data = requests._rerun_data
        # Streamlit lets the rerun of a fragment wait until this run is finished
        return not data.fragment_id_queue or data.is_fragment_scoped_rerun or _part_wanted_again(context, kinds)

    return newer


def _part_wanted_again(context: Any, kinds: Any) -> bool:
    """Return True if the waiting request redraws the part being drawn now.

    The request is changed so that this run ends for it at the next element. It then draws what this run leaves out:
    the rest of its parts, or everything in a run of the whole script.
    """
    if not OVERTAKEN_PART.known():
        return False
    try:
        part = find(THREAD).get().fragment_id
    except RuntimeError:  # Streamlit does not run in this thread
        return False
    requests = context.script_requests
    with requests._lock:
        data = requests._rerun_data
        if requests._state is not kinds.RERUN or data.is_auto_rerun or part not in data.fragment_id_queue:
            return False
        drawn = context.fragment_ids_this_run or []
        rest = drawn[drawn.index(part) :] if part in drawn else drawn
        queue = list(dict.fromkeys([*data.fragment_id_queue, *rest])) if drawn else []
        requests._rerun_data = replace(data, fragment_id_queue=queue, is_fragment_scoped_rerun=bool(drawn))
    return True
