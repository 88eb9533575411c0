"""HTTP client with one kept connection.

A browser keeps its connections, too. The client does little: it shares the machine with the server it measures.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from urllib.parse import urlsplit

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True)
class HttpAnswer:
    """HttpAnswer of a server.

    The names of `fields` are in lower case.
    """

    status: int
    fields: dict[str, str]
    body: bytes


class HttpClient:
    """Client of one server.

    source  local address of the connection; "": any
    """

    def __init__(self, url: str, source: str = "") -> None:
        self._place, self._source = urlsplit(url), source
        self._kept: Connection | None = None

    async def request(self, method: str, path: str, body: bytes = b"", **fields: str) -> HttpAnswer:
        """Send a request and return the answer.

        The server may have ended the kept connection. A new one then replaces it. Raises OSError without an answer.
        """
        kept, self._kept = self._kept, None
        if kept is not None:
            try:
                return await self._over(kept, method, path, body, fields)
            except OSError:
                if method != "GET":  # the server may have read it
                    raise
        own = (self._source, 0) if self._source else None
        place = self._place
        connection = await asyncio.open_connection(place.hostname, place.port or 80, local_addr=own)
        return await self._over(connection, method, path, body, fields)

    def close(self) -> None:
        """Close the kept connection."""
        if self._kept is not None:
            self._kept[1].close()
        self._kept = None

    async def _over(
        self, connection: Connection, method: str, path: str, body: bytes, fields: dict[str, str]
    ) -> HttpAnswer:
        reader, writer = connection
        headers_sent = {"Host": self._place.netloc, **fields}
        if method != "GET":
            headers_sent["Content-Length"] = str(len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {text}" for name, text in headers_sent.items()), "", ""]
        try:
            writer.write("\r\n".join(lines).encode() + body)
            first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            got = {name.lower(): text.strip() for name, _, text in (line.partition(":") for line in rest if line)}
            answer = HttpAnswer(int(first.split(" ", 2)[1]), got, await _body(reader, got))
        except (EOFError, ValueError, IndexError) as problem:
            writer.close()
            raise OSError(str(problem)) from None
        except BaseException:  # also a request that is given up
            writer.close()
            raise
        if _lasts(got):
            self._kept = connection
        else:
            writer.close()
        return answer


def _lasts(fields: dict[str, str]) -> bool:
    """Return True if the connection serves another request."""
    ends = fields.get("content-length") or fields.get("transfer-encoding") == "chunked"
    return bool(ends) and fields.get("connection") != "close"


async def _body(reader: asyncio.StreamReader, fields: dict[str, str]) -> bytes:
    """Return the body of an answer.

    Without a length the end of the connection ends it.
    """
    if (size := fields.get("content-length")) is not None:
        return await reader.readexactly(int(size))
    if fields.get("transfer-encoding") != "chunked":
        return await reader.read()
    parts = []
    while length := int(await reader.readuntil(b"\r\n"), 16):
        parts.append((await reader.readexactly(length + 2))[:-2])
    await reader.readuntil(b"\r\n")
    return b"".join(parts)
