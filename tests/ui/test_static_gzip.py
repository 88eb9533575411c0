"""Streamlit's files in transit: only immutable ones are compressed, once, with correct headers."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.types import Message, Receive, Scope, Send

from kernviz.ui import static_gzip
from kernviz.ui.static_gzip import GzipMiddleware
from tests.ui.asking import run

T = TypeVar("T")
SCRIPT = "const word = 'kernel';\n" * 400
FOR_GOOD = {"Cache-Control": "public, immutable, max-age=31536000", "ETag": '"abc"', "Accept-Ranges": "bytes"}


@dataclass
class Answer:
    status: int
    headers: Headers
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class Site:
    """Server like Streamlit's behind the compression; ``asked`` lists the paths that reached it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.app = GzipMiddleware(self.answer)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        self.asked.append(scope["path"])
        there = "missing" not in scope["path"]
        body, headers = (
            (SCRIPT, FOR_GOOD) if there else ("<html>", {"Cache-Control": "no-cache"})
        )  # as Streamlit answers
        await Response(body, media_type="text/javascript", headers=headers)(scope, receive, send)

    async def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """Return the response to a browser that accepts gzip, unless its headers say otherwise."""
        messages: list[Message] = []

        async def send(message: Message) -> None:
            messages.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        names = {"accept-encoding": "gzip, deflate"} | {name.replace("_", "-"): text for name, text in headers.items()}
        raw = [(name.encode(), text.encode()) for name, text in names.items()]
        scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": raw, "root_path": ""}
        await self.app(scope, receive, send)
        return Answer(
            messages[0]["status"], Headers(raw=messages[0]["headers"]), b"".join(m["body"] for m in messages[1:])
        )

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        return run(self.ask(path, method, **headers))


@pytest.fixture
def site() -> Site:
    return Site()


def test_a_script_is_compressed_once_for_everyone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[int] = []
    squeeze = gzip.compress
    monkeypatch.setattr("gzip.compress", lambda *a, **k: times.append(1) or squeeze(*a, **k))
    answers = [site.get("/static/js/index.AbC-_1.js") for _ in range(3)]
    for answer in answers:
        assert answer.text == SCRIPT
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(SCRIPT) / 10
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "accept-ranges" not in answer.headers
    assert len(site.asked) == len(times) == 1


def test_a_class_that_opens_the_page_together_waits_for_one_compression() -> None:
    site = Site()

    async def together() -> list[Answer]:
        return await asyncio.gather(*[site.ask("/static/js/a.js") for _ in range(30)])

    assert {answer.text for answer in run(together())} == {SCRIPT}
    assert len(site.asked) == 1


def test_a_disconnect_while_a_file_is_read_does_not_truncate_it(tmp_path: Path) -> None:
    """Starlette ends a response at a disconnect; the part sent until then must not be stored for everyone."""
    path = tmp_path / "main.js"
    path.write_text(SCRIPT)

    async def disconnected() -> Message:
        return {"type": "http.disconnect"}

    async def leave_and_ask() -> bytes:
        messages: list[Message] = []

        async def send(message: Message) -> None:
            messages.append(message)

        app = GzipMiddleware(FileResponse(path, headers=FOR_GOOD))
        for receive in (disconnected, static_gzip._never_disconnects):
            messages.clear()
            await app(
                {
                    "type": "http",
                    "asgi": {"spec_version": "2.3"},
                    "method": "GET",
                    "path": "/static/js/main.js",
                    "headers": [(b"accept-encoding", b"gzip")],
                },
                receive,
                send,
            )
        return b"".join(message.get("body", b"") for message in messages[1:])

    assert gzip.decompress(run(leave_and_ask())).decode() == SCRIPT


def test_the_tag_of_the_compressed_form_is_its_own_and_answers_if_none_match(site: Site) -> None:
    plain = site.get("/static/css/a.css", accept_encoding="identity")
    small = site.get("/static/css/a.css")
    assert plain.headers["etag"] == '"abc"' != small.headers["etag"]
    again = site.get("/static/css/a.css", if_none_match=small.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert "immutable" in again.headers["cache-control"]


def test_head_has_the_headers_of_get(site: Site) -> None:
    head, get = site.get("/static/js/a.js", "HEAD"), site.get("/static/js/a.js")
    assert head.headers == get.headers
    assert head.body == b""


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/static/js/a.js", {"accept_encoding": "identity"}),  # clients without gzip
        ("/static/js/a.js", {"range": "bytes=0-9"}),  # a part of the file itself
        ("/static/media/font.woff2", {}),  # already compressed
        ("/media/points.csv", {}),
        ("/static/js/../secret", {}),
        ("/", {}),
    ],
)
def test_the_rest_passes_untouched(site: Site, path: str, headers: dict[str, str]) -> None:
    for _ in range(2):
        answer = site.get(path, **headers)
        assert "content-encoding" not in answer.headers
        assert answer.text == SCRIPT
    assert len(site.asked) == 2


def test_missing_files_are_not_cached(site: Site) -> None:
    middleware = site.app
    for k in range(50):
        assert site.get(f"/static/js/missing{k}.js").text == "<html>"
    assert isinstance(middleware, GzipMiddleware)
    assert not middleware.kept
    assert not middleware.locks


def test_a_post_and_a_websocket_pass(site: Site) -> None:
    assert "content-encoding" not in site.get("/static/js/a.js", "POST").headers
    messages: list[Message] = []

    async def send(message: Message) -> None:
        messages.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    run(site.app({"type": "websocket", "path": "/static/js/a.js"}, receive, send))
    assert messages == [{"type": "websocket.accept"}]
