"""The live route in the run of a page.

The run tells the browser the page's live route. While the queue is long, the run computes on half the grid, by the same
rule as live pictures. Then the browser asks for the state of the queue from time to time, and runs the page again once
the queue is short.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import streamlit as st

import kernviz.grid_size as grid_size
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.state import applying
from kernviz.ui import asset_routes, cacheable_urls, live, live_before_rerun, visitor_files

_PAGE = "_live_page"


def unsaid(state: Any) -> dict[str, str]:
    """Return the part of a state that the address lacks.

    It consists of selected rows and the visitor's file.
    """
    more = {
        declared.names[0]: str(getattr(state, name))
        for name, declared in applying(state).items()
        if declared.kind == "row" and getattr(state, name) is not None
    }
    if st.session_state.get("data") == data_and_kernel.OWN:
        more["own"] = visitor_files.keep(state.data)
    return more


def register(page: lesson_page.Page[Any], more: Mapping[str, str]) -> None:
    """Register the live route of the page that this run draws.

    `more` are query parameters that override or complete the address. Where the run has half the grid, the browser
    gets the address of the queue, too.
    """
    route = cacheable_urls.path(live.FOLDER, page.name, str(st.session_state.get("data", page.first)))
    coarse = {"queue": asset_routes.path(live.QUEUE)} if grid_size.halved() else {}
    st.session_state[_PAGE] = {"route": route, "more": more, "hand": live_before_rerun.name(), **coarse}


def registered() -> dict[str, Any] | None:
    """Return and clear the live route registered in this run, or None."""
    state: dict[str, Any] | None = st.session_state.pop(_PAGE, None)
    return state


@contextmanager
def grid_of_run(page: lesson_page.Page[Any], state: Any) -> Iterator[None]:
    """Compute a page run on half the grid for a long queue.

    A lesson that has been built already is shown as it is. Pages whose numbers count places of the grid always have
    the whole grid.
    """
    if page.coarse_grid_allowed and live.long_queue() and not lesson_page.is_built(page, state):
        with grid_size.half():
            yield
    else:
        yield
