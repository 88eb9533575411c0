"""Bounds of what a browser sends to Streamlit and uvicorn.

They are the sizes of a request's head and of a message, and the kinds of messages. They are set once, before the first
visitor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from kernviz.ui.streamlit_internals.names import (
    CONNECTION,
    ENDING_HEADS,
    FAST_CONNECTION,
    KINDS,
    LONG_HEADS,
    SESSION,
    SHORT_MESSAGES,
    find,
)

# bytes of a request's address and headers; nginx passes on lines of 65 536, and so long is the longest address
LONGEST_HEAD = 131_072
# messages that pages send: a move, the end of a run, and a sign of life
WANTED = frozenset({"rerun_script", "stop_script", "app_heartbeat"})


def bound_sizes() -> None:
    """Bound the head of a request, and a message of a browser.

    A head may have about `LONGEST_HEAD` bytes until it is complete. By itself uvicorn allows 16 kB with h11: over a
    network, and from some proxies, a longer address comes in pieces, and was refused with status 400. With httptools
    it has no bound.

    uvicorn collects a message of up to ``server.maxMessageSize``. Streamlit then refuses those above
    ``server.maxWidgetStateSize``. The second bound holds from the beginning, so a browser that never completes its
    message takes less memory. Calling this twice has the same effect as calling it once.
    """
    for name, feature in ((CONNECTION, LONG_HEADS), (FAST_CONNECTION, ENDING_HEADS)):
        connection = find(name)
        if not feature.known() or hasattr(connection.__init__, "bounded"):
            continue
        _set_sizes(connection)
        if feature is ENDING_HEADS:
            _bound_incomplete(connection)


def _set_sizes(connection: Any) -> None:
    """Set both sizes where a connection of uvicorn's begins."""
    begin = connection.__init__

    def begin_bounded(self: Any, config: Any, *others: Any, **named: Any) -> None:
        config.h11_max_incomplete_event_size = LONGEST_HEAD
        if SHORT_MESSAGES.known():
            config.ws_max_size = longest_message()
        begin(self, config, *others, **named)

    begin_bounded.bounded = True  # type: ignore[attr-defined]
    connection.__init__ = begin_bounded


def _bound_incomplete(connection: Any) -> None:
    """Let connections with httptools refuse what stays incomplete for too long.

    It may be a head, an extension of a chunk, or headers after a chunked body. The bytes are counted since a head, a
    part of a body or a request was last complete. So there may be one read more than `LONGEST_HEAD`.
    """
    read = connection.data_received
    connection.incomplete = 0

    def read_counted(self: Any, data: bytes) -> None:
        self.incomplete += len(data)
        read(self, data)
        if self.incomplete > LONGEST_HEAD:
            self.incomplete = 0
            self.send_400_response("The address and the headers are too long.")

    connection.data_received = read_counted
    for name in ("on_headers_complete", "on_body", "on_message_complete"):
        setattr(connection, name, _resetting(getattr(connection, name)))


def _resetting(complete: Callable[..., None]) -> Callable[..., None]:
    """Let a connection's method reset the count of incomplete bytes, too."""

    def complete_and_reset(self: Any, *part: bytes) -> None:
        self.incomplete = 0
        complete(self, *part)

    return complete_and_reset


def longest_message() -> int:
    """Return the bytes that a message of a browser may have."""
    return int(st.get_option("server.maxWidgetStateSize")) * 10**6


def drop_unwanted_messages() -> None:
    """Drop the kinds of messages that no page sends.

    Streamlit has more kinds, for people who write an app. Any visitor may send them: to empty the stored results of
    all, to read the names of files in a clone of the repository, to write files for programming assistants, and to
    prepare any number of uploads at once. Calling this twice has the same effect as calling it once.
    """
    if not KINDS.known():
        return
    session = find(SESSION)
    handle = session.handle_backmsg
    if hasattr(handle, "wanted"):
        return

    def handle_wanted(self: Any, msg: Any) -> None:
        if msg.WhichOneof("type") in WANTED:
            handle(self, msg)

    handle_wanted.wanted = WANTED  # type: ignore[attr-defined]
    session.handle_backmsg = handle_wanted
