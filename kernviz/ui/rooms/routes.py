"""The routes of a room, beside Streamlit's own.

They need no session and no run of a script, so any process may answer.

``/r/CODE``                     the students' page
``/kernviz-room/CODE/join``     POST: a student joins -> {student}
``/kernviz-room/CODE/now``      the question and this student's answer, once the room's version is not ?since=
``/kernviz-room/CODE/question`` the question of ?place=, and its solution once it is revealed
``/kernviz-room/CODE/moved``    the picture with the parameters of ?said=
``/kernviz-room/CODE/answer``   POST {place, text} -> {understood}
``/kernviz-room/CODE/tally``    for the lecturer: all answers
``/kernviz-room/CODE/round``    for the lecturer: POST asks the question once more
``/kernviz-room/CODE/timer``    for the lecturer: POST {seconds} closes the answers later; 0 removes the timer
``/kernviz-room/CODE/results``  for the lecturer: all answers as a CSV file
``/kernviz-room/CODE/ideas``    for the lecturer: the wrong ideas, as a table and as CSV text
``/kernviz-room/CODE/remove``   for the lecturer: POST {what, said} removes answers or students -> {removed}

Student and lecturer identify themselves by a header, which other sites' pages cannot send and
address logs omit.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from threading import Lock
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kernviz.compute import politely
from kernviz.courses import markdown_html, static_step, step_controls
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.point import read_points
from kernviz.rooms.room import (
    NotAMember,
    Place,
    Room,
    RoomError,
    question_closed,
)
from kernviz.rooms.rooms import Rooms
from kernviz.ui import client_address, gzipped
from kernviz.ui.rooms import lecturer, student_page
from kernviz.ui.rooms.guard import LARGEST, body_of, guarded
from kernviz.ui.rooms.watch import watch
from kernviz.wording import remembered, say

FOLDER = "kernviz-room"
STUDENT = "x-kernviz-student"  # the header with a student's key
MOST_KEPT = 200  # questions stored
PHONE = 420.0  # width of a picture in pixels, legible on a small screen
NEW = "new"  # value of the header before joining
_once = Lock()  # a class requests the same question at once; it is computed once


def routes() -> list[Route]:
    """Return the routes of the rooms."""
    at = f"/{FOLDER}/{{code}}"
    return [
        Route("/r", student_page.serve, methods=["GET"]),
        Route("/r/{code}", student_page.serve, methods=["GET"]),
        Route(f"{at}/join", guarded(_join), methods=["POST"]),
        Route(f"{at}/now", guarded(_now), methods=["GET"]),
        Route(f"{at}/question", guarded(_question), methods=["GET"]),
        Route(f"{at}/moved", guarded(_moved), methods=["GET"]),
        Route(f"{at}/answer", guarded(_answer), methods=["POST"]),
        Route(f"{at}/tally", guarded(lecturer.counted), methods=["GET"]),
        Route(f"{at}/round", guarded(lecturer.again), methods=["POST"]),
        Route(f"{at}/timer", guarded(lecturer.timer), methods=["POST"]),
        Route(f"{at}/results", guarded(lecturer.results), methods=["GET"]),
        Route(f"{at}/ideas", guarded(lecturer.ideas), methods=["GET"]),
        Route(f"{at}/remove", guarded(lecturer.remove), methods=["POST"]),
    ]


async def _join(rooms: Rooms, code: str, request: Request) -> Response:
    """Add a student to a room.

    Our own header is required, so that no other site can make its visitors join.
    """
    if request.headers.get(STUDENT) != NEW:
        raise NotAMember(say("a student joins on the page of the room"))
    return JSONResponse({"student": await asyncio.to_thread(rooms.join, code, client_address.network(request))})


async def _now(rooms: Rooms, code: str, request: Request) -> Response:
    since_text = request.query_params.get("since", "")
    since = int(since_text) if since_text.isdecimal() and len(since_text) < 10 else -1
    await _limited_room(rooms, code, request)
    room = await watch().newer(rooms, code, since)
    return JSONResponse(await asyncio.to_thread(_student_state, rooms, room, request.headers.get(STUDENT, "")))


def _student_state(rooms: Rooms, room: Room, student: str) -> dict[str, Any]:
    """Return the state for a student's page.

    Once the answer is revealed, the state holds the verdict on the student's answer.
    """
    text = rooms.answered(room.code, student)
    before = rooms.answered(room.code, student, 1) if room.round > 1 else None
    state: dict[str, Any] = {
        "version": room.version,
        "place": room.question,
        "round": room.round,
        "left": rooms.left(room),
        "revealed": room.revealed,
        "text": None if text is None else _as_controls(*_step_of(room.place), text),
        "before": None if before is None else _as_controls(*_step_of(room.place), before),
    }
    if room.revealed and text is not None:
        try:
            with politely():
                found = static_step.judged(*_step_of(room.place), text)
            state["judged"] = {
                "right": found.right,
                "said": markdown_html.line(found.understood),
                "reason": markdown_html.line(found.reason),
            }
        except LanguageError as problem:
            state["judged"] = {"right": False, "said": "", "reason": markdown_html.line(str(problem))}
    return state


async def _question(rooms: Rooms, code: str, request: Request) -> Response:
    room = await _limited_room(rooms, code, request)
    if request.query_params.get("place", room.question) != room.question:
        raise question_closed()
    packed = await asyncio.to_thread(_packed, room.place, room.revealed)
    return gzipped.response(request, packed, "application/json")


def _step_of(place: Place) -> tuple[Step, int]:
    """Return the step of a question, and its variant.

    Caches are keyed by the step itself, which changes with the file of its course.
    """
    return static_step.find_step(place.course, place.step)[1], place.variant


def _packed(place: Place, revealed: bool) -> bytes:
    course, step = static_step.find_step(place.course, place.step)
    with _once:
        return _question_json(course, step, place.variant, revealed)


@remembered(MOST_KEPT)
def _question_json(course: Course, step: Step, variant: int, revealed: bool) -> bytes:
    """Return the question as gzipped JSON, cached per process."""
    with politely():
        data: dict[str, Any] = asdict(static_step.shown_question(course, step, variant, width=PHONE))
        if revealed:
            data["shown"] = asdict(static_step.reveal(step, variant, width=PHONE))
            data["meant"] = _right_points(step, variant)
    return gzipped.compressed(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"))


def _right_points(step: Step, variant: int) -> list[int]:
    """Return the numbers of the right points, counted from 1.

    The list is empty for a question that does not ask for points.
    """
    if step.question.kind != "point":
        return []
    scene = step.scene(variant)
    return [i + 1 for i in read_points(step.question.solution(scene), scene)]


async def _moved(rooms: Rooms, code: str, request: Request) -> Response:
    room = await _limited_room(rooms, code, request)
    params = request.query_params.get("said", "")[:LARGEST]
    return Response(await asyncio.to_thread(_moved_view, *_step_of(room.place), params), media_type="application/json")


@remembered(MOST_KEPT)
def _moved_view(step: Step, variant: int, params: str) -> bytes:
    with politely():
        there = step.scene_after(step.scene(variant), _normalized(step, variant, params))
        shown = asdict(static_step.view(step, there, width=PHONE))
        return json.dumps(shown, ensure_ascii=False).encode("utf-8", "replace")


async def _limited_room(rooms: Rooms, code: str, request: Request) -> Room:
    """Return the room, with a limit on wrong codes.

    Wrong codes are limited per network address, except for students of the room.
    """
    student = request.headers.get(STUDENT, "")
    if student and student != NEW:
        try:
            await asyncio.to_thread(rooms.answered, code, student)
        except RoomError:
            pass
        else:
            return await asyncio.to_thread(rooms.look, code)
    return await asyncio.to_thread(rooms.sought, code, client_address.network(request))


async def _answer(rooms: Rooms, code: str, request: Request) -> Response:
    body = await body_of(request)
    match body:
        case {"place": str(place), "text": str(text)} if text.isprintable():  # no lone surrogate, no control character
            student = request.headers.get(STUDENT, "")
            await _limited_room(rooms, code, request)
            return JSONResponse(
                {"understood": await asyncio.to_thread(_store_answer, rooms, code, student, place, text)}
            )
    raise LanguageError(say("an answer says its place and its text"))


def _store_answer(rooms: Rooms, code: str, student: str, place: str, text: str) -> str:
    """Check and store an answer, and return its understood form.

    Raises LanguageError if the text is no answer.
    """
    room = rooms.look(code)
    if room.question != place:
        raise question_closed()
    step, variant = _step_of(room.place)
    normalized = _normalized(step, variant, text)
    rooms.answer(code, student, place, normalized, lambda: _understood(step, variant, normalized))
    return _understood(step, variant, normalized)


@remembered(4096)
def _understood(step: Step, variant: int, text: str) -> str:
    """Return an answer in words.

    Raises LanguageError if the text is no answer.
    """
    with politely():
        return markdown_html.line(step.question.understood(text, step.scene(variant))) or say("nothing moved")


@remembered(4096)
def _normalized(step: Step, variant: int, text: str) -> str:
    """Return the answer in the form in which it is judged.

    For a move, the form is the changed parameters.
    """
    return step_controls.moved(step, step.scene(variant), text) if step.question.kind == "move" else text


@remembered(4096)
def _as_controls(step: Step, variant: int, text: str) -> str:
    """Return the answer as shown by the student page's controls."""
    return step_controls.by_controls(step, step.scene(variant), text)
