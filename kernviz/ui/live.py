"""The second way to a picture: while a hand is on a control the browser asks for what the address would give.

A route beside Streamlit's own, without a session: it reads the address as the page does, builds the same lesson and
sends the picture and the read-outs beside it. It sets nothing, so any process may answer it. What it cannot know (a
file that another process was given, a kernel that is being typed) it leaves to the first way: the page itself, on
release.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kernviz.compute import politely
from kernviz.data import Dataset
from kernviz.lessons import page as lesson_page
from kernviz.lessons import subject
from kernviz.lessons.lesson import Lesson, Numbers, Picture
from kernviz.lessons.part import NAME, Part
from kernviz.lessons.retold import build
from kernviz.lessons.state import applying
from kernviz.ui import binary_message, doors, hand_first, served
from kernviz.wording import remembered, say

FOLDER = "kernviz-live"
MOST_KEPT = 64  # files of visitors a process remembers
LONGEST = 40_000  # characters of an address
_PAGE = "_live_page"
_kept: OrderedDict[str, Dataset] = OrderedDict()
_lock = Lock()


def keep(data: Dataset) -> str:
    """Remember a visitor's file for a while; the name to ask for it by."""
    with _lock:
        _kept[data.key] = data
        _kept.move_to_end(data.key)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return data.key


def page(shown: lesson_page.Page[Any], state: Any) -> None:
    """In a run: this page can be asked for while a hand is on it, and what its address does not say."""
    asked(shown, unsaid(state))


def unsaid(state: Any) -> dict[str, str]:
    """What a request must say of a state that its address does not: selected rows, a file of the visitor's."""
    more = {
        declared.names[0]: str(getattr(state, name))
        for name, declared in applying(state).items()
        if declared.kind == "row" and getattr(state, name) is not None
    }
    if st.session_state.get("data") == subject.OWN:
        more["own"] = keep(state.data)
    return more


def asked(shown: lesson_page.Page[Any], more: dict[str, str]) -> None:
    """In a run: what is on the page is that lesson, with these values where its address is silent or says otherwise."""
    st.session_state[_PAGE] = {"route": served.path(FOLDER, shown.name), "more": more, "hand": hand_first.name()}


def of_run() -> dict[str, Any] | None:
    """What the page of this run has said, if it can be asked for."""
    said: dict[str, Any] | None = st.session_state.pop(_PAGE, None)
    return said


def routes() -> list[Route]:
    """The server's side."""
    return [Route(f"/{FOLDER}/{{page}}", _serve, methods=["GET"])]


async def _serve(request: Request) -> Response:
    """Computed in a thread of its own; known from its arrival on, for the run of the page that is to come after it."""
    query, name = request.url.query, request.path_params["page"]
    squeezed = None
    if len(query) <= LONGEST:
        with hand_first.asking(request.headers.get(hand_first.HEADER, "")):
            squeezed = await run_in_threadpool(_squeezed, name, query, marks(query))
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if squeezed is None:
        return Response(say("left to the page itself"), status_code=409, media_type="text/plain", headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        squeezed = gzip.decompress(squeezed)
    return Response(squeezed, media_type="application/octet-stream", headers=headers)


def marks(query: str) -> tuple[str, ...]:
    """Which of the kept files an address may mean: part of what an answer depends on."""
    with _lock:
        return tuple(key for key in _kept if key in query)


@remembered(512)
def _squeezed(name: str, query: str, marks: tuple[str, ...]) -> bytes | None:
    """Classmates who follow the same instruction share one answer, as it travels. A field is noise to gzip: more than
    its first level takes twice the time for 2 %.
    """
    message = _message(name, query, marks)
    return None if message is None else gzip.compress(message, compresslevel=1, mtime=0)


def _message(name: str, query: str, marks: tuple[str, ...]) -> bytes | None:
    """What the address gives, packed; None where only its session knows."""
    said = parse_qs(query, keep_blank_values=True)
    found = meant(name, said, files(marks))
    if found is None:
        return None
    page, state = found
    with politely():
        return pack(build(page, state, Part.read(said[NAME][-1]).of) if NAME in said else build(page, state))


def files(marks: tuple[str, ...]) -> dict[str, Dataset]:
    """Those of the kept files that are called so."""
    with _lock:
        return {key: _kept[key] for key in marks if key in _kept}


def meant(
    name: str, said: Mapping[str, Sequence[str]], kept: Mapping[str, Dataset]
) -> tuple[lesson_page.Page[Any], Any] | None:
    """The page of that name and the State an address gives; None where only its session knows."""
    page = lesson_page.pages().get(name)
    about = subject.read(said, kept, page.first) if page else None
    return None if page is None or about is None else (page, lesson_page.read(page, about, said))


def pack(lesson: Lesson) -> bytes:
    """The pictures and the read-outs of a lesson, as they travel."""
    return binary_message.packed(content(lesson))


def content(lesson: Lesson) -> dict[str, Any]:
    """What there is to travel."""
    figures = {picture.key: drawn(picture) for picture in lesson.pictures}
    beside = [[[doors.plain(t) for t in (n.label, n.soon, n.meaning)] for n in item.items] for item in lesson.readouts]
    return {"pictures": figures, "readouts": beside, "problem": doors.plain(lesson.problem)}


def drawn(picture: Picture) -> dict[str, Any]:
    """A picture as it travels."""
    places = [handle.at for handle in picture.handles]
    return {"figure": picture.figure.still(), "alt": doors.plain(picture.alt), "places": places}


def readouts(numbers: Numbers) -> list[list[str]]:
    """Label, value, meaning of each."""
    return [[doors.plain(text) for text in n.words] for n in numbers.items]


__all__ = ["FOLDER", "content", "drawn", "files", "keep", "marks", "meant", "pack", "readouts", "routes", "unsaid"]
