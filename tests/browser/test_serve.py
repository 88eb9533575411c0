"""``kernviz serve`` with a real nginx: what one process has drawn the other's visitors see, and one may be killed."""

from __future__ import annotations

import re
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kernviz.ui import lasting
from kernviz.ui.serving import nginx
from tests.browser.conftest import SERVE, free_port, missing, starting
from tests.browser.protocol import Session, session

psutil: Any = pytest.importorskip("psutil")
VISITORS = 6  # with two processes all of them are in one of them once in 32 times


@dataclass(frozen=True)
class Served:
    """A running ``kernviz serve`` with two processes."""

    url: str
    process: Any
    log: Path

    @property
    def servers(self) -> dict[int, Any]:
        """The processes of the app, by port."""
        found = {}
        for child in self.process.children():
            with suppress(psutil.Error):
                if match := re.search(r"--server\.port=(\d+)", " ".join(child.cmdline())):
                    found[int(match[1])] = child
        return found


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    if nginx.found() is None:
        missing("no nginx on this machine: apt-get install nginx-light")
    port = free_port()
    with starting([*SERVE, "--processes=2"], tmp_path, port) as process:
        yield Served(f"http://127.0.0.1:{port}", psutil.Process(process.pid), tmp_path / "server.log")


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


@pytest.mark.slow
def test_one_of_two_is_killed(served: Served) -> None:
    servers = served.servers
    assert len(servers) == 2
    eventually(lambda: all(map(well, servers)))

    # A picture is computed once; whoever asks afterwards has it from the proxy.
    address = f"{served.url}/kernviz-live/{lasting.version()}/en/svm?n=20"
    status, headers, body = get(address, Accept_Encoding="gzip")
    assert (status, headers["X-Kernviz-Cache"]) == (200, "MISS")
    for _ in range(3):
        _, headers, again = get(address, Accept_Encoding="gzip")
        assert (headers["X-Kernviz-Cache"], again) == ("HIT", body)
        assert headers["Set-Cookie"] is None  # or a proxy before this one would give it to everybody
    assert len(get(address)[2]) > len(body)  # without compression it is another stored answer

    with ExitStack() as stack:
        visitors = [stack.enter_context(session(served.url, "svm", n="40")) for _ in range(VISITORS)]
        for each in visitors:
            assert "kernviz_plot" in drawn(each)
        spread = {port: websockets(each) for port, each in servers.items()}
        assert sum(spread.values()) >= VISITORS  # beside connections that nginx keeps open
        dead, alive = servers
        survivor = servers[alive].pid
        servers[dead].send_signal(signal.SIGKILL)
        began = time.monotonic()
        with session(served.url, "ridge") as fresh:  # a new page opens before the process is back
            assert "kernviz_plot" in drawn(fresh)
        assert status_of(f"{served.url}/svm") == 200
        assert get(f"{served.url}/kernviz-live/svm?n=23")[0] == 200  # not stored: it is computed now
        took = time.monotonic() - began
        went_on = 0
        for each in visitors:
            try:
                assert "kernviz_plot" in drawn(each)  # another run of the same session
                went_on += 1
            except ConnectionClosed:  # it was with the dead process: its browser connects again
                with session(served.url, "svm", n="40") as again:
                    assert "kernviz_plot" in drawn(again)
        assert went_on >= 1
        assert took < 20  # the machine may be busy
        assert served.servers[alive].pid == survivor
    eventually(lambda: len(served.servers) == 2 and all(map(well, served.servers)))
    assert "ended with -9; it is started again" in served.log.read_text()


def drawn(visitor: Session) -> set[str]:
    """Run the page; return the names of the components it draws."""
    found = visitor.run()
    return {each.bidi_component.component_name for each in found if each.WhichOneof("type") == "bidi_component"}  # type: ignore[attr-defined, arg-type]


def websockets(process: Any) -> int:
    """Return the number of connections of a process that stay."""
    return sum(each.status == psutil.CONN_ESTABLISHED for each in process.net_connections("tcp"))


def status_of(url: str) -> int:
    return get(url)[0]


@pytest.mark.slow
def test_all_end_at_a_signal(served: Served) -> None:
    eventually(lambda: all(map(well, served.servers)))
    children = served.process.children(recursive=True)
    assert len(children) >= 4  # two servers, nginx and its worker
    served.process.terminate()
    took = eventually(lambda: not served.process.is_running() or served.process.status() == psutil.STATUS_ZOMBIE)
    assert took < 5 + 2  # the machine may be busy
    assert not [each for each in children if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]
