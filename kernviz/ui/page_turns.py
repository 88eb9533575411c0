"""Turns of page runs, shared fairly among network addresses.

Streamlit starts a thread for each session that wants its page drawn. A hundred of them at once hold up everything in
the process, the event loop first of all. So a run waits for its turn (fair_queue.py): who has used less goes first, by
address and then by session. One place is left to other addresses, so one address alone never has them all.

A run first waits for its live picture (live_before_rerun.py), and needs no place for that. It takes several times as
long as a live picture, and mostly repeats what its own picture has shown. So while many other live pictures wait, the
run of a page that is shown already waits, too. Under twice the load that a process bears, the runs are fewer then,
since a visitor waits for one before the next, and all pictures come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, local
from time import monotonic, sleep, thread_time

import streamlit as st

from kernviz.compute import admitted
from kernviz.ui import client_address, live_before_rerun, live_pool
from kernviz.ui.fair_queue import FairQueue
from kernviz.ui.streamlit_internals import run as script_run

# page runs at once; one address has at most one less
MOST_AT_ONCE = 3
# seconds of processor time: a session whose last run took less does not wait behind longer ones of its address
QUICK = 0.5
# seconds between two checks of a waiting run, which goes on at once if its session has ended
LOOK = 1.0
MOST_DELAY = 8.0  # seconds a run that follows a live picture waits at most for those of other pages
MOST_DELAY_UNSHOWN = 2.0  # the same for a run whose live picture this process has not computed
LOOPBACK = "127.0.0.1"  # Streamlit names no address for a browser on the same machine
LOOK_AT_PICTURES = 0.1  # seconds between two looks of a run that waits for live pictures


class Turns:
    """Places for page runs, given in a fair order."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self._lock = Lock()
        self._queue = FairQueue[Event](most, quick=QUICK, last_for_others=True)

    @property
    def waiting(self) -> int:
        """Number of runs that wait for their turn."""
        with self._lock:
            return len(self._queue)

    @contextmanager
    def turn(self, address: str, session: str, ended: Callable[[], bool]) -> Iterator[None]:
        """Wait for a place and hold it during a block.

        A run whose session has ended needs none, as it does nothing.
        """
        begins = Event()
        with self._lock:
            self._queue.add(address, session, begins)
            self._begin_next()
        while not begins.wait(LOOK):
            if ended():
                with self._lock:
                    gone = self._queue.remove(begins)
                if gone:
                    yield
                    return
        used = thread_time()
        try:
            yield
        finally:
            with self._lock:
                self._queue.finished(begins, thread_time() - used)
                self._begin_next()

    def _begin_next(self) -> None:
        while len(self._queue.running) < self._queue.threads:
            begins = self._queue.take()
            if begins is None:
                return
            begins.set()


class _Here(local):
    """Mark of a thread that has its turn."""

    inside = False


_turns = Turns()
_here = _Here()


@contextmanager
def turn() -> Iterator[None]:
    """Wait for the turn of this session, then run a block.

    Inside another such block nothing is waited for.
    """
    if _here.inside:
        yield
        return
    ended, address = script_run.stopped(), client_address.of(st.context.ip_address or LOOPBACK)
    follows = live_before_rerun.follows(st.session_state)
    live_before_rerun.wait()
    if live_before_rerun.is_shown(st.session_state):
        _let_pictures_pass(address, MOST_DELAY if follows else MOST_DELAY_UNSHOWN, ended)
    with _turns.turn(address, script_run.session_id() or "", ended), admitted():
        _here.inside = True
        try:
            yield
        finally:
            _here.inside = False


def _let_pictures_pass(address: str, most: float, ended: Callable[[], bool]) -> None:
    """Wait while many live pictures go before a run.

    The wait lasts for `most` seconds at most.
    """
    until = monotonic() + most
    while live_pool.many_before(address) and monotonic() < until and not ended():
        sleep(LOOK_AT_PICTURES)


def waiting() -> int:
    """Return the number of page runs that wait for their turn."""
    return _turns.waiting
