"""Bounds of what a browser sends to Streamlit and uvicorn.

They are the sizes of a request's head and of a message, and the kinds of messages. They are set once, before the first
visitor.
"""

from __future__ import annotations

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
            _count_head(connection)


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


def _count_head(connection: Any) -> None:
    """Let connections with httptools refuse a long, incomplete head.

    The reads are counted in which no head begins. So a head may be longer by two reads.
    """
    read, begin, complete = connection.data_received, connection.on_message_begin, connection.on_headers_complete
    connection.bytes_of_head = None  # None outside a head

    def read_counted(self: Any, data: bytes) -> None:
        open_before = self.bytes_of_head is not None
        read(self, data)
        if open_before and self.bytes_of_head is not None:
            self.bytes_of_head += len(data)
            if self.bytes_of_head > LONGEST_HEAD:
                self.bytes_of_head = None
                self.send_400_response("The address and the headers are too long.")

    def begin_counted(self: Any) -> None:
        self.bytes_of_head = 0
        begin(self)

    def complete_counted(self: Any) -> None:
        self.bytes_of_head = None
        complete(self)

    connection.data_received = read_counted
    connection.on_message_begin = begin_counted
    connection.on_headers_complete = complete_counted


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
