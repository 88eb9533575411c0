"""Turns of page runs, shared fairly among network addresses.

Streamlit starts a thread for each session that wants its page drawn. A hundred of them at once hold up everything in
the process, the event loop first of all. So a run waits for its turn (fair_queue.py): who has used less goes first, by
address and then by session. One place is left to other addresses, so one address alone never has them all.

A run first waits for live pictures (live_before_rerun.py), and needs no place for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, local
from time import thread_time

import streamlit as st

from kernviz.compute import admitted
from kernviz.ui import client_address, live_before_rerun
from kernviz.ui.fair_queue import FairQueue
from kernviz.ui.streamlit_internals import run as script_run

# page runs at once; one address has at most one less
MOST_AT_ONCE = 3
# seconds of processor time: a session whose last run took less does not wait behind longer ones of its address
QUICK = 0.5
# seconds between two checks of a waiting run, which goes on at once if its session has ended
LOOK = 1.0


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
    ended = script_run.stopped()
    live_before_rerun.wait(ended)
    address = client_address.of(st.context.ip_address or "")
    with _turns.turn(address, script_run.session_id() or "", ended), admitted():
        _here.inside = True
        try:
            yield
        finally:
            _here.inside = False


def waiting() -> int:
    """Return the number of page runs that wait for their turn."""
    return _turns.waiting
