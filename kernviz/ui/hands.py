"""Pointer and keyboard edits made in a picture.

Handles and points are moved, set, painted and erased (assets/hands.js).

The browser shows a drag by itself and reports it on release. The report is a list of edits
("acts") with increasing numbers, repeated until acknowledged. Edits are read at the beginning of a
run, like changes of sliders (number.py), and each is applied once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
import streamlit as st

from kernviz.data import DataError, Dataset, write_drawn
from kernviz.data.drawn import MOST_DRAWN, drawn_set, write_empty
from kernviz.data.drawn_text import LINE, PLANE_VALUES, VALUES
from kernviz.lessons.data_and_kernel import DRAWN
from kernviz.lessons.draggable import Handle, Points
from kernviz.lessons.lesson import Picture
from kernviz.lessons.shared.axis_limits import kept, sheet_of
from kernviz.ui import drawing, escaping
from kernviz.ui.component import real_number, reported
from kernviz.ui.session_memory import of_session
from kernviz.wording import say, several

_MEMORY = "_hands"
_LARGEST = 2**53  # the largest message number JavaScript can still increment exactly
MOST_ACTS = 100  # edits in one message; a browser with more unacknowledged edits lost its connection long ago
COMMANDS: dict[str, Callable[[], None]] = {"undo": drawing.undo, "redo": drawing.redo, "back": drawing.back}


@dataclass(frozen=True)
class _Editable:
    """The editable elements of one picture.

    They are handles by parameter name, and the points.
    """

    handles: dict[str, Handle]
    data: Dataset | None


@dataclass
class _HandsState:
    # new after a restart of the server, which the browser detects by it
    epoch: str = field(default_factory=lambda: secrets.token_hex(4))
    seq: int = 0  # number of the last edit applied
    editable: dict[str, _Editable] = field(default_factory=dict)  # by picture key


def of(picture: Picture) -> dict[str, Any]:
    """Return the plot() arguments that make handles and points editable.

    Without handles and points, return {}.
    """
    points = picture.points
    if not picture.handles and points is None:
        return {}
    memory = _memory()
    if picture.key not in memory.editable:  # edits that the browser repeats to a restarted server are not new
        memory.seq = max(memory.seq, _message(reported(picture.key, "hand"))[0])
    handles = {name: handle for handle in picture.handles for name in handle.names}
    memory.editable[picture.key] = _Editable(handles, None if points is None else points.data)
    past, future = drawing.past_and_future()
    data = {
        "seq": memory.seq,
        "epoch": memory.epoch,
        "places": [asdict(handle) | _handle_words(handle) for handle in picture.handles],
        "points": points and _points_data(points),
        "most": MOST_DRAWN,
        "past": past,
        "future": future,
        "mine": points is not None and st.session_state.get("data") == DRAWN,
        "own": escaping.plain(drawing.was()),
    }
    return {"hands": data, "on_hand": listen}


def on_its_sheet(picture: Picture) -> Picture:
    """Return the picture with the sheet of its editable points as revision.

    The zoom is kept while the sheet is the same.
    """
    return picture if picture.points is None else replace(picture, revision=str(sheet_of(picture.points.data)))


def _handle_words(handle: Handle) -> dict[str, str]:
    return {"label": escaping.plain(handle.label), "called": escaping.plain(handle.called)}


def _points_data(points: Points) -> dict[str, Any]:
    data, some = points.data, None if not points.gone else 0
    classes = min(len(data.classes), 9)
    keys = " " + say("1 to {k}: class.", k=classes) if classes > 1 else ""
    return {
        "at": points.places.ravel(),
        "codes": data.codes[:some].tolist() if data.classes else None,
        "values": data.values[:some].tolist() if data.task == "regression" and data.d == 2 else None,
        "names": [escaping.plain(name) for name in data.classes],
        "level": points.level,
        "label": several(
            0 if points.gone else data.n,
            "The {n} point. Arrows move, Enter sets, n and p choose, Delete erases.",
            "The {n} points. Arrows move, Enter sets, n and p choose, Delete erases.",
        )
        + keys,
    }


def listen() -> None:
    """Apply the browser's new edits of pictures, each once.

    Called first in a run, and in a callback.
    """
    memory = _memory()
    drawing.listen()
    messages = {key: _message(reported(key, "hand")) for key in list(memory.editable)}
    for key, (_, acts) in messages.items():
        for act in acts:
            seq = _whole_number(act.get("seq"))
            if seq > memory.seq:
                _apply(act, memory.editable[key], seq)
                memory.seq = seq
    drawing.flush()


def _apply(act: Mapping[str, Any], editable: _Editable, seq: int) -> None:
    place, points, command = act.get("place"), act.get("points"), act.get("do")
    if isinstance(place, Mapping):
        for name, value in place.items():
            handle = editable.handles.get(name)
            if handle is not None and (new := _validated(handle, name, value)) is not None:
                st.session_state[name] = new
    elif isinstance(points, Mapping) and editable.data is not None:
        if (text := text_of(points, editable.data)) is not None:
            drawing.put(text, why=("act", seq), before=[escaping.plain(name) for name in editable.data.classes])
    elif isinstance(command, str) and command in COMMANDS:
        COMMANDS[command]()


def _validated(handle: Handle, name: str, value: object) -> float | int | str | None:
    """Return the handle's value if valid for the parameter, or None."""
    if handle.cells and name == handle.names[0]:
        return value if isinstance(value, str) and _fills(value, handle) else None
    number = real_number(value)
    if number is None:
        return None
    low, high = (1, len(handle.cells)) if handle.cells else handle.range_of(name)
    inside = min(max(number, low), high)
    return round(inside) if handle.spots or handle.cells else inside


def _fills(text: str, handle: Handle) -> bool:
    """Return True if the text has a valid number for each cell.

    A number is valid if it lies within the limits. The text is untrusted input.
    """
    try:
        rows = [[float(word) for word in row.split()] for row in text.split(";")]
    except ValueError:
        return False
    sound = all(handle.low <= value <= handle.high for row in rows for value in row)
    return sound and [len(row) for row in rows] == [len(row) for row in handle.cells]


def text_of(message: Mapping[str, Any], before: Dataset) -> str | None:
    """Return the points of a browser's message as drawn points' text.

    The axes are those of `before`, the points shown until now. Return None if the message is invalid.
    """
    names, places = message.get("names") or [], message.get("at")
    if not isinstance(places, list) or not isinstance(names, list) or len(places) > MOST_DRAWN:
        return None
    classes = [name for name in names if isinstance(name, str)]
    if not places:
        return write_empty(replace(before, sheet=sheet_of(before)), classes)
    line, regression = before.d == 1, before.task == "regression"
    kind = (VALUES if line else PLANE_VALUES) if regression else LINE if line else ""
    size = 1 if kind == LINE else 2
    extra = message.get("values") if kind == PLANE_VALUES else None
    codes = message.get("codes") if classes else None
    try:
        points = np.array([[_real(v) for v in place[:size]] for place in places], dtype=np.float64)
        if kind == PLANE_VALUES:
            points = np.column_stack([points, [_real(v) for v in extra or ()]])
        labels = [classes[_class_index(code)] for code in codes] if codes is not None else []
        if len(labels) not in (0, len(places)) or bool(classes) != bool(labels):
            return None
        columns = [escaping.plain(name) for name in (*before.columns, *([before.target] if regression else []))]
        data = drawn_set(kind, points, labels, classes, [(name, None) for name in columns])
        return write_drawn(kept(data, before))
    except (DataError, TypeError, ValueError, IndexError):
        return None


def _real(value: object) -> float:
    number = real_number(value)
    if number is None:
        raise ValueError(say("no number"))
    return number


def _class_index(code: object) -> int:
    index = _whole_number(code)
    if index < 0:
        raise IndexError(code)
    return index


def _message(message: object) -> tuple[int, list[Mapping[str, Any]]]:
    """Return (number, acts in order) of a message.

    Return (−1, []) if the message is invalid. Messages are untrusted input.
    """
    if not isinstance(message, Mapping) or not isinstance(message.get("acts"), list):
        return -1, []
    acts = [act for act in message["acts"][:MOST_ACTS] if isinstance(act, Mapping)]
    ordered = all(_whole_number(a.get("seq")) < _whole_number(b.get("seq")) for a, b in pairwise(acts))
    return _whole_number(message.get("seq")), acts if ordered else []


def _whole_number(value: object) -> int:
    """Return a reported whole number, or −1 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST else -1


def _memory() -> _HandsState:
    return of_session(_MEMORY, _HandsState)
