"""The server's side of a sweep.

It computes the requested frames and stores nothing about the visitor.

The browser requests a few frames at a time, and the next ones when these have arrived. So the browser knows the
progress, and stops a sweep by sending no further request. An answer is a function of its address, which holds
the version (cacheable_urls.py): browsers and proxies may store it.

Frames are computed one by one, the visitors in turn (worker_pool.py), at low priority
(compute.py). At most one frame of a process is computed at a time, and none starts while a live
request is computed.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kernviz import batch
from kernviz.lessons import sweep
from kernviz.lessons.sweep import SweepError
from kernviz.ui import cacheable_urls, gzipped, live, visitor_files, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.sweeps import frames
from kernviz.wording import phrase, spoken

R = TypeVar("R")
FOLDER = "kernviz-sweep"
FROM, MANY = "@from", "@many"
MOST_ASKED = 16  # largest number of frames in one request
ELSEWHERE = phrase("This server does not know what this page shows: reload it, or compute the sweep again.")
_cache = ByteCache(frames.ROOM)
# length of the queue
MOST_WAITING = 100
_workers = worker_pool.WorkerPool(threads=2, most=MOST_WAITING)


def routes() -> list[Route]:
    """Return the route of the sweeps."""
    return cacheable_urls.routes(FOLDER, _serve)


@cacheable_urls.answering
async def _serve(request: Request) -> Response:
    query, page = cacheable_urls.query(request), request.path_params["page"]
    if len(query) > live.LONGEST:
        return cacheable_urls.refused(live.too_long(len(query), live.LONGEST), 409)

    async def computed(work: Callable[[], R]) -> R:
        sort = live.sort_of(page, query)
        return await worker_pool.run_for_request(_workers, request, lambda _: work(), sort=sort)

    data, own = live.data_of(page, query), visitor_files.keys_in(query)
    confirmation = None if own else cacheable_urls.not_modified(request, data)
    if confirmation is not None:
        return confirmation
    try:
        count, requests = await computed(partial(_requested, page, query))
        for some in _portions(requests):
            await computed(partial(_frames, some))
        made, final = await computed(partial(_packed, count, requests))
        headers = {"Cache-Control": cacheable_urls.NEVER}
        if final:
            headers = cacheable_urls.headers(request, data, personal=bool(own))
        if gzipped.accepts_gzip(request.headers):
            made, headers["Content-Encoding"] = await computed(partial(gzipped.compressed, made)), "gzip"
    except SweepError as problem:
        return cacheable_urls.refused(str(problem), 409)
    headers["Vary"] = "Accept-Encoding"
    return Response(made, media_type="application/octet-stream", headers=headers)


def answer(page: str, query: str) -> bytes:
    """Return the body of the response to a sweep request.

    Layout: the number of frames in the whole sweep, then for each requested frame its length and its bytes. Numbers
    are u32, little endian. Raises SweepError if the page, the data or the sweep is unknown.
    """
    count, requests = _requested(page, query)
    return _packed(count, requests)[0]


def _requested(page: str, query: str) -> tuple[int, list[frames.FrameRequest]]:
    """Return the number of frames of the sweep and the requested frames."""
    params = parse_qs(query, keep_blank_values=True)
    start, many = _whole_number(params.pop(FROM, ["0"])), _whole_number(params.pop(MANY, ["1"]))
    whole = params.pop(live.WHOLE, None) is not None
    files = visitor_files.stored(visitor_files.keys_in(query))
    found = live.page_and_state(page, params, files)
    if found is None:
        raise SweepError(spoken(ELSEWHERE))
    first, second = (params.pop(name, [""])[-1] for name in (sweep.FIRST, sweep.SECOND))
    sweeps = sweep.read_both(first, second, found[1])
    count = math.prod(len(one_sweep.values) for one_sweep in sweeps) if sweeps else 0
    places = range(start, min(start + min(many, MOST_ASKED), count))
    return count, [frames.request_at(page, params, sweeps, place, files=files, whole=whole) for place in places]


def _portions(requests: list[frames.FrameRequest]) -> list[list[frames.FrameRequest]]:
    """Return the missing frames in portions of one turn.

    A portion is one frame, or all frames if a cluster computes them.
    """
    missing = [request for request in requests if _cache.get(_key(request)) is None]
    return [missing] if missing and batch.elsewhere() else [[request] for request in missing]


def _packed(count: int, requests: list[frames.FrameRequest]) -> tuple[bytes, bool]:
    """Return the answer, and True if it is permanent.

    A permanent answer will always be the same.
    """
    found = _frames(requests)
    body = struct.pack("<I", count) + b"".join(struct.pack("<I", len(made)) + made for made in found)
    return body, not any(isinstance(made, frames.UncacheableReply) for made in found)


def _frames(requests: list[frames.FrameRequest]) -> list[bytes]:
    keys = [_key(request) for request in requests]
    cached = {key: found for key in keys if (found := _cache.get(key)) is not None}
    missing = {key: request for key, request in zip(keys, requests, strict=True) if key not in cached}
    for key, made in zip(missing, batch.results(frames.frame, missing.values()), strict=True):
        cached[key] = made
        _cache.put(key, made)
    return [cached[key] for key in keys]


def _key(request: frames.FrameRequest) -> tuple[Any, ...]:
    query = urlencode(sorted((name, texts[-1]) for name, texts in request.params.items()))
    stamp = cacheable_urls.stamp(live.data_of(request.page, query))
    return (
        request.page,
        query,
        tuple(request.at.items()),
        request.pictures,
        request.whole,
        tuple(sorted(request.files)),
        request.language,
        stamp,
    )


def _whole_number(texts: list[str]) -> int:
    return int(texts[-1]) if texts[-1].isascii() and texts[-1].isdigit() and len(texts[-1]) < 9 else 0
