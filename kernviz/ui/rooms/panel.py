"""The lecturer's panel of a room, on a step's page.

There the lecturer opens and closes a room, moves it from step to step, and reveals answers.

The students' answers come over the routes (assets/room.js), without a run of this script. The
lecturer's key is held by this session and stored in this browser alone. After a restart of the
server the browser sends the key again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

import streamlit as st

from kernviz.courses.course import Course
from kernviz.rooms.codes_and_keys import read_code
from kernviz.rooms.room import Place, RoomError, RoomNotFound
from kernviz.rooms.rooms import Rooms
from kernviz.ui import asset_routes, client_address
from kernviz.ui.component import component, reported
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit
from kernviz.ui.rooms import room_registry
from kernviz.ui.rooms.link import link
from kernviz.wording import phrase, say, spoken

KEY = "course-room"
_ROOM_KEY, _PROBLEM, _KEY_REQUESTED = "_room_held", "_room_problem", "_room_asked"
T = TypeVar("T")
KINDS = {  # how the class answers a kind of question
    "choose": phrase("choose"),
    "number": phrase("type a number"),
    "weights": phrase("type a number for each point"),
    "write": phrase("write a kernel"),
    "move": phrase("move the picture"),
    "point": phrase("point at points"),
    "draw": phrase("draw a line"),
    "tree": phrase("place a kernel"),
}


def follow(visit: Visit) -> bool:
    """Move the room to the lecturer's step, and reveal a shown answer.

    If the lecturer's page shows the answer, the room reveals it. If only the room has revealed it, the page shows it,
    too. Return True in this case, because `visit` is then out of date.
    """
    room_key = _room_key()
    rooms = room_registry.rooms() if room_key else None
    if rooms is None or room_key is None:
        return False
    room = _guarded(rooms.mine, *room_key)
    if room is None:
        st.session_state.pop(_ROOM_KEY, None)
        return False
    place = _place(visit)
    if room.place != place:
        room = _guarded(rooms.ask, *room_key, place) or room
    if visit.answered.shown and not room.revealed:
        _guarded(rooms.reveal, *room_key)
    elif room.revealed and room.place == place and not visit.answered.shown:
        visits.show(visit)
        return True
    return False


def panel(visit: Visit) -> None:
    """Draw the button that opens a room, or the open room.

    An open room has the link, the answers and the controls.
    """
    if not room_registry.on():
        return
    room_key = _room_key()
    asks = not st.session_state.get(_KEY_REQUESTED)
    data: dict[str, Any] = {
        "route": asset_routes.path("kernviz-room"),
        "room": None,
        "ask": asks,
        "revealed": visit.answered.shown,
        "problem": st.session_state.pop(_PROBLEM, ""),
        "steps": [
            {"name": step.name, "title": spoken(step.title), "kind": spoken(KINDS[step.question.kind])}
            for step in visit.course.steps
        ],
        "at": visit.step.name,
    }
    if room_key is not None:
        data["room"] = {"code": room_key[0], "key": room_key[1], **asdict(link(room_key[0]))}
    calls: dict[str, Callable[[], None]] = {
        "on_open_change": partial(_open, _place(visit)),
        "on_reveal_change": partial(_reveal, visit),
        "on_close_change": _close,
        "on_step_change": partial(_go, visit.course),
        "on_kept_change": _take_over,
    }
    component("room")(key=KEY, data=data, width="content" if room_key is None else "stretch", **calls)


def is_open() -> bool:
    """Return True if this session has a room."""
    return _room_key() is not None and room_registry.on()


def _place(visit: Visit) -> Place:
    return Place(visit.course.name, visit.step.name, visit.variant)


def _rooms() -> Rooms:
    found = room_registry.rooms()
    if found is None:
        raise RoomNotFound(say("rooms are switched off here"))
    return found


def _room_key() -> tuple[str, str] | None:
    """Return code and key of this session's room, or None."""
    found: tuple[str, str] | None = st.session_state.get(_ROOM_KEY)
    return found


def _open(place: Place) -> None:
    if reported(KEY, "open") and _room_key() is None:
        made = _guarded(lambda: _rooms().open(place, client_address.of(st.context.ip_address or "")))
        if made is not None:
            st.session_state[_ROOM_KEY] = made.code, made.key
            st.session_state[_KEY_REQUESTED] = True


def _reveal(visit: Visit) -> None:
    room_key = _room_key()
    if reported(KEY, "reveal") and room_key is not None:
        visits.show(visit)
        _guarded(lambda: _rooms().reveal(*room_key))


def _go(course: Course) -> None:
    """Open the step chosen in the list (callback)."""
    name = reported(KEY, "step")
    if isinstance(name, str):
        visits.go(course, name)


def _close() -> None:
    room_key = st.session_state.pop(_ROOM_KEY, None) if reported(KEY, "close") else None
    if room_key is not None:
        _guarded(lambda: _rooms().close(*room_key))


def _take_over() -> None:
    """Take over a room this browser has opened before (callback).

    The message is untrusted input.
    """
    st.session_state[_KEY_REQUESTED] = True
    message = reported(KEY, "kept")
    match message:
        case {"code": str(code), "key": str(key)} if _room_key() is None and read_code(code) == code:
            try:
                _rooms().mine(code, key)
            except RoomError:
                return  # closed long ago: no message
            st.session_state[_ROOM_KEY] = code, key


def _guarded(act: Callable[..., T], *arguments: Any) -> T | None:
    """Call ``act``, and on an error return None.

    The error's message is stored for the panel.
    """
    try:
        return act(*arguments)
    except RoomError as problem:
        st.session_state[_PROBLEM] = str(problem)
    except Exception:  # the store may be away for a moment
        logging.getLogger(__name__).exception("a room")
        st.session_state[_PROBLEM] = room_registry.problem() or say("the rooms cannot be reached now")
    return None
