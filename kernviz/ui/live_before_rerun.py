"""Precedence of live pictures over runs of pages.

When a control is released, the browser requests the picture of its last value. At once it tells
Streamlit that value. If picture and run were computed at the same time, both would be late.

So the picture is computed first. The run of the page begins when no request of the same browser page is being
computed, or after AWHILE. If another process answers the request, this process has nothing to wait for, and the two
computations do not slow each other down.

The pictures of other pages go before a run, too, where many of them wait (page_turns.py).
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from threading import Condition
from time import monotonic
from typing import Any

import streamlit as st

from kernviz.ui import loop_first
from kernviz.ui.session_memory import of_session

HEADER = "X-Kernviz-Hand"
AWHILE = 0.15  # seconds a run waits at most
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


def wait() -> None:
    """Wait at the beginning of a run for the page's picture.

    The wait lasts at most `AWHILE`, and longer only while the event loop is late (loop_first.py).
    """
    loop_first.wait()
    hand = st.session_state.get(_HAND)
    with _changed:
        if hand in _asking:
            _changed.wait_for(lambda: hand not in _asking, AWHILE)


def is_shown(state: Any) -> bool:
    """Return True if a session's page has been drawn before."""
    return _HAND in state


def follows(state: Any) -> bool:
    """Return True if a session's run follows a live picture.

    The browser shows that picture already, or will soon. `state` is the session's state.
    """
    if _HAND not in state:
        return False
    hand = state[_HAND]
    with _changed:
        return hand in _asking or (hand in _seen and monotonic() - _seen[hand] < LATELY)
