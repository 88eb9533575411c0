"""Overloaded server: it still opens pages and rooms, and ends at a signal."""

from __future__ import annotations

import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.browser.conftest import START, free_port, starting

pytestmark = pytest.mark.slow

HARD = "data=moons&n=1000&noise=0.5&k=poly(degree=10)&C=1e6"
CROWD = 45  # more than Starlette has threads
AT_ONCE = 5.0  # seconds; an unloaded server answers in a fiftieth of that
ENDED = 8.0  # seconds


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    port = free_port()
    with starting(START, tmp_path, port) as process:
        yield port, process


def ask(port: int, path: str, hand: str) -> socket.socket:
    """Send a request and return its socket; the answer is not read."""
    made = socket.create_connection(("127.0.0.1", port), timeout=AT_ONCE)
    made.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Kernviz-Hand: {hand}\r\n\r\n".encode())
    return made


def opens(port: int) -> None:
    """Assert that a new visitor gets the page and the students' page."""
    for path in ("/", "/r/ABCDEF", "/svm"):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=AT_ONCE) as answer:
            assert answer.status == 200
            assert b"<title>" in answer.read()


def test_an_overloaded_server_opens_pages_and_ends_at_a_signal(
    server: tuple[int, subprocess.Popen[bytes]],
) -> None:
    port, process = server
    with ExitStack() as gone:
        for k in range(CROWD):
            gone.enter_context(ask(port, f"/kernviz-live/svm?{HARD}&seed={k}", f"hand{k}"))
        opens(port)
    opens(port)  # after they have disconnected
    with ExitStack() as waiting:
        for k in range(CROWD):
            waiting.enter_context(ask(port, f"/kernviz-live/svm?{HARD}&seed={100 + k}", f"hand{k}"))
            sweep = f"{HARD}&seed={200 + k}&sweep=C:1000:1e6:10&@many=8"
            waiting.enter_context(ask(port, f"/kernviz-sweep/svm?{sweep}", f"hand{k}"))
        opens(port)
        process.send_signal(signal.SIGTERM)
        process.wait(ENDED)


FEW = 128  # open files; a page needs four, and a page left open kept three for minutes


def test_more_pages_can_be_open_than_the_usual_limit_of_files_allows(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    if usual[1] != resource.RLIM_INFINITY and usual[1] < 4 * FEW:
        pytest.skip("this machine allows no more")
    port = free_port()
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, usual[1]))  # the limit that the server inherits
    with ExitStack() as stack:
        try:
            process = stack.enter_context(starting(START, tmp_path, port))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, usual)
        before = files(process.pid)
        with ExitStack() as pages:
            for _ in range(2 * FEW):
                pages.enter_context(connect(address, subprotocols=["streamlit"], close_timeout=1))  # type: ignore[list-item]
            opens(port)
            assert files(process.pid) - before < 2 * FEW + 20
        opens(port)
        assert "oo many open files" not in (tmp_path / "server.log").read_text()


def files(process: int) -> int:
    """Return the number of open files of a process; 0 if the system does not show it."""
    found = Path(f"/proc/{process}/fd")
    return len(list(found.iterdir())) if found.is_dir() else 0
