"""Previews of links, as chat programs ask for them.

A preview has title, sentence and picture of the state in an address.

Chat programs read the ``og:`` tags of the HTML page and run no script. The words are read from
the address, without computing anything. The picture has a route of its own, which computes it
once for each state, one after another and in bounded time. A browser that opens the page does not
request the picture.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from html import escape
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kernviz.budget as budget
from kernviz.compute import politely
from kernviz.data.untrusted_text import plain
from kernviz.lessons import page as lesson_page
from kernviz.lessons import thumbnails
from kernviz.lessons.page import build
from kernviz.lessons.part import NAME as PART
from kernviz.lessons.part import Part
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.preview import HEIGHT, WIDTH, preview, words
from kernviz.ui import cacheable_urls, gallery, linked, live, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.linked import Linked
from kernviz.ui.navigation import HOME, PageEntry
from kernviz.wording import language

FOLDER = "kernviz-preview"
LONGEST = 4_000  # characters of an address that is read; an address with drawn points has up to 3000
PATIENCE = 4.0  # seconds of processor time for a picture
WAIT = 0.3  # seconds the page waits for the text of its preview
UNSEEN = ("lang", "embed")  # query parameters that change no picture
LEFT_OUT = (*UNSEEN, PART)  # query parameters of a page that its preview leaves out: the preview shows the whole page
# lengths of the queues: texts of previews, and their pictures
MOST_TEXTS, MOST_PICTURES = 32, 8
# bytes of stored pictures
ROOM = 8 * 2**20
_words_pool = worker_pool.WorkerPool(threads=1, most=MOST_TEXTS)
_picture_pool = worker_pool.WorkerPool(threads=1, most=MOST_PICTURES)
_pictures = ByteCache(ROOM)


async def tags(request: Request, entry: PageEntry) -> str:
    """Return the preview tags for the head of a page.

    They describe the state of the request's address.
    """
    found = await _linked(request, entry)
    picture = cacheable_urls.path(FOLDER, f"{found.page}.png", live.data_of(found.page, found.query))
    image = f"{_root(request, entry.name)}{picture}"
    properties = {
        "og:site_name": "kernviz",
        "og:type": "website",
        "og:title": found.title,
        "og:description": found.about,
        "og:image": image + (f"?{found.query}" if found.query else ""),
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:locale": language(),
    }
    rows = [f'<meta property="{key}" content="{escape(value)}">' for key, value in properties.items()]
    rows += [f'<meta name="description" content="{escape(found.about)}">']
    return "".join([*rows, '<meta name="twitter:card" content="summary_large_image">'])


async def _linked(request: Request, entry: PageEntry) -> Linked:
    """Return what the link is about.

    If the state cannot be read within WAIT seconds, it is the page itself.
    """
    page, query = lesson_page.pages().get(entry.name), _query(request, LEFT_OUT)
    usual = linked.of_page(entry) if page is None else Linked(plain(page.title), plain(page.question), page.name, query)
    if not query and page is not None:
        return usual
    try:
        job = _words_pool.submit(worker_pool.asker(request), lambda _: _in_state(entry, usual, query))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job.made), WAIT)
        finally:
            _words_pool.cancel(job)
    except (worker_pool.BusyError, TimeoutError, budget.OverBudgetError):
        return usual


def _in_state(entry: PageEntry, usual: Linked, query: str) -> Linked:
    params = parse_qs(query, keep_blank_values=True)
    if entry.name not in lesson_page.pages():
        return linked.of_state(entry, params, WAIT)
    with budget.within(WAIT):
        found = live.page_and_state(entry.name, params, {})
        return usual if found is None else Linked(*words(*found), usual.page, usual.query)


def _query(request: Request, left_out: Collection[str]) -> str:
    """Return the part of a query string that a picture depends on.

    Return "" for a query string that is too long.
    """
    query = request.url.query
    if len(query) > LONGEST:
        return ""
    params = parse_qs(query, keep_blank_values=True)
    return urlencode([(name, texts[-1]) for name, texts in params.items() if name not in left_out])


def _root(request: Request, name: str) -> str:
    """Return the absolute address of the app's root.

    The host is the one the client has used. Pictures of previews must have absolute addresses.
    """
    path = request.url.path.rstrip("/")
    path = path if name == HOME else path.removesuffix(f"/{name}")
    return f"{request.url.scheme}://{request.url.netloc}{path}/"


def routes() -> list[Route]:
    """Return the routes of the preview pictures."""
    return cacheable_urls.routes(FOLDER, _serve)


@cacheable_urls.answering
async def _serve(request: Request) -> Response:
    name, dot, kind = request.path_params["page"].rpartition(".")
    query = _query(request, UNSEEN)
    if name not in (*lesson_page.pages(), linked.WHO_DREW) or (dot, kind) != (".", "png"):
        return Response("no such picture", status_code=404, media_type="text/plain")
    data = live.data_of(name, query)
    confirmation = cacheable_urls.not_modified(request, data)
    if confirmation is not None:
        return confirmation
    body = await worker_pool.run_for_request(_picture_pool, request, partial(_in_time, name, query))
    return Response(body, media_type="image/png", headers=cacheable_urls.headers(request, data))


def _in_time(name: str, query: str, given_up: object) -> bytes:
    """Return the preview picture of a state as PNG.

    If it cannot be computed, or not in PATIENCE seconds, the picture shows the page's first example.
    """
    key = (name, query, language(), cacheable_urls.stamp(live.data_of(name, query)))
    made = _pictures.get(key)
    if made is None:
        try:
            with budget.within(PATIENCE), politely(patient=True):
                made = _drawn(name, query)
        except budget.OverBudgetError:
            made = preview(None, _thumbnail(name))
        _pictures.put(key, made)
    return made


def _drawn(name: str, query: str) -> bytes:
    params = parse_qs(query, keep_blank_values=True)
    if name == linked.WHO_DREW:
        return preview(linked.who_drew(params), _thumbnail(name))
    found = live.page_and_state(name, params, {})
    if found is None:
        return preview(None, _thumbnail(name))
    page, state = found
    lesson = build(page, state, Part.read(params[PART][-1]).of) if PART in params else build(page, state)
    try:
        shown = thumbnails.picture_of(lesson, {thumbnails.TAB: params.get(thumbnails.TAB, [""])[-1]})
    except ValueError:
        shown = None
    return preview(shown, _thumbnail(name))


def _thumbnail(name: str) -> bytes:
    """Return the small picture of the page's first example."""
    shown = linked.INSTEAD.get(name, name)
    found = next((preset for preset in PRESETS if preset.page == shown), PRESETS[0])
    file = gallery.FOLDER / f"{thumbnails.name(found)}-light.webp"
    return file.read_bytes() if file.is_file() else b""
