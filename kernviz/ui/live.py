"""The live route: lesson pictures during a drag.

It returns pictures for a page's address while the visitor holds a control.

The route is beside Streamlit's own, without a session. It reads the address as the page does,
builds the same lesson, and returns its pictures and read-outs. It changes no state, so any
process may answer.

An answer is a function of its address, which holds the version (cacheable_urls.py). Browsers and proxies
may therefore store it, and so does this process.

The route does not know a file that was given to another process, or a kernel being typed. Then it
sends no picture, and the page's own run draws it on release. The same holds for a computation
beyond PATIENCE. Requests beyond the number of threads wait in a queue (worker_pool.py). While the
queue is long, and for a request that has waited long, fields are computed on half the grid. Such an
answer says so in a header, and nobody stores it as the answer of its address. If the queue is full,
the browser retries later.

Runs of pages compute on half the grid by the same rule (`grid_of_run`). Their browsers ask the
address QUEUE from time to time, and run the page again once the queue is short.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache, partial
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kernviz.budget as budget
import kernviz.grid_size as grid_size
from kernviz.compute import beside, politely
from kernviz.data import Dataset
from kernviz.lessons import data_and_kernel
from kernviz.lessons import page as lesson_page
from kernviz.lessons.lesson import Lesson, Numbers
from kernviz.lessons.page import build
from kernviz.lessons.part import NAME, Part
from kernviz.lessons.state import applying
from kernviz.ui import asset_routes, cacheable_urls, escaping, live_before_rerun, loop_first, page_turns, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.wire import binary_message
from kernviz.wire.content import content, drawn
from kernviz.wording import language, say, speaking

FOLDER = "kernviz-live"
MOST_KEPT = 64  # files of visitors stored per process
# query parameter that asks for the picture as at rest: nothing left out or rounded (wire/reduced_figure.py)
WHOLE = "@whole"
LONGEST = 40_000  # characters of an address
LONG_WAIT = 0.3  # seconds in the queue after which a live picture is computed on half the grid
LONG_QUEUE = 16  # waiting live pictures and page runs; while there are more, fields have half the grid
QUEUE = "kernviz-queue"  # address that says if the queue is long
SHORT, LONG = "short", "long"  # its answers
GRID, HALF = "X-Kernviz-Grid", "half"  # header of an answer, and its value where fields have half the grid
PATIENCE = 2.0  # seconds of processor time for a live picture
_PAGE = "_live_page"
clock: Callable[[], float] = monotonic
# length of the queue, enough for one or two classes
MOST_WAITING = 64
_workers = worker_pool.WorkerPool(threads=2, most=MOST_WAITING)
ROOM = 32 * 2**20  # bytes of stored answers
_made = ByteCache(ROOM)
_kept: OrderedDict[str, Dataset] = OrderedDict()
_lock = Lock()


def keep(data: Dataset) -> str:
    """Store the data of a visitor's file and return their key.

    Of all visitors' files, this process keeps the MOST_KEPT used last.
    """
    with _lock:
        _kept[data.key] = data
        _kept.move_to_end(data.key)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return data.key


def page(shown: lesson_page.Page[Any], state: Any) -> None:
    """Register the page's live route and the state its address lacks."""
    asked(shown, unsaid(state))


def unsaid(state: Any) -> dict[str, str]:
    """Return the part of a state that the address lacks.

    It consists of selected rows and the visitor's file.
    """
    more = {
        declared.names[0]: str(getattr(state, name))
        for name, declared in applying(state).items()
        if declared.kind == "row" and getattr(state, name) is not None
    }
    if st.session_state.get("data") == data_and_kernel.OWN:
        more["own"] = keep(state.data)
    return more


def asked(shown: lesson_page.Page[Any], more: dict[str, str]) -> None:
    """Register the live route of the page that this run draws.

    `more` are query parameters that override or complete the address. Where the run has half the grid, the browser
    gets the address of QUEUE, too.
    """
    route = cacheable_urls.path(FOLDER, shown.name, str(st.session_state.get("data", shown.first)))
    coarse = {"queue": asset_routes.path(QUEUE)} if grid_size.halved() else {}
    st.session_state[_PAGE] = {"route": route, "more": more, "hand": live_before_rerun.name(), **coarse}


def of_run() -> dict[str, Any] | None:
    """Return and clear the live route registered in this run, or None."""
    state: dict[str, Any] | None = st.session_state.pop(_PAGE, None)
    return state


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


@contextmanager
def grid_of_run(shown: lesson_page.Page[Any], state: Any) -> Iterator[None]:
    """Compute a page run on half the grid for a long queue.

    A lesson that has been built already is shown as it is. Pages whose numbers count places of the grid always have
    the whole grid.
    """
    coarse = shown.coarse_grid_allowed and long_queue() and not lesson_page.is_built(shown, state)
    with grid_size.half() if coarse else nullcontext():
        yield


async def serve(request: Request) -> Response:
    """Answer a live request in the language of its address."""
    with speaking(cacheable_urls.spoken(request)):
        return await _answer(request)


async def _answer(request: Request) -> Response:
    """Return the worker pool's answer to a live request.

    The request is registered from its arrival, so that the rerun that follows waits for it.
    """
    query, name = request.url.query, request.path_params["page"]
    body = None
    if len(query) <= LONGEST:
        data, own = data_of(name, query), marks(query)
        found = None if own else cacheable_urls.known(request, data)
        try:
            with live_before_rerun.asking(worker_pool.asker(request)[1]):
                if found is not None:
                    return found
                body, halved = _at_hand(name, query, own)
                if body is None:
                    work = partial(_in_time, name, query, own, clock())
                    same = _key(name, query, own)  # a class that follows the lecturer waits for one computation
                    body, halved = await worker_pool.done(_workers, request, work, newest=True, same=same)
        except worker_pool.BusyError as problem:
            return worker_pool.busy(problem)
        except worker_pool.GoneError:
            return Response(status_code=204)  # the browser has disconnected
        except budget.OverBudgetError:  # a second attempt would take as long
            return _without_picture(say("this takes too long to be computed while you drag"), 503)
    if len(query) > LONGEST:
        return _without_picture(too_long(len(query), LONGEST), 409)
    if body is None:
        return _without_picture(say("left to the page itself"), 409)
    headers = _half_headers(own) if halved else cacheable_urls.headers(request, data, personal=bool(own))
    headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, media_type="application/octet-stream", headers=headers)


def too_long(size: int, most: int) -> str:
    """Return the sentence that refuses an address of too many characters."""
    return say("The address has {n} characters, and at most {most} are read: leave something out.", n=size, most=most)


def _without_picture(why: str, status: int) -> Response:
    headers = {"Cache-Control": cacheable_urls.NEVER, "Vary": "Accept-Encoding"}
    return Response(why, status_code=status, media_type="text/plain", headers=headers)


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


def marks(query: str) -> tuple[str, ...]:
    """Return the keys of the visitors' files that a query string contains.

    The answer to the query depends on these files.
    """
    with _lock:
        return tuple(key for key in _kept if key in query)


def _half_headers(own: tuple[str, ...]) -> dict[str, str]:
    """Return the headers of a half-grid picture, which nobody stores."""
    return {"Cache-Control": cacheable_urls.PERSONAL if own else cacheable_urls.NEVER, GRID: HALF}


def _crowded(name: str, query: str, waited: float = 0.0) -> bool:
    """Return True if a picture should have half the grid.

    This is so while the queue is long, or if the request has `waited` for more than LONG_WAIT seconds. Pictures as at
    rest always have the whole grid, and so have pictures of pages whose numbers count places of the grid.
    """
    if not long_queue() and waited <= LONG_WAIT:
        return False
    shown = lesson_page.pages().get(name)
    return shown is not None and shown.coarse_grid_allowed and WHOLE not in parse_qs(query, keep_blank_values=True)


def _at_hand(name: str, query: str, marks: tuple[str, ...], waited: float = 0.0) -> tuple[bytes | None, bool]:
    """Return the stored answer or None, and True for half the grid.

    An answer on half the grid has a key of its own. It is used only while many requests wait, or after a long wait.
    """
    found = _made.get(_key(name, query, marks))
    if found is not None or not _crowded(name, query, waited):
        return found, False
    with grid_size.half():
        return _made.get(_key(name, query, marks)), True


def _in_time(
    name: str, query: str, marks: tuple[str, ...], since: float, given_up: Callable[[], bool]
) -> tuple[bytes | None, bool]:
    """Compute a live answer within the time limit.

    `since` is when the request came, by `clock`. Return the answer, and True if it has half the grid. Raises
    OverBudgetError if the answer takes too long or nobody waits for it.
    """
    with budget.within(PATIENCE, given_up), beside():
        waited = clock() - since + loop_first.lag()  # about what passed before the request was read
        # a request earlier in the queue may have computed this answer
        found, halved = _at_hand(name, query, marks, waited)
        if found is not None:
            return found, halved
        if not halved:
            return _compressed(name, query, marks), False
        with grid_size.half():
            return _compressed(name, query, marks), True


def _compressed(name: str, query: str, marks: tuple[str, ...]) -> bytes | None:
    """Return the gzipped live answer, shared by visitors with equal state.

    Coded fields compress well: level 6 takes a third of a millisecond, and 10 % less room than level
    1.
    """
    key = _key(name, query, marks)
    found = _made.get(key)
    if found is not None:
        return found
    message = _message(name, query, marks)
    if message is None:
        return None
    made = gzip.compress(message, compresslevel=6, mtime=0)
    _made.put(key, made)
    return made


def _key(name: str, query: str, marks: tuple[str, ...]) -> tuple[object, ...]:
    """Return the cache key: everything a live answer depends on."""
    return language(), grid_size.halved(), name, query, marks, cacheable_urls.stamp(data_of(name, query))


def _message(name: str, query: str, marks: tuple[str, ...]) -> bytes | None:
    """Return the encoded lesson of an address.

    Return None if the state is known to the visitor's session alone.
    """
    params = parse_qs(query, keep_blank_values=True)
    found = page_and_state(name, params, files(marks))
    if found is None:
        return None
    page, state = found
    with politely():
        lesson = build(page, state, Part.read(params[NAME][-1]).of) if NAME in params else build(page, state)
        return pack(lesson, whole=WHOLE in params)


def files(marks: tuple[str, ...]) -> dict[str, Dataset]:
    """Return the stored files with these keys."""
    with _lock:
        return {key: _kept[key] for key in marks if key in _kept}


def page_and_state(
    name: str, params: Mapping[str, Sequence[str]], visitor_files: Mapping[str, Dataset]
) -> tuple[lesson_page.Page[Any], Any] | None:
    """Return the page and the State of an address.

    `params` are the query parameters, `visitor_files` the visitors' files by key. Return None if the page is unknown,
    or if the state is known to the visitor's session alone.
    """
    page = lesson_page.pages().get(name)
    about = data_and_kernel.read(params, visitor_files, page.first) if page else None
    if page is None or about is None:
        return None
    return page, lesson_page.read(page, about, data_and_kernel.with_origin(params, page.first))


def pack(lesson: Lesson, *, whole: bool = False) -> bytes:
    """Encode the pictures and read-outs of a lesson as bytes."""
    return binary_message.packed(content(lesson, whole=whole))


def readouts(numbers: Numbers) -> list[list[str]]:
    """Return label, value and meaning of each read-out, escaped."""
    return [[escaping.plain(text) for text in n.words] for n in numbers.items]


__all__ = [
    "FOLDER",
    "content",
    "drawn",
    "files",
    "keep",
    "marks",
    "pack",
    "page_and_state",
    "readouts",
    "routes",
    "serve",
    "unsaid",
]
