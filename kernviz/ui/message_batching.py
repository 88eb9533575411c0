"""Batching of a run's messages to the browser.

Streamlit wakes the server's event loop twice for each of a run's sixty messages. Each time the
two threads exchange Python's global interpreter lock. Here messages wait for each other: until
the run's first picture is among them, until the run has ended, or for `UNNOTICED`. Their order
stays as it is. The messages of a batch are sent in one write.

The browser draws the whole page for each batch. A run that follows a drag brings a picture that
is on the screen already. No message of such a run is urgent, and all leave at its end.
"""

from __future__ import annotations

import logging
from asyncio import TimerHandle
from collections import deque
from threading import Lock
from typing import Any

from kernviz.ui import live_before_rerun
from kernviz.ui.loop_first import UNNOTICED
from kernviz.ui.streamlit_internals import messages, patches
from kernviz.ui.write_coalescing import at_once

AFTER_A_HAND = 0.25  # longest delay in seconds after a drag, when the live picture is already visible
MOST_AT_ONCE = 200  # messages; Streamlit disconnects a browser with 500 waiting messages
LARGE = 8192  # bytes; pictures are larger, other elements smaller
_WAITING = "_kernviz_waiting"
_lock = Lock()


def install() -> None:
    """Make the sessions of this process send messages in batches.

    Called once, before the first visitor. There is no effect where batching is impossible.
    """
    patches.replace_event_handler(_wait)


def urgent(event: Any, message: Any) -> bool:
    """Return True if the event must be handled without waiting.

    Such an event carries a picture, or is the end of a run. `message` is the event's message, None without one.
    """
    if not messages.brings_message(event) or message is None:
        return not messages.begins_run(event)
    return bool(message.ByteSize() >= LARGE)


def _wait(self: Any, sender: Any, event: Any, **arguments: Any) -> None:
    """Add the event to the waiting events of its session.

    This function replaces a method of Streamlit's session, and runs in the script's thread.
    """
    hurry = urgent(event, arguments.get("forward_msg"))
    with _lock:
        waiting = self.__dict__.setdefault(_WAITING, _Waiting())
        if hurry and messages.brings_message(event):
            hurry, waiting.pictured = not waiting.pictured, True
        elif messages.begins_run(event):
            waiting.pictured = waiting.follows = live_before_rerun.follows(self.session_state)
        waiting.events.append((sender, event, arguments))
        woken, waiting.woken = waiting.woken, True
        hurried, waiting.hurried = waiting.hurried, waiting.hurried or hurry
    if hurry and not hurried:
        messages.call_soon(self, lambda: _deliver(self))
    elif not woken:
        messages.call_soon(self, lambda: _later(self))


def _later(session: Any) -> None:
    waiting: _Waiting = session.__dict__[_WAITING]
    if waiting.events:
        awhile = AFTER_A_HAND if waiting.follows else UNNOTICED
        waiting.timer = messages.event_loop(session).call_later(awhile, _deliver, session)


class _Waiting:
    """The waiting events of one session.

    `woken`: its event loop has been asked to handle them. `hurried`: the loop has been asked to
    handle them at once.
    """

    def __init__(self) -> None:
        self.events: deque[tuple[Any, Any, dict[str, Any]]] = deque()
        self.woken = self.hurried = False
        self.pictured = False  # True if the run's first picture was sent; later pictures wait like other messages
        self.follows = False  # True if the run follows a drag
        self.timer: TimerHandle | None = None  # delivers the messages unless something delivers them earlier


def _deliver(session: Any) -> None:
    """Handle the waiting events and wake the sender once.

    Each event is handled as Streamlit would handle it by itself. Runs in the event loop.
    """
    waiting: _Waiting = session.__dict__[_WAITING]
    with _lock:
        events, waiting.events = waiting.events, deque()
        waiting.woken = waiting.hurried = False
    if waiting.timer is not None:  # a timer left running would split the next batch
        waiting.timer.cancel()
    if not events:
        return
    with messages.holding_sender(session) as tell:
        for sender, event, arguments in events:
            try:
                messages.handle(session, sender, event, arguments)
            except Exception:  # as in asyncio, an error in one callback does not stop the others
                logging.getLogger(__name__).exception("an event of a run was lost: %s", event)
    # a message that is not sent here is left to Streamlit's own loop, which takes a further turn for each message
    if not messages.send_waiting(session, MOST_AT_ONCE, at_once) and tell is not None:
        tell()
