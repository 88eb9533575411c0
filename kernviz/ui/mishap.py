"""When there is a bug: the page keeps its last picture and says one sentence, with a number that stands in the log,
too.

app.py runs each of its parts under `caught`. What goes wrong outside of them, in a callback, comes to
`on_script_error`.
"""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from kernviz.lessons.lesson import Picture
from kernviz.ui.plot import plot
from kernviz.wording import say

_RUN, _LAST, _UNSAID = "_mishap_run", "_mishap_last", "_mishap_unsaid"
_log = logging.getLogger(__name__)


@dataclass
class _Run:
    """Where the page that is being drawn has its picture, and whether it stands there already."""

    title: str = ""
    place: DeltaGenerator | None = None
    drawn: bool = False


def begin() -> None:
    """A run of the script begins: what went wrong in a callback before it is said now."""
    st.session_state[_RUN] = _Run()
    for number in st.session_state.pop(_UNSAID, ()):
        _say(number)


def place(title: str, picture: DeltaGenerator) -> None:
    """The page of that title has its picture there."""
    st.session_state[_RUN] = _Run(title, picture)


def remember(picture: Picture) -> None:
    """It has been drawn: the one to keep should the next run fail."""
    run: _Run = st.session_state.setdefault(_RUN, _Run())
    run.drawn = True
    st.session_state[_LAST] = (run.title, picture)


@contextmanager
def caught() -> Iterator[None]:
    """A part of the page. What goes wrong in it is logged and said; the parts after it run."""
    try:
        yield
    except Exception as error:  # a bug, of whatever kind; Streamlit's own signals are none of these
        _show(_logged(error))


def on_script_error(error: Exception) -> bool:
    """For st.App: a callback has failed, so the script has not run. It is run now, or the page would be empty."""
    number = _logged(error)
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None and context.has_script_started:
        _show(number)
    else:
        st.session_state[_UNSAID] = (*st.session_state.get(_UNSAID, ()), number)
        st.rerun()
    return True


def _logged(error: Exception) -> str:
    number = secrets.token_hex(3)
    _log.error("error %s", number, exc_info=error)
    return number


def _show(number: str) -> None:
    run: _Run = st.session_state.setdefault(_RUN, _Run())
    title, picture = st.session_state.get(_LAST, ("", None))
    with run.place or st.container():
        if picture is None or title != run.title or run.drawn:
            _say(number)
            return
        run.drawn = True
        _say(number, say("The picture is the last good one."))
        plot(
            picture.figure,
            key=picture.key,
            alt=picture.alt,
            height=picture.height,
            square=picture.square,
            revision=picture.revision,
        )


def _say(number: str, kept: str = "") -> None:
    with st.container(key=f"kv-mishap-{number}"):
        st.error(
            say(
                "Something went wrong in the program. {kept} Go on with other values, and please "
                "report it with the number {number}.",
                kept=kept,
                number=number,
            )
        )
