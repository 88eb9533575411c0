"""Previews of links, as chat programs ask for them.

A preview has title, sentence and picture of the state in an address.

Chat programs read the ``og:`` tags of the HTML page and run no script. The words are read from
the address, without computing anything. The picture has a route of its own, which computes it
once for each state, one after another and in bounded time. A browser that opens the page does not
request the picture.
"""

from __future__ import annotations

import asyncio
from functools import partial
from html import escape
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kernviz.budget as budget
from kernviz.compute import politely
from kernviz.lessons import page as lesson_page
from kernviz.lessons import thumbnails
from kernviz.lessons.page import build
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.preview import HEIGHT, WIDTH, preview, words
from kernviz.ui import gallery, lasting, live, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.wire.content import plain
from kernviz.wording import language, phrase, speaking, spoken

FOLDER = "kernviz-preview"
HOME = "home"  # name of the page at the root
LONGEST = 4_000  # characters of an address that is read; an address with drawn points has up to 3000
PATIENCE = 4.0  # seconds of processor time for a picture
WAIT = 0.3  # seconds the page waits for the text of its preview
LEFT_OUT = ("lang", "embed", "part")  # query parameters that change no picture
ABOUT = phrase("Kernel methods as pictures that follow the hand.")
_words_pool = worker_pool.WorkerPool(threads=1, most=32)
_picture_pool = worker_pool.WorkerPool(threads=1, most=8)
_kept = ByteCache(8 * 2**20)


async def tags(request: Request, name: str) -> str:
    """Return the preview tags for the head of the page `name`.

    They describe the state of the request's address.
    """
    title, about = await _said(request, name)
    shown = name if name in lesson_page.pages() else HOME
    query = _query(request)
    image = f"{_root(request, name)}{lasting.path(FOLDER, f'{shown}.png', live.data_of(shown, query))}"
    said = {
        "og:site_name": "kernviz",
        "og:type": "website",
        "og:title": title,
        "og:description": about,
        "og:image": image + (f"?{query}" if query else ""),
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:locale": language(),
    }
    rows = [f'<meta property="{key}" content="{escape(value)}">' for key, value in said.items()]
    rows += [f'<meta name="description" content="{escape(about)}">']
    return "".join([*rows, '<meta name="twitter:card" content="summary_large_image">'])


async def _said(request: Request, name: str) -> tuple[str, str]:
    """Return title and sentence of the preview.

    If the state cannot be read within WAIT seconds, they are the page's own.
    """
    page = lesson_page.pages().get(name or HOME)
    usual = ("kernviz", spoken(ABOUT)) if page is None else (plain(page.title), plain(page.question))
    query = _query(request)
    if page is None or not query:
        return usual
    try:
        job = _words_pool.join(worker_pool.asker(request), lambda _: _words(name or HOME, query))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job.made), WAIT) or usual
        finally:
            _words_pool.leave(job)
    except (worker_pool.BusyError, TimeoutError, budget.OverBudgetError):
        return usual


def _words(name: str, query: str) -> tuple[str, str] | None:
    with budget.within(WAIT):
        found = live.meant(name, parse_qs(query, keep_blank_values=True), {})
        return None if found is None else words(*found)


def _query(request: Request) -> str:
    """Return the part of a request's query string that a picture depends on.

    Return "" for a query string that is too long.
    """
    query = request.url.query
    if len(query) > LONGEST:
        return ""
    said = parse_qs(query, keep_blank_values=True)
    return urlencode([(name, texts[-1]) for name, texts in said.items() if name not in LEFT_OUT])


def _root(request: Request, name: str) -> str:
    """Return the absolute address of the app's root.

    The host is the one the client has used. Pictures of previews must have absolute addresses.
    """
    path = request.url.path.rstrip("/")
    path = path.removesuffix(f"/{name}") if name else path
    return f"{request.url.scheme}://{request.url.netloc}{path}/"


def routes() -> list[Route]:
    """Return the routes of the preview pictures."""
    return lasting.routes(FOLDER, _serve)


async def _serve(request: Request) -> Response:
    name, dot, kind = request.path_params["page"].rpartition(".")
    query = _query(request)
    if name not in lesson_page.pages() or (dot, kind) != (".", "png"):
        return Response("no such picture", status_code=404, media_type="text/plain")
    with speaking(lasting.spoken(request)):
        data = live.data_of(name, query)
        found = lasting.known(request, data)
        if found is not None:
            return found
        try:
            body = await worker_pool.done(_picture_pool, request, partial(_in_time, name, query))
        except worker_pool.BusyError as problem:
            return worker_pool.busy(problem)
        except worker_pool.GoneError:
            return Response(status_code=204)
        return Response(body, media_type="image/png", headers=lasting.headers(request, data))


def _in_time(name: str, query: str, given_up: object) -> bytes:
    """Return the preview picture of a state as PNG.

    If it cannot be computed, or not in PATIENCE seconds, the picture shows the page's first example.
    """
    key = (name, query, language(), lasting.stamp(live.data_of(name, query)))
    made = _kept.get(key)
    if made is None:
        try:
            with budget.within(PATIENCE), politely(patient=True):
                made = _drawn(name, query)
        except budget.OverBudgetError:
            made = preview(None, _thumbnail(name))
        _kept.put(key, made)
    return made


def _drawn(name: str, query: str) -> bytes:
    said = parse_qs(query, keep_blank_values=True)
    found = live.meant(name, said, {})
    if found is None:
        return preview(None, _thumbnail(name))
    page, state = found
    lesson = build(page, state)
    try:
        shown = thumbnails.picture_of(lesson, {thumbnails.TAB: said.get(thumbnails.TAB, [""])[-1]})
    except ValueError:
        shown = None
    return preview(shown, _thumbnail(name))


def _thumbnail(name: str) -> bytes:
    """Return the small picture of the page's first example."""
    found = next((each for each in PRESETS if each.page == name), PRESETS[0])
    file = gallery.FOLDER / f"{thumbnails.name(found)}-light.webp"
    return file.read_bytes() if file.is_file() else b""


__all__ = ["FOLDER", "routes", "tags"]
