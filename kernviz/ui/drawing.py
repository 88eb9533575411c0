"""Points set by hand: a field in the sidebar, the same points as text, and their past.

The text is the widget ``pts``, which is also what the address carries: a drawing travels with a copied link. Whatever
changes the points (a click in the field, typing, an example, undo, the browser's back button) ends in that text. A text
that cannot be read changes nothing but the message: the last points stay.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import count

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from kernviz.data import DataError, Dataset, read_drawn, write_drawn
from kernviz.data.drawn import MOST_DRAWN, VALUES, NoPoint, drawing_window, drawn_classes, drawn_places
from kernviz.lessons.subject import DRAWING as DEFAULT
from kernviz.lessons.subject import DRAWING_PARAM
from kernviz.ui import echo, query
from kernviz.ui.component import component

KEY, PLACE, FIELD = "pts", "drawing", "drawing_field"
PARAMS = (DRAWING_PARAM,)
WORDS = {
    "alt": "A field to set points in. They stand below it as text, too.",
    "hint": "Click to set a point, drag to move it, right-click to erase it.",
    "touch": "Tap to set a point, drag to move it. Erase, then a tap, takes it away.",
    "keys": "Arrows move, Enter sets, n and p choose, Delete erases, 1 to 9: class, Escape lets go.",
}

Array = NDArray[np.float64]
_MEMORY = "_drawing"
_LONGEST_PAST = 200
_serial = count(1)


@dataclass
class _Memory:
    shown: str | None = None  # what the text field says; None before it was drawn for the first time
    text: str = DEFAULT  # the last that could be read
    past: list[str] = field(default_factory=list)
    why: Hashable = None  # what made the last change: the moves of one drag are one step of undo
    seq: int = 0  # the newest change of the field that has arrived here
    window: tuple[float, float, float, float] | None = None  # kept while points are moved: axes must not run away


def drawing() -> Dataset:
    """The drawn points in force."""
    return read_drawn(_memory().text)


def drawing_field() -> None:
    """The field, undo, clear, and the text."""
    echo.listen()
    memory = _memory()
    place, buttons = st.container(), st.container(horizontal=True, gap="xsmall")
    with st.expander("The points as text"):
        _text_field(memory)
    problem = _problem(memory)
    empty = isinstance(problem, NoPoint)
    if empty:
        st.caption("No point is set. The page shows the last ones until you set the first.")
    elif problem:
        st.text(f"✗ {problem}")
    with buttons:
        st.button("Undo", key="drawing_undo", on_click=undo, disabled=not memory.past)
        st.button("Clear", key="drawing_clear", on_click=clear, disabled=empty)
    with place:
        _canvas(memory, empty)


def put(text: str, why: Hashable = None) -> None:
    """Points from elsewhere. All changes in a row with the same `why`, such as one drag, are undone together."""
    memory = _memory()
    if text == memory.shown:
        return
    if memory.shown is not None and (why is None or why != memory.why):
        memory.past = [*memory.past, memory.shown][-_LONGEST_PAST:]
    memory.why = why
    _show(memory, text)
    if why is None:
        memory.window = None


def take_over(data: Dataset) -> None:
    """Make a drawing of a dataset; undo brings an earlier drawing back. Raises DataError if it does not fit a plane, or
    has more than 200 points.
    """
    put(write_drawn(data))


def undo() -> None:
    """A callback: the points before the last change."""
    echo.listen()
    memory = _memory()
    if memory.past:
        memory.why = None
        _show(memory, memory.past.pop())


def clear() -> None:
    """A callback: no point, but still its classes. It can be undone."""
    echo.listen()
    data = drawing()
    put(VALUES if data.task == "regression" else " ".join(f"{name}:" for name in data.classes), why="clear")


def _memory() -> _Memory:
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    return memory


def _show(memory: _Memory, text: str) -> None:
    memory.shown = text
    if not _problem(memory):
        memory.text = text


def _problem(memory: _Memory) -> DataError | None:
    """Why the text shown is not the points in force, if it is not."""
    try:
        read_drawn(memory.text if memory.shown is None else memory.shown)
    except DataError as problem:
        return problem
    return None


def _text_field(memory: _Memory) -> None:
    """The field that owns the text and its place in the address."""
    known = echo.knows(KEY)
    if memory.shown is not None and (known or KEY not in st.session_state) and not query.going_back():
        echo.mirror(PLACE, KEY, memory.shown, put, typed=True)
    st.text_area(
        "A class and a colon, then two numbers a point",
        DEFAULT,
        key=KEY,
        bind="query-params",
        height=160,
        help="Also pairs of x and a value after y= for regression, or pairs alone for points without classes.",
    )
    text = str(st.session_state[KEY])
    echo.settled(PLACE, KEY, text, put, typed=True)
    if text != memory.shown:  # the address, an example or the browser's back button has set it
        put(text)
    echo.mark(PLACE)


def _canvas(memory: _Memory, empty: bool) -> None:
    data = drawing()
    values, places = data.task == "regression", drawn_places(data)
    if not _inside(memory.window, places):
        memory.window = drawing_window(data)
    names = [VALUES] if values else list(drawn_classes(memory.shown or "") if empty else data.classes) or [""]
    codes = data.codes if data.classes else [0] * data.n
    points = [[float(x), float(y), int(k)] for (x, y), k in zip(places, codes, strict=True)]
    message = {
        "points": [] if empty else points,
        "names": names,
        "values": values,
        "more": bool(data.classes),
        "window": memory.window,
        "seq": memory.seq,
        "most": MOST_DRAWN,
        **WORDS,
        "serial": next(_serial),  # no two messages are equal, see plot.py
    }
    component("canvas")(key=FIELD, data=message, on_edit_change=_edited, on_undo_change=undo)


def _inside(window: tuple[float, float, float, float] | None, places: Array) -> bool:
    if window is None:
        return False
    left, right, bottom, top = window
    return bool(np.all((places >= (left, bottom)) & (places <= (right, top))))


def _edited() -> None:
    """The points were changed in the field. It sends them all each time: one message lost is made good by the next."""
    event = st.session_state[FIELD].get("edit") or {}
    text, seq = event.get("text"), event.get("seq")
    if not isinstance(text, str) or not isinstance(seq, int):
        return
    echo.listen()
    _memory().seq = max(seq, _memory().seq)
    put(text, why=("step", event.get("step")))
