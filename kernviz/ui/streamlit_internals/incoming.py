"""Bounds of what a browser sends to Streamlit and uvicorn.

They are the sizes of a request's head and of a message, and the kinds of messages. They are set once, before the first
visitor.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from kernviz.ui.streamlit_internals.names import (
    CONNECTION,
    KINDS,
    LONG_HEADS,
    SESSION,
    SHORT_MESSAGES,
    find,
)

# bytes of a request's address and headers; nginx passes on lines of 65 536
LONGEST_HEAD = 131_072
# messages that pages send: a move, the end of a run, and a sign of life
WANTED = frozenset({"rerun_script", "stop_script", "app_heartbeat"})


def bound_sizes() -> None:
    """Bound the head of a request, and a message of a browser.

    uvicorn allows a head 16 kB until it is complete. Over a network, and from some proxies, a longer address comes in
    pieces, and was refused with status 400. It may have `LONGEST_HEAD` bytes.

    uvicorn collects a message of up to ``server.maxMessageSize``. Streamlit then refuses those above
    ``server.maxWidgetStateSize``. The second bound holds from the beginning, so a browser that never completes its
    message takes less memory. Calling this twice has the same effect as calling it once.
    """
    if not LONG_HEADS.known():
        return
    connection = find(CONNECTION)
    begin = connection.__init__
    if hasattr(begin, "bounded"):
        return

    def begin_bounded(self: Any, config: Any, *others: Any, **named: Any) -> None:
        config.h11_max_incomplete_event_size = LONGEST_HEAD
        if SHORT_MESSAGES.known():
            config.ws_max_size = longest_message()
        begin(self, config, *others, **named)

    begin_bounded.bounded = True  # type: ignore[attr-defined]
    connection.__init__ = begin_bounded


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
