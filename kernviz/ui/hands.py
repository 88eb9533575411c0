"""What a hand does in a picture: places moved there (assets/hands.js), their values in the session.

The browser keeps what it shows to itself while something is held, and says on release what was done: a list of acts,
each with a number that grows, and with every message all those it does not know to have arrived. They are looked for at
the beginning of a run, as those of numbers are (number.py), and each is done once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from kernviz.lessons.lesson import Picture
from kernviz.ui import doors

_MEMORY = "_hands"
_LARGEST = 2**53  # the last number of a message that a browser can still count on from
MOST_ACTS = 100  # of one message: a browser that has so many unheard has long lost its server


@dataclass
class _Memory:
    seq: int = 0  # the newest act that was done
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)  # key of a picture -> what may be moved in it


def of(picture: Picture) -> dict[str, Any]:
    """What plot() is to be told of what may be moved in a picture."""
    if not picture.handles:
        return {}
    memory = _memory()
    if picture.key not in memory.names:  # what a browser says again to a server that was restarted is no new act
        memory.seq = max(memory.seq, _said(st.session_state.get(picture.key))[0])
    memory.names[picture.key] = tuple(name for handle in picture.handles for name in handle.names)
    places = [{"label": doors.plain(h.label), "names": h.names, "at": h.at} for h in picture.handles]
    return {"hands": {"seq": memory.seq, "places": places, "points": None}, "on_hand": listen}


def listen() -> None:
    """Do what was done in the browser. First thing in a run, and in a callback."""
    memory = _memory()
    said = {key: _said(st.session_state[key]) for key in list(memory.names) if key in st.session_state}
    for key, (_, acts) in said.items():
        for act in acts:
            seq = _number(act.get("seq"))
            if seq > memory.seq:
                _do(act, memory.names[key])
                memory.seq = seq


def _do(act: Mapping[str, Any], names: tuple[str, ...]) -> None:
    moved = act.get("place")
    if isinstance(moved, Mapping):
        for name, value in moved.items():
            if name in names and _finite(value):
                st.session_state[name] = float(value)


def _said(state: object) -> tuple[int, list[Mapping[str, Any]]]:
    """The number of a message and its acts; (−1, []) for what is none: anyone may send anything."""
    message = state.get("hand") if isinstance(state, Mapping) else None
    if not isinstance(message, Mapping) or not isinstance(message.get("acts"), list):
        return -1, []
    return _number(message.get("seq")), [act for act in message["acts"][:MOST_ACTS] if isinstance(act, Mapping)]


def _number(seq: object) -> int:
    return seq if isinstance(seq, int) and not isinstance(seq, bool) and 0 <= seq < _LARGEST else -1


def _finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _memory() -> _Memory:
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    return memory
