"""Limits of the real nginx, with Caddy before it and without: one request below each is answered, one above it refused.

The rates and the number of connections are made small, so that a few requests exceed them. tests/test_deploy.py
compares the directives with those of deploy/nginx.conf.
"""

from __future__ import annotations

import http.client
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from urllib.parse import unquote

import pytest

from kernviz.ui import trusted_proxies
from kernviz.ui.serving import nginx
from tests.browser.conftest import free_port
from tests.ui import front_proxies
from tests.ui.front_proxies import SOMEBODY
from tests.ui.test_serving import eventually, installed_nginx

pytestmark = pytest.mark.flaky(reruns=2)  # a busy machine may disturb other programs; a real fault fails three times

HAND = {"Cookie": "kernviz=" + "0" * 32}
SOON = 20  # seconds; a passing test waits far less


class Process(BaseHTTPRequestHandler):
    """Process behind nginx: it answers at once, or once `go` is set; ``/outer?URL`` shows a frame."""

    protocol_version = "HTTP/1.1"
    go = Event()
    holding = 0
    computed = 0

    def do_GET(self) -> None:
        """Answer with the cookies of the request."""
        type(self).computed += self.path.startswith("/kernviz-live/")
        if self.path.startswith("/held"):
            type(self).holding += 1
            self.go.wait(SOON)
        body = f"<p>{self.headers.get('Cookie', 'no cookie')}</p>"
        if self.path.startswith("/outer?"):
            body = f'<iframe src="{unquote(self.path.partition("?")[2])}"></iframe>'
        self._answer(body)

    def do_POST(self) -> None:
        """Answer with the length of the body."""
        self._answer(str(len(self.rfile.read(int(self.headers["Content-Length"])))))

    def _answer(self, body: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        if self.path.startswith("/kernviz-live/"):
            self.send_header("Cache-Control", "public, max-age=60")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@contextmanager
def serving(first: str = "nginx") -> Iterator[tuple[int, int]]:
    """Run nginx before one process; yield the port at which a visitor asks, and that of the process.

    The first to get a request is nginx, or Caddy with the file of deploy/.
    """
    program, port = installed_nginx(), free_port()
    Process.go.clear()
    Process.holding = Process.computed = 0
    process = ThreadingHTTPServer(("127.0.0.1", 0), Process)
    process.daemon_threads = True
    Thread(target=process.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:  # nginx's workers may be another user, who cannot enter tmp_path
        trusted = trusted_proxies.networks(trusted_proxies.LOOPBACK)
        config = nginx.write(nginx.Front(f"127.0.0.1:{port}", "", (process.server_port,), trusted), Path(folder), 1)
        with subprocess.Popen(nginx.command(program, config), stderr=subprocess.DEVNULL) as running:  # noqa: S603
            try:
                eventually(lambda: _listens(port))
                with before(first, port) as asked:
                    yield asked, process.server_port
            finally:
                Process.go.set()
                running.terminate()
                process.shutdown()
                process.server_close()


@contextmanager
def before(first: str, port: int) -> Iterator[int]:
    """Run what stands before nginx; yield the port at which a visitor asks."""
    if first == "nginx":
        yield port
        return
    with tempfile.TemporaryDirectory() as folder, front_proxies.caddy([port], Path(folder), tls=False) as front:
        yield front.port


both = pytest.mark.parametrize("first", ["nginx", "caddy"])


def _listens(port: int) -> bool:
    try:
        return status(port, "/metrics") == 404  # no limit counts this address
    except OSError:
        return False


def status(
    port: int,
    path: str = "/",
    method: str = "GET",
    size: int = 0,
    headers: dict[str, str] | None = None,
    source: str = SOMEBODY,
) -> int:
    """Send one request on a connection of its own and return the status of the answer."""
    connection = http.client.HTTPConnection("localhost", port, timeout=SOON, source_address=(source, 0))
    try:
        connection.request(method, path, b"a" * size if size else None, headers or {})
        return connection.getresponse().status
    except (BrokenPipeError, ConnectionResetError):  # a proxy refuses a body before it has come
        return connection.getresponse().status
    finally:
        connection.close()


def statuses(port: int, count: int, headers: dict[str, str]) -> Sequence[int]:
    """Send requests one after another on one connection."""
    connection = http.client.HTTPConnection("localhost", port, timeout=SOON, source_address=(SOMEBODY, 0))
    found = []
    for _ in range(count):
        connection.request("GET", "/", headers=headers)
        answer = connection.getresponse()
        answer.read()
        found.append(answer.status)
    connection.close()
    return found


@pytest.mark.sampled(5)
@both
@pytest.mark.parametrize("name", ["HAND_RATE", "HALL_RATE"])
def test_a_visitor_and_an_address_may_ask_in_a_burst_and_then_at_their_rate(
    name: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nginx, name, 1)  # a request a second, after a burst of three times as many
    with serving(first) as (port, _):
        begun = time.monotonic()
        assert statuses(port, 4, HAND) == [200] * 4
        found = statuses(port, 20, HAND)
        passed = time.monotonic() - begun
        assert 503 in found
        assert found.count(200) <= passed + 1
        others = statuses(port, 4, {"Cookie": "kernviz=" + "1" * 32})
        assert (others == [200] * 4) is (name == "HAND_RATE"), "another visitor shares the address alone"
        assert status(port, source="127.9.8.6") == 200, "another address is another hall"
        time.sleep(1.1)
        assert statuses(port, 1, HAND) == [200]


@both
def test_an_address_may_hold_so_many_connections(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nginx, "HALL_CONNECTIONS", 3)
    with serving(first) as (port, _), ThreadPoolExecutor(4) as pool:
        connections = [_open_connection(pool, port, count) for count in (1, 2)]
        assert status(port) == 200
        connections.append(_open_connection(pool, port, 3))
        assert status(port) == 503
        assert status(port, source="127.9.8.6") == 200
        Process.go.set()
        assert [connection.result(SOON) for connection in connections] == [200] * 3
        eventually(lambda: status(port) == 200)


def _open_connection(pool: ThreadPoolExecutor, port: int, count: int) -> Future[int]:
    """Send a request that is held, as the ``count``-th, and return its status once it comes.

    It is sent again if nginx still counts a connection that has just been closed.
    """
    sent = pool.submit(status, port, "/held")
    eventually(lambda: Process.holding == count or sent.done())
    return _open_connection(pool, port, count) if sent.done() else sent


@both
def test_a_body_may_have_so_many_megabytes(first: str) -> None:
    with serving(first) as (port, _):
        most = nginx.BODY_MB * 2**20
        assert status(port, "/kernviz-room/x", "POST", most - 1) == 200
        assert status(port, "/kernviz-room/x", "POST", most) == 200
        assert status(port, "/kernviz-room/x", "POST", most + 1) == 413


def test_a_line_of_the_head_may_have_64_kilobytes() -> None:
    with serving() as (port, _):
        line = len("GET / HTTP/1.1\r\n")
        assert status(port, "/?" + "a" * (64 * 1024 - line - 2)) == 200
        assert status(port, "/?" + "a" * (64 * 1024 - line)) == 414
        assert status(port, headers={"X-Long": "a" * (64 * 1024 - 20)}) == 200
        assert status(port, headers={"X-Long": "a" * 64 * 1024}) == 400


@both
def test_a_picture_that_lasts_is_computed_once(first: str) -> None:
    with serving(first) as (port, _):
        assert [status(port, "/kernviz-live/1/en/svm") for _ in range(5)] == [200] * 5
        assert Process.computed == 1
