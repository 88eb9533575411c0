"""Run ``kernviz serve`` for tests: its processes, and which process answers a request."""

from __future__ import annotations

import re
import secrets
import shutil
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
from websockets.sync.client import connect

from kernviz.ui.serving import nginx
from tests.browser.conftest import ROOT, SERVE, free_port, starting
from tests.browser.instance import missing
from tests.browser.protocol import Session


@dataclass(frozen=True)
class Served:
    """Running ``kernviz serve`` with two processes behind its proxy."""

    url: str
    process: Any
    log: Path

    @property
    def servers(self) -> dict[int, Any]:
        """Return the processes of the app, by port."""
        found = {}
        for child in self.process.children():
            with suppress(psutil.Error):
                if match := re.search(r"--server\.port=(\d+)", " ".join(child.cmdline())):
                    found[int(match[1])] = child
        return found


def get(url: str, **headers: str) -> tuple[int, Any, bytes]:
    request = urllib.request.Request(url, headers={name.replace("_", "-"): text for name, text in headers.items()})  # noqa: S310
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310  this machine
        return answer.status, answer.headers, answer.read()


def well(port: int) -> bool:
    try:
        return get(f"http://127.0.0.1:{port}/_stcore/health")[0] == 200
    except OSError:
        return False


def eventually(true: Callable[[], object], patience: float = 60.0) -> float:
    began = time.monotonic()
    while not true():
        assert time.monotonic() < began + patience
        time.sleep(0.1)
    return time.monotonic() - began


def drawn(visitor: Session) -> set[str]:
    """Run the page; return the names of the components it draws."""
    found = visitor.run()
    return {each.bidi_component.component_name for each in found if each.WhichOneof("type") == "bidi_component"}  # type: ignore[attr-defined, arg-type]


def websockets(process: Any) -> int:
    """Return the number of established TCP connections of a process."""
    return sum(connection.status == psutil.CONN_ESTABLISHED for connection in process.net_connections("tcp"))


def status_of(url: str) -> int:
    return get(url)[0]


@contextmanager
def two(folder: Path, program: Path | None = None, settings: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Run ``kernviz serve`` with two processes and further environment variables, and wait until both answer."""
    if nginx.found() is None:
        missing("no nginx on this machine: apt-get install nginx-light")
    port = free_port()
    with starting([*SERVE, "--processes=2"], folder, port, program=program, settings=settings) as process:
        found = Served(f"http://127.0.0.1:{port}", psutil.Process(process.pid), folder / "server.log")
        eventually(lambda: len(found.servers) == 2 and all(map(well, found.servers)))
        yield found


def copied(folder: Path) -> Path:
    """Return a copy of the app, for a test that changes its files or keeps rooms beside it."""
    for name in ("kernviz", "pages", "datasets", ".streamlit"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", folder)
    return folder


def cookie_of(served: Served, port: int) -> str:
    """Return a cookie by which the proxy keeps a visitor with the process at that port."""
    for _ in range(64):
        cookie = secrets.token_hex(16)
        before = websockets(served.servers[port])
        with connect(
            f"ws://{urlsplit(served.url).netloc}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            additional_headers={"Cookie": f"kernviz={cookie}"},
        ):
            if websockets(served.servers[port]) > before:
                return cookie
    raise AssertionError("no cookie leads there")
