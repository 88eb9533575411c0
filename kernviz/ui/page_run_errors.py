"""Errors in a run of a page.

The part with the error stops, and the rest of the page is drawn. The page's last picture stays. One sentence names the
error's identifier, which is in the log, too.

app.py runs each of its parts under `caught`. Errors outside of these parts, in a callback, come
to `on_script_error`. A part that takes too long is stopped, and a sentence says so. A run that a
newer run overtakes is stopped as well, at the next step of its computation.
"""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import kernviz.budget as budget
from kernviz.kernels.flint_memory import free_with_thread
from kernviz.lessons.lesson import Picture
from kernviz.ui.plot import plot
from kernviz.ui.streamlit_internals import run as script_run
from kernviz.wording import say

PART_SECONDS = 10.0  # processor time that each part of a page may take
_RUN, _LAST, _UNSAID = "_error_run", "_error_last", "_error_unsaid"
_log = logging.getLogger(__name__)


@dataclass
class _Run:
    """Title of the page, and the container of its picture.

    `drawn` is True once the picture is drawn.
    """

    title: str = ""
    container: DeltaGenerator | None = None
    drawn: bool = False


def begin() -> None:
    """Begin a run of the script, and report errors of earlier callbacks."""
    st.session_state[_RUN] = _Run()
    for identifier in st.session_state.pop(_UNSAID, ()):
        _show_error(identifier)


def set_container(title: str, container: DeltaGenerator) -> None:
    """Store the title of the page, and the container of its picture."""
    st.session_state[_RUN] = _Run(title, container)


def remember(picture: Picture) -> None:
    """Keep a drawn picture in case the next run fails."""
    run: _Run = st.session_state.setdefault(_RUN, _Run())
    run.drawn = True
    st.session_state[_LAST] = (run.title, picture)


@contextmanager
def caught() -> Iterator[None]:
    """Log and report an exception of a part of the page.

    The parts after it still run. Each part may take `PART_SECONDS` seconds of processor time.
    """
    free_with_thread()  # Streamlit starts a thread for nearly every run
    try:
        with budget.within(PART_SECONDS, script_run.overtaken()):
            yield
    # A run that a newer run has overtaken comes here, too. Streamlit ends it at its next element, so no message shows.
    except budget.OverBudgetError as error:
        _show(partial(_say_over_budget, error.seconds))
    except Exception as error:  # any bug; Streamlit's control-flow exceptions do not derive from Exception
        _show(partial(_show_error, _logged(error)))


def on_script_error(error: Exception) -> bool:
    """Report an error outside the parts of a page, for st.App.

    After an error in a callback, Streamlit does not run the script, and the page would be empty. So the script is run
    now, and that run reports the error. Return True, so that Streamlit shows no message of its own.
    """
    identifier = _logged(error)
    if script_run.script_started():
        _show(partial(_show_error, identifier))
    else:
        st.session_state[_UNSAID] = (*st.session_state.get(_UNSAID, ()), identifier)
        st.rerun()
    return True


def _logged(error: Exception) -> str:
    """Log an error, and return its identifier."""
    identifier = secrets.token_hex(3)
    _log.error("error %s", identifier, exc_info=error)
    return identifier


def _show(say_why: Callable[[str], None]) -> None:
    """Show the error sentence.

    If this run has not drawn its picture, the last good picture of the page is shown, too.
    """
    run: _Run = st.session_state.setdefault(_RUN, _Run())
    title, last_picture = st.session_state.get(_LAST, ("", None))
    with run.container or st.container():
        if last_picture is None or title != run.title or run.drawn:
            say_why("")
            return
        run.drawn = True
        say_why(say("The picture still shows the last values that could be computed."))
        plot(replace(last_picture, taking=None))


def _show_error(identifier: str, kept: str = "") -> None:
    with st.container(key=f"kv-mishap-{identifier}"):
        st.error(
            say(
                "Something went wrong in the program. {kept} Go on with other values, and please "
                "report it with the number {number}.",
                kept=kept,
                number=identifier,
            )
        )


def _say_over_budget(seconds: float, kept: str = "") -> None:
    st.warning(
        say(
            "This computation takes more than {n} seconds, so it was stopped. {kept} Take fewer points, a smaller C "
            "or a simpler kernel.",
            n=seconds,
            kept=kept,
        ),
        icon="⏱️",
    )
