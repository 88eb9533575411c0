"""The server's side of a sweep: so many of its frames as are asked for, and nothing remembered of who asks.

The browser asks for the next few when it has the last, so it sees how far it is, and to stop is to ask no more. One
request of all sweeps is computed at a time, in the order they came, each frame by itself and patiently (compute.py):
one of the process's two places at most, and none while a hand waits.
"""

from __future__ import annotations

import asyncio
import gzip
import struct
from typing import Any
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kernviz import batch
from kernviz.lessons import sweep
from kernviz.lessons.sweep import SweepError
from kernviz.ui import live
from kernviz.ui.sweeps import frames
from kernviz.wording import phrase, say, spoken

FOLDER = "kernviz-sweep"
FROM, MANY = "@from", "@many"
MOST_ASKED = 16  # frames a request
ELSEWHERE = phrase("This server does not know what this page shows: reload it, or compute the sweep again.")
_kept = frames.Kept()
_turns: dict[asyncio.AbstractEventLoop, asyncio.Lock] = {}


def routes() -> list[Route]:
    """What the server answers."""
    return [Route(f"/{FOLDER}/{{page}}", _serve, methods=["GET"])]


async def _serve(request: Request) -> Response:
    query = request.url.query
    if len(query) > live.LONGEST:
        return _refused(say("The address is too long."))
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        if await request.is_disconnected():  # it was given up while it waited
            return _refused("Given up.")
        try:
            made = await asyncio.to_thread(answer, request.path_params["page"], query)
        except SweepError as problem:
            return _refused(str(problem))
    headers = {"Cache-Control": "no-store"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        made, headers["Content-Encoding"] = await asyncio.to_thread(gzip.compress, made, 1), "gzip"
    return Response(made, media_type="application/octet-stream", headers=headers)


def _refused(why: str) -> Response:
    return Response(why, status_code=409, media_type="text/plain", headers={"Cache-Control": "no-store"})


def answer(page: str, query: str) -> bytes:
    """How many frames the sweep has, then those that are asked for, each with its length before it (u32, little
    endian). Raises SweepError.
    """
    said = parse_qs(query, keep_blank_values=True)
    start, many = _whole(said.pop(FROM, ["0"])), _whole(said.pop(MANY, ["1"]))
    files = live.files(live.marks(query))
    found = live.meant(page, said, files)
    if found is None:
        raise SweepError(spoken(ELSEWHERE))
    first, second = (said.pop(name, [""])[-1] for name in (sweep.FIRST, sweep.SECOND))
    sweeps = sweep.read_both(first, second, found[1])
    count = 1
    for each in sweeps:
        count *= len(each.values)
    places = range(start, min(start + min(many, MOST_ASKED), count)) if sweeps else range(0)
    asked = [frames.asked(page, said, sweeps, place, files=files) for place in places]
    return struct.pack("<I", count if sweeps else 0) + b"".join(
        struct.pack("<I", len(made)) + made for made in _made(asked)
    )


def _made(asked: list[frames.Asked]) -> list[bytes]:
    keys = [_key(each) for each in asked]
    held = {key: found for key in keys if (found := _kept.get(key)) is not None}
    missing = {key: each for key, each in zip(keys, asked, strict=True) if key not in held}
    for key, made in zip(missing, batch.each(frames.frame, missing.values()), strict=True):
        held[key] = made
        _kept.put(key, made)
    return [held[key] for key in keys]


def _key(asked: frames.Asked) -> tuple[Any, ...]:
    query = urlencode(sorted((name, texts[-1]) for name, texts in asked.said.items()))
    return asked.page, query, tuple(asked.there.items()), asked.pictures, tuple(sorted(asked.files)), asked.language


def _whole(said: list[str]) -> int:
    return int(said[-1]) if said[-1].isascii() and said[-1].isdigit() and len(said[-1]) < 9 else 0


__all__ = ["FOLDER", "answer", "routes"]
