"""Parts of a page that run alone: a move runs again what depends on it, and the rest stays in the browser as it is.

What stands below the title is one part, the kernel in the sidebar another (each a fragment of Streamlit's); menu, title
and data are drawn by whole runs only. A part says what it depends on. If that turns out to have changed for one that is
not being run (a button of the page has set the kernel), everything runs. Where Streamlit does not tell which fragment
runs, every run is a whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

import streamlit as st

from kernviz.ui import error_reporting, hands, languages, live_before_rerun, number, query, widget_sync
from kernviz.ui.session_memory import of_session
from kernviz.ui.streamlit_internals import names, patches
from kernviz.ui.streamlit_internals.run import fragments_named, fragments_of_run

DATA, KERNEL, BODY = "kv-data", "kv-kernel", "kv-body"
ALONE = (BODY, KERNEL)  # in this order: the picture first
P = ParamSpec("P")
R = TypeVar("R")

_DRAWN, _AGAIN = "_parts_drawn", "_parts_again"
_depends: dict[str, Callable[[], Hashable]] = {}  # what a part depends on, as it is now


def part(name: str, depends: Callable[[], Hashable]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function the one that draws a part. DATA is drawn by whole runs only; the others run alone when something
    in them is moved.
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

        return drawn if name == DATA or not names.PARTS.known() else st.fragment(drawn, key=name)

    return wrap


def alone() -> bool:
    """True if this run draws some parts only."""
    return bool(fragments_of_run())


def running(name: str) -> bool:
    """True if this run draws that part."""
    return not alone() or bool(set(fragments_named(name)) & set(fragments_of_run()))


def begin() -> None:
    """Begin a run of the whole script: nothing is drawn yet."""
    live_before_rerun.wait()
    st.session_state[_DRAWN] = {}


def listen() -> None:
    """Take the changes of texts, menus, numbers and points since the last run."""
    widget_sync.listen()
    number.listen()
    hands.listen()


def both() -> None:
    """Run the kernel's part and the body, and nothing else: a callback of what sets the kernel."""
    number.listen()
    if not all(running(name) for name in ALONE) and all(fragments_named(name) for name in ALONE):
        st.rerun(ALONE)


def agree() -> None:
    """Run once more if the sidebar's widgets have read the address in another way than the body, drawn before them.

    Called at the end of a whole run; the widgets stand in the session by then.
    """
    drawn = _drawn()
    again = BODY in drawn and drawn[BODY] != _depends[BODY]()
    if again and not st.session_state.get(_AGAIN):
        st.session_state[_AGAIN] = True
        st.rerun()
    st.session_state[_AGAIN] = False


def prepare() -> None:
    """Have requests for parts answered in one run, once, before the first visitor.

    After a restart the browser asks for parts that the new server has not drawn yet. Streamlit would drop such a
    request, and with it the first move: it is a request for everything. And a number of the kernel moves the body, too.
    Streamlit would run the kernel's part for it, whose callback asks for both: two runs, and the picture after the
    second begins. Its request is one for both from the start.
    """
    patches.run_all_for_unknown_fragments()
    # In the order of ALONE. Some numbers of the kernel stand beside a picture, in the body.
    patches.widen_requests({BODY: number.kernel_moved, KERNEL: number.moved})


def _begin(name: str) -> None:
    """Begin a part that runs alone: as a run of the whole script begins, as far as it concerns this one."""
    languages.begin()
    query.begin(name)
    if name != next(each for each in ALONE if running(each)):
        return
    live_before_rerun.wait()
    error_reporting.begin()
    listen()
    if any(_drawn().get(each) != depends() for each, depends in _depends.items() if not running(each)):
        st.rerun()


def _drawn() -> dict[str, Hashable]:
    return of_session(_DRAWN, dict[str, Hashable])
