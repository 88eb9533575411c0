"""Points of one's own: what they are, where they come from, and their past.

Any set becomes one's own by the first touch in a picture (hands.py). The points are a text in the address, under
``pts``: they travel with a copied link. What changes them (a hand, typing, an example, undo, the browser's Back) ends
in that text. A text that cannot be read changes nothing but the message: the last points stay.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from kernviz.data import DataError, Dataset, read_drawn
from kernviz.data.drawn import NoPoint, drawn_classes, for_address
from kernviz.data.pack import unpack
from kernviz.lessons import subject
from kernviz.lessons.subject import DRAWING as DEFAULT
from kernviz.lessons.subject import DRAWING_PARAM, DRAWN, WAS_PARAM
from kernviz.ui import data_list, query
from kernviz.ui.memory import of_session
from kernviz.wording import say

PARAMS = (DRAWING_PARAM, WAS_PARAM)
POSITIVE = "positive"  # under which every page says which class is +1 where there are more than two
_MEMORY = "_drawing"
_HELD = ("data", "pts", "was", "n", "noise", "seed", "cx", "cy")  # what undo brings back
_LONGEST_PAST = 200

Snapshot = dict[str, Any]


@dataclass
class _Memory:
    good: str = DEFAULT  # the last text that could be read
    past: list[Snapshot] = field(default_factory=list)
    future: list[Snapshot] = field(default_factory=list)
    why: Hashable = None  # what made the last change: the moves of one drag are one step of undo
    pending: Snapshot = field(default_factory=dict)  # what is yet to be put into the session
    widget: int = 0  # which field of text is on the page, and what it was told
    told: str = ""
    typed: str | None = None  # a text that cannot be read, as long as it stands there


def drawing() -> Dataset:
    """The drawn points in force; while there is none, the last ones."""
    memory = _memory()
    text = str(query.value(DRAWING_PARAM))
    query.value(WAS_PARAM)
    try:
        data = read_drawn(text)
    except DataError:
        return read_drawn(memory.good)
    memory.good = text
    return data


def in_force() -> Hashable:
    """What the drawn points depend on, and what is said of them."""
    memory = _memory()
    return query.soon(DRAWING_PARAM), memory.good, memory.typed


def is_empty() -> bool:
    """Whether points of one's own are shown, and there is none."""
    return st.session_state.get("data") == DRAWN and isinstance(_problem(text()), NoPoint)


def was() -> str:
    """The name of the set these points come from; "" where that is not known, or nothing to go back to."""
    values = subject.values_of(str(st.session_state.get("was") or ""))
    return str(values.get("data", "")) if st.session_state.get("data") == DRAWN else ""


def past_and_future() -> tuple[bool, bool]:
    """Whether there is something to undo, and to do again."""
    return bool(_memory().past), bool(_memory().future)


# ---- changes: each is made in the memory first, and put into the session by `flush`, which may be broken off ---------


def put(text: str, why: Hashable = None, before: Sequence[str] = ()) -> None:
    """These points from now on. All changes in a row with the same `why` are undone together. `before`: the classes
    of the set they come from, where that is none of one's own.
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
    origin = now["was"] if mine else subject.origin(now["data"], now)
    memory.pending |= {"data": DRAWN, "pts": text, "was": origin}
    classes = drawn_classes(str(now["pts"] or DEFAULT)) if mine else tuple(before)
    if len(classes) == 2 and len(after := drawn_classes(text)) > 2 and classes[1] in after:
        memory.pending[POSITIVE] = classes[1]  # a third class turns no border round: +1 is who it was


def remember() -> None:
    """Something else is about to put others in their place: undo brings one's own points back."""
    memory, now = _memory(), _now()
    if now["data"] == DRAWN:
        memory.past, memory.future, memory.why = [*memory.past, now][-_LONGEST_PAST:], [], None


def undo() -> None:
    """The points, or the set, before the last change."""
    _step("past", "future")


def redo() -> None:
    """What undo took back."""
    _step("future", "past")


def back() -> None:
    """The set these points come from. It can be undone."""
    memory, now = _memory(), _now()
    if values := subject.values_of(str(now["was"] or "")):
        memory.past, memory.future, memory.why = [*memory.past, now], [], None
        memory.pending |= values


def flush() -> None:
    """Put into the session what is pending."""
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
    held = {name: st.session_state.get(name) for name in _HELD} | _memory().pending
    return held | {"data": held["data"] or data_list.first()}


# ---- the same points as text -----------------------------------------------------------------------------------------


def listen() -> None:
    """Take what a person has typed. First thing in a run."""
    memory = _memory()
    flush()
    typed = st.session_state.get(_key(memory))
    if not isinstance(typed, str) or typed in (memory.told, memory.typed):
        return
    problem = _problem(typed)
    if problem is None or isinstance(problem, NoPoint):
        put(typed)
        memory.typed, memory.told = None, typed
        flush()
    else:
        memory.typed = typed


def drawing_field() -> None:
    """The points as text, and what is wrong with it."""
    memory = _memory()
    data, said = drawing(), text()
    problem = _problem(memory.typed if memory.typed is not None else said)
    if isinstance(problem, NoPoint):
        st.caption(say("No point is set: click in the picture."))
    else:
        st.caption(say("{n} points of your own. Move them in the picture, or here.", n=data.n))
    with st.expander(say("The points as text")):
        shown = memory.typed if memory.typed is not None else _readable(said)
        if memory.told != shown and st.session_state.get(_key(memory)) != shown:
            memory.widget += 1
        memory.told = _readable(said)
        if _key(memory) not in st.session_state:
            st.session_state[_key(memory)] = shown
        st.text_area(
            say("A class and a colon, then two numbers a point"),
            key=_key(memory),
            height=160,
            help=say("Also x= before points of the line, y= before pairs of x and a value to predict, or pairs alone."),
        )
    if problem is not None and not isinstance(problem, NoPoint):
        st.text(f"✗ {problem}")


def text() -> str:
    """The points in force as the address says them."""
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


def _key(memory: _Memory) -> str:
    return f"points_text-{memory.widget}"


def _memory() -> _Memory:
    return of_session(_MEMORY, _Memory)
