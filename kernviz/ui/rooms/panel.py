"""The lecturer's side of a room, on the page of a step: opened, followed by the class from step to step, revealed,
closed. The answers come over the routes (assets/room.js), without a run of this script.

The key is known to this session and kept in this browser alone: after a restart of the server the browser hands it
back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

import streamlit as st

from kernviz.rooms.room import Gone, Place, RoomError, read_code
from kernviz.rooms.rooms import Rooms
from kernviz.ui import served
from kernviz.ui.component import component
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit
from kernviz.ui.rooms import hall
from kernviz.ui.rooms.link import link
from kernviz.wording import say

KEY = "course-room"
_HELD, _PROBLEM, _ASKED = "_room_held", "_room_problem", "_room_asked"
T = TypeVar("T")


def follow(visit: Visit) -> bool:
    """The room asks what its lecturer looks at, and shows the answer when they do. Whether the visit has changed: where
    the room shows the answer already, so does the page.
    """
    held = _held()
    rooms = hall.rooms() if held else None
    if rooms is None or held is None:
        return False
    room = _tried(rooms.mine, *held)
    if room is None:
        st.session_state.pop(_HELD, None)
        return False
    place = _place(visit)
    if room.place != place:
        room = _tried(rooms.ask, *held, place) or room
    if visit.answered.shown and not room.revealed:
        _tried(rooms.reveal, *held)
    elif room.revealed and room.place == place and not visit.answered.shown:
        visits.show(visit)
        return True
    return False


def panel(visit: Visit) -> None:
    """A button that opens a room; once it is open, the way in, the answers, and what may be done with them."""
    if not hall.on():
        return
    held = _held()
    asks = not st.session_state.get(_ASKED)
    data: dict[str, Any] = {
        "route": served.path("kernviz-room"),
        "room": None,
        "ask": asks,
        "revealed": visit.answered.shown,
        "problem": st.session_state.pop(_PROBLEM, ""),
    }
    if held is not None:
        data["room"] = {"code": held[0], "key": held[1], **asdict(link(held[0]))}
    calls: dict[str, Callable[[], None]] = {
        "on_open_change": partial(_open, _place(visit)),
        "on_reveal_change": partial(_reveal, visit),
        "on_close_change": _close,
        "on_kept_change": _take,
    }
    component("room")(key=KEY, data=data, **calls)


def is_open() -> bool:
    """Whether this session has a room."""
    return _held() is not None and hall.on()


def _place(visit: Visit) -> Place:
    return Place(visit.course.name, visit.step.name, visit.variant)


def _rooms() -> Rooms:
    found = hall.rooms()
    if found is None:
        raise Gone(say("rooms are switched off here"))
    return found


def _held() -> tuple[str, str] | None:
    """Code and key of this session's room."""
    found: tuple[str, str] | None = st.session_state.get(_HELD)
    return found


def _said(name: str) -> object:
    state = st.session_state.get(KEY)
    return state.get(name) if isinstance(state, Mapping) else None


def _open(place: Place) -> None:
    if _said("open") and _held() is None:
        made = _tried(lambda: _rooms().open(place))
        if made is not None:
            st.session_state[_HELD] = made.code, made.key


def _reveal(visit: Visit) -> None:
    held = _held()
    if _said("reveal") and held is not None:
        visits.show(visit)
        _tried(lambda: _rooms().reveal(*held))


def _close() -> None:
    held = st.session_state.pop(_HELD, None) if _said("close") else None
    if held is not None:
        _tried(lambda: _rooms().close(*held))


def _take() -> None:
    """A room this browser has opened before: anyone may send anything."""
    st.session_state[_ASKED] = True
    said = _said("kept")
    match said:
        case {"code": str(code), "key": str(key)} if _held() is None and read_code(code) == code:
            try:
                _rooms().mine(code, key)
            except RoomError:
                return  # long closed: nobody need hear of it
            st.session_state[_HELD] = code, key


def _tried(act: Callable[..., T], *arguments: Any) -> T | None:
    """What is wrong is said beside the panel."""
    try:
        return act(*arguments)
    except RoomError as problem:
        st.session_state[_PROBLEM] = str(problem)
    except Exception:  # the store may be away for a moment
        logging.getLogger(__name__).exception("a room")
        st.session_state[_PROBLEM] = say("the rooms cannot be reached now")
    return None
