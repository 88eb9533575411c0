"""The lecturer's routes of a room.

They count the answers, ask the question again, set the timer, return the results as a file, count the wrong ideas,
and remove answers or students. The header LECTURER proves that the lecturer sends the request.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import wraps
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kernviz.courses import ideas as idea_table
from kernviz.courses import static_step
from kernviz.courses.language import LanguageError
from kernviz.rooms.discussion import change
from kernviz.rooms.results import results as as_file
from kernviz.rooms.results import wrong_ideas
from kernviz.rooms.room import NotAMember, RoomNotFound
from kernviz.rooms.rooms import Rooms
from kernviz.rooms.tally import tally, texts_of
from kernviz.ui import client_address
from kernviz.ui.rooms.guard import Answer, body_of
from kernviz.wording import say

LECTURER = "x-kernviz-lecturer"  # the header with the lecturer's key


def _limited(answer: Answer) -> Answer:
    """Wrap a route to count refused keys as guesses of codes."""

    @wraps(answer)
    async def serve(rooms: Rooms, code: str, request: Request) -> Response:
        try:
            return await answer(rooms, code, request)
        except (RoomNotFound, NotAMember):
            await asyncio.to_thread(rooms.sought, code, client_address.network(request))
            raise

    return serve


@_limited
async def counted(rooms: Rooms, code: str, request: Request) -> Response:
    """Return the response with the counted answers of a room.

    The status is 204 if nothing has changed since the response whose mark is the parameter `since`.
    """
    key, since = request.headers.get(LECTURER, ""), request.query_params.get("since", "")
    return await asyncio.to_thread(_counted, rooms, code, key, since)


def _counted(rooms: Rooms, code: str, key: str, since: str) -> Response:
    """Return the counted answers with their mark.

    The status is 204 if the mark is `since`.
    """
    room = rooms.mine(code, key)
    texts = rooms.answers(code, key)
    pairs = rooms.pairs(code, key) if room.round > 1 else ()
    mark = sha256(repr((room.version, room.students, texts, pairs)).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    if mark == since:
        return Response(status_code=204)
    course, step = static_step.find_step(room.place.course, room.place.step)
    first = tuple(text for text, _ in pairs if text is not None)
    state = {
        "mark": mark,
        "students": room.students,
        "place": room.question,
        "round": room.round,
        "left": rooms.left(room),
        "revealed": room.revealed,
        "before": None,
        "change": None,
    }
    if room.round > 1:
        state["before"] = asdict(tally(course, step, room.place.variant, first, room.revealed, beside=texts))
        state["change"] = asdict(change(step, room.place.variant, pairs, room.revealed))
    return JSONResponse(
        {**state, **asdict(tally(course, step, room.place.variant, texts, room.revealed, beside=first))}
    )


@_limited
async def again(rooms: Rooms, code: str, request: Request) -> Response:
    """Ask the question once more, after the class has discussed it."""
    room = await asyncio.to_thread(rooms.answer_again, code, request.headers.get(LECTURER, ""))
    return JSONResponse({"round": room.round})


@_limited
async def timer(rooms: Rooms, code: str, request: Request) -> Response:
    """Close the answers after the requested seconds; 0 removes the timer."""
    match await body_of(request):
        case {"seconds": int(seconds)} if not isinstance(seconds, bool):
            room = await asyncio.to_thread(rooms.set_timer, code, request.headers.get(LECTURER, ""), seconds)
            return JSONResponse({"left": rooms.left(room)})
    raise LanguageError(say("a timer has a whole number of seconds"))


@_limited
async def results(rooms: Rooms, code: str, request: Request) -> Response:
    """Return all answers of the room as a CSV file."""
    record = await asyncio.to_thread(rooms.record, code, request.headers.get(LECTURER, ""))
    text = await asyncio.to_thread(as_file, record)
    return Response(text.encode("utf-8-sig", "replace"), media_type="text/csv")


@_limited
async def ideas(rooms: Rooms, code: str, request: Request) -> Response:
    """Return the wrong ideas of the room, as columns and as CSV."""
    return await asyncio.to_thread(_ideas, rooms, code, request.headers.get(LECTURER, ""))


def _ideas(rooms: Rooms, code: str, key: str) -> Response:
    room = rooms.mine(code, key)
    found = wrong_ideas(rooms.by_student(code, key), "" if room.revealed else room.place.name)
    return JSONResponse({"columns": idea_table.columns(found), "csv": idea_table.as_csv(found)})


@_limited
async def remove(rooms: Rooms, code: str, request: Request) -> Response:
    """Remove answers or students of a room.

    The request chooses the answers of a bar, the students who gave them, or all students without an
    answer.
    """
    body = await body_of(request)
    key = request.headers.get(LECTURER, "")
    match body:
        case {"what": "silent"}:
            removed = await asyncio.to_thread(rooms.dismiss_silent, code, key)
        case {"what": "answers" | "students" as what, "said": str(bar)}:
            removed = await asyncio.to_thread(_strike, rooms, code, key, bar, what == "students")
        case _:
            raise LanguageError(say("what is to be removed: answers, students or silent"))
    return JSONResponse({"removed": removed})


def _strike(rooms: Rooms, code: str, key: str, bar: str, dismiss: bool) -> int:
    """Remove the answers of one bar and return their number.

    If `bar` is empty, all answers are removed.
    """
    place, texts = rooms.mine(code, key).place, rooms.answers(code, key)
    course, step = static_step.find_step(place.course, place.step)
    chosen = texts_of(course, step, place.variant, texts, bar) if bar else texts
    return rooms.strike(code, key, frozenset(chosen), dismiss=dismiss)
