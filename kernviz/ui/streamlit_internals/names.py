"""Features that rest on private names of Streamlit and uvicorn.

The private names of each feature are listed here.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import cache
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from typing import Any, ClassVar

import streamlit as st

_log = logging.getLogger(__name__)

APP_SESSION = "streamlit.runtime.app_session"
SESSION = f"{APP_SESSION}:AppSession"
RUNTIME = "streamlit.runtime:Runtime"
CONTEXT = "streamlit.runtime.scriptrunner:get_script_run_ctx"
RUN = "streamlit.runtime.scriptrunner:ScriptRunContext"
REQUEST = "streamlit.runtime.scriptrunner:RerunData"
EVENT = "streamlit.runtime.scriptrunner:ScriptRunnerEvent"
RESOLVE = "streamlit.runtime.fragment:MemoryFragmentStorage.resolve_target"
PAGES = "streamlit.runtime.pages_manager:PagesManager"
KEY = "streamlit.runtime.state.common:user_key_from_element_id"
WIDGET = "streamlit.proto.WidgetStates_pb2:WidgetState"
CLIENT = "streamlit.web.server.starlette.starlette_websocket:StarletteSessionClient"
GONE = "streamlit.runtime.session_manager:SessionClientDisconnectedError"
REQUESTS = "streamlit.runtime.scriptrunner_utils.script_requests:ScriptRequests"
THREAD = "streamlit.runtime.scriptrunner_utils.script_run_context:ThreadState"
THREAD_FIELDS = "streamlit.runtime.scriptrunner_utils.script_run_context:FragmentThreadState"
REQUEST_TYPE = "streamlit.runtime.scriptrunner_utils.script_requests:ScriptRequestType"
COMPONENTS = "streamlit.components.v2.bidi_component.main"
SERIALIZATION = "streamlit.components.v2.bidi_component.serialization"
FIELDS = ("streamlit.elements.widgets.number_input", "streamlit.elements.widgets.text_widgets")
RUNNER = "streamlit.runtime.scriptrunner.script_runner:ScriptRunner"
CONNECTION = "uvicorn.protocols.http.h11_impl:H11Protocol"
FAST_CONNECTION = "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol"  # used where httptools is installed
HEAD_SIZE = "uvicorn.config:Config.h11_max_incomplete_event_size"
MESSAGE_SIZE = "uvicorn.config:Config.ws_max_size"
LOOP = "_script_event_loop"  # attribute of a session
INDEX = "static/index.html"
HEAD = "<head>"


class Feature:
    """A feature of kernviz that rests on private names.

    The feature is left out, with one warning, where one of the names is missing.

    otherwise  sentence that says how the app behaves without the feature
    names      ``module:Class.attribute``; ``config:section.option`` for a hidden option
    """

    every: ClassVar[list[Feature]] = []

    def __init__(self, otherwise: str, *names: str) -> None:
        self.otherwise, self.names = otherwise, names
        self._known: bool | None = None
        self._warned = False
        Feature.every.append(self)

    def known(self) -> bool:
        """True if Streamlit and server have every name of the feature.

        The answer to the first call holds for the process. A missing name is logged once.
        """
        if self._known is None:
            missing = [name for name in self.names if not _exists(name)]
            self._known = not missing
            if missing:
                self.warn(", ".join(missing))
        return self._known

    def warn(self, missing: str) -> None:
        """Log once that the feature is left out."""
        if not self._warned:
            self._warned = True
            _log.warning("%s: no %s in this version of Streamlit or uvicorn", self.otherwise, missing)


def _names(owner: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{owner}.{name}" for name in names)


LANGUAGE = Feature("callbacks of widgets speak English", CONTEXT, f"{RUN}.session_id")
FOLDER = Feature("the menu lists the pages of kernviz's own app", CONTEXT, f"{RUN}.main_script_path")
PARTS = Feature(
    "every run draws the whole page", CONTEXT, *_names(RUN, "fragment_ids_this_run", "fragment_storage"), RESOLVE
)
HISTORY = Feature("the browser's Back does not move the controls", CONTEXT, f"{RUN}.is_history_navigation")
STARTED = Feature("the page is empty after a failed callback", CONTEXT, f"{RUN}.has_script_started")
OVERTAKEN = Feature(
    "a run that a newer one overtakes is computed to the end of its step",
    CONTEXT,
    f"{RUN}.script_requests",
    *_names(REQUESTS, "_state", "_rerun_data", "_lock"),
    *_names(REQUEST_TYPE, "STOP", "RERUN"),
    *_names(REQUEST, "fragment_id_queue", "is_fragment_scoped_rerun"),
)
OVERTAKEN_PART = Feature(
    "a run is computed to its end though a newer one draws the same part of the page",
    CONTEXT,
    *_names(RUN, "script_requests", "fragment_ids_this_run"),
    *_names(REQUESTS, "_state", "_rerun_data", "_lock"),
    *_names(REQUEST_TYPE, "RERUN"),
    *_names(REQUEST, "fragment_id_queue", "is_fragment_scoped_rerun", "is_auto_rerun"),
    THREAD,
    f"{THREAD_FIELDS}.fragment_id",
)
DEEP_LINKS = Feature("a first visitor's deep link may not be found", f"{PAGES}.uses_pages_directory")
RESTART = Feature("the first move after a restart is lost", *_names(SESSION, "request_rerun", "has_fragment"))
WIDENING = Feature(
    "a move of a kernel's number takes two runs",
    *_names(SESSION, "_create_scriptrunner", "_scriptrunner", "_fragment_storage", "session_state"),
    *_names(REQUEST, "fragment_id", "fragment_id_queue", "widget_states"),
    "streamlit.runtime.scriptrunner:ScriptRunner.request_rerun",
    RESOLVE,
    KEY,
    f"{WIDGET}.json_value",
)
BATCHES = Feature(
    "each message of a run is sent by itself",
    *_names(SESSION, "_on_scriptrunner_event", "_handle_scriptrunner_event_on_event_loop", "_call_soon_on_event_loop"),
    *_names(SESSION, "flush_browser_queue", "on_flushed_messages_sent", "session_state"),
    *_names(SESSION, "_event_loop", "_browser_queue", "_message_enqueued_callback", "_scriptrunner"),
    *_names(RUNTIME, "_send_message", "disconnect_session", "_session_mgr", "exists", "instance"),
    *_names(EVENT, "ENQUEUE_FORWARD_MSG", "SCRIPT_STARTED"),
    GONE,
)
ONE_WRITE = Feature(
    "each message is a write of its own to the connection",
    f"{CLIENT}._websocket",
    "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol.transport",
)
ONE_ENTRY = Feature(
    "each field copies the session's state",
    *(f"{module}:get_session_state" for module in FIELDS),
    "streamlit.runtime.state:SafeSessionState.filtered_state",
)
COMPONENT_STATE = Feature(
    "each look at a component's state makes a class of its own",
    f"{COMPONENTS}:make_bidi_component_presenter",
    "streamlit.runtime.state.session_state:SessionState._new_widget_state",
)
COMPONENT_ID = Feature(
    "each component's data are hashed for an id that does not hold them",
    f"{COMPONENTS}:BidiComponentMixin._build_bidi_identity_kwargs",
)
LONG_HEADS = Feature("an address above 16 kB is refused if it comes in pieces", CONNECTION, HEAD_SIZE)
ENDING_HEADS = Feature(
    "the head of a request that never ends takes any memory",
    *_names(
        FAST_CONNECTION, "data_received", "on_headers_complete", "on_body", "on_message_complete", "send_400_response"
    ),
)
SHORT_MESSAGES = Feature("a message that never ends takes up to 20 MB", CONNECTION, FAST_CONNECTION, MESSAGE_SIZE)
KINDS = Feature(
    "a visitor may empty the stored results of all, and hold the server up with one message",
    f"{SESSION}.handle_backmsg",
)
COMPONENT_DATA = Feature(
    "each value sent to a component is compared with twenty kinds of tables",
    f"{SERIALIZATION}:is_dataframe_like",
)
THEME = Feature(
    "the theme is read from the settings again in every run",
    f"{APP_SESSION}:_populate_theme_msg",
    "streamlit.config:get_config_options",
)
STARTED_ELSEWHERE = Feature(
    "the server waits for the thread of each run", *_names(RUNNER, "_run_script_thread", "_script_thread")
)
SHARED_LOOP = Feature("each session opens an event loop of its own", f"{SESSION}.{LOOP}")
OPTIONS = Feature(
    "runs are slower, and a tab may hang after quick moves back and forth",
    *("config:runner.postScriptGC", "config:global.minCachedMessageSize"),
    "config:global.disableWidgetStateDuplicationWarning",
)
ROOT = Feature("the browser asks for the root of the app first", f"file:{INDEX}", f"file:{INDEX}:{HEAD}")


@cache
def find(name: str) -> Any:
    """Return the object at ``module:name``, or None."""
    module, _, path = name.partition(":")
    with suppress(ImportError):
        found = import_module(module)
        for step in path.split("."):
            found = getattr(found, step, None)  # type: ignore[assignment]
        return found
    return None


def _exists(name: str) -> bool:
    kind, _, rest = name.partition(":")
    if kind == "config":
        try:
            st.get_option(rest)
        except RuntimeError:
            return False
        return True
    if kind == "file":
        return rest.rpartition(":")[2] in (index_page() or "") if ":" in rest else index_page() is not None
    owner, dot, last = name.rpartition(".") if "." in rest else (name, "", "")
    found = find(owner)
    return found is not None if not dot else hasattr(found, last) or last in _fields(found)


def _fields(owner: Any) -> list[str]:
    """Return names that objects of a class have, unlike the class.

    They are fields of a data class or of a protobuf message, or names used in ``__init__``.
    """
    made = getattr(unwrap(getattr(owner, "__init__", check)), "__code__", None)
    message = getattr(owner, "DESCRIPTOR", None)
    return [
        *getattr(owner, "__annotations__", ()),
        *getattr(message, "fields_by_name", ()),
        *getattr(made, "co_names", ()),
    ]


def check() -> None:
    """Look every name up and log the features left out."""
    for feature in Feature.every:
        feature.known()


@cache
def index_page() -> str | None:
    """Return Streamlit's HTML page, or None where it is absent."""
    with suppress(OSError):
        return (Path(st.__file__).parent / INDEX).read_text("utf-8")
    return None
