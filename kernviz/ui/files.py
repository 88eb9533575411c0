"""The visitor's own file, read here and stored in the browser.

The app reads the file on the server. After a reload of the page the app requests it from the browser.

The browser's half is assets/file.js. The session holds the file as long as the session lives; the
server writes nothing to disk. Messages from the browser are untrusted input.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import streamlit as st

from kernviz.compute import politely
from kernviz.data import DataError, Dataset
from kernviz.data.column_guess import first_choice
from kernviz.data.decode import MAX_BYTES
from kernviz.data.file_reading import FileReading, ReadOptions, understood
from kernviz.data.import_plan import Choice, Plan, plan
from kernviz.lessons.data_and_kernel import MOST_POINTS, OWN
from kernviz.ui import query
from kernviz.ui.component import component, reported
from kernviz.ui.file_messages import LONGEST_NAME, File, file_of, made_of
from kernviz.ui.session_memory import of_session, put
from kernviz.wording import remembered, say

UPLOADED = "_uploaded"  # the data of the current file
KEY, CHOOSER = "kv-file", "kv-file-chooser"
_MEMORY, _USED = "_files", "_file_used"


@dataclass
class Memory:
    """The visitor's file in one session, and its storage in the browser."""

    token: str = field(default_factory=lambda: secrets.token_hex(8))
    file: File | None = None  # the newest file: in the dialog, or the current one
    read_options: ReadOptions = field(default_factory=ReadOptions)
    choice: Choice | None = None  # the choice of columns of the newest file
    current: tuple[File, ReadOptions, Choice | None] | None = None  # the current file, and how it is read
    open: bool = False  # the dialog is open
    problem: str = ""  # reason the newest file is not the current one
    known: str | None = None  # last known name of the file the browser stores
    answered: bool = False  # True if the browser has sent its stored file, or has none
    keep: dict[str, Any] | None = None  # the choice that the browser should store
    forget: str = ""  # number of the request that the browser delete its stored file; "" without a request
    unkept: bool = False  # True if the browser could not store the file
    heard: tuple[str, ...] = ()  # ids of the last messages handled


def memory() -> Memory:
    """Return the file memory of this session."""
    return of_session(_MEMORY, Memory)


# ---- before anything is drawn ----------------------------------------------------------------------------------------


def offered() -> bool:
    """Return True if the visitor's file is on the menu.

    That is so if the session or the browser has a file, or if the address names the file.
    """
    stored = memory()
    return UPLOADED in st.session_state or (stored.known is not None and not stored.answered) or awaited()


def name() -> str:
    """Return the name of the visitor's file.

    It is the current file, or the file that the browser stores.
    """
    return memory().known or ""


def awaited() -> bool:
    """Return True if the page waits for a file from the browser.

    The page needs the visitor's file, and the browser has not yet sent it or said that it has none.
    """
    if UPLOADED in st.session_state or memory().answered:
        return False
    chosen = st.session_state.get("data") or ["", *query.in_address("data")][-1]
    return bool(chosen == OWN)


def waiting() -> None:
    """Draw the sentence of a page that waits for its file."""
    st.caption(say("Your file comes from this browser…"))


def keeper() -> None:
    """Draw the component that reads and writes the browser's storage.

    Called before the page is drawn, on every page that has the sidebar.
    """
    stored = memory()
    message = {
        "role": "keeper",
        "token": stored.token,
        "ask": awaited(),
        "keep": stored.keep,
        "forget": stored.forget,
        "known": stored.known is not None,
    }
    heard = {f"on_{kind}_change": listen for kind in ("file", "kept", "has", "unkept")}
    component("file")(key=KEY, data=message, **heard)


def chooser() -> None:
    """Draw the buttons for the visitor's file in the sidebar."""
    shown = name() if UPLOADED in st.session_state else ""
    component("file")(
        key=CHOOSER,
        data={"role": "chooser", "name": shown},
        width="stretch" if shown else "content",
        on_change_change=listen,
        on_forget_change=listen,
    )


def _from_browser(kind: str) -> Mapping[str, Any]:
    for key in (KEY, CHOOSER):
        message = reported(key, kind)
        if isinstance(message, Mapping):
            return message
    return {}


def listen() -> None:
    """Handle the browser's new messages about the file, each once.

    Called first in a run, and in a callback.
    """
    stored = memory()
    for kind, handle in _HANDLERS.items():
        message = _from_browser(kind)
        number = str(message.get("said", ""))[:80]
        if number and number not in stored.heard:
            stored.heard = (*stored.heard[-20:], number)
            handle(message, stored)


def _arrived(message: Mapping[str, Any], stored: Memory) -> None:
    """Handle a chosen or dropped file by opening the dialog.

    The dialog asks for the file's columns or shows its error.
    """
    if (file := file_of(message)) is not None:
        stored.file, stored.read_options, stored.choice = file, ReadOptions(), None
        stored.open, stored.problem = True, ""


def _kept(message: Mapping[str, Any], stored: Memory) -> None:
    """Handle the message with the stored file, or without any."""
    stored.answered = True
    file = file_of(message)
    if file is None or file.refused:
        stored.known, stored.problem = None, say("This browser keeps no file of yours: open it again.")
        return
    stored.file, (stored.read_options, stored.choice) = file, made_of(message.get("made"))
    _make_current(stored)


def _has(message: Mapping[str, Any], stored: Memory) -> None:
    """Handle the message that the browser stores an earlier file."""
    known = message.get("name")
    stored.known = known[:LONGEST_NAME] if isinstance(known, str) else None


def _unkept(message: Mapping[str, Any], stored: Memory) -> None:
    """Handle the message that the browser could not store the file."""
    stored.unkept = True


def _change(message: Mapping[str, Any], stored: Memory) -> None:
    """Open the dialog to choose other columns of the current file."""
    if stored.current is not None:  # the newest file may be one that was not put to use
        stored.file, stored.read_options, stored.choice = stored.current
    stored.open, stored.problem = stored.file is not None, ""


def _forget(message: Mapping[str, Any], stored: Memory) -> None:
    """Delete the file here and in the browser."""
    fresh = Memory(token=stored.token, answered=True, forget=secrets.token_hex(4), heard=stored.heard)
    put(_MEMORY, fresh)
    st.session_state.pop(UPLOADED, None)


_HANDLERS = {"file": _arrived, "kept": _kept, "has": _has, "unkept": _unkept, "change": _change, "forget": _forget}


# ---- reading the file and making it the current one -----------------------------------------------------------------


def reading_of(file: File, read_options: ReadOptions) -> FileReading:
    """Parse the visitor's file.

    Raises DataError if the file was refused, is damaged, or cannot be read as a table.
    """
    if file.refused:
        raise DataError(file.refused)
    with politely():
        return _understood(file.content, read_options)


@remembered(2)
def _understood(content: bytes, read_options: ReadOptions) -> FileReading:
    reader = zlib.decompressobj(31)
    try:
        found = reader.decompress(content, MAX_BYTES + 1)  # never unpacks more than the limit
    except zlib.error:
        raise DataError(say("the file was damaged on its way: choose it again")) from None
    return understood(found, read_options)


@remembered(16)
def plan_of(reading: FileReading, choice: Choice, name: str) -> Plan:
    """Return the points of a choice of columns, at most MOST_POINTS."""
    with politely():
        return plan(reading, choice, name, MOST_POINTS)


def use(choice: Choice) -> bool:
    """Put the file to use with a choice of columns.

    The browser is asked to store both. If the points cannot be used, return False; ``memory().problem`` is then the
    reason.
    """
    stored = memory()
    stored.choice = choice
    if not _make_current(stored):
        return False
    made = {"way": asdict(stored.read_options), "choice": asdict(choice)}
    stored.keep = {"id": stored.file.id if stored.file else "", "made": made}
    stored.open, stored.forget, stored.unkept = False, "", False
    st.session_state["data"], st.session_state[_USED] = OWN, True
    return True


def _make_current(stored: Memory) -> bool:
    file = stored.file
    if file is None:
        return False
    try:
        reading = reading_of(file, stored.read_options)
        done = plan_of(reading, stored.choice or first_choice(reading), file.stem)
    except DataError as problem:
        stored.problem = f"{file.name}: {problem}"
        return False
    if done.data is None:
        stored.problem = f"{file.name}: {done.problem}"
        return False
    st.session_state[UPLOADED] = done.data
    stored.current = file, stored.read_options, stored.choice
    stored.known, stored.problem = file.name, ""
    return True


def just_used() -> bool:
    """Return True if a file was put into use since last asked."""
    return bool(st.session_state.pop(_USED, False))


def close() -> None:
    """Close the file dialog; ``memory().problem`` stays shown."""
    memory().open = False


def current_file() -> Dataset | None:
    """Return the data of the visitor's file, or None."""
    data: Dataset | None = st.session_state.get(UPLOADED)
    return data
