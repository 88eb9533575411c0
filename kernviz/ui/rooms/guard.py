"""Error handling of a room's routes.

Refusals become sentences with an HTTP status. Failures are logged.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kernviz.courses.language import LanguageError
from kernviz.rooms.codes_and_keys import read_code
from kernviz.rooms.room import (
    DiskFull,
    Full,
    NotAMember,
    QuestionClosed,
    RoomError,
    RoomNotFound,
    TooLong,
    TooMuch,
    room_not_found,
)
from kernviz.rooms.rooms import Rooms
from kernviz.ui.rooms import room_registry
from kernviz.wording import say

LARGEST = 16_000  # bytes of a request's body
STATUS: dict[type[Exception], int] = {
    RoomNotFound: 410,
    Full: 503,
    QuestionClosed: 409,
    NotAMember: 403,
    TooLong: 413,
    TooMuch: 429,
    LanguageError: 422,
    DiskFull: 507,
}
MOST_LOGGED = 100
Answer = Callable[[Rooms, str, Request], Awaitable[Response]]
_logged: set[str] = set()  # failures whose traceback was logged already


def guarded(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a route so that exceptions become JSON errors.

    Refusals have the HTTP status of STATUS, all other exceptions 500.
    """

    async def serve(request: Request) -> Response:
        headers = {"Cache-Control": "no-store"}
        try:
            rooms, code = room_registry.rooms(), read_code(request.path_params["code"])
            if rooms is None or not code:
                raise room_not_found()
            found = await answer(rooms, code, request)
        except (RoomError, LanguageError) as problem:
            body = {"problem": str(problem), "why": type(problem).__name__}
            return JSONResponse(body, STATUS[type(problem)], headers=headers)
        except Exception as problem:  # the store may be away for a moment; the browser retries
            _log_failure(problem)
            return JSONResponse({"problem": say("that could not be done now"), "why": ""}, 500, headers=headers)
        found.headers.setdefault("Cache-Control", "no-store")
        return found

    return serve


def _log_failure(problem: Exception) -> None:
    """Log one line with the reason of a failure.

    The full traceback is logged once for each kind of problem.
    """
    log, kind = logging.getLogger(__name__), f"{type(problem).__name__}: {problem}"
    first = kind not in _logged
    _logged.add(kind)
    if len(_logged) > MOST_LOGGED:
        _logged.clear()
    log.error("a room's route: %s", kind, exc_info=problem if first else None)


async def body_of(request: Request) -> object:
    """Return the JSON of the request's body.

    Return None if it is invalid. Raises TooLong beyond LARGEST bytes.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise TooLong(say("too long for an answer"))
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
