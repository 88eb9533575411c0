"""Metrics of a running process in Prometheus' text format, for a monitor.

``KERNVIZ_METRICS=1`` puts the metrics at ``/metrics``. They describe the whole process, and no single visitor.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from threading import Lock
from time import process_time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

import kernviz
from kernviz.ui import cacheable_urls, live
from kernviz.ui.rooms import room_registry
from kernviz.ui.sweeps import route as sweeps

SETTING = "KERNVIZ_METRICS"
PATH = "/metrics"
KIND = "text/plain; version=0.0.4; charset=utf-8"
ANSWERS = {  # HTTP status of a picture's response -> its name in the metrics
    200: "sent",
    204: "gone",
    304: "confirmed",
    409: "left_to_the_page",
    429: "refused",
    503: "refused",
}
Labels = tuple[tuple[str, str], ...]


def on() -> bool:
    """Return True if the metrics are switched on."""
    return os.environ.get(SETTING, "").strip().lower() in ("1", "true", "yes", "on")


class MetricsMiddleware:
    """ASGI middleware that counts pictures and open pages.

    Pictures are counted by how they were answered.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app and count the request."""
        if scope["type"] == "websocket":
            _change_pages(1)
            try:
                await self.app(scope, receive, send)
            finally:
                _change_pages(-1)
            return
        kind = _kind(scope)
        if kind is None:
            await self.app(scope, receive, send)
            return

        async def send_counted(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                _count(kind, int(str(message["status"])))
            await send(message)

        await self.app(scope, receive, send_counted)  # type: ignore[arg-type]


_lock = Lock()
_answers: Counter[tuple[str, str]] = Counter()
_pages = 0


def _change_pages(by: int) -> None:
    global _pages
    with _lock:
        _pages += by


def _count(kind: str, status: int) -> None:
    with _lock:
        impossible = kind == "sweep" and status == 409  # no page, number or file of that name
        _answers[kind, "impossible" if impossible else ANSWERS.get(status, "failed")] += 1


def _kind(scope: Scope) -> str | None:
    """Return "live" or "sweep" for a picture request, else None."""
    if scope["type"] != "http":
        return None
    parts = scope["path"].split("/")
    return "live" if live.FOLDER in parts else "sweep" if sweeps.FOLDER in parts else None


def _numbers() -> Iterator[tuple[str, str, str, Sequence[tuple[Labels, float]]]]:
    """Yield name, type, meaning and values of each metric."""
    with _lock:
        answers, pages = dict(_answers), _pages
    samples = [((("kind", kind), ("answer", how)), float(n)) for (kind, how), n in sorted(answers.items())]
    yield "kernviz_pictures_total", "counter", "Requests of pictures, by how they were answered.", samples
    caches = {"live": live._answers, "sweep": sweeps._cache}
    looked = [
        (((("kind", kind), ("found", found))), float(n))
        for kind, cache in caches.items()
        for found, n in (("yes", cache.hits), ("no", cache.misses))
    ]
    yield "kernviz_cache_lookups_total", "counter", "Looks into the stored answers of this process.", looked
    sizes = [((("kind", kind),), float(cache.size)) for kind, cache in caches.items()]
    yield "kernviz_cache_bytes", "gauge", "Bytes of stored answers.", sizes
    pools = {"live": live._workers, "sweep": sweeps._workers}
    queued = [((("kind", kind),), float(workers.waiting)) for kind, workers in pools.items()]
    yield "kernviz_queue_length", "gauge", "Pictures waiting to be computed.", queued
    ages = [((("kind", kind),), workers.age()) for kind, workers in pools.items()]
    yield "kernviz_queue_age_seconds", "gauge", "How long the oldest of them has waited.", ages
    dropped = [((("kind", kind),), float(workers.superseded)) for kind, workers in pools.items()]
    yield "kernviz_superseded_total", "counter", "Pictures never computed: a newer one took their place.", dropped
    ended = [((("kind", kind),), float(workers.gave_way)) for kind, workers in pools.items()]
    yield "kernviz_gave_way_total", "counter", "Pictures ended or refused for who had used less.", ended
    yield "kernviz_pages_open", "gauge", "Pages open in browsers, each a websocket.", [((), float(pages))]
    yield "kernviz_cpu_seconds_total", "counter", "Processor time of this process.", [((), process_time())]
    about = (("version", kernviz.__version__), ("program", cacheable_urls.version()))
    yield "kernviz_info", "gauge", "The version that runs.", [(about, 1.0)]


def text() -> str:
    """Return all metrics in Prometheus' text format, without the rooms."""
    return "".join(_lines(*number) for number in _numbers())


def _lines(name: str, kind: str, meaning: str, values: Sequence[tuple[Labels, float]]) -> str:
    lines = [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
    for labels, value in values:
        inside = ",".join(f'{key}="{value}"' for key, value in labels)
        lines.append(f"{name}{{{inside}}} {value:.10g}" if inside else f"{name} {value:.10g}")
    return "\n".join(lines) + "\n"


def routes() -> list[Route]:
    """Return the route of the metrics if they are switched on."""
    return [Route(PATH, _serve, methods=["GET"])] if on() else []


async def _serve(_: Request) -> Response:
    body = text()
    rooms = await asyncio.to_thread(room_registry.count)
    if rooms is not None:
        body += _lines("kernviz_rooms", "gauge", "Rooms open, in all processes that share them.", [((), float(rooms))])
    return Response(body, media_type=KIND, headers={"Cache-Control": cacheable_urls.NEVER})
