"""Requests to an ASGI app without a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


def run(answer: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own; Playwright keeps a loop running in the main one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, answer).result()


@dataclass(frozen=True)
class Reply:
    """Response of an app: status, headers with lower-case names, body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


async def ask(app: Any, method: str, address: str, body: bytes = b"", **headers: str) -> Reply:
    """Send one request to an ASGI app and return its response.

    ``address`` is path and query. Each keyword is a header: ``user_agent`` is sent as ``user-agent``.
    """
    path, _, query = address.partition("?")
    raw = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "http_version": "1.1", "method": method, "path": path, "raw_path": path.encode()}
    scope |= {"query_string": query.encode(), "headers": raw, "root_path": "", "scheme": "http"}
    scope |= {"server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1)}
    given = [{"type": "http.request", "body": body, "more_body": False}]
    messages: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return given.pop() if given else await asyncio.Event().wait()  # type: ignore[func-returns-value,return-value]

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    await app(scope, receive, send)
    start = next(message for message in messages if message["type"] == "http.response.start")
    sent = b"".join(message.get("body", b"") for message in messages)
    return Reply(start["status"], {k.decode().lower(): v.decode() for k, v in start["headers"]}, sent)


def asked(app: Any, method: str, address: str, body: Any = None, **headers: str) -> Reply:
    """Send one request from synchronous code; `body` is sent as JSON."""
    return run(ask(app, method, address, b"" if body is None else json.dumps(body).encode(), **headers))
