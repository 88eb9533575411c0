"""The live route: lesson pictures during a drag.

It returns pictures for a page's address while the visitor holds a control.

The route is beside Streamlit's own, without a session. It reads the address as the page does,
builds the same lesson, and returns its pictures and read-outs. It changes no state, so any
process may answer.

An answer is a function of its address, which holds the version (cacheable_urls.py). Browsers and proxies
may therefore store it, and so does this process.

The route does not know a file that was given to another process (visitor_files.py), or a kernel being typed. Then it
sends no picture, and the page's own run draws it on release. The same holds for a computation
beyond PATIENCE. Requests beyond the number of threads wait in a queue (worker_pool.py). While the
queue is long, and for a request that has waited long, fields are computed on half the grid. Such an
answer says so in a header. Only nginx stores it as the answer of its address, for two seconds. If the
queue is full, the browser retries later.

Runs of pages compute on half the grid by the same rule (live_run.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kernviz.budget as budget
import kernviz.grid_size as grid_size
from kernviz.compute import beside
from kernviz.data import Dataset
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.page import build
from kernviz.lessons.part import NAME, Part
from kernviz.ui import (
    cacheable_urls,
    gzipped,
    live_before_rerun,
    live_pool,
    loop_first,
    page_turns,
    visitor_files,
    worker_pool,
)
from kernviz.ui.byte_cache import ByteCache
from kernviz.wire import binary_message
from kernviz.wire.content import content
from kernviz.wording import language, say

FOLDER = "kernviz-live"
# query parameter that asks for the picture as at rest: nothing left out or rounded (wire/reduced_figure.py)
WHOLE = "@whole"
LONGEST = 40_000  # characters of an address
LONG_WAIT = 0.3  # seconds in the queue after which a live picture is computed on half the grid
LONG_QUEUE = 16  # waiting live pictures and page runs; while there are more, fields have half the grid
QUEUE = "kernviz-queue"  # address that says if the queue is long
SHORT, LONG = "short", "long"  # its answers
GRID, HALF = "X-Kernviz-Grid", "half"  # header of an answer, and its value where fields have half the grid
BRIEF = "X-Accel-Expires"  # header with the seconds for which nginx stores an answer, whatever browsers may do
BRIEFLY = 2  # seconds for which nginx stores a picture on half the grid
PATIENCE = 2.0  # seconds of processor time for a live picture
clock: Callable[[], float] = monotonic
_workers = live_pool.workers
ROOM = 32 * 2**20  # bytes of stored answers
_answers = ByteCache(ROOM)


def routes() -> list[Route]:
    """Return the live route, and that of the queue."""
    return [*cacheable_urls.routes(FOLDER, serve), Route(f"/{QUEUE}", _serve_queue, methods=["GET"])]


async def _serve_queue(_: Request) -> Response:
    """Say if the queue is long; this costs next to nothing."""
    pause = LONG if long_queue() else SHORT
    return Response(pause, media_type="text/plain", headers={"Cache-Control": cacheable_urls.NEVER})


def long_queue() -> bool:
    """Return True while fields are to have half the grid.

    Live pictures and runs of pages use the same processor, so both count.
    """
    return _workers.waiting + page_turns.waiting() > LONG_QUEUE


@cacheable_urls.answering
async def serve(request: Request) -> Response:
    """Return the worker pool's answer to a live request.

    The request is registered from its arrival, so that the rerun that follows waits for it.
    """
    query, name = cacheable_urls.query(request), request.path_params["page"]
    if len(query) > LONGEST:
        return cacheable_urls.refused(too_long(len(query), LONGEST), 409)
    data, own = data_of(name, query), visitor_files.keys_in(query)
    confirmation = None if own else cacheable_urls.not_modified(request, data)
    with live_before_rerun.asking(worker_pool.asker(request)[1]):
        if confirmation is not None:
            return confirmation
        body, halved = _at_hand(name, query, own)
        if body is None:
            work = partial(_in_time, name, query, own, clock())
            same = _key(name, query, own)  # a class that follows the lecturer waits for one computation
            sort = sort_of(name, query)
            body, halved = await worker_pool.run_for_request(_workers, request, work, newest=True, same=same, sort=sort)
    if body is None:
        return cacheable_urls.refused(say("left to the page itself"), 409)
    lasting = cacheable_urls.headers(request, data, personal=bool(own))
    headers = _half_headers(lasting) if halved else lasting
    return gzipped.response(request, body, "application/octet-stream", headers)


def too_long(size: int, most: int) -> str:
    """Return the sentence that refuses an address of too many characters."""
    return say("The address has {n} characters, and at most {most} are read: leave something out.", n=size, most=most)


def data_of(name: str, query: str) -> str:
    """Return the name of the data set of a page's address.

    `name` is the page, `query` the query string. Return "" for an unknown page.
    """
    shown = lesson_page.pages().get(name)
    if shown is None:
        return ""
    data = _data_parameter(query)
    return shown.first if data is None else data


@lru_cache(256)
def _data_parameter(query: str) -> str | None:
    """Return the data set that a query string names, or None."""
    values = parse_qs(query, keep_blank_values=True).get("data")
    return values[-1] if values else None


@lru_cache(256)
def sort_of(name: str, query: str) -> tuple[object, ...]:
    """Return what mostly decides how long a picture takes.

    This is the page, its data, the order of magnitude of the number of points, and the names in the kernel's text.
    """
    params = parse_qs(query)
    count, kernel = params.get("n", [""])[-1], params.get("k", [""])[-1]
    size = int(count).bit_length() if count.isascii() and count.isdigit() and len(count) < 9 else None
    return name, data_of(name, query), size, frozenset(re.findall("[a-z]+", kernel))


def _half_headers(lasting: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of a half-grid picture.

    `lasting` are the headers of the whole picture. No browser stores the half one. If the whole one may be stored,
    nginx stores the half one for BRIEFLY seconds: a class that follows the lecturer then costs the processes little.
    """
    if "ETag" not in lasting:
        return {"Cache-Control": lasting["Cache-Control"], GRID: HALF}
    return {BRIEF: str(BRIEFLY), "Cache-Control": cacheable_urls.NEVER, GRID: HALF}


def _crowded(name: str, query: str, waited: float = 0.0) -> bool:
    """Return True if a picture should have half the grid.

    This is so while the queue is long, or if the request has `waited` for more than LONG_WAIT seconds. Pictures as at
    rest always have the whole grid, and so have pictures of pages whose numbers count places of the grid.
    """
    if not long_queue() and waited <= LONG_WAIT:
        return False
    shown = lesson_page.pages().get(name)
    return shown is not None and shown.coarse_grid_allowed and WHOLE not in parse_qs(query, keep_blank_values=True)


def _at_hand(name: str, query: str, file_keys: tuple[str, ...], waited: float = 0.0) -> tuple[bytes | None, bool]:
    """Return the stored answer or None, and True for half the grid.

    An answer on half the grid has a key of its own. It is used only while many requests wait, or after a long wait.
    """
    found = _answers.get(_key(name, query, file_keys))
    if found is not None or not _crowded(name, query, waited):
        return found, False
    with grid_size.half():
        return _answers.get(_key(name, query, file_keys)), True


def _in_time(
    name: str, query: str, file_keys: tuple[str, ...], since: float, given_up: Callable[[], bool]
) -> tuple[bytes | None, bool]:
    """Compute a live answer within the time limit.

    `since` is when the request came, by `clock`. Return the answer, and True if it has half the grid. Raises
    OverBudgetError if the answer takes too long or nobody waits for it.
    """
    with budget.within(PATIENCE, given_up), beside():
        waited = clock() - since + loop_first.lag()  # about what passed before the request was read
        # a request earlier in the queue may have computed this answer
        found, halved = _at_hand(name, query, file_keys, waited)
        if found is not None:
            return found, halved
        if not halved:
            return _compressed(name, query, file_keys), False
        with grid_size.half():
            return _compressed(name, query, file_keys), True


def _compressed(name: str, query: str, file_keys: tuple[str, ...]) -> bytes | None:
    """Compute, gzip and store the live answer.

    Coded fields compress well: it takes a third of a millisecond, and 10 % less room than level 1.
    """
    key = _key(name, query, file_keys)  # before the data are read, which may be replaced meanwhile
    message = _message(name, query, file_keys)
    if message is None:
        return None
    made = gzipped.compressed(message)
    _answers.put(key, made)
    return made


def _key(name: str, query: str, file_keys: tuple[str, ...]) -> tuple[object, ...]:
    """Return the cache key: everything a live answer depends on."""
    return language(), grid_size.halved(), name, query, file_keys, cacheable_urls.stamp(data_of(name, query))


def _message(name: str, query: str, file_keys: tuple[str, ...]) -> bytes | None:
    """Return the encoded lesson of an address.

    Return None if the state is known to the visitor's session alone.
    """
    params = parse_qs(query, keep_blank_values=True)
    found = page_and_state(name, params, visitor_files.stored(file_keys))
    if found is None:
        return None
    page, state = found
    lesson = build(page, state, Part.read(params[NAME][-1]).of) if NAME in params else build(page, state)
    return binary_message.packed(content(lesson, whole=WHOLE in params))


def page_and_state(
    name: str, params: Mapping[str, Sequence[str]], files: Mapping[str, Dataset]
) -> tuple[lesson_page.Page[Any], Any] | None:
    """Return the page and the State of an address.

    `params` are the query parameters, `files` the visitors' files by key. Return None if the page is unknown,
    or if the state is known to the visitor's session alone.
    """
    page = lesson_page.pages().get(name)
    about = data_and_kernel.read(params, files, page.first) if page else None
    if page is None or about is None:
        return None
    return page, lesson_page.read(page, about, data_and_kernel.with_origin(params, page.first))
