"""The parts of a page that run alone: a move runs again what depends on it, and the rest stays in the browser as it is.

What stands below the title is one part, the kernel in the sidebar another (each a fragment of Streamlit's); menu, title
and data are drawn by whole runs only. A part says what it depends on. If that turns out to have changed for one that is
not being run (a button of the page has set the kernel), everything runs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

from kernviz.ui import hand_first, hands, languages, mishap, number, query, widget_sync
from kernviz.ui.memory import of_session

DATA, KERNEL, BODY = "kv-data", "kv-kernel", "kv-body"
ALONE = (BODY, KERNEL)  # in this order: the picture first
P = ParamSpec("P")
R = TypeVar("R")

_DRAWN, _AGAIN = "_parts_drawn", "_parts_again"
_depends: dict[str, Callable[[], Hashable]] = {}  # what a part depends on, as it is now


def part(name: str, depends: Callable[[], Hashable]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function that draws a part. DATA is drawn by whole runs only; the others run alone when something in them is
    moved.
    """
    _depends[name] = depends

    def wrap(draw: Callable[P, R]) -> Callable[P, R]:
        @wraps(draw)
        def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
            if alone():
                _begin(name)
            with query.owner(name):
                shown = draw(*args, **kwargs)
            _drawn()[name] = depends()
            return shown

        return drawn if name == DATA else st.fragment(drawn, key=name)

    return wrap


def alone() -> bool:
    """Whether this run draws some parts only."""
    return bool(_ids())


def running(name: str) -> bool:
    """Whether this run draws that part."""
    return not alone() or bool(set(_known(name)) & set(_ids()))


def begin() -> None:
    """A run of the whole script begins: nothing is drawn yet."""
    hand_first.wait()
    st.session_state[_DRAWN] = {}


def listen() -> None:
    """Take what a person has made of texts, menus, numbers and points since the last run."""
    widget_sync.listen()
    number.listen()
    hands.listen()


def both() -> None:
    """A callback of what sets the kernel: its part and the body run, and nothing else. As a rule they do already."""
    number.listen()
    if not all(running(name) for name in ALONE) and all(_known(name) for name in ALONE):
        st.rerun(ALONE)


def agree() -> None:
    """At the end of a whole run, in which the body is drawn before the sidebar's widgets: should these have read the
    address in another way than it did, once more. (They stand in the session by then.)
    """
    drawn = _drawn()
    again = BODY in drawn and drawn[BODY] != _depends[BODY]()
    if again and not st.session_state.get(_AGAIN):
        st.session_state[_AGAIN] = True
        st.rerun()
    st.session_state[_AGAIN] = False


def forgiving(request: Callable[[AppSession, Any], None]) -> Callable[[AppSession, Any], None]:
    """After a restart the browser asks for parts that the new server has not drawn yet. Streamlit would drop such a
    request, and with it the first move: it is a request for everything.
    """

    def request_rerun(self: AppSession, client_state: Any) -> None:
        if client_state and client_state.fragment_id and not self.has_fragment(client_state.fragment_id):
            client_state.fragment_id = ""
        request(self, client_state)

    return request_rerun


def widening(create: Callable[[AppSession, RerunData], None]) -> Callable[[AppSession, RerunData], None]:
    """A number of the kernel moves the body, too. Streamlit would run the kernel's part for it, whose callback asks for
    both: two runs, and the picture after the second begins. Here its request is one for both from the start.
    """

    def _create_scriptrunner(self: AppSession, initial_rerun_data: RerunData) -> None:
        create(self, _widened(self, initial_rerun_data))
        if (runner := self._scriptrunner) is not None:
            ask = runner.request_rerun
            runner.request_rerun = lambda rerun_data: ask(_widened(self, rerun_data))  # type: ignore[method-assign]

    return _create_scriptrunner


def _widened(session: AppSession, data: RerunData) -> RerunData:
    """The request, for both parts if it comes from the kernel's and a number has been moved in it."""
    try:
        body, kernel = (session._fragment_storage.resolve_target(name) for name in ALONE)
    except StreamlitAPIException:  # not both of them have been drawn
        return data
    said = data.widget_states.widgets if data.widget_states else ()
    if data.fragment_id not in kernel or not number.moved(session.session_state, said):
        return data
    return replace(data, fragment_id=None, fragment_id_queue=[*body, *kernel])


def _begin(name: str) -> None:
    """A part runs alone: what a run of the whole script begins with, as far as it concerns this one."""
    languages.begin()
    query.begin(name)
    if name != next(each for each in ALONE if running(each)):
        return
    hand_first.wait()
    mishap.begin()
    listen()
    if any(_drawn().get(each) != depends() for each, depends in _depends.items() if not running(each)):
        st.rerun()


def _drawn() -> dict[str, Hashable]:
    return of_session(_DRAWN, dict[str, Hashable])


def _ids() -> list[str]:
    context = get_script_run_ctx(suppress_warning=True)
    return (context and context.fragment_ids_this_run) or []


def _known(name: str) -> list[str]:
    """Where it has been drawn, as Streamlit names the place."""
    context = get_script_run_ctx(suppress_warning=True)
    with suppress(StreamlitAPIException):
        return context.fragment_storage.resolve_target(name) if context else []
    return []
