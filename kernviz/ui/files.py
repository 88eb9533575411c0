"""A file of one's own: read here, kept in the person's own browser, and asked back from there after a reload.

The browser's half is assets/file.js. This session holds what it was sent for as long as it lives; nothing is written on
this side. What the browser says is read as from a stranger: it may say anything.
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
from kernviz.data.decode import MAX_BYTES
from kernviz.data.guess import first_choice
from kernviz.data.plan import Choice, Plan, plan
from kernviz.data.reading import Reading, Way, understood
from kernviz.lessons.subject import MOST_POINTS, OWN
from kernviz.ui import query
from kernviz.ui.component import component
from kernviz.ui.file_messages import LONGEST_NAME, File, file_of, made_of
from kernviz.ui.memory import of_session
from kernviz.wording import remembered, say

UPLOADED = "_uploaded"  # the data of the file in force
KEY, CHOOSER = "kv-file", "kv-file-chooser"
_MEMORY, _USED = "_files", "_file_used"


@dataclass
class Memory:
    """Of one session."""

    token: str = field(default_factory=lambda: secrets.token_hex(8))
    file: File | None = None  # the newest: it is looked at, or in force
    way: Way = field(default_factory=Way)
    choice: Choice | None = None  # the one in force
    open: bool = False  # whether the page asks what to make of it
    problem: str = ""  # why the newest file is not in force
    known: str | None = None  # the name of the file the browser keeps, as far as we know
    answered: bool = False  # the browser has said what it keeps
    keep: dict[str, Any] | None = None  # what it is to keep
    forget: str = ""
    unkept: bool = False
    heard: tuple[str, ...] = ()  # the numbers of the last messages


def memory() -> Memory:
    """Of this session."""
    return of_session(_MEMORY, Memory)


# ---- before anything is drawn ----------------------------------------------------------------------------------------


def offered() -> bool:
    """Whether one's own file is among the data to choose: here, in the browser, or asked for by the address."""
    held = memory()
    return UPLOADED in st.session_state or (held.known is not None and not held.answered) or awaited()


def name() -> str:
    """Of the file in force, or of the one the browser keeps."""
    held = memory()
    return held.file.name if held.file is not None and UPLOADED in st.session_state else held.known or ""


def awaited() -> bool:
    """Whether the page is to show a file that only the browser has, and has not sent yet."""
    if UPLOADED in st.session_state or memory().answered:
        return False
    chosen = st.session_state.get("data") or ["", *query.given("data")][-1]
    return bool(chosen == OWN)


def keeper() -> None:
    """The part of the page that speaks with the browser's storage, on every page and before anything else."""
    held = memory()
    message = {
        "role": "keeper",
        "token": held.token,
        "ask": awaited(),
        "keep": held.keep,
        "forget": held.forget,
        "known": held.known is not None,
    }
    heard = {f"on_{kind}_change": listen for kind in ("file", "kept", "has", "unkept")}
    component("file")(key=KEY, data=message, **heard)


def chooser() -> None:
    """The buttons in the sidebar."""
    shown = name() if UPLOADED in st.session_state else ""
    component("file")(
        key=CHOOSER, data={"role": "chooser", "name": shown}, on_change_change=listen, on_forget_change=listen
    )


def _said(kind: str) -> Mapping[str, Any]:
    for key in (KEY, CHOOSER):
        state = st.session_state.get(key)
        said = state.get(kind) if isinstance(state, Mapping) else None
        if isinstance(said, Mapping):
            return said
    return {}


def listen() -> None:
    """Take what the browser has said since the last run. First thing in a run, and in a callback; each message once."""
    held = memory()
    for kind, does in _DOES.items():
        said = _said(kind)
        number = str(said.get("said", ""))[:80]
        if number and number not in held.heard:
            held.heard = (*held.heard[-20:], number)
            does(said, held)


def _arrived(said: Mapping[str, Any], held: Memory) -> None:
    """A file was chosen or dropped: the page asks what to make of it, or says why nothing can be."""
    if (file := file_of(said)) is not None:
        held.file, held.way, held.choice, held.open, held.problem = file, Way(), None, True, ""


def _kept(said: Mapping[str, Any], held: Memory) -> None:
    """The browser has answered what it keeps."""
    held.answered = True
    file = file_of(said)
    if file is None or file.refused:
        held.known, held.problem = None, say("This browser keeps no file of yours: open it again.")
        return
    held.file, (held.way, held.choice) = file, made_of(said.get("made"))
    _use(held)


def _has(said: Mapping[str, Any], held: Memory) -> None:
    """The browser keeps a file from before."""
    known = said.get("name")
    held.known = known[:LONGEST_NAME] if isinstance(known, str) else None


def _unkept(said: Mapping[str, Any], held: Memory) -> None:
    """It could not keep one."""
    held.unkept = True


def _change(said: Mapping[str, Any], held: Memory) -> None:
    """Other columns of the file in force."""
    held.open, held.problem = held.file is not None, ""


def _forget(said: Mapping[str, Any], held: Memory) -> None:
    """Here and in the browser."""
    fresh = Memory(token=held.token, answered=True, forget=secrets.token_hex(4), heard=held.heard)
    st.session_state[_MEMORY] = fresh
    st.session_state.pop(UPLOADED, None)


_DOES = {"file": _arrived, "kept": _kept, "has": _has, "unkept": _unkept, "change": _change, "forget": _forget}


# ---- what it says, and what is done with it --------------------------------------------------------------------------


def reading_of(file: File, way: Way) -> Reading:
    """What the file says. Raises DataError."""
    if file.refused:
        raise DataError(file.refused)
    with politely():
        return _understood(file.content, way)


@remembered(2)
def _understood(content: bytes, way: Way) -> Reading:
    reader = zlib.decompressobj(31)
    try:
        found = reader.decompress(content, MAX_BYTES + 1)  # what claims to be more is not unpacked
    except zlib.error:
        raise DataError(say("the file was damaged on its way: choose it again")) from None
    return understood(found, way)


@remembered(16)
def plan_of(reading: Reading, choice: Choice, name: str) -> Plan:
    """What the choice comes to, as many points as any page takes."""
    with politely():
        return plan(reading, choice, name, MOST_POINTS)


def use(choice: Choice) -> bool:
    """Put the file in force, as chosen; whether that is possible. The browser is told to keep it."""
    held = memory()
    held.choice = choice
    if not _use(held):
        return False
    made = {"way": asdict(held.way), "choice": asdict(choice)}
    held.keep = {"id": held.file.id if held.file else "", "made": made}
    held.open, held.forget, held.unkept = False, "", False
    st.session_state["data"], st.session_state[_USED] = OWN, True
    return True


def _use(held: Memory) -> bool:
    file = held.file
    if file is None:
        return False
    try:
        reading = reading_of(file, held.way)
        done = plan_of(reading, held.choice or first_choice(reading), file.stem)
    except DataError as problem:
        held.problem = f"{file.name}: {problem}"
        return False
    if done.data is None:
        held.problem = f"{file.name}: {done.problem}"
        return False
    st.session_state[UPLOADED] = done.data
    held.known, held.problem = file.name, ""
    return True


def just_used() -> bool:
    """Whether other points have been put in force since this was last asked."""
    return bool(st.session_state.pop(_USED, False))


def close(problem: str = "") -> None:
    """The page asks no more; what is in the way of the file stays said."""
    held = memory()
    held.open, held.problem = False, problem


def in_force() -> Dataset | None:
    """The data of the file."""
    data: Dataset | None = st.session_state.get(UPLOADED)
    return data
