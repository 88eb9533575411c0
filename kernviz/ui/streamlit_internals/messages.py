"""Messages of a session on their way to its browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar

from kernviz.ui.streamlit_internals.names import EVENT, GONE, ONE_WRITE, RUNTIME, find

T = TypeVar("T")


def brings_message(event: Any) -> bool:
    """Return True if the run's event is a message for the browser."""
    return bool(event is find(EVENT).ENQUEUE_FORWARD_MSG)


def begins_run(event: Any) -> bool:
    """Return True if the event is the beginning of a run."""
    return bool(event is find(EVENT).SCRIPT_STARTED)


def call_soon(session: Any, callback: Callable[[], None]) -> None:
    """Call the callback in the session's event loop."""
    session._call_soon_on_event_loop(callback)


def event_loop(session: Any) -> Any:
    """Return the event loop of the session."""
    return session._event_loop


def handle(session: Any, sender: Any, event: Any, arguments: dict[str, Any]) -> None:
    """Handle a run's event as Streamlit does, in the event loop.

    A message of the current run only joins the queue: most events are messages.
    """
    if brings_message(event):
        if sender is session._scriptrunner:
            session._browser_queue.enqueue(arguments["forward_msg"])
        return
    session._handle_scriptrunner_event_on_event_loop(sender, event, **arguments)


@contextmanager
def holding_sender(session: Any) -> Iterator[Callable[[], None] | None]:
    """Keep new messages from waking Streamlit's sender in this context.

    The context yields the function that wakes the sender, or None.
    """
    tell, session._message_enqueued_callback = session._message_enqueued_callback, None
    try:
        yield tell
    finally:
        session._message_enqueued_callback = tell


def runtime() -> Any:
    """Return Streamlit's runtime, or None where there is no runtime."""
    found = find(RUNTIME)
    return found.instance() if found.exists() else None


def send_waiting(session: Any, most: int, together: Callable[[Any], AbstractContextManager[None]]) -> bool:
    """Send the waiting messages in the context ``together(client)``.

    Return False if nobody reads them or if over `most` messages wait.
    """
    server = runtime()
    info = server and server._session_mgr.get_active_session_info(session.id)
    if info is None or len(session._browser_queue) > most:
        return False
    with together(info.client):
        for message in session.flush_browser_queue():
            try:
                server._send_message(info, message)
            except find(GONE):
                server.disconnect_session(session.id, client=info.client)
                return True
    session.on_flushed_messages_sent()
    return True


def wrap_transport(send: Any, wrap: Callable[[Any], T]) -> T | None:
    """Make a websocket write to `wrap(transport)`, and return this transport.

    The websocket is that of the ASGI function `send`. Return None where the server is not uvicorn.
    """
    connection = getattr(send, "__self__", None)
    if not ONE_WRITE.known():
        return None
    if not hasattr(getattr(connection, "transport", None), "write"):
        ONE_WRITE.warn("transport of a websocket's connection")
        return None
    wrapped: T = wrap(connection.transport)  # type: ignore[union-attr]
    connection.transport = wrapped  # type: ignore[union-attr]
    return wrapped


def websocket_scope(client: Any) -> dict[str, Any]:
    """Return the ASGI scope of a Streamlit client's websocket.

    The scope is empty where it is not known.
    """
    scope: dict[str, Any] = getattr(getattr(client, "_websocket", None), "scope", {})
    return scope
