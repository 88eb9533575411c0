"""Precedence of live pictures over runs of pages.

When a control is released, the browser requests the picture of its last value. At once it tells
Streamlit that value. If picture and run were computed at the same time, both would be late.

So the picture is computed first. The run of the page begins when no request of the same browser page is being
computed, or after AWHILE. If another process answers the request, this process has nothing to wait for, and the two
computations do not slow each other down.

A run takes several times as long as a live picture, and mostly repeats what its own picture has shown. So while more
than MANY pages wait for live pictures, the runs of pages that are shown already wait, too. Under twice the load that a
process bears, the runs are fewer then, since a visitor waits for one before the next, and all pictures come.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from threading import Condition
from time import monotonic, sleep
from typing import Any

import streamlit as st

from kernviz.ui import loop_first
from kernviz.ui.session_memory import of_session

HEADER = "X-Kernviz-Hand"
AWHILE = 0.15  # seconds a run waits at most
MANY = 4  # pages with live requests; while there are more, runs wait
MOST_DELAY = 8.0  # seconds a run that follows a live picture waits at most for those of other pages
MOST_DELAY_UNSHOWN = 2.0  # the same for a run whose live picture this process has not computed
LOOK = 0.1  # seconds between two looks of a run that waits for other pages
LATELY = 1.0  # seconds after which a live picture no longer counts as just shown
MOST = 1000  # pages whose last live picture is recorded
_HAND = "_live_before_rerun"
_asking: Counter[str] = Counter()  # page -> number of its live requests being computed
_seen: OrderedDict[str, float] = OrderedDict()  # page -> time when its last live picture was ready
_changed = Condition()


def name() -> str:
    """Return the name of this session's browser page.

    The page's live requests carry the name in HEADER. The name proves nothing, for anyone may send it.
    """
    return of_session(_HAND, lambda: token_urlsafe(9))


@contextmanager
def asking(hand: str) -> Iterator[None]:
    """Count a page's live request while it is computed.

    `hand` is the name of the page. Without an exception, the time of the picture is recorded for `follows`.
    """
    with _changed:
        _asking[hand] += 1
    pictured = False
    try:
        yield
        pictured = True
    finally:
        with _changed:
            _asking[hand] -= 1
            if not _asking[hand]:
                del _asking[hand]
            if pictured:
                _seen[hand] = monotonic()
                _seen.move_to_end(hand)
            while len(_seen) > MOST:
                _seen.popitem(last=False)
            _changed.notify_all()


def wait(ended: Callable[[], bool] = lambda: False) -> None:
    """Wait at the beginning of a run for live pictures.

    The run waits for the picture of its own page for at most `AWHILE`, and longer only while the event loop is late
    (loop_first.py). While many other pages wait for theirs, it waits for at most `MOST_DELAY`. `ended` returns True
    once the run is to end. The first run of a page waits for no other page.
    """
    loop_first.wait()
    hand = st.session_state.get(_HAND)
    shown = follows(st.session_state)
    with _changed:
        if hand in _asking:
            _changed.wait_for(lambda: hand not in _asking, AWHILE)
    if hand is not None:
        until = monotonic() + (MOST_DELAY if shown else MOST_DELAY_UNSHOWN)
        while len(_asking) > MANY and monotonic() < until and not ended():
            sleep(LOOK)


def follows(state: Any) -> bool:
    """Return True if a session's run follows a live picture.

    The browser shows that picture already, or will soon. `state` is the session's state.
    """
    if _HAND not in state:
        return False
    hand = state[_HAND]
    with _changed:
        return hand in _asking or (hand in _seen and monotonic() - _seen[hand] < LATELY)
