"""The visitor's language.

It comes from the address (``lang=de``), else from the browser's preference, else it is English.

Only languages with a catalogue count. A session keeps the language of its address. The language menu
opens the page at an address with another language (assets/language_menu.js).
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

import streamlit as st
from starlette.datastructures import Headers, QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

import kernviz.wording as wording
from kernviz.catalogue import best, languages, own_name
from kernviz.ui.streamlit_internals import run

NAME = "lang"  # query parameter
HEADER = "x-kernviz-language"  # header of requests from our scripts
MOST = 4096  # sessions whose language is stored for their callbacks
_SAID = "_language_said"
_language_of: OrderedDict[str, str] = OrderedDict()
_lock = Lock()


def begin() -> None:
    """Set the language of the session at the beginning of a run."""
    wanted = st.query_params.get(NAME, "")
    if wanted in languages():
        st.session_state[_SAID] = wanted
    found = st.session_state.get(_SAID) or best(st.context.locale or "")
    wording.use(found)
    session = run.session_id()
    if session is not None:
        with _lock:
            _language_of[session] = found
            _language_of.move_to_end(session)
            while len(_language_of) > MOST:
                _language_of.popitem(last=False)


def names_language(name: str, value: str) -> bool:
    """Return True if a query parameter's value names an available language."""
    return name == NAME and value in languages()


def of_run() -> dict[str, object]:
    """Return the data of the language menu.

    They are the current language, the language in the address, and all that exist.
    """
    return {
        "now": wording.language(),
        "said": st.session_state.get(_SAID),
        "all": [[name, own_name(name)] for name in languages()],
    }


def _of_session() -> str:
    """Return the session's language, even in a callback; "" if unknown.

    Streamlit calls the callback before the run begins, which sets the language.
    """
    return _language_of.get(run.session_id() or "", "")


wording.ask(_of_session)


class LanguageMiddleware:
    """ASGI middleware that answers each HTTP request in its visitor's language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the language of the request and call the app."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, query = Headers(scope=scope), QueryParams(scope.get("query_string", b""))
        wanted = headers.get(HEADER) or query.get(NAME) or headers.get("accept-language", "")
        with wording.speaking(best(wanted)):
            await self.app(scope, receive, send)
