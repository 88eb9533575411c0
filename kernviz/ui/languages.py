"""In which language a visitor is spoken to: that of the address (``lang=de``), else what the browser asks for, as far
as there is a catalogue; English otherwise. A session keeps its language; another is another address (words.js).
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

import streamlit as st
from starlette.datastructures import Headers, QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.runtime.scriptrunner import get_script_run_ctx

import kernviz.wording as wording
from kernviz.catalogue import best, languages, own_name

NAME = "lang"  # in the address
HEADER = "x-kernviz-language"  # of what our own scripts ask for
MOST = 4096  # sessions whose language is remembered for their callbacks
_SAID = "_language_said"
_of: OrderedDict[str, str] = OrderedDict()
_lock = Lock()


def begin() -> None:
    """A run begins: in the session's language."""
    asked = st.query_params.get(NAME, "")
    if asked in languages():
        st.session_state[_SAID] = asked
    found = st.session_state.get(_SAID) or best(st.context.locale or "")
    wording.use(found)
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None:
        with _lock:
            _of[context.session_id] = found
            _of.move_to_end(context.session_id)
            while len(_of) > MOST:
                _of.popitem(last=False)


def known(name: str, value: str) -> bool:
    """Whether that part of the address is a language there is."""
    return name == NAME and value in languages()


def of_run() -> dict[str, object]:
    """What the browser is told: the language, what of it the address says, and what there is to choose from."""
    return {
        "now": wording.language(),
        "said": st.session_state.get(_SAID),
        "all": [[name, own_name(name)] for name in languages()],
    }


def _of_session() -> str:
    """In a callback of a widget, which Streamlit calls before the run begins."""
    context = get_script_run_ctx(suppress_warning=True)
    return _of.get(context.session_id, "") if context is not None else ""


wording.ask(_of_session)


class Speaking:
    """ASGI middleware: what answers an HTTP request does so in the language of whoever asks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on, with the language in force."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, query = Headers(scope=scope), QueryParams(scope.get("query_string", b""))
        wanted = headers.get(HEADER) or query.get(NAME) or headers.get("accept-language", "")
        with wording.speaking(best(wanted)):
            await self.app(scope, receive, send)
