"""Streamlit's own scripts and style sheets, gzipped once a process: it sends them as they are, 7 MB to every new
visitor.

Only files whose names change with their content are touched, those Streamlit itself lets a browser keep for good; each
is compressed when it is first asked for and kept. Everything else (pages, media, uploads, a part of a file) passes.
"""

import asyncio
import gzip
import re
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FILE = re.compile(r"(?:^|/)(static/(?:js|css)/[\w.-]+)$")  # wherever the app is mounted
LEVEL = 6  # the higher ones save 1 % for four times the work
FOR_GOOD = "immutable"


@dataclass(frozen=True)
class Kept:
    """The answer to a request for one file: what it begins with, and the compressed content."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    etag: str


class Packed:
    """ASGI middleware that answers for hashed files with their compressed form."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.kept: dict[str, Kept] = {}
        self.locks: dict[str, asyncio.Lock] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from what is kept, or hand on."""
        name = _asked(scope)
        kept = None if name is None else self.kept.get(name) or await self._compress(name, scope, receive)
        if kept is None:
            await self.app(scope, receive, send)
        else:
            await _answer(kept, scope, send)

    async def _compress(self, name: str, scope: Scope, receive: Receive) -> Kept | None:
        """Ask for the whole file and keep it; None if it is not one to keep. Once, when a class opens the page."""
        async with self.locks.setdefault(name, asyncio.Lock()):
            if name in self.kept:
                return self.kept[name]
            told: list[Message] = []

            async def note(message: Message) -> None:
                told.append(message)

            whole = {**scope, "method": "GET", "headers": []}
            await self.app(whole, receive, note)
            headers = Headers(raw=told[0]["headers"])
            if told[0]["status"] == 200 and FOR_GOOD in headers.get("cache-control", ""):
                body = b"".join(message.get("body", b"") for message in told[1:])
                self.kept[name] = await asyncio.to_thread(_packed, headers, body)
        if name not in self.kept:
            self.locks.pop(name, None)  # any name may be asked for
        return self.kept.get(name)


def _asked(scope: Scope) -> str | None:
    """The file, if this is a request for the whole of one by someone who can unpack it."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    headers, match = Headers(scope=scope), FILE.search(scope["path"])
    if match is None or "range" in headers or "gzip" not in headers.get("accept-encoding", ""):
        return None
    return match[1]


def _packed(headers: Headers, body: bytes) -> Kept:
    packed = gzip.compress(body, compresslevel=LEVEL, mtime=0)
    fresh = headers.mutablecopy()
    etag = fresh.get("etag", "").removesuffix('"') + '-gzip"'  # another form of the file: another name for it
    fresh.update(
        {"content-encoding": "gzip", "content-length": str(len(packed)), "vary": "Accept-Encoding", "etag": etag}
    )
    del fresh["accept-ranges"]
    return Kept(fresh.raw, packed, etag)


async def _answer(kept: Kept, scope: Scope, send: Send) -> None:
    known = kept.etag in Headers(scope=scope).get("if-none-match", "")
    headers = MutableHeaders(raw=list(kept.headers))
    if known:
        del headers["content-length"]
    body = b"" if known or scope["method"] == "HEAD" else kept.body
    await send({"type": "http.response.start", "status": 304 if known else 200, "headers": headers.raw})
    await send({"type": "http.response.body", "body": body})
