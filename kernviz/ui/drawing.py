"""Points drawn by the visitor.

The module holds their text in the address, their undo history and their text field.

The first edit of any dataset in a picture (hands.py) turns it into drawn points. They are a text
in the address, under ``pts``, and so part of a copied link. Every change (a drag, typing, an
example, undo, the browser's Back) sets that text. A text that cannot be read changes only the
message: the last valid points stay.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from kernviz.data import DataError, Dataset, read_drawn
from kernviz.data.drawn import NoPoint, drawn_classes, for_address
from kernviz.data.url_compression import unpack
from kernviz.lessons import data_and_kernel
from kernviz.lessons.data_and_kernel import DRAWING as DEFAULT
from kernviz.lessons.data_and_kernel import DRAWING_PARAM, DRAWN, WAS_PARAM
from kernviz.ui import data_list, query
from kernviz.ui.session_memory import of_session
from kernviz.wording import say, several

PARAMS = (DRAWING_PARAM, WAS_PARAM)
POSITIVE = "positive"  # name of the parameter for class +1, if there are more than two classes
_MEMORY = "_drawing"
PARAMS_OF_DATA = ("data", "pts", "was", "n", "noise", "seed", "cx", "cy")  # undo restores them
_LONGEST_PAST = 200

Snapshot = dict[str, Any]


@dataclass
class _DrawingHistory:
    good: str = DEFAULT  # the last valid text
    past: list[Snapshot] = field(default_factory=list)
    future: list[Snapshot] = field(default_factory=list)
    why: Hashable = None  # origin of the last change: the moves of one drag are one step of undo
    pending: Snapshot = field(default_factory=dict)  # values to be written into the session by `flush`
    widget: int = 0  # number of the text field on the page; `shown` is the text it was given
    shown: str = ""
    typed: str | None = None  # an invalid text, while the field shows it


def drawing() -> Dataset:
    """Return the current drawn points.

    While the text is invalid, these are the last valid points.
    """
    memory = _memory()
    text = str(query.value(DRAWING_PARAM))
    query.value(WAS_PARAM)
    try:
        data = read_drawn(text)
    except DataError:
        return read_drawn(memory.good)
    memory.good = text
    return data


def fingerprint() -> Hashable:
    """Return a hashable value that changes whenever the drawn points do.

    It also changes whenever their message does.
    """
    memory = _memory()
    return query.soon(DRAWING_PARAM), memory.good, memory.typed


def is_empty() -> bool:
    """Return True if drawn points are shown and their set is empty."""
    return st.session_state.get("data") == DRAWN and isinstance(_problem(text()), NoPoint)


def was() -> str:
    """Return the name of the dataset the drawn points come from.

    Return "" if it is unknown or if no drawn points are shown.
    """
    values = data_and_kernel.values_of(str(st.session_state.get("was") or ""))
    return str(values.get("data", "")) if st.session_state.get("data") == DRAWN else ""


def past_and_future() -> tuple[bool, bool]:
    """Return the pair (can undo, can redo)."""
    return bool(_memory().past), bool(_memory().future)


# ---- changes: collected as pending, then written into the session by `flush`, which may be interrupted ---------------


def put(text: str, why: Hashable = None, before: Sequence[str] = ()) -> None:
    """Set the drawn points from their text; `flush` puts them into force.

    Successive changes with the same `why` are undone together.

    `before`: the classes of the dataset that was edited, unless its points are drawn points already.
    """
    memory, now = _memory(), _now()
    text = for_address(text)
    mine = now["data"] == DRAWN
    if mine and text == now["pts"]:
        return
    if why is None or why != memory.why:
        memory.past = [*memory.past, now][-_LONGEST_PAST:]
        memory.future = []
    memory.why = why
    origin = now["was"] if mine else data_and_kernel.origin(now["data"], now)
    memory.pending |= {"data": DRAWN, "pts": text, "was": origin}
    classes = drawn_classes(str(now["pts"] or DEFAULT)) if mine else tuple(before)
    if len(classes) == 2 and len(after := drawn_classes(text)) > 2 and classes[1] in after:
        # with a third class the boundary keeps its sides: +1 stays the same class
        memory.pending[POSITIVE] = classes[1]


def remember() -> None:
    """Save the drawn points for undo.

    Something else is about to replace them.
    """
    memory, now = _memory(), _now()
    if now["data"] == DRAWN:
        memory.past, memory.future, memory.why = [*memory.past, now][-_LONGEST_PAST:], [], None


def undo() -> None:
    """Undo the last change of the drawn points.

    The result is the points, or the dataset, before that change.
    """
    _step("past", "future")


def redo() -> None:
    """Repeat the change of the drawn points undone last."""
    _step("future", "past")


def back() -> None:
    """Return to the dataset the drawn points come from.

    This can be undone.
    """
    memory, now = _memory(), _now()
    if values := data_and_kernel.values_of(str(now["was"] or "")):
        memory.past, memory.future, memory.why = [*memory.past, now][-_LONGEST_PAST:], [], None
        memory.pending |= values


def flush() -> None:
    """Write the pending changes of the drawn points into the session."""
    memory = _memory()
    for name, value in memory.pending.items():
        st.session_state[name] = value
    memory.pending = {}


def _step(source: str, target: str) -> None:
    memory, now = _memory(), _now()
    if taken := getattr(memory, source):
        setattr(memory, source, taken[:-1])
        setattr(memory, target, [*getattr(memory, target), now])
        memory.why = None
        memory.pending |= {name: value for name, value in taken[-1].items() if value is not None}


def _now() -> Snapshot:
    values = {name: st.session_state.get(name) for name in PARAMS_OF_DATA} | _memory().pending
    return values | {"data": values["data"] or data_list.first()}


# ---- the same points as text -----------------------------------------------------------------------------------------


def listen() -> None:
    """Apply the text a visitor has typed into the points field.

    Called first in a run.
    """
    memory = _memory()
    flush()
    typed = st.session_state.get(_key(memory))
    if not isinstance(typed, str) or typed in (memory.shown, memory.typed):
        return
    problem = _problem(typed)
    if problem is None or isinstance(problem, NoPoint):
        put(typed)
        memory.typed, memory.shown = None, typed
        flush()
    else:
        memory.typed = typed


def drawing_field() -> None:
    """Draw the text field of the points, with its error."""
    memory = _memory()
    data, written = drawing(), text()
    problem = _problem(memory.typed if memory.typed is not None else written)
    if isinstance(problem, NoPoint):
        st.caption(say("No point is set: click in the picture."))
    else:
        st.caption(
            several(
                data.n,
                "{n} point of your own. Move it in the picture, or here.",
                "{n} points of your own. Move them in the picture, or here.",
            )
        )
    with st.expander(say("The points as text")):
        shown = memory.typed if memory.typed is not None else _readable(written)
        if memory.shown != shown and st.session_state.get(_key(memory)) != shown:
            memory.widget += 1
        memory.shown = _readable(written)
        if _key(memory) not in st.session_state:
            st.session_state[_key(memory)] = shown
        st.text_area(
            say("A class and a colon, then two numbers a point"),
            key=_key(memory),
            height=160,
            help=say(
                "Other forms: x= before points of the line, y= before pairs of x and a value to predict, or pairs "
                "of coordinates without a class."
            ),
        )
    if problem is not None and not isinstance(problem, NoPoint):
        st.text(f"✗ {problem}")


def text() -> str:
    """Return the current drawn points as written in the address."""
    return str(st.session_state.get("pts") or DEFAULT)


def _readable(text: str) -> str:
    try:
        return unpack(text)
    except DataError:
        return text


def _problem(text: str) -> DataError | None:
    try:
        read_drawn(text)
    except DataError as problem:
        return problem
    return None


def _key(memory: _DrawingHistory) -> str:
    return f"points_text-{memory.widget}"


def _memory() -> _DrawingHistory:
    return of_session(_MEMORY, _DrawingHistory)
