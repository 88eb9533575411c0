"""Changes to Streamlit's classes, made once, before the first visitor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

from kernviz.ui.streamlit_internals.names import (
    BATCHES,
    DEEP_LINKS,
    FIELDS,
    KEY,
    ONE_ENTRY,
    PAGES,
    RESTART,
    SESSION,
    SHARED_LOOP,
    WIDENING,
    find,
)
from kernviz.ui.streamlit_internals.run import resolved


def only_own_pages() -> None:
    """Keep Streamlit from using the folder ``pages`` too early.

    Streamlit would treat the folder as pages of its older multipage format. This is prevented until
    a session has declared its own pages.
    """
    if DEEP_LINKS.known():
        find(PAGES).uses_pages_directory = False


def run_all_for_unknown_fragments() -> None:
    """Treat a request for an undrawn fragment as a whole-page request.

    The server has not drawn the fragment, as after a restart.
    """
    if not RESTART.known():
        return
    session = find(SESSION)
    request = session.request_rerun

    def request_rerun(self: Any, client_state: Any) -> None:
        if client_state and client_state.fragment_id and not self.has_fragment(client_state.fragment_id):
            client_state.fragment_id = ""
        request(self, client_state)

    session.request_rerun = request_rerun


def widen_requests(wanted: Mapping[str, Callable[[Any, Iterable[tuple[str, str]]], bool]]) -> None:
    """Make a request for one fragment run all of `wanted`, in order.

    `wanted` maps the name of each fragment to a condition. The condition of the requested fragment decides. It takes
    the session's state and the (key, JSON) of each component the browser reports.
    """
    if not WIDENING.known():
        return
    session = find(SESSION)
    create = session._create_scriptrunner

    def widened(self: Any, data: Any) -> Any:
        ids = {name: resolved(self._fragment_storage, name) for name in wanted}
        fragment = next((name for name in wanted if data.fragment_id in ids[name]), None)
        if fragment is None or not all(ids.values()):
            return data
        if not wanted[fragment](self.session_state, _reported(data.widget_states)):
            return data
        return replace(
            data, fragment_id=None, fragment_id_queue=[fragment_id for name in wanted for fragment_id in ids[name]]
        )

    def _create_scriptrunner(self: Any, initial_rerun_data: Any) -> None:
        create(self, widened(self, initial_rerun_data))
        if (runner := self._scriptrunner) is not None:
            ask = runner.request_rerun
            runner.request_rerun = lambda rerun_data: ask(widened(self, rerun_data))

    session._create_scriptrunner = _create_scriptrunner


def _reported(states: Any) -> list[tuple[str, str]]:
    key = find(KEY)
    return [(key(state.id) or "", state.json_value) for state in (states.widgets if states else ())]


class _Uncopied:
    """Session state with an uncopied ``filtered_state``.

    That attribute is the state itself, not a copy.
    """

    def __init__(self, state: Any) -> None:
        self.filtered_state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self.filtered_state, name)


def keep_session_state_uncopied() -> None:
    """Keep text and number fields from copying the session's state.

    Calling this twice has the same effect as calling it once.
    """
    for module in map(import_module, FIELDS) if ONE_ENTRY.known() else ():
        ask: Any = module.get_session_state
        if not hasattr(ask, "uncopied"):

            def asked(ask: Any = ask) -> Any:
                return _Uncopied(ask())

            asked.uncopied = True  # type: ignore[attr-defined]
            module.get_session_state = asked  # type: ignore[attr-defined]


def wrap_session_making(wrap: Callable[[Any], Any]) -> None:
    """Replace the ``__init__`` of sessions by ``wrap(__init__)``.

    This is done where sessions have an event loop for scripts.
    """
    if SHARED_LOOP.known():
        session = find(SESSION)
        session.__init__ = wrap(session.__init__)


def replace_event_handler(handler: Callable[..., None]) -> None:
    """Make `handler` process the events of all sessions' runs.

    No effect if the events differ from what :mod:`kernviz.ui.message_batching` expects.
    """
    if BATCHES.known():
        find(SESSION)._on_scriptrunner_event = handler
