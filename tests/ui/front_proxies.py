"""Run the proxies of deploy/ with TLS on this machine, in front of small processes that tell what reaches them."""

from __future__ import annotations

import functools
import http.client
import json
import os
import shutil
import ssl
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from kernviz.ui import live
from kernviz.ui.serving import nginx
from kernviz.ui.streamlit_internals import incoming
from tests.browser.conftest import ROOT, free_port
from tests.browser.instance import missing
from tests.ui.test_serving import eventually

DEPLOY = ROOT / "deploy"
HOST = "localhost"
SOMEBODY = "127.9.8.7"  # another address of this machine
PICTURE = b"\x00\x01" * 4000
ASSET = "h1 { color: navy } " * 200


@dataclass
class Process:
    """One process behind the proxy: its port, how it reads requests, and how often each address was asked for."""

    port: int = field(default_factory=free_port)
    reader: Literal["auto", "h11", "httptools"] = "auto"
    asked: Counter[str] = field(default_factory=Counter)

    def app(self) -> Starlette:
        """Return the app that tells what reaches it."""
        routes = [
            Route("/_stcore/health", lambda request: PlainTextResponse("ok")),
            WebSocketRoute("/_stcore/stream", self._echo),
            Route("/kernviz-live/{rest:path}", self._picture),
            Route("/kernviz-assets/{rest:path}", self._asset),
            Route("/{rest:path}", self._tell, methods=["GET", "POST"]),
        ]
        return Starlette(routes=routes)

    async def _tell(self, request: Request) -> Response:
        report = {
            "process": self.port,
            "path": request.scope["path"],
            "client": request.client.host if request.client else "",
            "scheme": request.url.scheme,
            "host": request.headers["host"],
            "size": len(await request.body()),
        }
        return JSONResponse(report, headers={"Cache-Control": "no-store"})

    async def _picture(self, request: Request) -> Response:
        self.asked[request.url.path] += 1
        lasts = "public, max-age=86400, immutable" if "own" not in request.url.path else "private, no-store"
        headers = {"Cache-Control": lasts}
        if "half" in request.url.path:
            headers = live._half_headers({"ETag": "a"} | headers)
        return Response(PICTURE, media_type="application/octet-stream", headers=headers)

    async def _asset(self, request: Request) -> Response:
        return Response(ASSET, media_type="text/css")

    async def _echo(self, socket: WebSocket) -> None:
        await socket.accept(subprotocol="streamlit")
        async for text in socket.iter_text():
            await socket.send_text(f"{self.port} {text}")

    @contextmanager
    def running(self) -> Iterator[None]:
        """Serve the app as Streamlit does, until the end."""
        incoming.bound_sizes()
        config = uvicorn.Config(
            self.app(), port=self.port, http=self.reader, log_level="critical", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, daemon=True)
        thread.start()
        eventually(lambda: server.started)
        yield
        server.should_exit = True
        thread.join(10)


@dataclass(frozen=True)
class Answer:
    """Answer of the proxy to one request."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def report(self) -> dict[str, Any]:
        return dict(json.loads(self.body))

    @property
    def cookie(self) -> str:
        """Return the first cookie the answer sets, as a browser sends it; "" if it sets none."""
        return (self.headers["Set-Cookie"] or "").partition(";")[0]


@dataclass(frozen=True)
class Front:
    """Running proxy: its port, a second one that leads there, and the beginning of every path."""

    port: int
    plain: int
    prefix: str
    tls: bool = True

    def ask(
        self,
        path: str,
        headers: Mapping[str, str] | None = None,
        *,
        body: bytes | None = None,
        source: str = "127.0.0.1",
    ) -> Answer:
        """Send one request below the prefix, on a connection of its own."""
        return asked(self.port, self.prefix + path, headers, body=body, source=source, tls=self.tls)


@functools.cache
def unverified() -> ssl.SSLContext:
    """Return the settings of a client that takes any certificate."""
    return ssl._create_unverified_context()  # noqa: S323  a proxy of this machine


def asked(
    port: int,
    path: str,
    headers: Mapping[str, str] | None = None,
    *,
    body: bytes | None = None,
    source: str = "127.0.0.1",
    tls: bool = True,
) -> Answer:
    """Send one request on a connection of its own."""
    kind = functools.partial(http.client.HTTPSConnection, context=unverified()) if tls else http.client.HTTPConnection
    connection = kind(HOST, port, timeout=20, source_address=(source, 0))
    try:
        with suppress(BrokenPipeError, ConnectionResetError):  # a body may be refused before it has come
            connection.request("GET" if body is None else "POST", path, body, dict(headers or {}))
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


@contextmanager
def nginx_of_ones_own(processes: Sequence[Process], prefix: str = "/kernviz") -> Iterator[Front]:
    """Run nginx with the file of deploy/, changed where its first lines say so, and with ports of this machine."""
    program = nginx.found() or missing("no nginx on this machine: apt-get install nginx-light")
    front = Front(free_port(), free_port(), prefix)
    with tempfile.TemporaryDirectory() as name:  # nginx's workers may be another user, who cannot enter tmp_path
        folder = Path(name)
        folder.chmod(0o711)
        key, certificate = certified(folder)
        servers = [f"    server 127.0.0.1:{each.port} max_fails=1 fail_timeout=2s;\n" for each in processes]
        places = {
            "/etc/ssl/kernviz/fullchain.pem": str(certificate),
            "/etc/ssl/kernviz/key.pem": str(key),
            "/var/cache/nginx/kernviz": str(folder / "cache"),
            "listen 80;": f"listen 127.0.0.1:{front.plain};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{front.port} ssl http2;",
            "server_name kernviz.example;": f"server_name {HOST};",
            "    server 127.0.0.1:8501 max_fails=1 fail_timeout=2s;\n": servers[0],
            "    server 127.0.0.1:8502 max_fails=1 fail_timeout=2s;\n": "".join(servers[1:]),
            "/kernviz/": f"{prefix}/",
            " = /kernviz/metrics ": f" = {prefix}/metrics ",
        }
        temporary = "".join(f"{each}_temp_path {folder}/{each};" for each in nginx.TEMPORARY)
        config = folder / "nginx.conf"
        text = replaced((DEPLOY / "nginx.conf").read_text("utf-8"), places)
        config.write_text(f"daemon off; pid {folder}/nginx.pid; events {{}} http {{ {temporary}\n{text} }}")
        with started([program, "-p", str(folder), "-c", str(config), "-e", str(folder / "log")], folder, front):
            yield front


def certified(folder: Path) -> tuple[Path, Path]:
    """Make a key and a certificate for this machine; return their files."""
    openssl = shutil.which("openssl") or missing("no openssl on this machine: apt-get install openssl")
    key, certificate = folder / "key.pem", folder / "fullchain.pem"
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={HOST}", "-days", "2"]
    made += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([openssl, *made], check=True, capture_output=True)  # noqa: S603
    return key, certificate


def replaced(text: str, places: Mapping[str, str]) -> str:
    """Return the text of a configuration with these words changed, each of which it has."""
    for words, here in places.items():
        assert words in text, words
        text = text.replace(words, here)
    return text


@contextmanager
def caddy(
    processes: Sequence[int],
    folder: Path,
    *,
    prefix: str = "",
    tls: bool = True,
    changed: Mapping[str, str] | None = None,
) -> Iterator[Front]:
    """Run Caddy with the file of deploy/ in front of processes at these ports.

    Names, prefix and processes are set as its first lines say. Added is what keeps the run on this machine. Further
    words of the file are `changed`.
    """
    program = shutil.which("caddy") or pytest.skip("no Caddy on this machine: apt-get install caddy")
    front = Front(free_port(), free_port(), prefix, tls)
    added = [
        "skip_install_trust",
        "default_bind 127.0.0.1",
        f"http_port {front.plain}",
        f"admin 127.0.0.1:{free_port()}",
    ]
    here = "".join(f"\t{line}\n" for line in added)
    config = folder / "Caddyfile"
    config.write_text(
        replaced(
            (DEPLOY / "Caddyfile").read_text("utf-8"),
            {"{\n\tservers {": f"{{\n{here}\tservers {{"} | dict(changed or {}),
        )
    )
    settings = {
        "KERNVIZ_HOST": f"{'https' if tls else 'http'}://{HOST}:{front.port}",
        "KERNVIZ_PREFIX": prefix,
        "KERNVIZ_UPSTREAM": " ".join(f"127.0.0.1:{port}" for port in processes),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with started([program, "run", "--config", str(config)], folder, front, settings):
        yield front


@contextmanager
def started(
    command: Sequence[str], folder: Path, front: Front, settings: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a proxy until the end, from the moment it passes requests on; end it by its process id."""
    log = folder / "proxy.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=os.environ | dict(settings or {}))  # noqa: S603

        seen = ""

        def answers() -> bool:
            nonlocal seen
            assert process.poll() is None, log.read_text("utf-8")
            try:
                answer = front.ask("/_stcore/health")
            except OSError as error:
                seen = repr(error)
                return False
            seen = f"status {answer.status}"
            return answer.status == 200

        try:
            eventually(answers, lambda: f"last answer: {seen}; log of the proxy: {log.read_text('utf-8')}")
            yield
        finally:
            process.terminate()
            process.wait(20)
