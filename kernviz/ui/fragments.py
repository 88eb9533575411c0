"""Page fragments that run alone.

When a control is moved, only the parts of the page that depend on it run again. The others stay in the browser.

The content below the title is one part, the kernel in the sidebar another. Each is a fragment of
Streamlit's. Menu, title and data are drawn by whole runs only. A part declares its dependencies.
A button of the page may set the kernel, on which another part depends. If the dependencies of a
part not being run have changed, everything runs. Where Streamlit does not tell which fragment
runs, every run is a whole run.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

import streamlit as st

from kernviz.symbols import current_notation, writing
from kernviz.ui import hands, languages, number, page_run_errors, page_turns, query, session_memory, widget_sync
from kernviz.ui.session_memory import of_session, put
from kernviz.ui.streamlit_internals import names, patches
from kernviz.ui.streamlit_internals.run import fragments_named, fragments_of_run

DATA, KERNEL, BODY = "kv-data", "kv-kernel", "kv-body"
ALONE = (BODY, KERNEL)  # fragments in the order in which they run: the picture first
P = ParamSpec("P")
R = TypeVar("R")

_DRAWN, _AGAIN = "_parts_drawn", "_parts_again"
# fragment -> function that returns the current value of all its inputs
_depends: dict[str, Callable[[], Hashable]] = {}


def part(name: str, depends: Callable[[], Hashable]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate the function that draws a part of the page.

    DATA is drawn by whole runs only. The other parts run alone when something in them is moved. `depends` returns the
    current value of everything the part depends on.
    """
    _depends[name] = depends

    def wrap(draw: Callable[P, R]) -> Callable[P, R]:
        @wraps(draw)
        def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
            with page_turns.turn():
                if alone():
                    _begin(name)
                # The page asks for its notation with every text, and the session is slow to answer.
                with query.owner(name), writing(current_notation()):
                    shown = draw(*args, **kwargs)
                    _drawn()[name] = depends()
                return shown

        return drawn if name == DATA or not names.PARTS.known() else st.fragment(drawn, key=name)

    return wrap


def alone() -> bool:
    """Return True if this run draws some parts only."""
    return bool(fragments_of_run())


def running(name: str) -> bool:
    """Return True if this run draws the named part."""
    return not alone() or bool(set(fragments_named(name)) & set(fragments_of_run()))


def begin() -> None:
    """Begin a run of the whole script, with nothing drawn yet."""
    put(_DRAWN, {})


def listen() -> None:
    """Apply the changes of texts, menus, numbers and points.

    These are the changes since the last run.
    """
    widget_sync.listen()
    number.listen()
    hands.listen()


def both() -> None:
    """Run the kernel's part and the body only.

    Controls that set the kernel have this function as their callback.
    """
    number.listen()
    if not all(running(name) for name in ALONE) and all(fragments_named(name) for name in ALONE):
        st.rerun(ALONE)


def agree() -> None:
    """Rerun if sidebar widgets and body read the address differently.

    The body was drawn before the sidebar's widgets.

    Called at the end of a whole run; the session then contains the widgets.
    """
    drawn = _drawn()
    again = BODY in drawn and drawn[BODY] != _depends[BODY]()
    if again and not st.session_state.get(_AGAIN):
        st.session_state[_AGAIN] = True
        st.rerun()
    st.session_state[_AGAIN] = False


def prepare() -> None:
    """Change how Streamlit answers requests for fragments.

    Called once, before the first visitor.

    After a restart the browser requests parts that the new server has not drawn yet. Streamlit would drop such a
    request, and the visitor's first move would be lost. Here such a request runs everything.

    A move of a kernel's number changes the body, too. Streamlit would run the kernel's part alone, whose callback
    requests both parts. The picture would then come only in a second run. Here the first run draws both parts.
    """
    patches.run_all_for_unknown_fragments()
    # In the order of ALONE. Some sliders for numbers of the kernel stand beside a picture, in the fragment BODY.
    patches.widen_requests({BODY: number.kernel_moved, KERNEL: number.moved})


def _begin(name: str) -> None:
    """Begin a part that runs alone, as a whole run begins."""
    session_memory.begin()
    languages.begin()
    query.begin(name)
    if name != next(fragment for fragment in ALONE if running(fragment)):
        return
    page_run_errors.begin()
    listen()
    with writing(current_notation()):
        elsewhere = {fragment: depends() for fragment, depends in _depends.items() if not running(fragment)}
    if any(_drawn().get(fragment) != now for fragment, now in elsewhere.items()):
        st.rerun()


def _drawn() -> dict[str, Hashable]:
    return of_session(_DRAWN, dict[str, Hashable])
