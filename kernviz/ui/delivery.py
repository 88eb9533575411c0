"""What a run tells the browser leaves in a few batches.

Streamlit wakes the server's event loop twice for each of a run's sixty messages, and each time the two threads hand
Python's lock back and forth. Here messages wait for each other: until the run's first picture is among them, until the
run has ended, or for `AWHILE`. Their order stays as it is, and those that leave together leave in one write.

The browser draws the whole page for each batch. A run that follows a hand brings a picture that is on the screen
already: nothing of it hurries, and all leaves at its end.
"""

from __future__ import annotations

import logging
from asyncio import TimerHandle
from collections import deque
from threading import Lock
from typing import Any

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunnerEvent
from streamlit.runtime.session_manager import SessionClientDisconnectedError

from kernviz.ui import hand_first
from kernviz.ui.one_write import at_once

AWHILE = 0.05  # seconds; of what a run has to say before its picture, or after it, nobody misses that much
AFTER_A_HAND = 0.25  # seconds, where the picture is seen
MOST_AT_ONCE = 200  # messages; Streamlit gives up a browser for which 500 wait
LARGE = 8192  # bytes; a picture has more, what stands around it less
_WAITING = "_kernviz_waiting"
_lock = Lock()


# What of Streamlit's insides this file rests on.
METHODS = {
    AppSession: (
        "_on_scriptrunner_event",
        "_handle_scriptrunner_event_on_event_loop",
        "_call_soon_on_event_loop",
        "flush_browser_queue",
        "on_flushed_messages_sent",
        "session_state",
    ),
    Runtime: ("_send_message", "disconnect_session"),
}
FIELDS = {AppSession: ("_event_loop", "_browser_queue", "_message_enqueued_callback"), Runtime: ("_session_mgr",)}


def known() -> bool:
    """Whether this Streamlit is built as this file knows it; a later one may not be."""
    methods = all(hasattr(owner, name) for owner, names in METHODS.items() for name in names)
    made = {owner: vars(owner)["__init__"].__code__.co_names for owner in FIELDS}
    return methods and all(name in made[owner] for owner, names in FIELDS.items() for name in names)


def lighten() -> None:
    """Before the first visitor: sessions of this process tell what they have to tell in batches, where that can be."""
    if known():
        AppSession._on_scriptrunner_event = _wait  # type: ignore[method-assign,assignment]


def urgent(event: ScriptRunnerEvent, message: ForwardMsg | None) -> bool:
    """Whether it is not to wait: a picture, or the end of a run."""
    if event is not ScriptRunnerEvent.ENQUEUE_FORWARD_MSG or message is None:
        return event is not ScriptRunnerEvent.SCRIPT_STARTED
    return message.ByteSize() >= LARGE


def _wait(self: AppSession, sender: Any, event: ScriptRunnerEvent, **told: Any) -> None:
    """In the script's thread, in the place of Streamlit's own: the event joins those that wait."""
    hurry = urgent(event, told.get("forward_msg"))
    with _lock:
        waiting = self.__dict__.setdefault(_WAITING, _Waiting())
        if hurry and event is ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
            hurry, waiting.pictured = not waiting.pictured, True
        elif event is ScriptRunnerEvent.SCRIPT_STARTED:
            waiting.pictured = waiting.follows = hand_first.follows(self.session_state)
        waiting.events.append((sender, event, told))
        woken, waiting.woken = waiting.woken, True
        hurried, waiting.hurried = waiting.hurried, waiting.hurried or hurry
    if hurry and not hurried:
        self._call_soon_on_event_loop(lambda: _deliver(self))
    elif not woken:
        self._call_soon_on_event_loop(lambda: _later(self))


def _later(session: AppSession) -> None:
    waiting: _Waiting = session.__dict__[_WAITING]
    if waiting.events:
        awhile = AFTER_A_HAND if waiting.follows else AWHILE
        waiting.timer = session._event_loop.call_later(awhile, _deliver, session)


class _Waiting:
    """The events of one session that wait, and whether its event loop has been asked to see to them, or at once."""

    def __init__(self) -> None:
        self.events: deque[tuple[Any, ScriptRunnerEvent, dict[str, Any]]] = deque()
        self.woken = self.hurried = False
        self.pictured = False  # whether the run's first picture has been told: those after it wait like the rest
        self.follows = False  # whether the run follows a hand
        self.timer: TimerHandle | None = None  # what sees to them when nothing hurries


def _deliver(session: AppSession) -> None:
    """In the event loop: what waits, as Streamlit would have handled each by itself; the sender is told once."""
    waiting: _Waiting = session.__dict__[_WAITING]
    with _lock:
        events, waiting.events = waiting.events, deque()
        waiting.woken = waiting.hurried = False
    if waiting.timer is not None:  # or it would tear the next batch apart
        waiting.timer.cancel()
    if not events:
        return
    tell, session._message_enqueued_callback = session._message_enqueued_callback, None
    try:
        for sender, event, told in events:
            try:
                session._handle_scriptrunner_event_on_event_loop(sender, event, **told)
            except Exception:  # as asyncio does with one that is called alone: the others are delivered
                logging.getLogger(__name__).exception("an event of a run was lost: %s", event)
    finally:
        session._message_enqueued_callback = tell
        if not _sent(session) and tell is not None:
            tell()


def _sent(session: AppSession) -> bool:
    """Send what the session has to tell now, without another turn of Streamlit's own loop for each message; False
    leaves it to that: nobody is there to read it, or too much waits already.
    """
    if not Runtime.exists():
        return False
    runtime = Runtime.instance()
    info = runtime._session_mgr.get_active_session_info(session.id)
    if info is None or len(session._browser_queue) > MOST_AT_ONCE:
        return False
    with at_once(info.client):
        for message in session.flush_browser_queue():
            try:
                runtime._send_message(info, message)
            except SessionClientDisconnectedError:
                runtime.disconnect_session(session.id, client=info.client)
                return True
    session.on_flushed_messages_sent()
    return True
