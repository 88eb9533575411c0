"""Gzip compression of Streamlit's scripts and style sheets, 7 MB uncompressed.

Only files whose names change with their content are compressed; a browser may cache them for
good. Each file is compressed once a process, on its first request, and then kept. All other
responses (pages, media, uploads, part of a file) pass unchanged.
"""

import asyncio
import re
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kernviz.ui.gzipped import accepts_gzip, compressed

FILE = re.compile(r"(?:^|/)(static/(?:js|css)/[\w.-]+)$")  # matches under any path prefix
FOR_GOOD = "immutable"  # in the Cache-Control header of a file whose name changes with its content


@dataclass(frozen=True)
class StoredResponse:
    """A stored response with headers, compressed body and ETag."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    etag: str


class GzipMiddleware:
    """ASGI middleware that serves hashed files in compressed form."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.kept: dict[str, StoredResponse] = {}
        self.locks: dict[str, asyncio.Lock] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the stored response, or call the app."""
        name = _requested_file(scope)
        stored = None if name is None else self.kept.get(name) or await self._compress(name, scope)
        if stored is None:
            await self.app(scope, receive, send)
        else:
            await _answer(stored, scope, send)

    async def _compress(self, name: str, scope: Scope) -> StoredResponse | None:
        """Fetch and store the whole file, compressed.

        Return None if the file may not be cached. A lock makes this happen once for a whole class of
        visitors. The file is fetched to its end even if the visitor who asked first has left: Starlette
        ends a response at a disconnect, and all others would get the part it had sent.
        """
        async with self.locks.setdefault(name, asyncio.Lock()):
            if name in self.kept:
                return self.kept[name]
            messages: list[Message] = []

            async def note(message: Message) -> None:
                messages.append(message)

            whole = {**scope, "method": "GET", "headers": []}
            await self.app(whole, _never_disconnects, note)
            headers = Headers(raw=messages[0]["headers"])
            if messages[0]["status"] == 200 and FOR_GOOD in headers.get("cache-control", ""):
                body = b"".join(message.get("body", b"") for message in messages[1:])
                self.kept[name] = await asyncio.to_thread(_compressed_response, headers, body)
        if name not in self.kept:
            self.locks.pop(name, None)  # no lock is kept for names without a file
        return self.kept.get(name)


async def _never_disconnects() -> Message:
    """Wait without end for a message of the visitor (an ASGI `receive`)."""
    await asyncio.Event().wait()
    raise AssertionError("nobody sets the event")


def _requested_file(scope: Scope) -> str | None:
    """Return the path of the requested file if compression applies.

    It applies if the request is for the whole file and accepts gzip. Otherwise return None.
    """
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    headers, match = Headers(scope=scope), FILE.search(scope["path"])
    if match is None or "range" in headers or not accepts_gzip(headers):
        return None
    return match[1]


def _compressed_response(headers: Headers, body: bytes) -> StoredResponse:
    packed = compressed(body)
    fresh = headers.mutablecopy()
    etag = fresh.get("etag", "").removesuffix('"') + '-gzip"'  # another encoding needs another ETag
    fresh.update(
        {"content-encoding": "gzip", "content-length": str(len(packed)), "vary": "Accept-Encoding", "etag": etag}
    )
    del fresh["accept-ranges"]
    return StoredResponse(fresh.raw, packed, etag)


async def _answer(stored: StoredResponse, scope: Scope, send: Send) -> None:
    known = stored.etag in Headers(scope=scope).get("if-none-match", "")
    headers = MutableHeaders(raw=list(stored.headers))
    if known:
        del headers["content-length"]
    body = b"" if known or scope["method"] == "HEAD" else stored.body
    await send({"type": "http.response.start", "status": 304 if known else 200, "headers": headers.raw})
    await send({"type": "http.response.body", "body": body})
