"""What a hand does in a picture: places and points moved, set, painted, erased there (assets/hands.js).

The browser keeps what it shows to itself while something is held, and says on release what was done: a list of acts,
each with a number that grows, and with every message all those it does not know to have arrived. They are looked for at
the beginning of a run, as those of numbers are (number.py), and each is done once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
import streamlit as st

from kernviz.data import DataError, Dataset, write_drawn
from kernviz.data.drawn import LINE, MOST_DRAWN, PLANE_VALUES, VALUES, drawn_set, write_empty
from kernviz.lessons.lesson import Handle, Picture, Points
from kernviz.lessons.shared.sheet import kept, sheet_of
from kernviz.lessons.subject import DRAWN
from kernviz.ui import doors, drawing
from kernviz.ui.memory import of_session
from kernviz.wording import say

_MEMORY = "_hands"
_LARGEST = 2**53  # the last number of a message that a browser can still count on from
MOST_ACTS = 100  # of one message: a browser that has so many unheard has long lost its server
DOES: dict[str, Callable[[], None]] = {"undo": drawing.undo, "redo": drawing.redo, "back": drawing.back}


@dataclass(frozen=True)
class _Shown:
    """What may be moved in a picture: what sets which name in the address, and whose points."""

    handles: dict[str, Handle]
    data: Dataset | None


@dataclass
class _Memory:
    seq: int = 0  # the newest act that was done
    shown: dict[str, _Shown] = field(default_factory=dict)  # by the key of the picture


def of(picture: Picture) -> dict[str, Any]:
    """What plot() is to be told of what may be moved in a picture."""
    points = picture.points
    if not picture.handles and points is None:
        return {}
    memory = _memory()
    if picture.key not in memory.shown:  # what a browser says again to a server that was restarted is no new act
        memory.seq = max(memory.seq, _said(st.session_state.get(picture.key))[0])
    handles = {name: handle for handle in picture.handles for name in handle.names}
    memory.shown[picture.key] = _Shown(handles, None if points is None else points.data)
    past, future = drawing.past_and_future()
    told = {
        "seq": memory.seq,
        "places": [asdict(handle) | {"label": doors.plain(handle.label)} for handle in picture.handles],
        "points": points and _told(points),
        "most": MOST_DRAWN,
        "past": past,
        "future": future,
        "mine": points is not None and st.session_state.get("data") == DRAWN,
        "own": doors.plain(drawing.was()),
    }
    revision = picture.revision if points is None else str(sheet_of(points.data))
    return {"hands": told, "on_hand": listen, "revision": revision}


def _told(points: Points) -> dict[str, Any]:
    data, some = points.data, None if not points.gone else 0
    return {
        "at": points.places.ravel(),
        "codes": data.codes[:some].tolist() if data.classes else None,
        "values": data.values[:some].tolist() if data.task == "regression" and data.d == 2 else None,
        "names": [doors.plain(name) for name in data.classes],
        "level": points.level,
        "label": say(
            "The {n} points. Arrows move, Enter sets, n and p choose, Delete erases, 1 to 9: class.", n=data.n
        ),
    }


def listen() -> None:
    """Do what was done in the browser. First thing in a run, and in a callback."""
    memory = _memory()
    drawing.listen()
    said = {key: _said(st.session_state[key]) for key in list(memory.shown) if key in st.session_state}
    for key, (_, acts) in said.items():
        for act in acts:
            seq = _number(act.get("seq"))
            if seq > memory.seq:
                _do(act, memory.shown[key], seq)
                memory.seq = seq
    drawing.flush()


def _do(act: Mapping[str, Any], shown: _Shown, seq: int) -> None:
    place, points, does = act.get("place"), act.get("points"), act.get("do")
    if isinstance(place, Mapping):
        for name, value in place.items():
            handle = shown.handles.get(name)
            if handle is not None and (meant := _meant(handle, name, value)) is not None:
                st.session_state[name] = meant
    elif isinstance(points, Mapping) and shown.data is not None:
        if (text := text_of(points, shown.data)) is not None:
            drawing.put(text, why=("act", seq), before=[doors.plain(name) for name in shown.data.classes])
    elif isinstance(does, str) and does in DOES:
        DOES[does]()


def _meant(handle: Handle, name: str, value: object) -> float | int | str | None:
    """What that name is to be; None for what it cannot be."""
    if handle.cells and name == handle.names[0]:
        return value if isinstance(value, str) and _fills(value, handle) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    low, high = (1, len(handle.cells)) if handle.cells else handle.range_of(name)
    inside = min(max(float(value), low), high)
    return round(inside) if handle.spots or handle.cells else inside


def _fills(text: str, handle: Handle) -> bool:
    """Whether these are numbers for all the cells, none beyond the limits: a browser may send anything."""
    try:
        rows = [[float(word) for word in row.split()] for row in text.split(";")]
    except ValueError:
        return False
    sound = all(handle.low <= value <= handle.high for row in rows for value in row)
    return sound and [len(row) for row in rows] == [len(row) for row in handle.cells]


def text_of(said: Mapping[str, Any], before: Dataset) -> str | None:
    """The points a message means as text, on the sheet of those before; None if it means none."""
    names, places = said.get("names") or [], said.get("at")
    if not isinstance(places, list) or not isinstance(names, list) or len(places) > MOST_DRAWN:
        return None
    classes = [name for name in names if isinstance(name, str)]
    if not places:
        return write_empty(replace(before, sheet=sheet_of(before)), classes)
    line, regression = before.d == 1, before.task == "regression"
    kind = (VALUES if line else PLANE_VALUES) if regression else LINE if line else ""
    size = 1 if kind == LINE else 2
    extra = said.get("values") if kind == PLANE_VALUES else None
    codes = said.get("codes") if classes else None
    try:
        points = np.array([[_real(v) for v in place[:size]] for place in places], dtype=np.float64)
        if kind == PLANE_VALUES:
            points = np.column_stack([points, [_real(v) for v in extra or ()]])
        labels = [classes[int(code)] for code in codes] if codes is not None else []
        if len(labels) not in (0, len(places)) or bool(classes) != bool(labels):
            return None
        columns = [doors.plain(name) for name in (*before.columns, *([before.target] if regression else []))]
        data = drawn_set(kind, points, labels, classes, [(name, None) for name in columns])
        return write_drawn(kept(data, before))
    except (DataError, TypeError, ValueError, IndexError):
        return None


def _real(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(say("no number"))
    return float(value)


def _said(state: object) -> tuple[int, list[Mapping[str, Any]]]:
    """The number of a message and its acts, in order; (−1, []) for what is none: anyone may send anything."""
    message = state.get("hand") if isinstance(state, Mapping) else None
    if not isinstance(message, Mapping) or not isinstance(message.get("acts"), list):
        return -1, []
    acts = [act for act in message["acts"][:MOST_ACTS] if isinstance(act, Mapping)]
    ordered = all(_number(a.get("seq")) < _number(b.get("seq")) for a, b in pairwise(acts))
    return _number(message.get("seq")), acts if ordered else []


def _number(seq: object) -> int:
    return seq if isinstance(seq, int) and not isinstance(seq, bool) and 0 <= seq < _LARGEST else -1


def _memory() -> _Memory:
    return of_session(_MEMORY, _Memory)
