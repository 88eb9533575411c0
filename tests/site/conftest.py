"""A small site of three examples, written once, and a plain file server for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kernviz.lessons.presets import preset
from kernviz.site.__main__ import HERO, site
from kernviz.site.writer import Writer

SPACE = "R constant: the minimiser is not unique"  # its picture stands in space
FEW = (HERO, "Quiz 1: the Gaussian kernel in four lines", SPACE)
BASE = "https://kernels.example/see"


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with three examples in both languages."""
    out = tmp_path_factory.mktemp("site")
    site(Writer(out, BASE), tuple(map(preset, FEW)))
    return out


class Quiet(SimpleHTTPRequestHandler):
    """A plain file server that writes no log."""

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture(scope="session")
def served(small: Path) -> Iterator[str]:
    """The address at which the small site is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(small))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
