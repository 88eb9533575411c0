"""Servers for the benchmarks, each a process of its own.

A server has a free port of this machine, and is ended by its process id.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from kernviz.ui.serving.free_ports import free_ports

ROOT = Path(__file__).parents[1]
PEERS = Path(__file__).parent / "peers"
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
STREAMLIT = ["--server.address=127.0.0.1", "--server.headless=true", "--browser.gatherUsageStats=false"]


@dataclass(frozen=True)
class Server:
    """A running server."""

    url: str
    process: psutil.Process

    def cpu(self) -> float:
        """Return the seconds of processor time so far, children included."""
        family = [self.process, *self.process.children(recursive=True)]
        return sum(sum(each.cpu_times()[:2]) for each in family)

    def cpu_by_part(self) -> tuple[float, float]:
        """Return the processor time so far, of the app and of nginx.

        Both are in seconds.
        """
        of_nginx = of_app = 0.0
        for each in [self.process, *self.process.children(recursive=True)]:
            # a process may end meanwhile
            with suppress(psutil.NoSuchProcess):
                seconds = sum(each.cpu_times()[:2])
                if each.name() == "nginx":
                    of_nginx += seconds
                else:
                    of_app += seconds
        return of_app, of_nginx

    def memory(self) -> float:
        """Return the resident memory of the process without its children, in MB."""
        return float(self.process.memory_info().rss) / 2**20


def free_port() -> int:
    """Return a port on which nothing listens."""
    return free_ports(1)[0]


def _on_sigterm(act: Any) -> Any:
    """Set the action for SIGTERM and return the one before.

    Python permits this in the main thread only. In another thread nothing is set, and SIGTERM keeps its action.
    """
    if threading.current_thread() is threading.main_thread():
        return signal.signal(signal.SIGTERM, act)
    return None


@contextmanager
def _serving(command: list[str], port: int, health: str, path: Path) -> Iterator[Server]:
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as log:
        environment = os.environ | ONE_THREAD | {"HOME": home, "PYTHONPATH": str(path)}
        process = subprocess.Popen(command, cwd=home, env=environment, stdout=log, stderr=log)  # noqa: S603
        # a signal that ends the benchmark ends its server as well
        before = _on_sigterm(lambda *_: sys.exit(128 + signal.SIGTERM))
        try:
            _wait(url + health, process)
            yield Server(url, psutil.Process(process.pid))
        finally:
            _on_sigterm(signal.SIG_IGN)  # a second one would leave the server
            process.send_signal(signal.SIGTERM)  # no effect if it has ended
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            _on_sigterm(before)


def _wait(url: str, process: subprocess.Popen[bytes] | None = None) -> None:
    for _ in range(400):
        if process is not None and process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}: {process.args!r}")
        try:
            with urllib.request.urlopen(url, timeout=1):  # noqa: S310  a literal http address of this machine
                return
        except OSError:
            time.sleep(0.25)
    raise TimeoutError(f"nothing answers at {url}")


@contextmanager
def kernviz(folder: Path = ROOT, before: str = "", port: int = 0, serve: int = 0) -> Iterator[Server]:
    """Run the app of a checkout, started as by a user.

    `before` is Python to run first.

    `port`: 0 for a free port. `serve`: number of processes behind the proxy of ``kernviz serve``; 0: one process alone.
    """
    port = port or free_port()
    program = f"{before}\nfrom kernviz.ui.start import main; main()"
    how = ["serve", f"--processes={serve}"] if serve else ["--headless"]
    start = [sys.executable, "-c", program, *how, f"--server.port={port}"]
    with _serving(start, port, "/_stcore/health", folder) as server:
        _wait_for_all(server, serve)
        yield server


def _wait_for_all(server: Server, count: int) -> None:
    """Wait until each process behind the proxy answers.

    The answer of the first alone is not enough.
    """
    ports: list[str] = []
    while len(ports) < count:
        words = [word for each in server.process.children() for word in each.cmdline()]
        ports = [word.partition("=")[2] for word in words if word.startswith("--server.port=")]
        time.sleep(0.1)
    for port in ports:
        _wait(f"http://127.0.0.1:{port}/_stcore/health")


@contextmanager
def plain_streamlit() -> Iterator[Server]:
    """Run the plain Streamlit page with Streamlit's own chart and default settings."""
    port = free_port()
    start = [sys.executable, "-m", "streamlit", "run", str(PEERS / "plain_streamlit.py"), f"--server.port={port}"]
    with _serving([*start, *STREAMLIT], port, "/_stcore/health", PEERS) as server:
        yield server


@contextmanager
def plain_dash(python: str = sys.executable) -> Iterator[Server]:
    """Run the plain Dash page by a Python that has Dash: ``pip install -e ".[bench]"``."""
    port = free_port()
    with _serving([python, str(PEERS / "plain_dash.py"), str(port)], port, "/", PEERS) as server:
        yield server
