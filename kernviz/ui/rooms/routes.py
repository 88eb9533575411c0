"""The routes of a room, beside Streamlit's own: no session and no run of a script, so any process may answer.

``/r/CODE``                     the students' page
``/kernviz-room/CODE/join``     POST: a student comes in -> {student}
``/kernviz-room/CODE/now``      what is asked, once it is another version than ?since=; what this student has answered
``/kernviz-room/CODE/sheet``    the question of ?place=, and what is shown once it is revealed
``/kernviz-room/CODE/moved``    the picture after what ?said= says was moved
``/kernviz-room/CODE/answer``   POST {place, text} -> {understood}
``/kernviz-room/CODE/tally``    for the lecturer: all answers

Who asks is said in a header, which no other site's page can send, and no log of addresses keeps.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from hashlib import sha256
from threading import Lock
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kernviz.compute import politely
from kernviz.courses import sheet as sheets
from kernviz.courses import words
from kernviz.courses.language import LanguageError
from kernviz.rooms.room import Full, Gone, Late, Place, Room, RoomError, Stranger, TooMuch, read_code
from kernviz.rooms.rooms import Rooms
from kernviz.rooms.tally import tally
from kernviz.ui.rooms import hall, student_page
from kernviz.ui.rooms.watch import watch
from kernviz.wording import remembered, say

FOLDER = "kernviz-room"
STUDENT, LECTURER = "x-kernviz-student", "x-kernviz-lecturer"
LARGEST = 16_000  # bytes of what is sent
MOST_KEPT = 200  # sheets
PHONE = 420.0  # pixels of a picture: its words can be read on a small screen
STATUS: dict[type[Exception], int] = {Gone: 410, Full: 503, Late: 409, Stranger: 403, TooMuch: 429, LanguageError: 422}
Answer = Callable[[Rooms, str, Request], Awaitable[Response]]
_once = Lock()  # a class asks for the same sheet at the same moment: one computes it


def routes() -> list[Route]:
    """The server's side."""
    at = f"/{FOLDER}/{{code}}"
    return [
        Route("/r", student_page.serve, methods=["GET"]),
        Route("/r/{code}", student_page.serve, methods=["GET"]),
        Route(f"{at}/join", _guarded(_join), methods=["POST"]),
        Route(f"{at}/now", _guarded(_now), methods=["GET"]),
        Route(f"{at}/sheet", _guarded(_sheet), methods=["GET"]),
        Route(f"{at}/moved", _guarded(_moved), methods=["GET"]),
        Route(f"{at}/answer", _guarded(_answer), methods=["POST"]),
        Route(f"{at}/tally", _guarded(_tally), methods=["GET"]),
    ]


def _guarded(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """What is wrong is said in a sentence, with a status of its own."""

    async def serve(request: Request) -> Response:
        headers = {"Cache-Control": "no-store"}
        try:
            rooms, code = hall.rooms(), read_code(request.path_params["code"])
            if rooms is None or not code:
                raise Gone(say("there is no such room, or it is closed"))
            found = await answer(rooms, code, request)
        except (RoomError, LanguageError) as problem:
            said = {"problem": str(problem), "why": type(problem).__name__}
            return JSONResponse(said, STATUS[type(problem)], headers=headers)
        except Exception:  # the store may be away for a moment: whoever asked asks again
            logging.getLogger(__name__).exception("a room's route")
            return JSONResponse({"problem": say("that could not be done now"), "why": ""}, 500, headers=headers)
        found.headers.setdefault("Cache-Control", "no-store")
        return found

    return serve


async def _join(rooms: Rooms, code: str, _: Request) -> Response:
    return JSONResponse({"student": await asyncio.to_thread(rooms.join, code)})


async def _now(rooms: Rooms, code: str, request: Request) -> Response:
    said = request.query_params.get("since", "")
    since = int(said) if said.isdecimal() and len(said) < 10 else -1
    room = await watch().newer(rooms, code, since)
    return JSONResponse(await asyncio.to_thread(_told, rooms, room, request.headers.get(STUDENT, "")))


def _told(rooms: Rooms, room: Room, student: str) -> dict[str, Any]:
    """What a student's page is told; how their answer is judged once all may see it."""
    text = rooms.answered(room.code, student)
    told = {"version": room.version, "place": room.place.name, "revealed": room.revealed, "text": text}
    if room.revealed and text is not None:
        _, step = sheets.found(room.place.course, room.place.step)
        try:
            with politely():
                found = sheets.judged(step, room.place.variant, text)
            told["judged"] = {
                "right": found.right,
                "said": words.line(found.understood),
                "reason": words.line(found.reason),
            }
        except LanguageError as problem:
            told["judged"] = {"right": False, "said": "", "reason": words.line(str(problem))}
    return told


async def _sheet(rooms: Rooms, code: str, request: Request) -> Response:
    room = await asyncio.to_thread(rooms.look, code)
    if request.query_params.get("place", room.place.name) != room.place.name:
        raise Late(say("another question is asked by now"))
    packed = await asyncio.to_thread(_packed, room.place, room.revealed)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), media_type="application/json")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, media_type="application/json", headers=headers)


def _packed(place: Place, revealed: bool) -> bytes:
    with _once:
        return _written(place, revealed, *hall.stamp(place.course))


@remembered(MOST_KEPT)
def _written(place: Place, revealed: bool, *stamp: object) -> bytes:
    """A question as it travels, once a process."""
    course, step = sheets.found(place.course, place.step)
    with politely():
        said: dict[str, Any] = asdict(sheets.sheet(course, step, place.variant, width=PHONE))
        if revealed:
            said["shown"] = asdict(sheets.shown(step, place.variant, width=PHONE))
    return gzip.compress(json.dumps(said, ensure_ascii=False).encode("utf-8", "replace"), 6, mtime=0)


async def _moved(rooms: Rooms, code: str, request: Request) -> Response:
    room = await asyncio.to_thread(rooms.look, code)
    said = request.query_params.get("said", "")[:LARGEST]
    return Response(await asyncio.to_thread(_seen, room.place, said), media_type="application/json")


@remembered(MOST_KEPT)
def _seen(place: Place, said: str) -> bytes:
    _, step = sheets.found(place.course, place.step)
    with politely():
        scene = step.scene(place.variant)
        there = sheets.after(step, scene, _meant(place, said))
        return json.dumps(asdict(sheets.view(step, there, width=PHONE)), ensure_ascii=False).encode("utf-8", "replace")


async def _answer(rooms: Rooms, code: str, request: Request) -> Response:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise TooMuch(say("too long for an answer"))
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    match said:
        case {"place": str(place), "text": str(text)} if text.isprintable():  # no half of a character, no end of text
            student = request.headers.get(STUDENT, "")
            return JSONResponse({"understood": await asyncio.to_thread(_take, rooms, code, student, place, text)})
    raise LanguageError(say("an answer says its place and its text"))


def _take(rooms: Rooms, code: str, student: str, place: str, text: str) -> str:
    """Keep an answer; what is no answer is not kept. How it is understood."""
    at = rooms.look(code).place
    if at.name != place:
        raise Late(say("another question is asked by now"))
    meant = _meant(at, text)
    rooms.answer(code, student, place, meant, lambda: _understood(at, meant))
    return _understood(at, meant)


@remembered(4096)
def _understood(place: Place, text: str) -> str:
    """An answer as it is read. LanguageError where it is none."""
    _, step = sheets.found(place.course, place.step)
    with politely():
        scene = step.scene(place.variant)
        return words.line(step.question.understood(text, scene)) or say("nothing moved")


@remembered(4096)
def _meant(place: Place, text: str) -> str:
    """What was moved, as it is judged."""
    _, step = sheets.found(place.course, place.step)
    return sheets.moved(step, step.scene(place.variant), text) if step.question.kind == "move" else text


async def _tally(rooms: Rooms, code: str, request: Request) -> Response:
    key, since = request.headers.get(LECTURER, ""), request.query_params.get("since", "")
    return await asyncio.to_thread(_counted, rooms, code, key, since)


def _counted(rooms: Rooms, code: str, key: str, since: str) -> Response:
    """All answers; nothing where that is what is `since` known."""
    room = rooms.mine(code, key)
    texts = rooms.answers(code, key)
    mark = sha256(repr((room.version, room.students, texts)).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    if mark == since:
        return Response(status_code=204)
    course, step = sheets.found(room.place.course, room.place.step)
    counted = asdict(tally(course, step, room.place.variant, texts, room.revealed))
    return JSONResponse(
        {"mark": mark, "students": room.students, "place": room.place.name, "revealed": room.revealed, **counted}
    )
