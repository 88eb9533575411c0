"""Changes to Streamlit's classes, made once, before the first visitor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from importlib import import_module
from typing import Any

from kernviz.ui.streamlit_internals.names import (
    APP_SESSION,
    BATCHES,
    COMPONENT_DATA,
    COMPONENT_ID,
    COMPONENT_STATE,
    COMPONENTS,
    DEEP_LINKS,
    FIELDS,
    KEY,
    ONE_ENTRY,
    PAGES,
    RESTART,
    SERIALIZATION,
    SESSION,
    SHARED_LOOP,
    THEME,
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

    Streamlit's two fields make that copy each time they are drawn, four times a move, to find out if a visitor has
    emptied them. Of the app's hundred entries, every component's is wrapped in a class of its own for the copy. The
    state itself answers both questions the fields have: is there such an entry, and what is it? The patch has no effect
    on a Streamlit whose fields ask in another way. Calling this twice has the same effect as calling it once.
    """
    for module in map(import_module, FIELDS) if ONE_ENTRY.known() else ():
        ask: Any = module.get_session_state
        if not hasattr(ask, "uncopied"):

            def asked(ask: Any = ask) -> Any:
                return _Uncopied(ask())

            asked.uncopied = True  # type: ignore[attr-defined]
            module.get_session_state = asked  # type: ignore[attr-defined]


class _ComponentState(dict[str, Any]):
    """State of a component, as a run reads it.

    Nobody changes it, so that a copy is the state itself.
    """

    def __getattr__(self, name: str) -> Any:
        return self.get(name)

    def __deepcopy__(self, memo: Any) -> _ComponentState:
        return self


def read_component_states_as_they_are() -> None:
    """Return a component's state without making a class for each look.

    Streamlit makes that class for pages that write into the state, which ours do not. It looks at the state of each
    component four times a run. A state with an event, such as a press, is made as Streamlit does.
    """
    if not COMPONENT_STATE.known():
        return
    module: Any = import_module(COMPONENTS)
    make_presenter = module.make_bidi_component_presenter
    if hasattr(make_presenter, "plain"):
        return

    def made(aggregator_id: str, *args: Any, **kwargs: Any) -> Callable[[Any, Any], Any]:
        with_events = make_presenter(aggregator_id, *args, **kwargs)

        def present(value: Any, state: Any) -> Any:
            if not isinstance(value, dict):
                return value
            if state._new_widget_state.get(aggregator_id) is not None:
                return with_events(value, state)
            return value if isinstance(value, _ComponentState) else _ComponentState(value)

        return present

    made.plain = True  # type: ignore[attr-defined]
    module.make_bidi_component_presenter = made


def identify_components_by_key(prefix: str) -> None:
    """Keep Streamlit from hashing the data of components called `prefix…`.

    The id of a component with a key holds the key and no data. All components with that prefix have a key.
    """
    if not COMPONENT_ID.known():
        return
    mixin = import_module(COMPONENTS).BidiComponentMixin
    identity = mixin._build_bidi_identity_kwargs
    if hasattr(identity, "by_key"):
        return

    def by_key(self: Any, *, component_name: str, **more: Any) -> dict[str, Any]:
        if component_name.startswith(prefix):
            return {"component_name": component_name}
        found: dict[str, Any] = identity(self, component_name=component_name, **more)
        return found

    by_key.by_key = True  # type: ignore[attr-defined]
    mixin._build_bidi_identity_kwargs = by_key


_PLAIN = frozenset({str, int, float, bool, type(None), list, dict, tuple})


def _is_plain(value: Any) -> bool:
    """Return True for a list or dictionary of plain values.

    These are texts, numbers, lists and dictionaries.
    """
    kind = type(value)
    items = value if kind is list else value.values() if kind is dict else None
    return items is not None and all(type(item) in _PLAIN for item in items)


def send_plain_values_unexamined() -> None:
    """Keep Streamlit from looking for tables among plain values.

    A table in disguise is a list of arrays or a dictionary of columns.
    """
    if not COMPONENT_DATA.known():
        return
    module: Any = import_module(SERIALIZATION)
    is_table = module.is_dataframe_like
    if hasattr(is_table, "quick"):
        return

    def quick(value: Any) -> bool:
        return not _is_plain(value) and bool(is_table(value))

    quick.quick = True  # type: ignore[attr-defined]
    module.is_dataframe_like = quick


def read_theme_once() -> None:
    """Keep Streamlit from reading the theme again in every run.

    The theme is part of the first message of each run. It is read again after a change of the settings.
    """
    if not THEME.known():
        return
    module: Any = import_module(APP_SESSION)
    fill, settings = module._populate_theme_msg, find("streamlit.config:get_config_options")
    if hasattr(fill, "__wrapped__"):
        return
    kept: dict[str, tuple[Any, Any]] = {}

    @wraps(fill)
    def filled(message: Any, section: str = "theme") -> None:
        now = settings()
        if section not in kept or kept[section][0] is not now:
            fresh = type(message)()
            fill(fresh, section)
            kept[section] = now, fresh
        if kept[section][1].ByteSize():
            message.MergeFrom(kept[section][1])

    module._populate_theme_msg = filled


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
