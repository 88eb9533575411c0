"""Error reports on the page: its last picture stays, and one sentence names a number that is in the log, too.

app.py runs each of its parts under `caught`. What goes wrong outside of them, in a callback, comes to
`on_script_error`. No bug, but treated alike: a part that takes too long is given up, and a sentence says so. A run that
a newer one overtakes is given up as well, at the next step of its computation.
"""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import kernviz.budget as budget
from kernviz.lessons.lesson import Picture
from kernviz.ui.plot import plot
from kernviz.ui.streamlit_internals import run as script_run
from kernviz.wording import say

MOST = 10.0  # seconds of processor time a run of the page may take
_RUN, _LAST, _UNSAID = "_error_run", "_error_last", "_error_unsaid"
_log = logging.getLogger(__name__)


@dataclass
class _Run:
    """Place of the picture on the page that is being drawn, and True once it is drawn."""

    title: str = ""
    place: DeltaGenerator | None = None
    drawn: bool = False


def begin() -> None:
    """Begin a run of the script, and report the errors of the callbacks before it."""
    st.session_state[_RUN] = _Run()
    for number in st.session_state.pop(_UNSAID, ()):
        _say(number)


def place(title: str, picture: DeltaGenerator) -> None:
    """Set the place of the picture of the page of that title."""
    st.session_state[_RUN] = _Run(title, picture)


def remember(picture: Picture) -> None:
    """Keep a picture that has been drawn, to show it should the next run fail."""
    run: _Run = st.session_state.setdefault(_RUN, _Run())
    run.drawn = True
    st.session_state[_LAST] = (run.title, picture)


@contextmanager
def caught() -> Iterator[None]:
    """Log and report an exception of a part of the page; the parts after it run."""
    try:
        with budget.within(MOST, script_run.overtaken()):
            yield
    except budget.OverBudgetError as error:  # the first element of a run that was overtaken ends it: nothing is said
        _show(partial(_say_dear, error.seconds))
    except Exception as error:  # a bug, of whatever kind; Streamlit's own signals are none of these
        _show(partial(_say, _logged(error)))


def on_script_error(error: Exception) -> bool:
    """For st.App: a callback has failed, so the script has not run. It is run now, or the page would be empty."""
    number = _logged(error)
    if script_run.script_started():
        _show(partial(_say, number))
    else:
        st.session_state[_UNSAID] = (*st.session_state.get(_UNSAID, ()), number)
        st.rerun()
    return True


def _logged(error: Exception) -> str:
    number = secrets.token_hex(3)
    _log.error("error %s", number, exc_info=error)
    return number


def _show(say_why: Callable[[str], None]) -> None:
    """Show the sentence, and the last good picture where the page has none yet."""
    run: _Run = st.session_state.setdefault(_RUN, _Run())
    title, picture = st.session_state.get(_LAST, ("", None))
    with run.place or st.container():
        if picture is None or title != run.title or run.drawn:
            say_why("")
            return
        run.drawn = True
        say_why(say("The picture is the last good one."))
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


def _say_dear(seconds: float, kept: str = "") -> None:
    with st.container(key="kv-too-dear"):
        st.warning(
            say(
                "This takes more than {n} seconds of computing, so it was given up. {kept} Take fewer "
                "points, a smaller C or a simpler kernel.",
                n=f"{seconds:g}",
                kept=kept,
            ).replace("  ", " "),
            icon="⏱️",
        )
